"""Records with their findings, one at a time: what `validate` asks for.

Whole games in order are seen to be so quickly (`quick_text`, `quick`); what judges the others is loaded when the first
one comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from bluke_cli.audit.quick import vouch_for_all
from bluke_cli.audit.quick_text import vouch_for_text
from bluke_cli.diagnostics import Finding
from bluke_cli.record.kinds import Kind
from bluke_cli.record.reader import Reading, read_document
from bluke_cli.record.source import Document, read_documents

if TYPE_CHECKING:
    from bluke_cli.audit.budget import Budget


class Examined(NamedTuple):
    """One record and all its findings, placed; `reading` is None where the input has no record at all."""

    reading: Reading | None
    findings: list[Finding]

    @property
    def is_sound(self) -> bool:
        """Whether there are no errors; warnings do not count."""
        return all(finding.severity != "error" for finding in self.findings)


def examine_stream(
    stream: BinaryIO, file: str, kind: Kind | None = None, *, complete: bool = False, budget: Budget | None = None
) -> Iterator[Examined]:
    """Yield each record of *stream* with its findings, one at a time; an input without any is the one `no-record`."""
    is_empty = True
    for document in read_documents(stream, file, kind):
        is_empty = False
        reading = read(document)
        yield Examined(reading, examine(reading, complete=complete, budget=budget))
    if is_empty:
        yield Examined(None, [no_record(file)])


def read(document: Document) -> Reading:
    """Return one record as read, vouched for where it is seen to be in order."""
    return read_document(document, vouch_for_all, vouch_for_text)


def no_record(file: str) -> Finding:
    """Return the finding for an input that holds no record at all."""
    return Finding("no-record", "there is no record here", file=file, line=1, column=1)


def examine(reading: Reading, *, complete: bool = False, budget: Budget | None = None) -> list[Finding]:
    """Return all findings of one record as read, placed, in the order of the text; what is missing comes last."""
    if reading.vouched is not None:
        return []
    found = list(reading.findings)
    if reading.record is not None:
        from bluke_cli.audit.audit import audit

        planned = planned_of(reading)
        found += map(
            reading.place, audit(reading.record, reading.damaged, complete=complete, budget=budget, planned=planned)
        )
    return sorted(found, key=lambda finding: (finding.code == "incomplete", finding.line or 0, finding.column or 0))


def planned_of(reading: Reading) -> list[int]:
    """Return the sizes that a score sheet tells of all its hands, those still to be played too."""
    if reading.document.kind != "csv":
        return []
    from bluke_cli.record.csv_tree import planned_sizes

    return planned_sizes(reading.loaded.text)
