"""Reading records: from the bytes of a stream to models and structural findings, one record at a time.

There are some ways, each of which declines what it does not know to be right, and hands it to the next. Whoever reads
may **vouch** for a text, or for its plain value, as the audit does for whole games in order; a record in normal form
fits the models at once, and its parts agree; any other goes through `mend`, which has the last word. Tests prove that
they give the same wherever more than one can be gone. The models, dear to load, are loaded when the first record needs
them.
Not here: the game (`replay`, `audit`), which say what a record in order means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.kinds import Kind
from bluke_cli.record.source import Document, read_documents
from bluke_cli.record.tree import Loaded, load, load_canonical

if TYPE_CHECKING:
    from bluke_cli.record.models import GameRecord

Vouch = Callable[[Loaded], object]
"""Looks at a text without findings: what it returns is kept if it is sure that the value is a record in normal form
and its parts agree; None if it is not."""

VouchForText = Callable[[Document], object]
"""The same for a document that nobody has read yet."""


class Reading:
    """One record as it was read: the model, what was wrong with its shape, and what is missing because of that.

    `record` is None where nothing can be judged: no well-formed text, another version, no usable players. `findings`
    are placed and in the order of the text. `damaged` holds the paths that were dropped because a finding names them;
    what would follow from their absence is not to be reported again. `vouched` is what the one who vouched returned.
    """

    __slots__ = ("_loaded", "_record", "damaged", "document", "findings", "vouched")

    def __init__(
        self, document: Document, loaded: Loaded | None, record: GameRecord | None, vouched: object = None
    ) -> None:
        self.document = document
        self._loaded = loaded
        self.findings: list[Finding] = []
        self.damaged: set[Path] = set()
        self.vouched = vouched
        self._record = record

    @property
    def loaded(self) -> Loaded:
        """The text and its value; of a text that was vouched for it is read when it is first asked for."""
        if self._loaded is None:
            self._loaded = load(self.document)
        return self._loaded

    @property
    def is_parsed(self) -> bool:
        """Whether the text is well-formed enough to have a value; nothing is read for the answer."""
        return self._loaded is None or self._loaded.parsed

    @property
    def record(self) -> GameRecord | None:
        """The model; of a record that was vouched for it is made when it is first asked for."""
        if self._record is None and self.vouched is not None:
            from bluke_cli.record.models import GameRecord

            self._record = GameRecord.model_validate(self.loaded.value)
        return self._record

    def is_damaged(self, *path: str | int) -> bool:
        """Tell whether the value at *path*, or something around it, was dropped."""
        return bool(self.damaged) and any(path[:end] in self.damaged for end in range(1, len(path) + 1))

    def place(self, finding: Finding) -> Finding:
        """Return *finding* with file, record, line and column filled in from its path, card and at_key."""
        line, column = self.loaded.place(finding.path, finding.card, finding.at_key)
        return replace(finding, file=self.document.file, record=self.document.number, line=line, column=column)


def read_document(
    document: Document, vouch: Vouch | None = None, vouch_for_text: VouchForText | None = None
) -> Reading:
    """Read one record."""
    text_vouched = vouch_for_text(document) if vouch_for_text is not None else None
    if text_vouched is not None:
        return Reading(document, None, None, text_vouched)
    for text_way in (load_canonical, load):
        loaded = text_way(document)
        if loaded is None or not loaded.parsed or loaded.findings:
            continue
        vouched = vouch(loaded) if vouch is not None else None
        record = _fitting(loaded.value) if vouched is None else None
        if vouched is not None or record is not None:
            return Reading(document, loaded, record, vouched)
    assert loaded is not None, "`load` never declines"
    return _mended(document, loaded) if loaded.parsed else _unreadable(document, loaded)


Read = Callable[[Document], Reading]
"""Reads one record: `read_document`, or the same with somebody to vouch."""


def read_records(
    stream: BinaryIO, file: str, kind: Kind | None = None, read: Read = read_document
) -> Iterator[Reading]:
    """Yield a `Reading` for each record of *stream*, which is never held in memory as a whole.

    *file* is the name shown in findings, `-` for standard input; *kind* is what the user says it is. No record at all
    is no finding here: the caller, who knows what was asked for, says `no-record`.
    """
    for document in read_documents(stream, file, kind):
        yield read(document)


def _unreadable(document: Document, loaded: Loaded) -> Reading:
    reading = Reading(document, loaded, None)
    reading.findings = loaded.findings
    return reading


def _mended(document: Document, loaded: Loaded) -> Reading:
    """Read what is not in normal form, or has faults."""
    from bluke_cli.record.mend import Mending
    from bluke_cli.record.wording import about

    mending = Mending(loaded.value)
    reading = Reading(document, loaded, mending.record)
    reading.damaged = mending.damaged
    findings = [reading.place(finding) for finding in mending.findings]
    if not mending.is_other_version:  # then nothing else is known to be wrong
        findings += [about(finding, loaded.value) for finding in loaded.findings]
    reading.findings = sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0))
    return reading


def _fitting(value: Any) -> GameRecord | None:
    """Return the record if *value* is one in normal form and its parts agree, else None."""
    from pydantic import ValidationError

    from bluke_cli.record.agreement import disagreements
    from bluke_cli.record.models import GameRecord

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
