"""Keeping score: what a sheet waits for next, and the sheet with one more entry, or one less.

An **entry** is what the scorekeeper writes in one go: one bid or all of a hand's, or the tricks that all players took.
The hand in progress is the last of the record. Only facts are entered; sums are worked out when they are asked for.
Whether an entry is possible is the audit's to say, of the sheet as it would be. Here only their order is judged.
Not here: the file that holds the sheet (`cli`).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

from bluke_cli.audit.audit import audit
from bluke_cli.diagnostics import Finding, counted
from bluke_cli.errors import RuleViolation
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_records
from bluke_cli.record.writer import json_line
from bluke_cli.replay.hands import HandFacts
from bluke_cli.replay.identity import normalised
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.bidding import legal_bids

Counts = Mapping[int, int]
"""Bids or tricks taken, by seat; those that are not named stay as they are."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a sheet waits for: a bid, the tricks taken, or nothing more.

    `bids` are by seat, None for one to come; `order` are the seats in bidding order; `legal` are the bids open to the
    `seat` that bids next, which is None once all have bid. A game that is over has none of these.
    """

    what: Literal["bids", "took", "nothing"]
    number: int
    size: int = 0
    order: tuple[int, ...] = ()
    bids: tuple[int | None, ...] = ()
    seat: int | None = None
    legal: tuple[int, ...] = ()

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.order[-1]


def due(record: GameRecord) -> Due:
    """Return what comes next on a sheet; RuleViolation where a hand was left unfinished, or left out."""
    table = table_of(record)
    settled, _ = settle(record, table)
    open_hand = None
    for at, hand in enumerate(settled, 1):
        if hand.facts.number != at:
            raise RuleViolation("hand-number", f"hand {at} is missing, and a sheet has every hand from the first")
        if hand.took is None or hand.facts.all_bids is None:
            open_hand = hand
            if at < len(settled):
                raise RuleViolation("incomplete", f"hand {at} is not complete, and later hands are written")
    if record.stopped is not None or (open_hand is None and len(settled) == len(table.sizes)):
        return Due("nothing", len(settled))
    if open_hand is None:
        return _due_in(len(settled) + 1, table, None)
    return _due_in(len(settled), table, open_hand.facts)


def _due_in(number: int, table: Table, facts: HandFacts | None) -> Due:
    size, dealer = table.size_of(number), table.dealer_of(number)
    if size is None or dealer is None:
        raise RuleViolation("dealer", "nothing says who deals the first hand, or there are too many hands")
    players = len(table.players)
    order = tuple((dealer + 1 + at) % players for at in range(players))
    bids = tuple((facts.bids_by_seat if facts else None) or [None] * players)
    so_far = [bid for seat in order if (bid := bids[seat]) is not None]
    if len(so_far) == players:
        return Due("took", number, size, order, bids)
    seat = next(seat for seat in order if bids[seat] is None)
    return Due("bids", number, size, order, bids, seat, tuple(legal_bids(so_far, players, size, table.rules)))


def with_bids(record: GameRecord, bids: Counts, hand: int | None = None) -> dict[str, Any]:
    """Return the record with these bids of the hand in progress, or put right in the *hand* of that number.

    All bids may be given, or the next, or others put right. RuleViolation where something else is due.
    """
    if hand is not None:
        return _put_right(record, "bids", bids, hand)
    next_up = due(record)
    is_repeat = next_up.what == "took" and len(bids) == len(record.players)
    if next_up.what == "nothing" or is_repeat:
        raise _out_of_turn(record, next_up)
    plain = _copy(record)
    if next_up.number > len(record.hands):
        plain["hands"].append({})
    written = [bids.get(seat, bid) for seat, bid in enumerate(next_up.bids)]
    plain["hands"][-1]["bids"] = written
    return plain


def with_took(record: GameRecord, took: Counts, hand: int | None = None) -> dict[str, Any]:
    """Return the record with the tricks taken in the hand in progress, or put right in the *hand* of that number."""
    if hand is not None:
        return _put_right(record, "took", took, hand)
    next_up = due(record)
    if next_up.what != "took":
        raise _out_of_turn(record, next_up)
    plain = _copy(record)
    before = plain["hands"][-1].get("took") or [None] * len(record.players)
    plain["hands"][-1]["took"] = [took.get(seat, count) for seat, count in enumerate(before)]
    missing = [name for name, count in zip(record.players, plain["hands"][-1]["took"], strict=True) if count is None]
    if missing:
        raise RuleViolation("took", f"hand {next_up.number}: how many tricks did {' and '.join(missing)} take?")
    return plain


def with_turn_up(record: GameRecord, card: str) -> dict[str, Any]:
    """Return the record with the turned-up card of the hand in progress, a canonical card text."""
    next_up = due(record)
    if next_up.what == "nothing":
        raise _out_of_turn(record, next_up)
    plain = _copy(record)
    if next_up.number > len(record.hands):
        plain["hands"].append({})
    plain["hands"][-1]["up"] = card
    return plain


def _put_right(record: GameRecord, key: str, counts: Counts, number: int) -> dict[str, Any]:
    """Return the record with *counts* in a hand that was entered before."""
    plain = _copy(record)
    hand = plain["hands"][number - 1] if 1 <= number <= len(record.hands) else {}
    if hand.get(key) is None or None in hand[key]:
        word = "bids" if key == "bids" else "tricks taken"
        raise RuleViolation("incomplete", f"hand {number} has no {word} yet that could be put right")
    hand[key] = [counts.get(seat, count) for seat, count in enumerate(hand[key])]
    _drop_sums(plain, number - 1)
    return plain


def _out_of_turn(record: GameRecord, next_up: Due) -> RuleViolation:
    """Return the reason against an entry that is not the one due."""
    if next_up.what == "nothing":
        over = "was stopped" if record.stopped is not None else "is over"
        return RuleViolation("too-many-hands", f"the game {over} after {counted(len(record.hands), 'hand')} (RULES 3)")
    if next_up.what == "took":
        reason = f"hand {next_up.number} has all its bids; the tricks taken come next (RULES 11)"
        return RuleViolation("incomplete", reason)
    assert next_up.seat is not None, "somebody bids next"
    reason = f"hand {next_up.number}: {record.players[next_up.seat]} bids next; tricks taken come later (RULES 7)"
    return RuleViolation("bid-missing", reason)


def undone(record: GameRecord) -> tuple[dict[str, Any], str]:
    """Return the record without its last entry, and in words what that was; RuleViolation where there is none.

    The last entry is the tricks taken; else, with all bids there, the bids and the turn-up; else the last bid; else the
    turn-up.
    """
    if not record.hands:
        raise RuleViolation("incomplete", "no hand is written, so there is nothing to undo")
    plain, number = _copy(record), len(record.hands)
    hand = plain["hands"][-1]
    if hand.get("tricks") or hand.get("dealt"):
        raise RuleViolation("incomplete", f"hand {number} has its cards, which an entry does not; change it by hand")
    what = _take_back(hand, record, number)
    _drop_sums(plain, number - 1)
    if not hand.keys() - {"hand", "size", "dealer", "trump"}:
        del plain["hands"][-1]
    return plain, what


def _take_back(hand: dict[str, Any], record: GameRecord, number: int) -> str:
    """Take the last entry out of a hand; return what it was."""
    if hand.pop("took", None) is not None:
        return f"the tricks taken in hand {number}"
    bids = hand.get("bids")
    if bids is not None and None in bids and any(bid is not None for bid in bids):
        seat = next(seat for seat in reversed(due(record).order) if bids[seat] is not None)
        bids[seat] = None
        if not any(bid is not None for bid in bids):
            del hand["bids"]
        return f"the bid of {record.players[seat]} in hand {number}"
    words = [word for key, word in (("bids", "the bids"), ("up", "the turn-up")) if hand.pop(key, None) is not None]
    return f"{' and '.join(words) or 'an empty hand,'} of hand {number}"


def _drop_sums(plain: dict[str, Any], first: int) -> None:
    """Take out the sums that hang on the hand at index *first*: its own and all after it."""
    for hand in plain["hands"][first:]:
        hand.pop("score", None)
        hand.pop("total", None)
    plain.pop("final", None)
    plain.pop("winners", None)


def judged(plain: dict[str, Any]) -> tuple[GameRecord | None, list[Finding]]:
    """Return a record of plain values in normal form, and the errors in it, those of its shape included."""
    for reading in read_records(BytesIO(json_line(plain).encode()), "-", "jsonl"):
        errors = [finding for finding in reading.findings if finding.severity == "error"]
        if reading.record is None or errors:
            return None, errors
        return normalised(reading.record), [found for found in audit(reading.record) if found.severity == "error"]
    raise AssertionError("a record was written, and there is one to read")


def _copy(record: GameRecord) -> dict[str, Any]:
    """Return the record as plain values, the lists its own."""
    return deepcopy(record.written())
