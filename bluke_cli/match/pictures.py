"""What the pictures of the statistics are drawn from: totals hand by hand, differences game by game, bids and tricks.

Sums and counts only, so that memory does not grow with the games; of complete blocks, as all statistics.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import accumulate, combinations

from bluke_cli.match.told import ToldGame


@dataclass(slots=True)
class Mean:
    """A mean as it comes in."""

    total: int = 0
    count: int = 0

    def add(self, value: int) -> None:
        """Enter one value."""
        self.total += value
        self.count += 1

    @property
    def value(self) -> float:
        """The mean; there is one value at least."""
        return self.total / self.count


@dataclass(slots=True)
class Bids:
    """What became of all bids of one height: how many were made, and the tricks taken."""

    made: int = 0
    took: Mean = field(default_factory=Mean)


@dataclass(slots=True)
class Pictures:
    """The sums of one group of games.

    `totals` has each bot's mean total after each hand; `differences`, for each pair in the order of their names,
    how often a game ended with so many points between them, rounded; `bids` what became of bids, by height.
    """

    totals: dict[str, list[Mean]] = field(default_factory=dict)
    differences: dict[tuple[str, str], Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    bids: dict[int, Bids] = field(default_factory=lambda: defaultdict(Bids))

    def enter(self, game: ToldGame) -> None:
        """Enter one game."""
        for seat, bot in enumerate(game.bots):
            means = self.totals.setdefault(bot, [])
            means += [Mean() for _ in range(len(game.told) - len(means))]
            for mean, total in zip(means, accumulate(hand.score[seat] for hand in game.told), strict=False):
                mean.add(total)
            for hand in game.told:
                bids = self.bids[hand.bids[seat]]
                bids.made += hand.made[seat]
                bids.took.add(hand.took[seat])
        scores: dict[str, list[int]] = defaultdict(list)
        for bot, score in zip(game.bots, game.scores, strict=True):
            scores[bot].append(score)
        for first, second in combinations(sorted(scores), 2):
            difference = sum(scores[first]) / len(scores[first]) - sum(scores[second]) / len(scores[second])
            self.differences[first, second][round(difference)] += 1
