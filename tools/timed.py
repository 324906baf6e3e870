"""Bots whose decisions are timed, and one of them against a table of another, for `rival.py` and the bench."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator

from bluke_cli.bots.api import Bot
from bluke_cli.bots.players import LocalPlayer
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView, View
from bluke_cli.match.blocks import Block
from bluke_cli.match.game import PlayedGame, play_game
from bluke_cli.rules.cards import Card
from bluke_cli.rules.house import HouseRules


class Clock:
    """CPU seconds for each bid and card where there was a choice, by bot: ``"master card"``, ``"master bid"``.

    `forced` is how many cards there were without one.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.forced = 0

    def add(self, other: Clock) -> None:
        """Take over what another clock has measured."""
        for what, seconds in other.seconds.items():
            self.seconds[what] += seconds
        self.forced += other.forced

    def mean(self, what: str) -> float:
        """Return the mean in milliseconds."""
        return 1000 * sum(self.seconds[what]) / len(self.seconds[what])

    def longest(self, what: str) -> float:
        """Return the longest in milliseconds."""
        return 1000 * max(self.seconds[what])


class Timed(Bot):
    """A bot whose bids and cards are timed, where it has a choice."""

    def __init__(self, bot: Bot, name: str, clock: Clock) -> None:
        self.bot, self.name, self.clock = bot, name, clock

    def start(self, game: GameView, rng: Rng) -> None:
        """Begin a game."""
        self.bot.start(game, rng)

    def bid(self, view: View) -> int:
        """Return the bot's bid."""
        begun = time.process_time()
        bid = self.bot.bid(view)
        if len(view.legal_bids) > 1:
            self._note("bid", begun)
        return bid

    def play(self, view: View) -> Card:
        """Return the bot's card."""
        begun = time.process_time()
        card = self.bot.play(view)
        if view.legal_mask.bit_count() > 1:
            self._note("card", begun)
        else:
            self.clock.forced += 1
        return card

    def _note(self, what: str, begun: float) -> None:
        self.clock.seconds[f"{self.name} {what}"].append(time.process_time() - begun)


def rotations(
    block: Block, players: int, one: Callable[[], Bot], other: Callable[[], Bot], seed: str, rules: HouseRules
) -> Iterator[tuple[int, PlayedGame]]:
    """Yield each seat, and a block's game in which *one* sits there and *other* in all other seats.

    Raises RuntimeError if a bot fails.
    """
    for own in range(players):
        seats = [LocalPlayer(one if seat == own else other) for seat in range(players)]
        game = play_game(block, seats, [f"{seed} {own} {seat}" for seat in range(players)], rules)
        if game.faults:
            raise RuntimeError(f"a bot failed: {game.faults[0].detail}")
        yield own, game
