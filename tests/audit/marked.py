"""Records with their faults marked in the text, for the tests of the audit.

``«code»`` stands right before the place that a finding should name, ``«code?»`` where it should be a warning::

    bids: [«bid-range»0, 1]

`check` asserts that a record gives exactly the findings that are marked, at their lines and columns.
"""

from __future__ import annotations

import io
import re

from bluke_cli.audit.audit import audit
from bluke_cli.audit.examine import Examined, examine_stream
from bluke_cli.diagnostics import Finding

TWO = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nstopped: here\n"
THREE = "bluke: 1\nplayers: [Ann, Bo, Cy]\ndealer: Ann\nstopped: here\n"
FOUR = "bluke: 1\nplayers: [Ann, Bo, Cy, Zoë]\ndealer: Ann\nstopped: here\n"
"""Heads of a record. Ann deals hand 1, so Bo leads in it; nothing is said to be missing."""

MARK = re.compile("«([a-z-]+)([?]?)»")
Place = tuple[str, str, int, int]


def unmarked(text: str) -> tuple[str, list[Place]]:
    """Return the text without its marks, and what they mark: code, severity, line, column."""
    places = []
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        while found := MARK.search(line):
            places.append((found[1], "warning" if found[2] else "error", number, found.start() + 1))
            line = line[: found.start()] + line[found.end() :]
        lines.append(line)
    return "\n".join(lines), places


def judged(text: str, *, complete: bool = False) -> Examined:
    """Judge one record of YAML; the full audit must say the same as any quicker way."""
    (only,) = examine_stream(io.BytesIO(text.encode()), "game.yaml", "yaml", complete=complete)
    reading = only.reading
    if reading and reading.record:
        full = audit(reading.record, reading.damaged, complete=complete)
        assert sorted(finding.code for finding in (*reading.findings, *full)) == sorted(
            finding.code for finding in only.findings
        )
    return only


def check(text: str, *, complete: bool = False) -> list[Finding]:
    """Judge the record, assert that the findings are those marked, and return them in the order of the text."""
    plain, places = unmarked(text)
    found = judged(plain, complete=complete).findings
    assert [(each.code, each.severity, each.line, each.column) for each in found] == places, found
    return found


def only(text: str, *, complete: bool = False) -> Finding:
    """Check a record with one fault and return its finding."""
    (finding,) = check(text, complete=complete)
    return finding


def where(finding: Finding) -> tuple[int | None, int | None, str | None, str]:
    """Return hand, trick, player and pointer of a finding."""
    return finding.hand, finding.trick, finding.player, finding.pointer
