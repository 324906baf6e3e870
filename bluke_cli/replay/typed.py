"""A record from a table as people type it: without the claims that a table always makes and that follow anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bluke_cli.record.models import GameRecord, HandRecord, RulesRecord
from bluke_cli.replay.ledger import follow
from bluke_cli.replay.sizes import Told, is_another_schedule, is_behind_one_left_out
from bluke_cli.replay.table import Table, hand_numbers, table_of
from bluke_cli.rules.cards import trump_name
from bluke_cli.rules.schedules import largest_hand


def as_typed(record: GameRecord, planned: Sequence[int] = ()) -> GameRecord:
    """Return a record that was read from a score sheet, its right claims of number, size, dealer and trump left out.

    *planned* are the sizes of all its hands, those still to be played too, as far as the sheet tells them. If it names
    no schedule and its hands follow another than the default game's, their sizes are the schedule; a size that is but a
    slip stays, for whoever validates.
    """
    record = _with_schedule(record, planned)
    table = table_of(record)
    hands = [
        _without(hand, _followed(hand, right.facts.trump, number, at, table))
        for at, (hand, right, number) in enumerate(
            zip(record.hands, follow(record, table), hand_numbers(record), strict=True), 1
        )
    ]
    return record.model_copy(update={"hands": hands})


def _with_schedule(record: GameRecord, planned: Sequence[int]) -> GameRecord:
    sizes = list(planned) or [hand.size or 0 for hand in record.hands]
    is_said = record.rules is not None and record.rules.schedule is not None
    is_whole = hand_numbers(record) == list(range(1, len(record.hands) + 1))
    if is_said or not is_whole or not all(1 <= size <= largest_hand(len(record.players)) for size in sizes):
        return record
    hands = [Told(at, at + 1, size, "size") for at, size in enumerate(sizes)]
    table = table_of(record)
    if is_behind_one_left_out(hands, table) or not is_another_schedule(hands, table):
        return record
    rules = {} if record.rules is None else record.rules.written()
    return record.model_copy(update={"rules": RulesRecord.model_validate({"schedule": sizes, **rules})})


def _followed(hand: HandRecord, trump: int | None, number: int, at: int, table: Table) -> dict[str, Any]:
    """Return the claims of a hand as they follow from the table, by key."""
    dealer = table.dealer_of(number)
    found: dict[str, Any] = {"hand": at, "size": table.size_of(number)}
    found["dealer"] = None if dealer is None else table.players[dealer]
    if hand.up is not None:
        found["trump"] = trump_name(trump)
    return found


def _without(hand: HandRecord, followed: dict[str, Any]) -> HandRecord:
    needless = [key for key, value in followed.items() if value is not None and getattr(hand, key) == value]
    return hand.model_copy(update=dict.fromkeys(needless)) if needless else hand
