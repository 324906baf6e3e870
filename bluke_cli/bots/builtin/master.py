"""The bot `master`: tries every move in worlds that fit what it has seen, and takes the one that is best on average.

It deals the unseen cards to the others at random, as often as it is told, so that nobody holds what he has shown not to
hold, and everybody, as nearly as a few tries allow, what he would have bid on as he did. In each such world it plays
the hand out after each of its moves, everybody playing like `tuned`, and counts its score less the mean of the others'.
It bids the same way, trying the bids near what the table expects. All its moves are tried in the same worlds; those
that are behind are given up on the way.
"""

from __future__ import annotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.search.position import Position, moves_of, position_of
from bluke_cli.bots.search.search import Mix, best_move, bids_to_try
from bluke_cli.bots.search.tables import tables
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import Card

MIX: Mix = (0, 0, 0, 1)
"""Everybody plays on like `tuned`: against every field that was tried this did better than a mix of simpler players."""

WORLDS, WORLDS_FOR_MANY = {2: 220, 3: 150, 4: 100}, 50
"""Worlds for a card if no number is given, by players: about a millisecond. A bid gets half as many again."""

MOST_WORLDS, MOST_MS = 100_000, 30_000


class Master(Bot):
    """Searches `worlds` worlds for a card and half as many again for a bid, or as many as `ms` milliseconds allow.

    Without `worlds` it is as many as suit the number of players.
    `seed` takes the place of the chance that the match hands out; with it the bot decides alike in every match.
    """

    def __init__(self, worlds: int = 0, ms: int = 0, seed: str = "") -> None:
        if not 0 <= worlds <= MOST_WORLDS:
            raise ValueError(f"worlds is from 1 to {MOST_WORLDS}, or 0, for as many as suit the number of players")
        if not 0 <= ms <= MOST_MS:
            raise ValueError(f"ms is from 0, for no limit, to {MOST_MS}")
        self.worlds, self.ms, self.seed = worlds, ms, seed

    def start(self, game: GameView, rng: Rng) -> None:
        """Begin a game."""
        super().start(game, Rng(self.seed) if self.seed else rng)

    def bid(self, view: View) -> int:
        """Return the legal bid that is best on average, out of those near the expected tricks."""
        position = position_of(view)
        return self._best(position, bids_to_try(position, view.legal_bids, tables()))

    def play(self, view: View) -> Card:
        """Return the legal card that is best on average; where there is but one, at once."""
        legal = view.legal_mask
        if not legal & legal - 1:
            return legal.bit_length() - 1
        position = position_of(view)
        return self._best(position, moves_of(position))

    def _best(self, position: Position, moves: list[int]) -> int:
        if len(moves) == 1:
            return moves[0]
        seed = self.rng.below(1 << 32) << 32 | self.rng.below(1 << 32)
        worlds = self.worlds or WORLDS.get(position.players, WORLDS_FOR_MANY)
        if position.is_bidding:
            worlds += worlds // 2
        return best_move(position, moves, MIX, seed, worlds, self.ms, tables())
