"""Hands of a record, settled."""

from __future__ import annotations

from bluke_cli.api import read
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Settled, settle
from bluke_cli.replay.table import Table, table_of


def settled(record: GameRecord) -> tuple[list[Settled], Table]:
    table = table_of(record)
    return settle(record, table)[0], table


def hand_of(text: str) -> tuple[Settled, Table]:
    [record] = read(text.encode())
    hands, table = settled(record)
    return hands[0], table
