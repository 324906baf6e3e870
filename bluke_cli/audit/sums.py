"""Faults of the sums: points, running totals, final scores and winners, each found once, where it first goes wrong.

A written total is right if it follows from the total written before it, or if it is what the facts give from the first
hand on: so a slip is reported where it was made, and the totals that merely carry it on are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bluke_cli.audit.notebook import Notebook
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.replay.ledger import Ledger, Settled
from bluke_cli.replay.table import Table

Sums = list[int] | None


@dataclass(slots=True)
class Line:
    """One hand's totals: those it began with, as written, and those that are right, as far as they can be known."""

    index: int
    number: int
    settled: Settled
    before: Sums
    written: Sums
    true: Sums


class SumCheck:
    """The checking of a record's sums, hand by hand.

    Three running totals are kept, each None while it is unknown: the `ledger`'s true one; `carried`, from the last
    total written; and `claimed`, the same but with the points as written, so that a wrong score is reported once.
    """

    def __init__(self, record: GameRecord, table: Table, notes: Notebook) -> None:
        self.record = record
        self.table = table
        self.notes = notes
        self.ledger = Ledger(len(table.players), table.rules)
        self.carried: Sums = [0] * len(table.players)
        self.claimed: Sums = [0] * len(table.players)
        self.lines: list[Line] = []
        self.last = 0

    def enter(self, index: int, settled: Settled) -> None:
        """Check the points and totals of one hand."""
        hand, number = self.record.hands[index], settled.facts.number
        if number != self.last + 1:
            self.carried = self.claimed = None
        self.last = number
        before = self.claimed
        score = self.ledger.enter(number, settled.facts.all_bids, settled.took)
        settled.score = score
        self._check_score(hand, index, number, score)
        self.carried = _added(self.carried, score)
        self.claimed = _added(self.claimed, hand.score or score)
        self._check_total(hand, index, number)
        self.ledger.restart(hand.total)
        settled.total = self.ledger.totals
        self.lines.append(Line(index, number, settled, before, hand.total, settled.total))

    def skip(self) -> None:
        """Enter a hand that cannot be judged at all."""
        self.ledger.forget()
        self.carried = self.claimed = None

    def _check_score(self, hand: HandRecord, index: int, number: int, score: Sums) -> None:
        if hand.score is None or score is None:
            return
        for seat, (written, right) in enumerate(zip(hand.score, score, strict=True)):
            if written != right:
                path = ("hands", index, "score", seat)
                reason = f"this hand scores {right}, not {written} (RULES 11)"
                self.notes.report("score", reason, path, seat=seat, hand=number, value=right)

    def _check_total(self, hand: HandRecord, index: int, number: int) -> None:
        """Report each total that follows from nothing, and count on from what is written."""
        if hand.total is None:
            return
        true = self.ledger.totals
        choices = [sums for sums in (self.carried, true, self.claimed) if sums is not None]
        for seat, written in enumerate(hand.total):
            if choices and all(sums[seat] != written for sums in choices):
                self._report_total(index, number, seat, written, choices[0][seat], None if true is None else true[seat])
        self.carried = list(hand.total)
        self.claimed = list(hand.total)

    def _report_total(self, index: int, number: int, seat: int, written: int, right: int, true: int | None) -> None:
        reason = f"the running total is {right}, not {written}"
        if true is not None and true != right:
            reason += f" ({true} if the totals before it are put right)"
        self.notes.report("total", reason, ("hands", index, "total", seat), seat=seat, hand=number, value=right)

    def name_followers(self) -> None:
        """Add to each wrong total which later totals carry the slip on."""
        for at, finding in enumerate(self.notes.findings):
            if finding.code == "total" and finding.fix is not None:
                index, seat = int(finding.path[1]), int(finding.path[3])
                numbers = self._followers(index, seat)
                if numbers:
                    word = "total" if len(numbers) == 1 else "totals"
                    hands = f"hand {numbers[0]}" if len(numbers) == 1 else f"hands {numbers[0]} to {numbers[-1]}"
                    more = f"; the {word} after {hands} follow{'s' if len(numbers) == 1 else ''} from it"
                    self.notes.amend(at, more)

    def _followers(self, index: int, seat: int) -> list[int]:
        """Return the numbers of the hands after *index* whose totals are wrong by the same amount."""
        start = next(at for at, line in enumerate(self.lines) if line.index == index)
        slip = _slip(self.lines[start], seat)
        found: list[int] = []
        for line in self.lines[start + 1 :]:
            if line.written is None:
                continue
            if slip is None or _slip(line, seat) != slip:
                break
            found.append(line.number)
        return found

    def check_result(self, ties_are_judged: bool) -> None:
        """Check `final` and `winners` of a game that has all its hands, as far as its last totals are known."""
        record, notes = self.record, self.notes
        true = self.ledger.totals
        choices = [sums for sums in (true, self.carried, self.claimed) if sums is not None]
        if not choices:
            return
        if record.final is not None:
            for seat, written in enumerate(record.final):
                if all(sums[seat] != written for sums in choices):
                    right = choices[0][seat]
                    reason = f"the final score is {right}, not {written} (RULES 12)"
                    notes.report("final", reason, ("final", seat), seat=seat, value=right)
        ends = [*choices, *([record.final] if record.final else [])]
        if not ties_are_judged and any(sums.count(max(sums)) > 1 for sums in ends):
            return
        winners = None if true is None else self.ledger.winning_seats(true)
        self._check_winners(winners, ends)
        self._name_winner(winners, record.final or self.claimed)

    def _name_winner(self, winners: list[int] | None, written: Sums) -> None:
        """Add to the first wrong sum whether it decides the game."""
        at = self.notes.first(("score", "total"), ("hands",))
        claimed = None if written is None else self.ledger.winning_seats(written)
        if at is None or winners is None or claimed is None:
            return
        right = " and ".join(self.table.players[seat] for seat in winners)
        verb = "win" if len(winners) > 1 else "wins"
        if claimed == winners:
            self.notes.amend(at, f"; {right} {verb} all the same")
        else:
            wrong = " and ".join(self.table.players[seat] for seat in claimed)
            self.notes.amend(at, f"; with the right sums {right} {verb}, not {wrong}")

    def _check_winners(self, true: list[int] | None, choices: Sequence[list[int]]) -> None:
        written = self.record.winners
        if written is None:
            return
        judged = [seats for sums in choices if (seats := self.ledger.winning_seats(sums)) is not None]
        if len(judged) < len(choices) or not judged:
            return
        seats = [self.table.seat_of(name) for name in written]
        if not any(sorted(seats) == sorted(right) for right in judged):
            names = [self.table.players[seat] for seat in (judged[0] if true is None else true)]
            verb = "win" if len(names) > 1 else "wins"
            reason = f"{' and '.join(names)} {verb}, not {' and '.join(written) or 'nobody'} (RULES 12)"
            self.notes.report("winners", reason, ("winners",))


def check_not_over(record: GameRecord, notes: Notebook) -> None:
    """Report what stands only in a game that is over."""
    for key in ("final", "winners"):
        if getattr(record, key) is not None:
            notes.report(key, f"`{key}` stands only where the game is over, and it is not", (key,))


def is_told(hand: Settled, total: Sums) -> bool:
    """Return whether a hand was played to its end; *total* is what is written.

    Its points may be only written down, or hang on a rule in doubt, and its play on a turn-up that is missing.
    """
    facts = hand.facts
    has_points = hand.took is not None or facts.score is not None or total is not None
    return facts.all_bids is not None and (has_points or facts.has_every_card)


def _added(sums: Sums, points: Sums) -> Sums:
    return None if sums is None or points is None else [a + b for a, b in zip(sums, points, strict=True)]


def _slip(line: Line, seat: int) -> int | None:
    return None if line.written is None or line.true is None else line.written[seat] - line.true[seat]
