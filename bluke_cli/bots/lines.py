"""What a bot writes, cut into lines, with the limits that keep a bot from filling our memory."""

from __future__ import annotations

from collections import deque

from bluke_cli.bots.players import BotFault

LINE_LIMIT = 64 * 1024
"""The most bytes that a line may have, its line feed not counted."""
FLOOD_LIMIT = 4 * LINE_LIMIT
"""The most bytes that a bot may write for one request."""


class Lines:
    r"""Lines that came and are not read yet; `fault` is why there will be no more, once there is a reason.

    >>> lines = Lines()
    >>> lines.add(b'{"t":"ok"}'), lines.add(b"\nhalf")
    (None, None)
    >>> lines.next(), lines.next()
    (b'{"t":"ok"}', None)
    """

    __slots__ = ("_partial", "_taken", "_whole", "fault")

    def __init__(self) -> None:
        self._whole: deque[bytes] = deque()
        self._partial = bytearray()
        self._taken = 0
        self.fault: BotFault | None = None

    def __bool__(self) -> bool:
        """Return whether there is a whole line."""
        return bool(self._whole)

    def next(self) -> bytes | None:
        """Take the next whole line, without its line feed."""
        return self._whole.popleft() if self._whole else None

    def begin_request(self) -> None:
        """Count what a bot writes anew."""
        self._taken = 0

    def add(self, chunk: bytes) -> None:
        """Take in what was read; after a fault nothing counts."""
        if self.fault is not None:
            return
        self._taken += len(chunk)
        first, *rest = chunk.split(b"\n")
        self._partial += first
        for piece in rest:
            self._end_line()
            self._partial += piece
        if len(self._partial) > LINE_LIMIT:
            self._end_line()
        if self._taken > FLOOD_LIMIT and self.fault is None:
            self.fault = BotFault("flood", f"more than {FLOOD_LIMIT} bytes for one request", is_dead=True)

    def _end_line(self) -> None:
        if len(self._partial) > LINE_LIMIT and self.fault is None:
            self.fault = BotFault("oversize", f"a line of more than {LINE_LIMIT} bytes", is_dead=True)
        if self.fault is None:
            self._whole.append(bytes(self._partial))
        self._partial.clear()
