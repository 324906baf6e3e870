"""`bluke validate --fix`: what can be repaired for sure is written into the files; the rest is for a person."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import BytesIO

from bluke_cli.audit.budget import Budget
from bluke_cli.audit.repair import set_values, spelling_edits, sure_edits
from bluke_cli.cli.inplace import change_file
from bluke_cli.cli.session import Session
from bluke_cli.diagnostics import Edit
from bluke_cli.errors import BlukeError
from bluke_cli.record.edit import edit_stream
from bluke_cli.record.edit_json import edit_json
from bluke_cli.record.kinds import Kind
from bluke_cli.record.reader import Reading, read_records
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
    is_whole = readings[0].document.kind == "json"
    lines = [data] if is_whole else data.split(b"\n")
    for reading in readings:
        edits, at = changes[reading.document.number], 0 if is_whole else reading.document.line - 1
        if edits:
            lines[at] = lines[at].replace(reading.loaded.text.encode(), _json_changed(reading, edits).encode())
    return b"\n".join(lines)


def _json_changed(reading: Reading, edits: Sequence[Edit]) -> str:
    """Return the text of a record with *edits*: in place where that can be, else written anew."""
    text = edit_json(reading.loaded, edits)
    if text is not None:
        return text
    fixed = set_values(reading.loaded.value, edits)
    return write_json(fixed) if reading.document.kind == "json" else write_jsonl(fixed).removesuffix("\n")
