"""Which part of each record `replay` and `hint` are asked for; a record without it is told, and hides no other."""

from __future__ import annotations

from dataclasses import replace

from bluke_cli.cli.session import Session
from bluke_cli.record.reader import Reading
from bluke_cli.replay.scope import Scope, unknown_part
from bluke_cli.replay.table import seat_named


def record_named(reading: Reading) -> str:
    """Return the words that say which record is meant."""
    return f"{reading.document.file}, record {reading.document.number}"


def scope_in(session: Session, reading: Reading, scope: Scope, seat: str | None) -> Scope | None:
    """Return *scope* with the seat that *seat* names in this record as its viewer, None for everybody.

    None, which is told, where the record cannot be read at all, or has no such hand, trick or player.
    """
    record = reading.record
    if record is None:
        return None
    if reason := unknown_part(record, scope, reading.damaged):
        session.fail(f"{record_named(reading)}: {reason}")
        return None
    viewer = None if seat is None else seat_named(record.players, seat)
    if seat is not None and viewer is None:
        session.fail(f"{record_named(reading)}: there is no player and no seat {seat or repr(seat)}")
        return None
    return replace(scope, viewer=viewer)
