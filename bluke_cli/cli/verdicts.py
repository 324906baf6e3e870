"""What a run is told of each record, be it judged here or in another process (`judges`): text, and numbers to count.

Not here: in what order, and how much of it is shown (`validate`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bluke_cli.audit.budget import FOR_A_RECORD, FOR_A_RUN, Budget
from bluke_cli.audit.examine import examine, no_record, read
from bluke_cli.diagnostics import Finding
from bluke_cli.record.reader import Reading
from bluke_cli.record.source import Document
from bluke_cli.report.forms import Form


class Verdict(NamedTuple):
    """What is told of one record.

    `codes` are those of all findings, `texts` what is written of the first of them, as many as were asked for. `tries`
    is what the search for suggestions has cost, if the record `is_searched`.
    """

    is_sound: bool = True
    is_parsed: bool = True
    codes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    is_searched: bool = False
    tries: int = 0


CLEAN = Verdict()


class Asked(NamedTuple):
    """What is asked: texts of `most` findings, None for all, and repairs as long as `tries` are left for the search."""

    most: int | None = None
    tries: int = FOR_A_RUN


class Empty(NamedTuple):
    """An input without any record."""

    file: str


class Note(NamedTuple):
    """Something to tell between the records that came before it and those after."""

    text: str


Item = Document | Empty | Note


@dataclass(frozen=True, slots=True)
class Judge:
    """How the records of a run are judged, and their findings written."""

    form: Form
    complete: bool = False

    def verdict(self, document: Document, asked: Asked) -> Verdict:
        """Return what is told of a record."""
        reading = read(document)
        budget = Budget(left=FOR_A_RECORD) if asked.tries > 0 else None
        findings = examine(reading, complete=self.complete, budget=budget)
        if not findings:
            return CLEAN
        return Verdict(
            all(finding.severity != "error" for finding in findings),
            reading.is_parsed,
            tuple(finding.code for finding in findings),
            self._texts(reading, findings, asked),
            budget is not None,
            0 if budget is None else FOR_A_RECORD - budget.left,
        )

    def of_nothing(self, empty: Empty) -> Verdict:
        """Return what is told of an input without any record."""
        finding = no_record(empty.file)
        return Verdict(False, True, (finding.code,), self._texts(None, [finding], Asked()))

    def _texts(self, reading: Reading | None, findings: list[Finding], asked: Asked) -> tuple[str, ...]:
        return tuple(self.form.about(reading, findings[: asked.most]))


Judged = Generator[tuple[Item, Verdict], None, None]
"""What came in, in its order, with what is told of it; nothing of a note."""


def judge_here(judge: Judge, items: Iterable[Item], asked: Callable[[], Asked]) -> Judged:
    """Judge one record after the other; *asked* says what of the next."""
    for item in items:
        yield item, judge.verdict(item, asked()) if isinstance(item, Document) else told(judge, item)


def told(judge: Judge, item: Empty | Note) -> Verdict:
    """Return what is told of something that is no record."""
    return judge.of_nothing(item) if isinstance(item, Empty) else CLEAN
