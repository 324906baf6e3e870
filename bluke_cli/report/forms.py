"""The forms in which `validate` writes findings, each with a beginning, records as they come, and an end.

What only one form needs is loaded by it: most runs find nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bluke_cli.diagnostics import Finding
from bluke_cli.record.reader import Reading
from bluke_cli.report.excerpt import Source, excerpt, token_length
from bluke_cli.report.findings import finding_json, finding_line
from bluke_cli.report.github import github_line


class Form(ABC):
    """A way to write findings; nothing at the beginning and the end, and `between` them."""

    between = ""

    def head(self) -> str:
        """Return what stands before all findings."""
        return ""

    @abstractmethod
    def about(self, reading: Reading | None, findings: Sequence[Finding]) -> Iterator[str]:
        """Yield one text for each finding of one record; *reading* is None where there is no record."""

    def tail(self, faults: list[str]) -> str:  # noqa: ARG002 - for those who need it
        """Return what stands behind all findings; *faults* tells of inputs that could not be read."""
        return ""


@dataclass(frozen=True, slots=True)
class Text(Form):
    """A line each; with *room*, the columns of a terminal, also the line of the record and a mark under the place."""

    room: int | None = None
    colour: bool = False

    def about(self, reading: Reading | None, findings: Sequence[Finding]) -> Iterator[str]:
        """Yield a line, or three together."""
        source = None if self.room is None or reading is None or not findings else Source(reading.document)
        for finding in findings:
            yield finding_line(finding, colour=self.colour) + "\n" + self._place(source, finding)

    def _place(self, source: Source | None, finding: Finding) -> str:
        """Return the line of the record and the mark; nothing where there is no terminal, or no such line."""
        line = None if source is None else source.line(finding.line or 0)
        if line is None or finding.column is None or self.room is None:
            return ""
        shown, mark = excerpt(line, finding.column, self.room)
        return f"{shown}\n\x1b[32m{mark}\x1b[0m\n" if self.colour else f"{shown}\n{mark}\n"


class Json(Form):
    """An object a line, as schemas/bluke-finding-1.schema.json describes it."""

    def about(self, reading: Reading | None, findings: Sequence[Finding]) -> Iterator[str]:
        """Yield a line."""
        from bluke_cli.replay.identity import identity

        record = reading.record if reading and findings else None
        record_id = None if record is None else identity(record)
        for finding in findings:
            yield finding_json(finding, record_id) + "\n"


class Github(Form):
    """Workflow commands of GitHub Actions."""

    def about(self, reading: Reading | None, findings: Sequence[Finding]) -> Iterator[str]:  # noqa: ARG002
        """Yield a command."""
        for finding in findings:
            yield github_line(finding) + "\n"


class Sarif(Form):
    """One SARIF document; `MOST_PATCHES` repairs a record are worked out, for each reads the record again."""

    MOST_PATCHES = 20
    between = ","

    def head(self) -> str:
        """Return the tool and its rules."""
        from bluke_cli.report import sarif

        return sarif.head()

    def about(self, reading: Reading | None, findings: Sequence[Finding]) -> Iterator[str]:
        """Yield a result."""
        from bluke_cli.record.patch import patch
        from bluke_cli.report import sarif

        source = Source(reading.document) if reading and findings else None
        patches = 0
        for finding in findings:
            repair = None
            if reading is not None and (finding.edits or finding.fix) and patches < self.MOST_PATCHES:
                patches += 1
                repair = patch(reading.loaded, finding)
            line = source.line(finding.line or 0) if source else None
            column = finding.column or 1
            end = column + (1 if line is None else token_length(line, column))
            yield "\n" + sarif.result(finding, end, repair)

    def tail(self, faults: list[str]) -> str:
        """Return the end of the document, with the inputs that could not be read."""
        from bluke_cli.report import sarif

        return sarif.tail(faults)


FORMS = ("text", "json", "github", "sarif")


def form_of(name: str, *, room: int | None = None, colour: bool = False) -> Form:
    """Return a form by its name; *room* and *colour* are for text on a terminal."""
    if name == "text":
        return Text(room, colour)
    forms: dict[str, Callable[[], Form]] = {"json": Json, "github": Github, "sarif": Sarif}
    return forms[name]()
