"""A record as the score sheet that a person makes in a spreadsheet: a row a hand, four columns a player.

`record.csv_tree` reads it back. What a score sheet has no room for (dealt cards, tricks, seeds) is left out; tricks
taken are worked out where the cards tell them. Claims stay as they are written; who deals and how many cards, always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bluke_cli.record.csv_cells import Value, row_text
from bluke_cli.record.csv_form import NEW_SHEET, SheetForm
from bluke_cli.record.csv_heads import HAND_HEADS, LISTS, PLAYER_HEADS, TEXTS
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.replay.ledger import Settled, follow
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.house import setting_text

ALWAYS, SOMETIMES = ("hand", "cards", "dealer"), ("up", "trump", "cut")
"""The columns of a hand that are there in every sheet; the others are where a hand has something to write in them."""


def sheet_csv(record: GameRecord, *, first: bool = True, form: SheetForm = NEW_SHEET) -> str:
    """Return the record as a score sheet; where it is not the *first* of its stream, a row `bluke` goes before it.

    Of a *form* that somebody else made a sheet keeps what there is to keep, and no column of a hand is filled.
    """
    rows = _rows(record, first, form)
    before = form.before if first else ""
    return before + "".join(row_text(row, form.separator, form.line_end) for row in rows)


def has_more_than_a_sheet(record: GameRecord) -> bool:
    """Return whether a record holds what `sheet_csv` leaves out."""
    plain = record.written()
    hand_keys = {*HAND_HEADS.values(), *PLAYER_HEADS.values()}
    game_keys = {"bluke", "players", "dealer", "rules", "hands", "final", *LISTS, *TEXTS}
    return bool(plain.keys() - game_keys) or any(hand.keys() - hand_keys for hand in plain["hands"])


def _rows(record: GameRecord, first: bool, form: SheetForm) -> Iterator[list[Value]]:
    table = table_of(record)
    settled = list(follow(record, table))
    if not first:
        yield []
        yield ["bluke", record.bluke]
    is_new = form.columns is None
    told = (None, record.dealer) if is_new else (record.dealer,)
    tells_dealer = bool(settled) and settled[0].facts.number == 1 and record.hands[0].dealer in told
    if record.dealer is not None and (record.draw is not None or not tells_dealer):
        yield ["dealer", record.dealer]
    yield from _words(record, table)
    always = [head for head in ALWAYS if form.columns is None or head == "hand" or HAND_HEADS[head] in form.columns]
    heads = [*always, *(head for head in SOMETIMES if any(_has(hand, head) for hand in record.hands))]
    note = ["note"] if any(_has(hand, "note") for hand in record.hands) else []
    yield [*heads, *(f"{name} {head}" for name in record.players for head in PLAYER_HEADS), *note]
    for hand, right in zip(record.hands, settled, strict=True):
        of_hand = [_of_hand(hand, right, table if is_new or head == "hand" else None, head) for head in heads]
        of_players = [value for seat in range(len(record.players)) for value in _of_player(hand, right, seat)]
        yield _without_end([*of_hand, *of_players, *([hand.note] if note else [])])
    for row in form.to_come:
        yield [row.get(HAND_HEADS[head]) for head in heads]
    if record.final is not None:
        totals: list[Value] = [value for final in record.final for value in (None, None, None, final)]
        yield ["final", *[None] * (len(heads) - 1), *totals]


def _words(record: GameRecord, table: Table) -> Iterator[list[Value]]:
    """Yield the rows that say something of the game, in the order of the format."""
    rules = table.rules.differing(len(record.players))
    written: dict[str, list[Value]] = {"rules": [f"{key}={setting_text(key, value)}" for key, value in rules.items()]}
    for key in (*LISTS, *TEXTS):
        value = getattr(record, key)
        written[key] = [] if value is None else list(value) if key in LISTS else [value]
    for key in ("scorekeeper", "draw", "rules", "stopped", "winners", "date", "event", "site", "note", "bots"):
        if any(value is not None for value in written[key]):
            yield [key, *_without_end(written[key])]


def _without_end(values: Sequence[Value]) -> list[Value]:
    """Return *values* without the empty ones at the end."""
    end = max((at for at, value in enumerate(values, 1) if value is not None), default=0)
    return list(values[:end])


def _has(hand: HandRecord, key: str) -> bool:
    return getattr(hand, key) is not None


def _of_hand(hand: HandRecord, right: Settled, table: Table | None, head: str) -> Value:
    """Return what a hand has in one of its own columns: as written, or with a *table* as it follows."""
    facts = right.facts
    written: Value = getattr(hand, HAND_HEADS[head])
    if written is not None or table is None:
        return written
    if head == "dealer":
        return None if facts.dealer is None else table.players[facts.dealer]
    return {"hand": facts.number, "cards": facts.size}.get(head)


def _of_player(hand: HandRecord, right: Settled, seat: int) -> Iterator[Value]:
    bids, took = right.facts.bids_by_seat, hand.took
    if took is None and right.play is not None and right.play.is_complete:
        took = list(right.play.won)
    for numbers in (bids, took, hand.score, hand.total):
        yield None if numbers is None else numbers[seat]
