"""Every finding in one record: the table, each hand, the seed, the sums, and what is still to come.

One finding for each cause: what was reported by the reader, or follows from a fault reported before, is passed over.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bluke_cli.audit.budget import Budget
from bluke_cli.audit.hand_checks import HandCheck
from bluke_cli.audit.notebook import HandSpot, Notebook
from bluke_cli.audit.provenance import check_seed
from bluke_cli.audit.sizes import check_sizes
from bluke_cli.audit.suggestions import suggest_cards, suggest_sums
from bluke_cli.audit.sums import SumCheck, check_not_over, is_told
from bluke_cli.audit.table_checks import check_numbers, check_table
from bluke_cli.diagnostics import CODES, Finding, Path, Severity
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.hands import known
from bluke_cli.replay.ledger import Settled
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.house import SUM_RULES

CLAIM_CODES = frozenset({"took", "score", "total", "final", "winners"})
"""Findings about sums that follow from the facts: `rescore` puts them right."""

CARD_FAULTS = frozenset(
    {"bad-card", "duplicate-card", "card-not-held", "trick-size", "trick-count", "deal-size", "dealt", "cut"}
)
"""Faults after which the cards of a hand are not compared with the seed's."""

_BESIDE_THE_PLAY = frozenset({"dealer", "trump", "cut", "total"})
"""Faults of a hand that leave no doubt whether it was played to its end."""


def audit(
    record: GameRecord,
    damaged: Collection[Path] = (),
    *,
    complete: bool = False,
    budget: Budget | None = None,
    planned: Sequence[int] = (),
) -> list[Finding]:
    """Return all findings in *record*, without line and column.

    *damaged* are the paths that the reader has reported and dropped. With *complete* a game that is not complete is
    an error, else a warning that `stopped` silences. *budget* bounds the search for
    likely cards; without it there is none. *planned* are the sizes of all hands where a score sheet tells them, those
    still to be played too.
    """
    table = table_of(record)
    notes = Notebook(table.players, damaged)
    doubted = check_table(record, table, notes)
    if "schedule" in doubted:
        return notes.findings
    scheduled = table
    table, left_out = check_sizes(record, table, notes, planned)
    numbers = check_numbers(record, table, notes, left_out)
    sums = SumCheck(record, table, notes)
    sums_are_judged = not doubted & SUM_RULES
    settled: list[tuple[int, Settled]] = []
    for index, number in enumerate(numbers):
        if number is None or (notes.is_damaged("hands", index) and not record.hands[index].model_fields_set):
            sums.skip()
            continue
        is_last = index == len(numbers) - 1
        hand = HandCheck(record.hands[index], HandSpot(index, number), table, doubted, notes, is_last).run()
        settled.append((index, hand))
        if sums_are_judged:
            sums.enter(index, hand)
    faulty = notes.faulty_hands(CODES.keys() - _BESIDE_THE_PLAY)
    if not any(finding.path in (("dealer",), ("deal", "method")) for finding in notes.findings):
        spoilt = notes.faulty_hands(CARD_FAULTS)
        check_seed(record, table, [(index, hand) for index, hand in settled if index not in spoilt], notes)
    if sums_are_judged:
        sums.name_followers()
        suggest_sums(record, table, sums.lines, notes)
    is_short = (
        table is scheduled and ("hands",) not in damaged and len(numbers) + (left_out is not None) < len(table.sizes)
    )
    if is_short or any(index not in faulty and not is_told(hand, record.hands[index].total) for index, hand in settled):
        check_not_over(record, notes)
    elif sums_are_judged and _has_all_hands(settled, table):
        sums.check_result(ties_are_judged="tie" not in doubted)
    if budget is not None:
        suggest_cards(record, table, settled, notes, budget)
    unfinished = [(index, hand) for index, hand in settled if index not in faulty and _is_open(hand, doubted)]
    if unfinished or table is scheduled:  # else nobody knows how many hands there should be
        check_completeness(record, table, settled, unfinished, notes, complete=complete)
    return notes.findings


def _has_all_hands(settled: Collection[tuple[int, Settled]], table: Table) -> bool:
    """Return whether every hand of the schedule is there, be it at fault."""
    return [hand.facts.number for _, hand in settled] == list(range(1, len(table.sizes) + 1))


def check_completeness(
    record: GameRecord,
    table: Table,
    settled: Collection[tuple[int, Settled]],
    unfinished: Sequence[tuple[int, Settled]],
    notes: Notebook,
    *,
    complete: bool,
) -> None:
    """Report, once, what is missing from a complete game; *unfinished* are those of the hands that lack something."""
    is_stopped = record.stopped is not None or notes.is_damaged("stopped")
    if is_stopped and not complete:
        return
    severity: Severity = "error" if complete else "warning"
    count = len(table.sizes)
    if unfinished:
        index, hand = unfinished[0]
        others = len(unfinished) - 1
        more = f", nor are {others} more hands" if others > 1 else ", nor is one more hand" if others else ""
        reason = f"{_missing(hand)}, so this hand is not complete{more}"
        notes.report("incomplete", reason, ("hands", index), hand=hand.facts.number, severity=severity)
        return
    if ("hands",) in notes.damaged:
        return
    numbers = {hand.facts.number for _, hand in settled}
    absent = [number for number in range(1, count + 1) if number not in numbers]
    if absent and (len(settled) == len(record.hands) or len(record.hands) < count):
        if len(settled) < len(record.hands):
            reason = f"{count - len(record.hands)} of {count} hands are missing"
        elif len(absent) == 1:
            reason = f"hand {absent[0]} is missing"
        elif len(absent) == count:
            reason = f"none of the {count} hands is written down"
        else:
            reason = f"{len(absent)} of {count} hands are missing, the first of them hand {absent[0]}"
        notes.report("incomplete", reason, ("hands",), severity=severity)


def _is_open(hand: Settled, doubted: Collection[str]) -> bool:
    """Return whether a hand lacks something; what only cannot be judged, for a fault told elsewhere, is there."""
    facts = hand.facts
    if known(facts.bids) is None or _is_untold(hand):
        return True
    if hand.took is not None or facts.has_every_card:
        return False
    points_may_tell = facts.score is not None and facts.took is None and not facts.tricks
    return not (points_may_tell and SUM_RULES.intersection(doubted))


def _is_untold(hand: Settled) -> bool:
    """Return whether tricks are written that cannot be followed, so that nobody knows whether they are legal."""
    return bool(hand.facts.tricks) and not hand.facts.has_trump


def _missing(hand: Settled) -> str:
    """Say what a hand lacks."""
    facts = hand.facts
    if facts.bids is None:
        return "there are no bids"
    if None in facts.bids:
        return "not everybody has bid"
    if facts.tricks:
        return "tricks are missing" if facts.has_trump else "there is no turn-up, so the play cannot be followed"
    return "the tricks taken are not all written down" if facts.took else "no tricks are written down"
