"""Whether an input is in canonical form already, told while it streams by, and how it differs."""

from __future__ import annotations

import difflib
import io
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

from bluke_cli.cli.outputs import Write
from bluke_cli.cli.records import readings_of
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.record.feed import CHUNK, GZIP_MAGIC
from bluke_cli.record.kinds import Kind
from bluke_cli.record.limits import MAX_RECORD_BYTES
from bluke_cli.record.reader import Reading
from bluke_cli.report.text import visible

MAX_DIFF_BYTES = 64 * 2**20
"""Two texts are compared line by line in memory."""

Render = Callable[[Iterator[Reading]], Iterator[str]]


def check(session: Session, name: str, stream: BinaryIO, kind: Kind | None, render: Render, write: Write) -> None:
    """Write one line if the input is not what *render* makes of it. What cannot be read is told, and not judged."""
    tee = _Tee(stream)
    if tee.is_packed():
        _refuse_packed(session, name)
        return
    outer, session.status = session.status, 0
    for text in render(readings_of(session, cast(BinaryIO, tee), name, kind)):
        tee.expect(text.encode())
    is_readable = session.status == 0
    session.worsen(outer)
    if is_readable and not tee.is_as_expected():
        session.worsen(FINDINGS)
        write(visible(f"{name}: not in canonical form") + "\n")


def diff(session: Session, name: str, stream: BinaryIO, kind: Kind | None, render: Render, write: Write) -> None:
    """Write how the input differs from what *render* makes of it, as a unified diff."""
    data = stream.read(MAX_DIFF_BYTES + 1)
    if data.startswith(GZIP_MAGIC):
        _refuse_packed(session, name)
        return
    if len(data) > MAX_DIFF_BYTES:
        session.fail(f"{name}: longer than {MAX_DIFF_BYTES // 2**20} MiB, too long for --diff")
        return
    outer, session.status = session.status, 0
    new = "".join(render(readings_of(session, io.BytesIO(data), name, kind)))
    is_readable = session.status == 0
    session.worsen(outer)
    if not is_readable or new.encode() == data:
        return
    session.worsen(FINDINGS)
    lines = (_lines(data.decode("utf-8", "replace")), _lines(new))
    for line in difflib.unified_diff(*lines, visible(name), visible(f"{name} (canonical)")):
        write(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")


def _lines(text: str) -> list[str]:
    """Return the lines of *text* with their line feeds; nothing else ends a line."""
    return list(io.StringIO(text, newline="\n"))


def _refuse_packed(session: Session, name: str) -> None:
    session.fail(f"{name}: a packed file is never in canonical form; unpack it first")


class _Tee(io.RawIOBase):
    """A stream that is read by somebody else, and compared on the way with what is expected of it."""

    _MOST_KEPT = 3 * MAX_RECORD_BYTES
    """If so many bytes were read and no text came of them, they are not canonical: a record is shorter."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._read = getattr(stream, "read1", stream.read)
        self._ahead = bytearray()  # read, but not handed on yet
        self._kept = bytearray()  # read, and not compared yet
        self._differs = False

    def is_packed(self) -> bool:
        """Return whether the stream begins as gzip data do."""
        while len(self._kept) < len(GZIP_MAGIC) and self._fetch():
            pass
        return self._kept.startswith(GZIP_MAGIC)

    def read(self, size: int = CHUNK) -> bytes:
        """Hand on what was read ahead, else the next bytes."""
        if not self._ahead:
            self._fetch()
        data = bytes(self._ahead[:size])
        del self._ahead[:size]
        return data

    def expect(self, data: bytes) -> None:
        """Compare what was not compared yet with *data*."""
        while not self._differs and len(self._kept) < len(data) and self._fetch():
            pass
        self._differs = self._differs or not self._kept.startswith(data)
        if self._differs:
            self._kept.clear()
        del self._kept[: len(data)]

    def is_as_expected(self) -> bool:
        """Return whether all that was read, to the end, is as expected."""
        return not (self._differs or self._kept or self._fetch())

    def _fetch(self) -> bool:
        chunk = self._read(CHUNK)
        self._ahead += chunk
        if not self._differs:
            self._kept += chunk
            if len(self._kept) > self._MOST_KEPT:
                self._differs = True
                self._kept.clear()
        return bool(chunk)
