"""Findings as lines: for people, and as JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bluke_cli.diagnostics import Finding
from bluke_cli.report.text import json_visible, visible


def finding_line(finding: Finding) -> str:
    """Return a finding as ``file:line:column: severity: where: message [code]``."""
    place = ":".join(str(part) for part in (finding.file, finding.line, finding.column) if part is not None)
    where = ", ".join(_where(finding))
    message = f"{where}: {finding.message}" if where else finding.message
    return visible(f"{place}: {finding.severity}: {message} [{finding.code}]")


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


def summary(records: int, faulty: int, counts: Mapping[str, int]) -> str:
    """Return one line on how a validation went: records, how many have errors, findings by code."""
    noun = "record" if records == 1 else "records"
    if not counts:
        return f"{records} {noun}: no findings"
    tally = ", ".join(f"{code} {count}" for code, count in Counter(counts).most_common())
    return f"{records} {noun}, {faulty} with errors: {tally}"
