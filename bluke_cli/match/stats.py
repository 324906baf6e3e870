"""Statistics of many games: the standings, and what luck, the size of a hand, seat and turn are worth.

A **turn** counts from the dealer's left: 1 is eldest, who bids and leads first; the last is the dealer. Points of a
seat or turn are those above the mean of the table, by whole blocks as everywhere in the standings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bluke_cli.match.difference import Difference
from bluke_cli.match.luck import Luck
from bluke_cli.match.pictures import Pictures
from bluke_cli.match.standings import Outcome, Standings
from bluke_cli.match.told import ToldGame, ToldHand


@dataclass(slots=True)
class Made:
    """How many bids were made in how many hands."""

    made: int = 0
    hands: int = 0

    def add(self, made: bool) -> None:
        """Enter one bid."""
        self.made += made
        self.hands += 1

    @property
    def share(self) -> float:
        """Share of bids made, 0 to 1; there is one at least."""
        return self.made / self.hands


@dataclass
class Stats(Standings):
    """The statistics of a match, or of games at one kind of table; enter games in any order.

    `sizes` is bids made by hand size and name, `turns` and `seats` are points above the mean, a hand and a game,
    `turn_bids` are bids made; all of complete blocks. `doubled` counts games that were there already; the first counts.
    `luck` is that of the deal. `pictures` is what they are drawn from, if any are wanted.
    """

    sizes: dict[int, dict[str, Made]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Made)))
    turns: list[Difference] = field(default_factory=list)
    turn_bids: list[Made] = field(default_factory=list)
    seats: list[Difference] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    luck: Luck = field(default_factory=Luck)
    doubled: int = 0
    pictures: Pictures | None = None
    _places: dict[int, set[tuple[int, int]]] = field(default_factory=dict)
    _finished: set[int] = field(default_factory=set)

    def add(self, outcome: Outcome) -> None:
        """Enter one game, unless it is there already."""
        assert isinstance(outcome, ToldGame), "statistics need the hands"
        places = self._places.setdefault(outcome.block, set())
        place = (outcome.lineup, outcome.rotation)
        if outcome.block in self._finished or place in places:
            self.doubled += 1
        else:
            places.add(place)
            super().add(outcome)

    def _settle(self, games: Sequence[Outcome]) -> None:
        """Enter a complete block."""
        super()._settle(games)
        told = [game for game in games if isinstance(game, ToldGame)]
        self._finished.add(told[0].block)
        del self._places[told[0].block]
        for game in told:
            self._enter_bids(game)
            if self.pictures is not None:
                self.pictures.enter(game)
        self.luck.enter(told)
        self._enter_seats(told)
        self._enter_turns([hand for game in told for hand in game.told if hand.dealer is not None])

    def _enter_bids(self, game: ToldGame) -> None:
        for bot, faults in zip(game.bots, game.faults, strict=True):
            self.faults[bot] += faults
        for hand in game.told:
            for bot, made in zip(game.bots, hand.made, strict=True):
                self.sizes[hand.size][bot].add(made)

    def _enter_seats(self, games: Sequence[ToldGame]) -> None:
        _enter(self.seats, [game.scores for game in games])

    def _enter_turns(self, hands: Sequence[ToldHand]) -> None:
        if not hands:
            return
        _enter(self.turns, [_by_turn(hand.score, hand.dealer) for hand in hands])
        self.turn_bids = self.turn_bids or [Made() for _ in hands[0].made]
        for hand in hands:
            for bids, made in zip(self.turn_bids, _by_turn(hand.made, hand.dealer), strict=True):
                bids.add(bool(made))


def _by_turn(values: Sequence[int], dealer: int | None) -> Sequence[int]:
    """Return values by seat as values by turn."""
    eldest = ((dealer or 0) + 1) % len(values)
    return (*values[eldest:], *values[:eldest])


def _enter(means: list[Difference], rows: Sequence[Sequence[int]]) -> None:
    """Enter a block: rows of points by seat, or turn; each column's mean above that of all."""
    count = len(rows[0])
    if not means:
        means += [Difference() for _ in range(count)]
    columns: Iterable[int] = map(sum, zip(*rows, strict=True))
    totals = list(columns)
    for mean, total in zip(means, totals, strict=True):
        mean.add(Fraction(count * total - sum(totals), count * len(rows)))
