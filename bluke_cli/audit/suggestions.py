"""Suggestions added to findings: what the typo doctor and the scorekeeper's audit make of a fault.

A suggestion is a help and no part of the verdict: no finding comes or goes because of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.audit.bookkeeper import Sheet, explain
from bluke_cli.audit.budget import Budget
from bluke_cli.audit.doctor import Doctor, Repair
from bluke_cli.audit.notebook import Notebook
from bluke_cli.audit.provenance import deal_by_seed
from bluke_cli.audit.sums import Line
from bluke_cli.diagnostics import Edit
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.hands import HandFacts, known
from bluke_cli.replay.ledger import Settled
from bluke_cli.replay.table import Table
from bluke_cli.rules.cards import CARD_NAMES, Mask, mask_of
from bluke_cli.rules.dealing import METHOD

PLAY_FAULTS = ("duplicate-card", "card-not-held", "revoke", "trump-not-broken", "trick-size")
SUM_FAULTS = ("bid-range", "took-sum", "score", "total")
_MOST_SHOWN = 3


def suggest_cards(
    record: GameRecord, table: Table, hands: Sequence[tuple[int, Settled]], notes: Notebook, budget: Budget
) -> None:
    """Add repairs to the first fault of the play of each hand, to disagreeing `took`, and to the `seed` finding."""
    for index, settled in hands:
        tricks = ("hands", index, "tricks")
        at = notes.first(PLAY_FAULTS, tricks)
        by_seed_only = False
        if at is None and sum(f.code == "took" and f.path[:2] == tricks[:2] for f in notes.findings) > 1:
            at = notes.first(("took",), tricks[:2])
        if at is None:
            at = notes.first(("seed",), tricks)
            by_seed_only = True
        facts = settled.facts
        if at is None or budget.left <= 0 or not facts.has_trump or facts.dealer is None or facts.size is None:
            continue
        dealt = _dealt_by_seed(record, facts)
        repairs = Doctor(facts, table, dealt, budget).repairs()
        if by_seed_only:
            repairs = [repair for repair in repairs if repair.rank[0] == 0]
        if repairs:
            is_as_dealt = dealt is not None and repairs[0].rank[0] == 0
            _add_repairs(notes, at, index, facts, repairs, is_as_dealt=is_as_dealt)


def _dealt_by_seed(record: GameRecord, facts: HandFacts) -> list[Mask] | None:
    origin = record.deal
    deal = None if origin is None or origin.method != METHOD else deal_by_seed(origin, facts)
    return None if deal is None else [mask_of(cards) for cards in deal.holdings]


def _add_repairs(
    notes: Notebook, at: int, index: int, facts: HandFacts, repairs: Sequence[Repair], *, is_as_dealt: bool
) -> None:
    """Add the best repairs to the finding at index *at*; with *is_as_dealt* they make the cards those of the seed."""
    best = [repair for repair in repairs if repair.rank == repairs[0].rank]
    texts = [repair.describe(facts) for repair in best[:_MOST_SHOWN]]
    edits = _edits_of(repairs[0], index, facts) if len(best) == 1 else ()
    finding = notes.findings[at]
    if len(best) > _MOST_SHOWN:
        return  # as good as nothing
    if finding.code == "took":
        for other, one in enumerate(notes.findings):
            if one.code == "took" and one.path[:2] == finding.path[:2]:
                notes.amend(other, "", edits=())
    if finding.code == "took" and not is_as_dealt:  # then the cards may be wrong, or the numbers
        notes.amend(at, f"; or else the cards: {' or '.join(texts[: len(best)])}")
    else:
        question = "did you mean" if len(best) == 1 else "perhaps"
        notes.amend(at, f"; {question} {' or '.join(texts[: len(best)])}?", fix=texts[0], edits=edits)


def _edits_of(repair: Repair, index: int, facts: HandFacts) -> tuple[Edit, ...]:
    """Return the values to write; none where a play that was let stand is among them, which the pen must keep."""
    changed = repair.changed_tricks(facts)
    if {trick for trick, _ in changed} & {trick for trick, _ in facts.marks}:
        return ()
    edits: list[Edit] = [(("hands", index, "tricks", trick), text) for trick, text in changed]
    if repair.up != facts.up and repair.up is not None:
        edits.insert(0, (("hands", index, "up"), CARD_NAMES[repair.up]))
    return tuple(edits)


def suggest_sums(record: GameRecord, table: Table, lines: Sequence[Line], notes: Notebook) -> None:
    """Add to the first wrong sum of each hand what probably happened."""
    for line in lines:
        at = notes.first(SUM_FAULTS, ("hands", line.index))
        sheet = None if at is None else _sheet(record, table, line)
        if at is None or sheet is None:
            continue
        explanations = explain(sheet)
        if explanations:
            texts = " or ".join(explanation.text for explanation in explanations[:_MOST_SHOWN])
            edits = explanations[0].edits if len(explanations) == 1 else ()
            is_sure = len(explanations) == 1 or not any(explanation.edits for explanation in explanations)
            notes.amend(at, f"; perhaps {texts}", edits=edits or (None if is_sure else ()))


def _sheet(record: GameRecord, table: Table, line: Line) -> Sheet | None:
    """Return the line of the score sheet that an explanation is sought for, None where it says too little."""
    hand, facts = record.hands[line.index], line.settled.facts
    bids, took = known(hand.bids), line.settled.took or known(hand.took)
    if bids is None or took is None or facts.size is None or len(bids) < len(took):
        return None
    return Sheet(
        index=line.index,
        size=facts.size,
        players=table.players,
        bids=tuple(bids),
        took=tuple(took),
        score=None if hand.score is None else tuple(hand.score),
        total=None if hand.total is None else tuple(hand.total),
        before=None if line.before is None else tuple(line.before),
        rules=table.rules,
        has_cards=line.settled.play is not None,
    )
