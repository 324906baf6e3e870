"""Findings as lines: for people, and as JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bluke_cli.diagnostics import Finding, counted
from bluke_cli.report.text import json_visible, visible

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m"}


def finding_line(finding: Finding, *, colour: bool = False) -> str:
    """Return a finding as ``file:line:column: severity: where: message [code]``, its severity in colour."""
    place = ":".join(str(part) for part in (finding.file, finding.line, finding.column) if part is not None)
    rest = f": {located_message(finding)} [{finding.code}]"
    if colour:
        return visible(f"{place}: ") + f"{_COLOURS[finding.severity]}{finding.severity}\x1b[0m" + visible(rest)
    return visible(f"{place}: {finding.severity}{rest}")


def located_message(finding: Finding) -> str:
    """Return the message with hand, trick and player before it, where it has them; not escaped."""
    where = ", ".join(_where(finding))
    return f"{where}: {finding.message}" if where else finding.message


def _where(finding: Finding) -> list[str]:
    parts = []
    if finding.hand is not None:
        parts.append(f"hand {finding.hand}")
    if finding.trick is not None:
        parts.append(f"trick {finding.trick}")
    if finding.player is not None:
        parts.append(finding.player)
    return parts


def finding_object(finding: Finding, record_id: str | None = None) -> dict[str, Any]:
    """Return a finding as the object that `validate --format json` prints (schemas/bluke-finding-1.schema.json).

    *record_id* is the id of the record it was found in, None where that could not be read.
    """
    return {
        "code": finding.code,
        "severity": finding.severity,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "record": finding.record,
        "hand": finding.hand,
        "trick": finding.trick,
        "player": finding.player,
        "pointer": finding.pointer,
        "message": finding.message,
        "fix": finding.fix,
        "id": record_id,
    }


def finding_json(finding: Finding, record_id: str | None = None) -> str:
    """Return a finding as one line of JSON, everything escaped that could command a terminal."""
    return json_visible(json.dumps(finding_object(finding, record_id), ensure_ascii=False, separators=(",", ":")))


def summary(records: int, faulty: int, empty: int, counts: Mapping[str, int], shown: int) -> str:
    """Return one line on how a validation went: records and how many have errors, findings by code, if not all *shown*.

    *empty* are the inputs that hold no record.
    """
    how = counted(records, "record")
    if not counts:
        return f"{how}: no findings"
    if records:
        how += f", {faulty:,} with errors"
    if empty:
        how += f", {counted(empty, 'input')} without a record"
    tally = ", ".join(f"{code} {count:,}" for code, count in Counter(counts).most_common())
    total = sum(counts.values())
    more = f"; {shown:,} of {counted(total, 'finding')} shown" if shown < total else ""
    return f"{how}: {tally}{more}"
