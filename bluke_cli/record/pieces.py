"""A YAML stream cut at its marks, the lines that are ``---`` or ``...``, without looking inside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bluke_cli.record.feed import BOM, Feed
from bluke_cli.record.limits import MAX_RECORD_BYTES

# A line that begins or ends a YAML document. While more bytes may come, the byte after the dots must have been seen.
# The look ahead saves three quarters of the time.
_MARK = re.compile(rb"\n(?=[-.\xef])((?:\xef\xbb\xbf)?(?:---|(\.\.\.))(?=[ \t\r\n]))")
_LAST_MARK = re.compile(rb"\n(?=[-.\xef])((?:\xef\xbb\xbf)?(?:---|(\.\.\.))(?=[ \t\r\n]|\Z))")
_END_MARK = re.compile(rb"(?:\xef\xbb\xbf)?\.\.\.(?=[ \t\r\n])")
_LONGEST_MARK = len(b"\n") + len(BOM) + len(b"--- ")


class Pieces:
    """Cuts a YAML stream at its marks; `buffer` and `line` are what is not cut off yet, and its first line."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.line = 1
        self._resume = 0  # where in the buffer to look on
        self._skipping = False

    def cut(self, feed: Feed) -> Iterator[tuple[bytes, int, bool]]:
        """Yield piece, first line, and whether it is within the limit; what is beyond it is passed over."""
        for chunk in feed:
            self.buffer += chunk
            yield from self._ready(_MARK)
            if not self._skipping and len(self.buffer) > MAX_RECORD_BYTES:
                yield bytes(self.buffer[:MAX_RECORD_BYTES]), self.line, False
                self._skipping = True
            if self._skipping:
                # The byte before stays, so that the beginning of the buffer is not taken for that of a line.
                self._drop(max(0, self._resume - 1, len(self.buffer) - MAX_RECORD_BYTES))
        yield from self._ready(_LAST_MARK)
        if self._skipping:
            self._drop(len(self.buffer))

    def _ready(self, mark: re.Pattern[bytes]) -> Iterator[tuple[bytes, int, bool]]:
        """Yield all pieces whose end is in the buffer."""
        while (end := self._end(mark)) is not None:
            raw, line = bytes(self.buffer[:end]), self.line
            self._drop(end)
            if not self._skipping:
                yield raw, line, len(raw) <= MAX_RECORD_BYTES
            self._skipping = False

    def _end(self, mark: re.Pattern[bytes]) -> int | None:
        """Return where the first piece in the buffer ends; None if that is not known yet."""
        empty = _END_MARK.match(self.buffer) if self._resume == 0 else None
        if empty:
            return self._end_of_line(empty.end(), 0)
        found = mark.search(self.buffer, self._resume)
        if not found:
            self._resume = max(self._resume, len(self.buffer) - _LONGEST_MARK)
            return None
        return self._end_of_line(found.end(), found.start()) if found[2] else found.start(1)

    def _end_of_line(self, start: int, resume: int) -> int | None:
        end = self.buffer.find(b"\n", start)
        self._resume = resume
        return end + 1 if end >= 0 else None

    def _drop(self, size: int) -> None:
        self.line += self.buffer.count(b"\n", 0, size)
        del self.buffer[:size]
        self._resume = max(0, self._resume - size)
