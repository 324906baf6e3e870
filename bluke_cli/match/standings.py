"""Standings: who is ahead of whom, by how much, and how sure that is.

The unit is the **block**: its games share their cards, so they are no independent witnesses, but their mean is one. The
difference of two bots in a game is the mean score of the seats of one less that of the other; a block's difference is
the mean over its games in which both sat (`difference`). A block counts when all its games are there. The order of the
games changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from bluke_cli.match.difference import Difference

FEW_BLOCKS = 30
"""Below so many blocks an interval is itself a rough guess."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game adds to the standings; the tuples are by seat.

    `games` is how many games its block has in all, `bots` are aliases, `made` counts the bids made in `hands` hands.
    """

    block: int
    games: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    made: tuple[int, ...]
    hands: int


@dataclass(slots=True)
class Sums:
    """What one bot did in all complete blocks.

    `games` are those it sat in, `seats` count each of its seats in each; a win counts 1/k for each of k joint winners.
    """

    games: int = 0
    seats: int = 0
    score: int = 0
    place: int = 0
    wins: Fraction = Fraction(0)
    made: int = 0
    hands: int = 0

    @property
    def mean_score(self) -> float:
        """Points a game and seat."""
        return self.score / self.seats

    @property
    def mean_place(self) -> float:
        """Average place, joint places alike: 1, 1, 3."""
        return self.place / self.seats

    @property
    def win_share(self) -> float:
        """Wins a game, 0 to 1, all its seats together."""
        return float(self.wins / self.games)

    @property
    def made_share(self) -> float:
        """Share of bids made, 0 to 1."""
        return self.made / self.hands


@dataclass(slots=True)
class Standings:
    """The standings of a match as its games come in, in any order.

    `bots` are the aliases, in command-line order; those that come in unnamed follow in the order of their names.
    `blocks` and `games` count what is complete. `differences` has a pair once, in that order of the bots.
    `unit` is what a block is called: games outside a match are each a block.
    """

    bots: Sequence[str]
    unit: str = "block"
    blocks: int = 0
    games: int = 0
    sums: dict[str, Sums] = field(default_factory=dict)
    differences: dict[tuple[str, str], Difference] = field(default_factory=dict)
    _open: dict[int, list[Outcome]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sums = {bot: Sums() for bot in self.bots}
        self.differences = {pair: Difference() for pair in combinations(self.bots, 2)}

    @property
    def incomplete(self) -> int:
        """Blocks of which games are missing; they are not counted."""
        return len(self._open)

    def add(self, outcome: Outcome) -> None:
        """Enter one game; it counts once its block is complete."""
        games = self._open.setdefault(outcome.block, [])
        games.append(outcome)
        if len(games) == outcome.games:
            del self._open[outcome.block]
            self._settle(games)

    def _settle(self, games: Sequence[Outcome]) -> None:
        """Enter a complete block."""
        unnamed = {bot for game in games for bot in game.bots} - self.sums.keys()
        if unnamed:
            self.sums.update((bot, Sums()) for bot in sorted(unnamed))
        order = {bot: at for at, bot in enumerate(self.sums)}
        self.blocks += 1
        self.games += len(games)
        found: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
        for game in games:
            self._enter(game)
            means = _means(game)
            for first, second in combinations(sorted(means, key=order.__getitem__), 2):
                found[first, second].append(means[first] - means[second])
        for pair, values in found.items():
            self.differences.setdefault(pair, Difference()).add(sum(values, Fraction(0)) / len(values))

    def _enter(self, game: Outcome) -> None:
        joint = game.places.count(1)
        for bot in set(game.bots):
            self.sums[bot].games += 1
        for seat, bot in enumerate(game.bots):
            sums = self.sums[bot]
            sums.seats += 1
            sums.score += game.scores[seat]
            sums.place += game.places[seat]
            sums.made += game.made[seat]
            sums.hands += game.hands
            if game.places[seat] == 1:
                sums.wins += Fraction(1, joint)


def _means(game: Outcome) -> dict[str, Fraction]:
    """Return each bot's mean score over the seats it has in a game."""
    scores: dict[str, list[int]] = defaultdict(list)
    for bot, score in zip(game.bots, game.scores, strict=True):
        scores[bot].append(score)
    return {bot: Fraction(sum(values), len(values)) for bot, values in scores.items()}
