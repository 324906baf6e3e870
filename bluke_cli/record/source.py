"""From a stream of bytes to documents: one record's bytes each, and where they stood.

A **document** is one record as it was written, not yet decoded. Streams are cut without looking inside: YAML at lines
that are `---` or `...`, JSON Lines at line feeds, JSON not at all; so a broken record cannot hide the next one. Memory
holds one record at most: what is longer than the limit is named, then passed over without being kept.
Not here: what the bytes mean (`tree`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from bluke_cli.diagnostics import Finding
from bluke_cli.record.feed import BOM, Feed
from bluke_cli.record.kinds import Kind, is_utf16, kind_of, sniffed_kind
from bluke_cli.record.limits import MAX_RECORD_BYTES
from bluke_cli.record.pieces import Pieces

# The first line that is not blank, a comment, or a bare end mark.
_CONTENT = re.compile(rb"(?:\A|[\r\n])[ \t]*(?!\.\.\.[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|\Z))[^ \t\r\n#]")
_SPACE = b" \t\r\n"


@dataclass(slots=True)
class Document:
    """One record's bytes, its place in the file, and why it cannot be read, if that shows already here.

    `file` is as shown to the user, `-` for standard input; `number` and `line` count from 1; `raw` starts at column 1
    of `line` (a byte order mark is not part of it). With a `fault` of code `limit`, `syntax` or `encoding`, `raw` is
    what was kept. `is_guess` says that nobody but the first bytes told the `kind`, `is_line` that a line feed, which is
    no part of `raw`, ends it. `has_bom` says that a byte order mark stood before it, at the beginning of its file.
    """

    file: str
    number: int
    kind: Kind
    raw: bytes
    line: int
    fault: Finding | None = None
    is_guess: bool = False
    is_line: bool = False
    has_bom: bool = False

    @property
    def line_end(self) -> str:
        """Return what ends the lines of its file: a line feed, or carriage returns where there is none so far."""
        has_line_feed = self.is_line or self.line > 1 or b"\n" in self.raw
        return "\n" if has_line_feed or b"\r" not in self.raw else "\r"


def read_documents(stream: BinaryIO, file: str, kind: Kind | None = None) -> Iterator[Document]:
    """Yield the documents of *stream*, packed by gzip or not, one after the other.

    *kind* is what the user says; else the name of *file* tells, else the first bytes. Blank lines and empty documents
    are passed over and not counted; no document at all is the caller's `no-record`. An OSError of the stream is passed
    on; everything wrong with the bytes is a document's `fault`.
    """
    feed = Feed(stream)
    told = kind or kind_of(file)
    kind = told or sniffed_kind(feed)
    if is_utf16(bytes(feed.head[:4])):
        message = "the text is UTF-16 or UTF-32; save it as UTF-8"
        yield _with_fault(Document(file, 1, kind, bytes(feed.head[:4]), 1), "encoding", message, column=1)
        return
    has_bom = feed.head.startswith(BOM)
    if has_bom:
        del feed.head[: len(BOM)]
    split = {"yaml": _split_yaml, "json": _whole, "jsonl": _split_lines, "csv": _split_tables}[kind]
    for document in split(feed, file):
        document.is_guess = told is None
        document.has_bom = has_bom and document.number == 1
        yield document


def _with_fault(document: Document, code: str, message: str, column: int | None = None) -> Document:
    """Give *document* its fault, at its beginning or (no *column*) where the kept bytes end."""
    line = document.line
    if column is None:
        end = document.line_end.encode()
        line += document.raw.count(end)
        tail = document.raw[document.raw.rfind(end) + 1 :]
        column = 1 + len(tail.decode("utf-8", "replace"))
    document.fault = Finding(code, message, file=document.file, record=document.number, line=line, column=column)
    return document


def _too_long(document: Document) -> Document:
    message = f"the record is longer than {MAX_RECORD_BYTES // 2**20} MiB, the limit for one record"
    return _with_fault(document, "limit", message, column=1)


def _whole(feed: Feed, file: str) -> Iterator[Document]:
    """Yield the whole stream as one document."""
    kept = bytearray()
    for chunk in feed:
        kept += chunk
        if len(kept) > MAX_RECORD_BYTES:
            yield _too_long(Document(file, 1, "json", bytes(kept[:MAX_RECORD_BYTES]), 1))
            return
    document = Document(file, 1, "json", bytes(kept), 1)
    if feed.fault:
        yield _with_fault(document, "syntax", feed.fault)
    elif kept.strip(_SPACE):
        yield document


def _split_lines(feed: Feed, file: str) -> Iterator[Document]:
    """Yield every line that is not blank; only a line feed ends a line."""
    number, line = 0, 1
    held = bytearray()  # the beginning of a line whose end is not here yet
    skipping = False
    for chunk in feed:
        lines = chunk.split(b"\n")
        if held or skipping:
            held += lines[0]
            lines[0] = bytes(held)
        held = bytearray(lines.pop())
        for raw in lines:
            if skipping:
                skipping = False
            elif raw.strip(_SPACE):
                number += 1
                document = Document(file, number, "jsonl", raw.removeprefix(BOM), line, is_line=True)
                yield document if len(raw) <= MAX_RECORD_BYTES else _too_long(document)
            line += 1
        if skipping:
            held.clear()
        elif len(held) > MAX_RECORD_BYTES:
            number += 1
            yield _too_long(Document(file, number, "jsonl", bytes(held[:MAX_RECORD_BYTES]), line))
            held.clear()
            skipping = True
    rest = Document(file, number + 1, "jsonl", bytes(held).removeprefix(BOM), line)
    if feed.fault:
        yield _with_fault(rest, "syntax", feed.fault)
    elif held.strip(_SPACE):
        yield rest


_TABLE = re.compile(rb'"?bluke"?[,;\t]')


def _split_tables(feed: Feed, file: str) -> Iterator[Document]:
    """Yield the score sheets of a spreadsheet; one that is not the first begins with a row `bluke`."""
    number, line = 1, 1
    kept = bytearray()
    first, is_quoted, is_full = 1, False, False
    for raw in _lines(feed):
        if not is_quoted and begins_table(raw) and _has_cells(kept):
            yield from _table(file, number, kept, first)
            number, first, is_full = number + 1, line, False
            kept.clear()
        is_quoted ^= raw.count(b'"') % 2 == 1
        line += 1
        if not is_full:
            kept += raw
            is_full = len(kept) > MAX_RECORD_BYTES
    document = Document(file, number, "csv", bytes(kept), first)
    if feed.fault:
        yield _with_fault(document, "syntax", feed.fault)
    elif _has_cells(kept):
        yield from _table(file, number, kept, first)


def _table(file: str, number: int, kept: bytearray, line: int) -> Iterator[Document]:
    document = Document(file, number, "csv", bytes(kept[:MAX_RECORD_BYTES]), line)
    yield document if len(kept) <= MAX_RECORD_BYTES else _too_long(document)


def begins_table(raw: bytes) -> bool:
    """Return whether a score sheet of a spreadsheet has as its first row the one that ends the sheet above it."""
    return _TABLE.match(raw) is not None


def _has_cells(raw: bytes | bytearray) -> bool:
    return bool(raw.strip(b',;\t" \r\n'))


def _lines(feed: Feed) -> Iterator[bytes]:
    """Yield the lines of a stream, each with its line feed; one that is too long for a record in pieces."""
    held = bytearray()
    for chunk in feed:
        held += chunk
        if b"\n" in chunk:
            *whole, rest = held.split(b"\n")
            yield from (bytes(raw) + b"\n" for raw in whole)
            held = bytearray(rest)
        elif len(held) > MAX_RECORD_BYTES:
            yield bytes(held)
            held.clear()
    if held:
        yield bytes(held)


def _split_yaml(feed: Feed, file: str) -> Iterator[Document]:
    """Yield what stands between the marks; a `---` line belongs to what follows, a `...` line to what it ends."""
    number = 0
    pieces = Pieces()
    for raw, line, fits in pieces.cut(feed):
        document = Document(file, number + 1, "yaml", raw.removeprefix(BOM), line)
        if not fits:
            yield _too_long(document)
        elif _has_content(document.raw):
            yield document
        else:
            continue
        number += 1
    rest = Document(file, number + 1, "yaml", bytes(pieces.buffer).removeprefix(BOM), pieces.line)
    if feed.fault:
        yield _with_fault(rest, "syntax", feed.fault)
    elif _has_content(rest.raw):
        yield rest


def _has_content(raw: bytes) -> bool:
    marked = raw.startswith(b"---") and (len(raw) == 3 or raw[3] in _SPACE)
    return _CONTENT.search(raw[3:] if marked else raw) is not None
