"""The scorekeeper's audit: what probably went wrong where the sums of a hand do not follow from its bids and tricks.

Either the sum is wrong (a slip of ten, overtricks forgotten, points entered for the wrong player), or what it was made
from is (bid and took exchanged, two players' tricks exchanged, a bid misread). An explanation is offered only if every
number of the hand follows under it: points, totals, and the tricks add up to the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from bluke_cli.diagnostics import Edit
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import hand_score

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The line of one hand on a score sheet; all lists are by seat.

    `before` are the totals before it, `score` and `total` what is written, None where nothing is. `has_cards` says that
    the tricks are known from the cards, so that they cannot be miscounted.
    """

    index: int
    size: int
    players: tuple[str, ...]
    bids: Numbers
    took: Numbers
    score: Numbers | None
    total: Numbers | None
    before: Numbers | None
    rules: HouseRules
    has_cards: bool

    def points(self) -> Numbers:
        """Return the points that follow from bids and tricks."""
        return tuple(hand_score(bid, took, self.rules) for bid, took in zip(self.bids, self.took, strict=True))

    def is_claimed_twice(self) -> bool:
        """Return whether points and totals are both written, and the totals follow from the points."""
        if self.score is None or self.total is None or self.before is None:
            return False
        return self.total == tuple(total + more for total, more in zip(self.before, self.score, strict=True))

    def is_consistent(self) -> bool:
        """Return whether all that is written follows from bids and tricks."""
        points = self.points()
        if self.score is not None and self.score != points:
            return False
        if self.total is None or self.before is None:
            return self.score is not None
        return self.total == tuple(total + more for total, more in zip(self.before, points, strict=True))


@dataclass(frozen=True, slots=True)
class Explanation:
    """What probably happened, in words; `edits` put the facts right, none where it is the sum that is wrong."""

    text: str
    edits: tuple[Edit, ...] = ()


def explain(sheet: Sheet) -> list[Explanation]:
    """Return the likeliest explanations of a line that does not add up, best first; none where nothing simple fits."""
    if sheet.rules.bag_limit is not None or sheet.is_consistent():
        return []
    facts = list(_fact_slips(sheet))
    if sum(sheet.took) != sheet.size or not _is_possible(sheet):
        return facts
    slips = list(_sum_slips(sheet))
    # points and totals that agree with each other, but not with the facts, speak against the facts
    return [*facts, *slips] if facts and len(_wrong(sheet)) > 1 and sheet.is_claimed_twice() else [*slips, *facts]


def _wrong(sheet: Sheet) -> dict[int, int]:
    """Return by how much each player's points, as entered in score or total, are too many; only what is wrong."""
    points = sheet.points()
    entered = sheet.score
    if entered is None or entered == points:
        if sheet.total is None or sheet.before is None:
            return {}
        entered = tuple(after - before for after, before in zip(sheet.total, sheet.before, strict=True))
    return {seat: got - right for seat, (got, right) in enumerate(zip(entered, points, strict=True)) if got != right}


def _sum_slips(sheet: Sheet) -> Iterator[Explanation]:
    wrong, points = _wrong(sheet), sheet.points()
    if len(wrong) == 2:
        (a, by_a), (b, by_b) = wrong.items()
        if by_a == points[b] - points[a] == -by_b:
            yield Explanation(f"the points of {sheet.players[a]} and {sheet.players[b]} were exchanged")
        return
    if len(wrong) != 1:
        return
    ((seat, by),) = wrong.items()
    over = sheet.took[seat] - sheet.bids[seat]
    before = None if sheet.before is None else sheet.before[seat]
    if over > 0 and by == -over * sheet.rules.overtrick:
        yield Explanation("the overtricks were forgotten" if over > 1 else "the overtrick was forgotten")
    elif by == -points[seat]:
        yield Explanation("the points of this hand were not added")
    elif by == -2 * points[seat]:
        yield Explanation("the points were taken off" if points[seat] > 0 else "the points were added, not taken off")
    elif before is not None and sheet.total is not None and _digits_exchanged(before + points[seat], sheet.total[seat]):
        yield Explanation("two digits were exchanged")
    elif abs(by) in (1, 10, 20, 100):
        yield Explanation(f"a slip of {abs(by)}")


def _digits_exchanged(right: int, written: int) -> bool:
    """Return whether two neighbouring digits are the only difference."""
    a, b = str(right), str(written)
    return len(a) == len(b) and any(a[:at] + a[at + 1] + a[at] + a[at + 2 :] == b != a for at in range(len(a) - 1))


def _fact_slips(sheet: Sheet) -> Iterator[Explanation]:
    """Yield the other bids and tricks under which everything written follows, the smallest difference first."""
    seen = {(sheet.bids, sheet.took)}
    for text, bids, took in _other_facts(sheet):
        other = replace(sheet, bids=bids, took=took)
        if (bids, took) not in seen and sum(took) == sheet.size and _is_possible(other) and other.is_consistent():
            seen.add((bids, took))
            edits: list[Edit] = []
            for key, old, new in (("bids", sheet.bids, bids), ("took", sheet.took, took)):
                paths = (("hands", sheet.index, key, seat) for seat in range(len(new)))
                edits += [(path, b) for path, a, b in zip(paths, old, new, strict=True) if a != b]
            yield Explanation(text, tuple(edits))


def _is_possible(sheet: Sheet) -> bool:
    lowest = sheet.rules.min_bid
    return all(lowest <= bid <= sheet.size for bid in sheet.bids) and all(
        0 <= took <= sheet.size for took in sheet.took
    )


def _other_facts(sheet: Sheet) -> Iterator[tuple[str, Numbers, Numbers]]:
    bids, took, names = sheet.bids, sheet.took, sheet.players
    seats = range(len(names))
    if not sheet.has_cards:
        for seat in seats:
            yield (
                f"bid and took of {names[seat]} were exchanged",
                _with(bids, {seat: took[seat]}),
                _with(took, {seat: bids[seat]}),
            )
        yield "bids and tricks taken were exchanged", took, bids
    for a, b in combinations(seats, 2):
        pair = f"{names[a]} and {names[b]}"
        if not sheet.has_cards:
            yield f"the tricks of {pair} were exchanged", bids, _exchanged(took, a, b)
        yield f"the bids of {pair} were exchanged", _exchanged(bids, a, b), took
    for seat in seats:
        for bid in range(sheet.rules.min_bid, sheet.size + 1):
            yield f"{names[seat]} bid {bid}", _with(bids, {seat: bid}), took
    if not sheet.has_cards:
        missing = sheet.size - sum(took)
        for a in seats:
            yield f"{names[a]} took {took[a] + missing}", bids, _with(took, {a: took[a] + missing})
            for b in seats:
                for shift in (1, 2) if b != a else ():
                    changed = _with(took, {a: took[a] + shift, b: took[b] - shift})
                    yield f"{names[a]} took {changed[a]} and {names[b]} {changed[b]}", bids, changed


def _with(numbers: Numbers, changes: dict[int, int]) -> Numbers:
    return tuple(changes.get(seat, number) for seat, number in enumerate(numbers))


def _exchanged(numbers: Numbers, a: int, b: int) -> Numbers:
    return _with(numbers, {a: numbers[b], b: numbers[a]})
