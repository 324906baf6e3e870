"""The bytes of a stream as they come, unpacked if it is packed by gzip.

Chunks are small and handed on at once: a record can be judged as soon as it is there, and a file that unpacks to a
thousand times its size does so a chunk at a time. Not here: where a record ends (`source`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO

CHUNK = 2**16
"""Bytes at a time, at most, packed or unpacked."""

GZIP_MAGIC = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
"""What a packed stream, and perhaps a text in UTF-8, begins with."""


class Feed:
    """The chunks of a stream, unpacked where needed; `fault` says afterwards why they ended too early.

    `head` is what was read ahead; it comes first when the chunks are walked through, once.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.fault: str | None = None
        self._chunks = _chunks(stream)
        self.head = bytearray()
        self.read_ahead(4)
        if self.head.startswith(GZIP_MAGIC):
            packed, self.head = _chain(bytes(self.head), self._chunks), bytearray()
            self._chunks = self._unpack(packed)
            self.read_ahead(4)

    def __iter__(self) -> Iterator[bytes]:
        head, self.head = bytes(self.head), bytearray()
        return _chain(head, self._chunks)

    def read_ahead(self, size: int) -> bool:
        """Make `head` at least *size* bytes long; False if the stream is shorter."""
        while len(self.head) < size:
            chunk = next(self._chunks, b"")
            if not chunk:
                return False
            self.head += chunk
        return True

    def _unpack(self, packed: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the unpacked bytes, CHUNK at most at a time, so that no bomb goes off in memory."""
        unpacker = zlib.decompressobj(31)
        for chunk in packed:
            data = chunk
            while data:
                if unpacker.eof:
                    data = data.lstrip(b"\0")  # archives on tape are padded
                    if not data:
                        break
                    unpacker = zlib.decompressobj(31)
                try:
                    yield from _unpacked(unpacker, data)
                except zlib.error:
                    self.fault = "the gzip data is damaged from here on"
                    return
                data = unpacker.unused_data
        if not unpacker.eof:
            self.fault = "the gzip data ends too early; the file is cut short"


def _unpacked(unpacker: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """Yield all that *data* unpacks to; what lies behind the end stays in `unpacker.unused_data`."""
    while not unpacker.eof:
        before = unpacker.copy()
        try:
            out = unpacker.decompress(data, CHUNK)
        except zlib.error:
            yield from _sound_part(before, data)
            raise
        data = unpacker.unconsumed_tail
        if out:
            yield out
        if not data and len(out) < CHUNK:
            return


def _sound_part(unpacker: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """Yield what can be unpacked before the damage: zlib keeps nothing of a call that fails."""
    for at in range(len(data)):
        try:
            out = unpacker.decompress(data[at : at + 1])
        except zlib.error:
            return
        if out:
            yield out


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """Yield what the stream has to give, without waiting for a chunk to be full: a record shows when it is there."""
    read = getattr(stream, "read1", stream.read)
    while chunk := read(CHUNK):
        yield chunk


def _chain(head: bytes, chunks: Iterator[bytes]) -> Iterator[bytes]:
    if head:
        yield head
    yield from chunks
