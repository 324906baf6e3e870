"""Reading records: from the bytes of a stream to models and structural findings, one record at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.models import GameRecord
from bluke_cli.record.source import Document, Kind, read_documents


@dataclass(slots=True)
class Reading:
    """One record as it was read: the model, what was wrong with its shape, and what is missing because of that.

    `record` is None where nothing can be judged: no well-formed text, another version, no usable players. `findings`
    are placed. `damaged` holds the paths that were dropped because a finding names them; what would follow from
    their absence is not to be reported again.
    """

    document: Document
    record: GameRecord | None
    findings: list[Finding]
    damaged: set[Path] = field(default_factory=set)

    def is_damaged(self, *path: str | int) -> bool:
        """Tell whether the value at *path*, or something around it, was dropped."""
        raise NotImplementedError

    def place(self, finding: Finding) -> Finding:
        """Return *finding* with file, record, line and column filled in from its path, card and at_key."""
        raise NotImplementedError


def read_document(document: Document) -> Reading:
    """Read one record."""
    raise NotImplementedError


def read_records(stream: BinaryIO, file: str, kind: Kind | None = None) -> Iterator[Reading]:
    """Yield a `Reading` for each record of *stream*; *file* is the name shown in findings."""
    for document in read_documents(stream, file, kind):
        yield read_document(document)
