"""Reading records: from the bytes of a stream to models and structural findings, one record at a time.

A record in normal form takes the short way: the text's value fits the models at once and its parts agree. Any other
goes through `mend`, which has the last word; a test proves that both give the same where both can be gone.
Not here: the game (`replay`, `audit`), which say what a record in order means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from pydantic import ValidationError

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.agreement import disagreements
from bluke_cli.record.mend import Mending
from bluke_cli.record.models import GameRecord
from bluke_cli.record.schema import text_shape
from bluke_cli.record.source import Document, Kind, read_documents
from bluke_cli.record.tree import Loaded, load, load_canonical
from bluke_cli.record.wording import about


@dataclass(slots=True)
class Reading:
    """One record as it was read: the model, what was wrong with its shape, and what is missing because of that.

    `record` is None where nothing can be judged: no well-formed text, another version, no usable players. `findings`
    are placed and in the order of the text. `damaged` holds the paths that were dropped because a finding names them;
    what would follow from their absence is not to be reported again.
    """

    document: Document
    record: GameRecord | None
    findings: list[Finding]
    loaded: Loaded
    damaged: set[Path] = field(default_factory=set)

    def is_damaged(self, *path: str | int) -> bool:
        """Tell whether the value at *path*, or something around it, was dropped."""
        return bool(self.damaged) and any(path[:end] in self.damaged for end in range(1, len(path) + 1))

    def place(self, finding: Finding) -> Finding:
        """Return *finding* with file, record, line and column filled in from its path, card and at_key."""
        line, column = self.loaded.place(finding.path, finding.card, finding.at_key)
        return replace(finding, file=self.document.file, record=self.document.number, line=line, column=column)


def read_records(stream: BinaryIO, file: str, kind: Kind | None = None) -> Iterator[Reading]:
    """Yield a `Reading` for each record of *stream*, which is never held in memory as a whole.

    *file* is the name shown in findings, `-` for standard input; *kind* is what the user says it is. No record at all
    is no finding here: the caller, who knows what was asked for, says `no-record`.
    """
    for document in read_documents(stream, file, kind):
        yield read_document(document)


def read_document(document: Document) -> Reading:
    """Read one record."""
    quick = load_canonical(document)
    record = None if quick is None else _in_order(quick.value)
    if quick is not None and record is not None:
        return Reading(document, record, [], quick)
    loaded = load(document, text_shape() if document.kind == "yaml" else None)
    if not loaded.parsed:
        return Reading(document, None, loaded.findings, loaded)
    if not loaded.findings:
        record = _in_order(loaded.value)
        if record is not None:
            return Reading(document, record, [], loaded)
    mending = Mending(loaded.value)
    reading = Reading(document, mending.record, [], loaded, mending.damaged)
    findings = [reading.place(finding) for finding in mending.findings]
    if not mending.is_other_version:  # then nothing else is known to be wrong
        findings += [about(finding, loaded.value) for finding in loaded.findings]
    reading.findings = sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0))
    return reading


def _in_order(value: Any) -> GameRecord | None:
    """Return the record if *value* is one in normal form and its parts agree, else None."""
    try:
        record = GameRecord.model_validate(value)
    except ValidationError:
        return None
    if not _has_known_keys(record.__pydantic_extra__) or disagreements(record):
        return None
    for hand in record.hands:
        if hand.cut == 0 or (hand.__pydantic_extra__ and not _has_known_keys(hand.__pydantic_extra__)):
            return None
    return record


def _has_known_keys(extra: dict[str, Any] | None) -> bool:
    """Tell whether the keys that are none of the format's own are the user's."""
    return not extra or all(key.startswith("x-") for key in extra)
