"""Luck of the deal: what the cards should bring, told apart from what else happened.

A seat's **luck** in a hand is the tricks to expect of its cards (`expected`), above the mean of the table. What it took
above a fair share is its luck and a **rest**. In points it is the same by the **worth** of a trick: by how much more a
bot scored in the hands in which it had more luck than in its others (least squares; the slope is the same for all bots,
and that some are better than others has no part in it).

Only hands of which every card is known count. Sums are whole numbers and fractions, so the order changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bluke_cli.bots.search.odds import WHOLE
from bluke_cli.match.difference import Difference
from bluke_cli.match.told import ToldGame, ToldHand

FEW_HANDS = 100
"""From fewer hands the worth of a trick is only rough."""


@dataclass(slots=True)
class Share:
    """What one bot had in how many hands, a mean of blocks: luck in tricks, tricks above a fair share, and points.

    Points are above the mean of the table, as are the tricks. `products` sums luck times points, block by block;
    `whole_luck` and `whole_points` are the sums over all hands, in the units of `Luck`.
    """

    hands: int = 0
    whole_luck: int = 0
    whole_points: int = 0
    luck: Difference = field(default_factory=Difference)
    tricks: Difference = field(default_factory=Difference)
    points: Difference = field(default_factory=Difference)
    products: Fraction = Fraction(0)

    @property
    def tricks_beyond(self) -> float:
        """Tricks a hand beyond the luck."""
        return float((self.tricks.total - self.luck.total) / self.luck.blocks)

    def by_cards(self, worth: Fraction) -> float:
        """Return the points a hand that the luck brought, where a trick of it has this *worth*."""
        return float(worth * self.luck.total / self.luck.blocks)

    def rest(self, worth: Fraction) -> Difference:
        """Return the points beyond the luck, where a trick of luck has this *worth*."""
        return Difference(
            self.points.blocks,
            self.points.total - worth * self.luck.total,
            self.points.squares - 2 * worth * self.products + worth * worth * self.luck.squares,
        )


@dataclass(slots=True)
class Luck:
    """The luck of one group of games, by bot; `hands` counts the hands at the table.

    Whole numbers are in 1024ths of a trick, and points, both times the number of players.
    """

    shares: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    hands: int = 0
    _squares: int = 0
    _products: int = 0

    @property
    def worth(self) -> Fraction:
        """Points that a trick of luck brought; 0 where no bot had more luck in one hand than in another."""
        squares, products = Fraction(self._squares), Fraction(self._products)
        for share in self.shares.values():
            squares -= Fraction(share.whole_luck * share.whole_luck, share.hands)
            products -= Fraction(share.whole_luck * share.whole_points, share.hands)
        return WHOLE * products / squares if squares else Fraction(0)

    def enter(self, games: Sequence[ToldGame]) -> None:
        """Enter a complete block."""
        sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for game in games:
            for hand in game.told:
                if hand.expected is not None:
                    self._enter_hand(hand, hand.expected, game.bots, sums)
        for bot, (hands, *totals) in sums.items():
            seats = len(games[0].bots)
            luck, tricks, points = (Fraction(total, seats * hands) for total in totals)
            luck /= WHOLE
            share = self.shares[bot]
            share.hands += hands
            share.whole_luck += totals[0]
            share.whole_points += totals[2]
            share.luck.add(luck)
            share.tricks.add(tricks)
            share.points.add(points)
            share.products += luck * points

    def _enter_hand(
        self, hand: ToldHand, expected: Sequence[int], bots: Sequence[str], sums: dict[str, list[int]]
    ) -> None:
        """Add a hand to the *sums* of each bot: hands, luck, tricks and points, the last three times the players."""
        self.hands += 1
        found = zip(bots, _above(expected), _above(hand.took), _above(hand.score), strict=True)
        for bot, luck, tricks, points in found:
            self._squares += luck * luck
            self._products += luck * points
            mine = sums[bot]
            mine[0] += 1
            mine[1] += luck
            mine[2] += tricks
            mine[3] += points


def _above(values: Sequence[int]) -> list[int]:
    """Return by how much each value is above the mean of all, times how many there are.

    >>> _above([3, 0, 0])
    [6, -3, -3]
    """
    total = sum(values)
    return [len(values) * value - total for value in values]
