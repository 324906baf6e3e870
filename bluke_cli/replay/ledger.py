"""The sums of a game from its facts: points, running totals, final scores and winners.

Nothing claimed is trusted, with one exception: where a total cannot be known (an extract begins in mid-game, a hand
cannot be scored), counting starts again from the next total that is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bluke_cli.record.limits import MAX_DIGITS
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.doubts import NO_DOUBTS, Doubts
from bluke_cli.replay.hands import HandFacts, facts_of, play_of, taken
from bluke_cli.replay.table import Table, hand_numbers
from bluke_cli.rules.cards import Mask, mask_of
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.judging import Play
from bluke_cli.rules.scoring import Tally, places

_TOO_MANY = 10**MAX_DIGITS
"""Points that no record can hold; from a house rule or a bid beyond all sense."""


class Ledger:
    """Running totals that may be unknown for a while; enter the hands in order.

    `totals` is None while they are unknown. `has_history` says that every hand from the first was scored, without
    which neither bags nor made bids of the game are known.
    """

    def __init__(self, players: int, rules: HouseRules) -> None:
        self._tally = Tally(players, rules)
        self._is_known = True
        self._last = 0
        self.has_history = True

    def enter(self, number: int, bids: Sequence[int] | None, took: Sequence[int] | None) -> list[int] | None:
        """Enter hand *number* and return its points by seat, None where they cannot be known, or not be written."""
        points: list[int] | None = None
        if number != self._last + 1:
            self.forget()
        self._last = number
        if bids is None or took is None:
            self.forget()
        elif self._tally.rules.bag_limit is not None and not self.has_history:
            self._is_known = False
        else:
            points = self._tally.settle(bids, took)
            if any(abs(number) >= _TOO_MANY for number in (*points, *self._tally.totals)):
                self.forget()
                return None
        return points

    def restart(self, written: Sequence[int] | None) -> None:
        """Count on from a written total if the true one is unknown; *written* may be None, then nothing happens."""
        if written is not None and not self._is_known:
            self._tally.totals = list(written)
            self._is_known = True

    def forget(self) -> None:
        """Enter that a hand could not be scored."""
        self._is_known = self.has_history = False

    @property
    def totals(self) -> list[int] | None:
        """The running totals by seat, None while they are unknown."""
        return list(self._tally.totals) if self._is_known else None

    def winning_seats(self, totals: Sequence[int]) -> list[int] | None:
        """Return the winners' seats for these final totals, None where a tie needs hands that are not known."""
        rules = self._tally.rules
        best = max(totals)
        if rules.tie == "most-made" and not self.has_history and list(totals).count(best) > 1:
            return None
        return [seat for seat, place in enumerate(places(totals, self._tally.made, rules)) if place == 1]


@dataclass(slots=True)
class Settled:
    """One hand of a record with what follows from it; None is what cannot be known. Lists are by seat."""

    facts: HandFacts
    play: Play | None
    took: list[int] | None
    score: list[int] | None = None
    total: list[int] | None = None

    @property
    def dealt(self) -> list[Mask | None] | None:
        """What each seat was dealt, None if it is hidden; None if nothing tells it. What was played tells it best."""
        facts = self.facts
        if self.play is not None and self.play.is_complete:
            dealt = self.play.holdings
        elif facts.dealt is not None:
            dealt = list(map(mask_of, facts.dealt))
        else:
            return None
        return [None if seat in facts.hidden else holding for seat, holding in enumerate(dealt)]


@dataclass(slots=True)
class Result:
    """How a game ended: final totals by seat and the winners' seats; None while it is not over, or cannot be known."""

    final: list[int] | None = None
    winners: list[int] | None = None
    is_complete: bool = False


def follow(
    record: GameRecord, table: Table, viewer: int | None = None, doubts: Doubts = NO_DOUBTS
) -> Iterator[Settled]:
    """Yield each hand of a record with its play and the tricks taken; no sums yet. See `settle`."""
    for index, (hand, number) in enumerate(zip(record.hands, hand_numbers(record), strict=True)):
        facts = facts_of(hand, number, table, viewer)
        play = play_of(facts, table) if doubts is NO_DOUBTS or _is_followed(facts, index, doubts) else None
        if play is not None and doubts is not NO_DOUBTS and doubts.unreadable_trick(index) is not None:
            play.is_cut_short, play.is_complete = True, False
        yield Settled(facts, play, taken(facts, play, table))


def _is_followed(facts: HandFacts, index: int, doubts: Doubts) -> bool:
    """Tell whether the play hangs on nothing in doubt; take from the facts of the hand what does."""
    is_lost = doubts.is_lost(index, "hand")
    if doubts.schedule or is_lost:
        facts.size = None
    if is_lost:
        facts.dealer = None
    if doubts.sums:
        facts.score = None  # which would tell the tricks taken, under some rule
    return not doubts.against_following(index)


def settle(
    record: GameRecord, table: Table, viewer: int | None = None, doubts: Doubts = NO_DOUBTS
) -> tuple[list[Settled], Result]:
    """Work out every hand of a record and how the game ended.

    With a *viewer*, from what that seat saw; what hangs on something in doubt is left out.
    """
    ledger = Ledger(len(table.players), table.rules)
    settled = []
    for hand, written in zip(follow(record, table, viewer, doubts), record.hands, strict=True):
        bids = None if doubts.sums else hand.facts.all_bids
        hand.score = ledger.enter(hand.facts.number, bids, hand.took)
        ledger.restart(written.total)
        hand.total = ledger.totals
        settled.append(hand)
    if doubts.schedule or doubts.sums:
        return settled, Result()
    result = result_of(settled, table, ledger)
    if doubts.tie and result.final is not None and result.final.count(max(result.final)) > 1:
        result.winners = None
    return settled, result


def result_of(settled: Sequence[Settled], table: Table, ledger: Ledger) -> Result:
    """Return how a game of these hands ended."""
    if not is_complete(settled, table):
        return Result()
    totals = ledger.totals
    return Result(totals, None if totals is None else ledger.winning_seats(totals), is_complete=True)


def is_complete(settled: Sequence[Settled], table: Table) -> bool:
    """Return whether every hand of the schedule is there and can be scored."""
    numbers = [hand.facts.number for hand in settled]
    return numbers == list(range(1, len(table.sizes) + 1)) and all(
        hand.took is not None and hand.facts.all_bids is not None for hand in settled
    )
