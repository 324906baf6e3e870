"""`bluke validate --fix`: what can be repaired for sure is written into the files; the rest is for a person."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from bluke_cli.audit.budget import Budget
from bluke_cli.audit.repair import set_values, spelling_edits, sure_edits
from bluke_cli.cli.inplace import change_file
from bluke_cli.cli.session import Session
from bluke_cli.diagnostics import Edit
from bluke_cli.errors import BlukeError
from bluke_cli.record.edit import edit_stream
from bluke_cli.record.reader import Reading, read_records
from bluke_cli.record.source import Kind
from bluke_cli.record.writer import write_json, write_jsonl
from bluke_cli.report.text import visible


def fix_file(session: Session, name: str, kind: Kind | None, budget: Budget) -> None:
    """Repair what can be repaired for sure in one file, and tell each repair, when it is made, on standard error."""
    repairs: list[str] = []

    def fixed(shown: str, data: bytes) -> bytes:
        spelled = _changed(repairs, shown, kind, data, spelling_edits)
        return _changed(repairs, shown, kind, spelled, lambda reading: _sure(reading, budget))

    # whoever validates the file next tells if it cannot be opened
    if change_file(session, name, fixed, tells_unreadable=False):
        for repair in repairs:
            session.say(repair)


def _sure(reading: Reading, budget: Budget) -> list[Edit]:
    return [] if reading.record is None or reading.findings else sure_edits(reading.record, budget)


def _changed(
    repairs: list[str], name: str, kind: Kind | None, data: bytes, edits_of: Callable[[Reading], list[Edit]]
) -> bytes:
    """Return the content of a file with the edits of each of its records made; what they are is added to *repairs*."""
    readings = list(read_records(BytesIO(data), name, kind))
    changes = {reading.document.number: edits_of(reading) for reading in readings}
    for reading in readings:
        for path, value in changes[reading.document.number]:
            line, _ = reading.loaded.place(path)
            where = "".join(f"/{step}" for step in path)
            repairs.append(visible(f"{name}:{line}: fixed {where}: {json.dumps(value, ensure_ascii=False)}"))
    if not any(changes.values()):
        return data
    if readings[0].document.kind == "csv":
        raise BlukeError("a score sheet of a spreadsheet is not repaired; bluke rescore --in-place puts its sums right")
    if readings[0].document.kind == "yaml":
        return edit_stream(data, {number: edits for number, edits in changes.items() if edits})
    return _json_changed(data, readings, changes)


def _json_changed(data: bytes, readings: Sequence[Reading], changes: Mapping[int, Sequence[Edit]]) -> bytes:
    if readings[0].document.kind == "json":
        return write_json(_plain(readings[0], changes[1])).encode()
    lines = data.split(b"\n")
    for reading in readings:
        edits = changes[reading.document.number]
        if edits:
            at = reading.document.line - 1
            end = b"\r" if lines[at].endswith(b"\r") else b""
            lines[at] = write_jsonl(_plain(reading, edits)).rstrip("\n").encode() + end
    return b"\n".join(lines)


def _plain(reading: Reading, edits: Sequence[Edit]) -> dict[str, Any]:
    return set_values(reading.loaded.value, edits)
