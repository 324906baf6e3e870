"""Faults of the table: house rules, the draw, who deals and who keeps score, and the numbers of the hands."""

from __future__ import annotations

from bluke_cli.audit.notebook import Notebook
from bluke_cli.diagnostics import counted
from bluke_cli.errors import RuleViolation
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.doubts import doubts_of
from bluke_cli.replay.table import Table, draw_of, hand_numbers, house_rules_of
from bluke_cli.rules.dealing import METHOD


def check_table(record: GameRecord, table: Table, notes: Notebook) -> frozenset[str]:
    """Report faults of rules, draw, dealer and scorekeeper; return the house rules that are in doubt."""
    _check_rules(record, notes)
    _check_draw(record, table, notes)
    if record.deal is not None and record.deal.method != METHOD:
        reason = f"the dealing method {record.deal.method!r} is not known, only {METHOD!r}; the seed cannot be checked"
        notes.report("seed", reason, ("deal", "method"), fix=METHOD)
    return doubts_of(record, notes.damaged).rules


def _check_rules(record: GameRecord, notes: Notebook) -> None:
    _, violations = house_rules_of(record)
    for violation in violations:
        key = violation.key or ""
        partner = {"bag_limit": "bag_penalty", "bag_penalty": "bag_limit"}.get(key, key)
        if not notes.is_damaged("rules", key) and not notes.is_damaged("rules", partner):
            notes.report("bad-rule", violation.reason, ("rules", key, *_step(record, violation)))


def _step(record: GameRecord, violation: RuleViolation) -> tuple[int, ...]:
    """Return the way to the hand size at fault, where the schedule is written as a list of them."""
    is_listed = record.rules is not None and isinstance(record.rules.schedule, list)
    return (violation.at,) if is_listed and violation.at is not None else ()


def _check_draw(record: GameRecord, table: Table, notes: Notebook) -> None:
    try:
        draw = draw_of(record)
    except RuleViolation as violation:
        notes.report(
            violation.code, violation.reason, ("draw", violation.seat or 0), card=violation.at, seat=violation.seat
        )
        return
    if draw is None:
        if record.dealer is None and not notes.is_damaged("dealer") and not notes.is_damaged("draw"):
            notes.report("missing-key", "neither `dealer` nor a `draw` says who deals the first hand (RULES 4)", ())
        return
    right = table.players[draw.dealer]
    if record.dealer is not None and record.dealer != right:
        reason = f"{right} drew the highest card and deals the first hand, not {record.dealer} (RULES 4)"
        notes.report("dealer", reason, ("dealer",), seat=table.dealer, fix=right)
    right = table.players[draw.scorekeeper]
    if record.scorekeeper is not None and record.scorekeeper != right:
        reason = f"{right} drew the lowest card and keeps score, not {record.scorekeeper} (RULES 4)"
        notes.report("scorekeeper", reason, ("scorekeeper",), value=right)


def check_numbers(record: GameRecord, table: Table, notes: Notebook, left_out: int | None = None) -> list[int | None]:
    """Report hands out of order or beyond the schedule; return each hand's number, None where it cannot be judged.

    From the index *left_out* on it is one more, for a hand before that one is known to be missing.
    """
    numbers: list[int | None] = []
    last, is_over = 0, False
    count = len(table.sizes)
    for index, number in enumerate(hand_numbers(record)):
        written = record.hands[index].hand is not None
        path = ("hands", index, "hand") if written else ("hands", index)
        if notes.is_damaged("hands", index, "hand"):
            numbers.append(None)
        elif number > count:
            if not is_over:
                reason = f"the game has {counted(count, 'hand')}, this is hand {number} (RULES 3)"
                notes.report("too-many-hands", reason, path, hand=number)
            is_over = True
            numbers.append(None)
        elif number <= last:
            if number < 1:
                reason = f"hands are numbered from 1, this one is {number}"
            elif written:
                rising = f"stands after hand {last}; the numbers must rise"
                reason = f"hand {number} {'stands twice' if number == last else rising}"
            else:
                reason = f"a hand without `hand` is hand {number} by its position, but stands after hand {last}"
            notes.report("hand-number", reason, path, hand=number)
            numbers.append(None)
        else:
            numbers.append(number + (left_out is not None and index >= left_out))
            last = number
    return numbers
