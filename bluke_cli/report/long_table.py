"""Games as one long table for programs: a row for each hand and player, every sum reckoned from the facts.

docs/tables.md describes the columns. What is not known is empty; a claim is never taken for a fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bluke_cli.record.csv_cells import Value, row_text
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Settled, settle
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.cards import CARD_NAMES
from bluke_cli.rules.scoring import is_set

COLUMNS: dict[str, type] = {
    "game": int,
    "date": str,
    "event": str,
    "hand": int,
    "cards": int,
    "dealer": str,
    "up": str,
    "trump": str,
    "seat": int,
    "player": str,
    "bot": str,
    "bid": int,
    "took": int,
    "made": bool,
    "score": int,
    "total": int,
    "winner": bool,
}
"""The columns in their order, and the kind of each."""


def long_rows(records: Iterable[GameRecord]) -> Iterator[list[Value]]:
    """Yield a row for each hand and player of each game, the games numbered from 1."""
    for game, record in enumerate(records, 1):
        table = table_of(record)
        settled, result = settle(record, table)
        for hand in settled:
            for seat, name in enumerate(table.players):
                bot = None if record.bots is None else record.bots[seat]
                winner = None if result.winners is None else seat in result.winners
                who: list[Value] = [seat + 1, name, bot]
                yield [game, record.date, record.event, *_of_hand(hand, table), *who, *_of_player(hand, seat), winner]


def _of_hand(hand: Settled, table: Table) -> list[Value]:
    facts = hand.facts
    dealer = None if facts.dealer is None else table.players[facts.dealer]
    up = None if facts.up is None else CARD_NAMES[facts.up]
    return [facts.number, facts.size, dealer, up, facts.trump_name]


def _of_player(hand: Settled, seat: int) -> list[Value]:
    """Return bid, tricks taken, whether the bid was made, points and total of a player."""
    bids = hand.facts.bids_by_seat
    bid = None if bids is None else bids[seat]
    took = None if hand.took is None else hand.took[seat]
    made = None if bid is None or took is None else not is_set(bid, took)
    score = None if hand.score is None else hand.score[seat]
    return [bid, took, made, score, None if hand.total is None or score is None else hand.total[seat]]


def long_csv(records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield the table as CSV, a row at a time, its heads first; true and false are written so."""
    yield row_text(list(COLUMNS))
    for row in long_rows(records):
        yield row_text([str(value).lower() if isinstance(value, bool) else value for value in row])
