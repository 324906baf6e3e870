"""The file that holds a score sheet: read, changed one entry at a time, and never by two at once.

The folder is locked while an entry is made, where the system can do that, and the lock ends with the process however it
ends. So of two who write at once the second sees what the first wrote. The file is replaced whole.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import click

from bluke_cli.audit.audit import audit
from bluke_cli.audit.entries import judged
from bluke_cli.cli.inplace import PACKED
from bluke_cli.cli.inputs import STDIN, as_text
from bluke_cli.cli.outputs import replacing
from bluke_cli.cli.records import rendered, told_readings_of
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.diagnostics import Finding
from bluke_cli.errors import BlukeError, RuleViolation
from bluke_cli.record.comments import has_comments
from bluke_cli.record.edit import differences, edit_stream
from bluke_cli.record.feed import GZIP_MAGIC
from bluke_cli.record.kinds import Kind, kind_of
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.replay.identity import normalised
from bluke_cli.report.findings import located_message

_KEPT_AS = "a sheet is kept as YAML or JSON, and not packed"

Entry = Callable[[GameRecord], dict[str, Any]]
"""Makes a sheet as it is from the sheet as it was."""


class RefusedError(BlukeError):
    """An entry that is not possible, or came too late; nothing was written."""


class SheetFile:
    """One score sheet on disk."""

    def __init__(self, session: Session, name: str) -> None:
        if name == STDIN:
            raise BlukeError("a sheet is kept in a file, not on standard input")
        if as_text(name).lower().endswith((".gz", ".html")) or kind_of(as_text(name)) == "csv":
            raise BlukeError(f"{as_text(name)}: {_KEPT_AS}")
        self._session = session
        self._name = name
        self._shown = as_text(name)
        self._path = Path(os.path.realpath(name))

    def exists(self) -> bool:
        """Return whether there is such a file."""
        return self._path.exists()

    def create(self, plain: dict[str, Any]) -> GameRecord:
        """Write a new sheet; BlukeError if there is a file of that name already."""
        record, errors = judged(plain)
        if record is None or errors:
            raise BlukeError("; ".join(located_message(error) for error in errors))
        with self._alone():
            if self.exists():
                raise BlukeError(f"{self._shown}: there is such a file already; nothing was written")
            self._write(_text(record, kind_of(self._shown) or "yaml"))
        return record

    def read(self) -> tuple[GameRecord, bytes]:
        """Return the sheet and the bytes of the file; what is wrong with its shape is told, and ends the run."""
        reading, data = self._reading()
        assert reading.record is not None, "a reading without findings has a record"
        return reading.record, data

    def change(self, entry: Entry, seen: bytes | None = None) -> GameRecord:
        """Make an entry and return the new sheet.

        `RefusedError` where the rules are against it, or where the file is no longer the one that was *seen*.
        """
        with self._alone():
            reading, data = self._reading()
            record = reading.record
            assert record is not None, "a reading without findings has a record"
            if seen is not None and seen != data:
                raise RefusedError("somebody else has written into this sheet; nothing was written now")
            try:
                after, errors = judged(entry(record))
            except RuleViolation as violation:
                raise RefusedError(f"{violation.reason} [{violation.code}]") from None
            fresh = _fresh(errors, record)
            if after is None or fresh:
                raise RefusedError("; ".join(f"{located_message(error)} [{error.code}]" for error in fresh))
            self._write(self._with_comments(reading, data, after) or _text(after, reading.document.kind))
        return after

    def _with_comments(self, reading: Reading, data: bytes, after: GameRecord) -> bytes | None:
        """Return the file with the entry made in place; None where it has no comments to keep."""
        is_yaml, raw = reading.document.kind == "yaml", reading.document.raw
        if not is_yaml or not (has_comments(reading.loaded) or data.count(b"#") > raw.count(b"#")):
            return None
        assert reading.record is not None, "a reading without findings has a record"
        changes = list(differences(normalised(reading.record).written(), after.written()))
        try:
            return edit_stream(data, {1: changes})
        except BlukeError as error:
            raise BlukeError(f"{self._shown}: {error}; nothing was written") from None

    def _reading(self) -> tuple[Reading, bytes]:
        try:
            data = self._path.read_bytes()
        except OSError as error:
            hint = "; begin it with bluke sheet new" if isinstance(error, FileNotFoundError) else ""
            raise BlukeError(f"{self._shown}: {error.strerror or error}{hint}") from None
        if data.startswith(GZIP_MAGIC):
            raise BlukeError(f"{self._shown}: {PACKED}")
        found = list(told_readings_of(self._session, BytesIO(data), self._shown, None))
        if not found or any(reading.findings for reading in found):
            raise click.exceptions.Exit(FINDINGS)
        if found[0].document.kind == "csv":
            raise BlukeError(f"{self._shown}: {_KEPT_AS}; bluke convert --to yaml makes such a file of it")
        if len(found) > 1:
            raise BlukeError(f"{self._shown}: there are {len(found)} games in it, and a sheet holds one")
        return found[0], data

    def _write(self, data: bytes) -> None:
        with replacing(self._name) as write:
            write(data)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock of the folder; where there is none to be had, go on without it."""
        try:
            import fcntl
        except ImportError:
            yield
            return
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):
                folder = os.open(self._path.parent, os.O_RDONLY)
                stack.callback(os.close, folder)
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield


def _text(record: GameRecord, kind: Kind) -> bytes:
    return "".join(rendered([(record, kind)])).encode()


def _fresh(errors: list[Finding], record: GameRecord) -> list[Finding]:
    """Return the errors that an entry brings: those that were not there before."""
    before = {(error.code, error.path) for error in audit(record)} if errors else set()
    return [error for error in errors if (error.code, error.path) not in before]
