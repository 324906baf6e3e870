"""Good records one way, bad ones another, each as it stood: `validate --skip-bad` and `--keep-bad`.

What comes out is a stream again. YAML records stand behind `---`, JSON records a line each; a single JSON record stays
as it is. A score sheet of a spreadsheet behind another begins with a row `bluke`. Comments outside all records are not
part of any, and go neither way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from bluke_cli.cli.session import Session
from bluke_cli.cli.verdicts import Verdict
from bluke_cli.diagnostics import counted
from bluke_cli.record.csv_cells import separators
from bluke_cli.record.kinds import Kind
from bluke_cli.record.source import Document, begins_table

WriteBytes = Callable[[bytes], None]
Family = Literal["yaml", "json", "csv"]

_MISFIT = "YAML, JSON and score sheets of spreadsheets do not fit into one stream"
_FAMILIES: dict[Kind, Family] = {"yaml": "yaml", "json": "json", "jsonl": "json", "csv": "csv"}
_BEFORE_A_TABLE = re.compile(rb'(?:[,;\t "]*\r?\n)*(?:"?sep=[,;\t]"?\r?\n)?')
_ONE_LINE = bytes.maketrans(b"\r\n", b"  ")  # in JSON, line breaks are white space wherever they may stand


class Channel:
    """One way out; `close` writes what was held back."""

    def __init__(self, write: WriteBytes) -> None:
        self._write = write
        self._family: Family | None = None
        self._count = 0
        self._held: Document | None = None  # a JSON record, as long as it is the only one
        self._is_held_parsed = True

    def add(self, document: Document, *, is_parsed: bool) -> bool:
        """Write a record; False if it is of another kind than those before."""
        family = _FAMILIES[document.kind]
        if self._family not in (None, family):
            return False
        self._family = family
        self._count += 1
        if family == "yaml":
            self._add_yaml(document.raw)
        elif family == "csv":
            self._write(_ended(document.raw if self._count == 1 else _next_table(document.raw)))
        elif document.kind == "json" and self._count == 1:
            self._held, self._is_held_parsed = document, is_parsed
        else:
            self._release()
            self._write(_line(document, is_parsed=is_parsed))
        return True

    def close(self) -> None:
        """Write what is left: a JSON record that remained the only one, as it stood."""
        if self._held is not None:
            self._write(self._held.raw)

    def _add_yaml(self, raw: bytes) -> None:
        mark = b"" if self._count == 1 or raw.startswith(b"---") else b"---\n"
        self._write(mark + _ended(raw))

    def _release(self) -> None:
        if self._held is not None:
            self._write(_line(self._held, is_parsed=self._is_held_parsed))
            self._held = None


def _ended(raw: bytes) -> bytes:
    return raw if raw.endswith(b"\n") else raw + b"\n"


def _next_table(raw: bytes) -> bytes:
    """Return a score sheet of a spreadsheet with the row before it that tells it from the one above."""
    table = _BEFORE_A_TABLE.sub(b"", raw, count=1)
    if begins_table(table):
        return table
    separator = separators(raw.decode(errors="replace"))[0]
    return f"bluke{separator}1\n".encode() + table


def _line(document: Document, *, is_parsed: bool) -> bytes:
    """Return a JSON record as one line; one that is not well-formed as it stood, for nobody knows what is in it."""
    raw = document.raw
    if document.kind == "json":
        raw = raw.rstrip(b"\r\n")
        raw = raw.translate(_ONE_LINE) if is_parsed else raw
    return raw + b"\n"


class Sieve:
    """Parts the records of a run; a way that is None leads nowhere."""

    def __init__(self, session: Session, good: WriteBytes | None, bad: WriteBytes | None) -> None:
        self._session = session
        self._good = None if good is None else Channel(good)
        self._bad = None if bad is None else Channel(bad)
        self._misfit = ""  # the file that was told last

    def add(self, document: Document, verdict: Verdict) -> None:
        """Send a record on its way, and tell if that cannot be done with all of it."""
        channel = self._good if verdict.is_sound else self._bad
        if channel is None:
            return
        if not channel.add(document, is_parsed=verdict.is_parsed):
            if self._misfit != document.file:
                self._session.pass_over(document.file, f"not passed on, for {_MISFIT}")
            self._misfit = document.file
        elif document.fault is not None:
            part = f"record {document.number} is kept in part only, the first {counted(len(document.raw), 'byte')}"
            self._session.warn(f"{document.file}: {part}")

    def close(self) -> None:
        """Write what is left."""
        for channel in (self._good, self._bad):
            if channel is not None:
                channel.close()
