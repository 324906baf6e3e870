"""What kind of text a stream holds: by its name, or else by its first bytes."""

from __future__ import annotations

import re
from typing import Literal

from bluke_cli.record.feed import BOM, Feed
from bluke_cli.record.limits import MAX_RECORD_BYTES

Kind = Literal["yaml", "json", "jsonl", "csv"]

_SUFFIXES: dict[str, Kind] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".bluke": "yaml",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
}


def kind_of(name: str) -> Kind | None:
    """Tell the kind by a file's name; None where the name does not say.

    >>> kind_of("friday.jsonl.gz"), kind_of("friday.txt")
    ('jsonl', None)
    """
    lower = name.lower()
    if lower.endswith(".gz"):
        lower = lower[:-3]
    return next((kind for suffix, kind in _SUFFIXES.items() if lower.endswith(suffix)), None)


def is_utf16(head: bytes) -> bool:
    """Tell UTF-16 and UTF-32 by their mark, or by the zero bytes of their first characters."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return True
    zeros = [byte == 0 for byte in head[:4]]
    return (len(zeros) == 4 and zeros[0] != zeros[1] and zeros[:2] == zeros[2:]) or zeros[:4].count(True) == 3


def sniffed_kind(feed: Feed) -> Kind:
    """Tell the kind by the first bytes.

    What starts with `{` is JSON Lines if its first line is a whole value; what starts as a score sheet does is one.
    """
    head = feed.head
    start = seen = len(BOM) if head.startswith(BOM) else 0
    while True:
        first = _NOT_BLANK.search(head, start)
        start = first.start() if first else len(head)
        if first and first[0] != b"{":
            return "csv" if _begins_sheet(feed, head.rfind(b"\n", 0, start) + 1) else "yaml"
        end = head.find(b"\n", max(start, seen))
        seen = len(head)
        if (first and end >= 0) or seen > MAX_RECORD_BYTES or not feed.read_ahead(seen + 1):
            break
    if not first:
        return "yaml"
    return "jsonl" if _is_whole(bytes(head[start:] if end < 0 else head[start:end])) else "json"


def _begins_sheet(feed: Feed, start: int) -> bool:
    """Return whether the line at *start* is the first of a score sheet; no line of a record in YAML is."""
    first = _line_at(feed, start)
    if not _CELLS.match(first):
        return False
    from bluke_cli.record.csv_heads import begins_sheet  # a record in YAML goes without

    while first and not first.strip(b',;\t" \r\n'):  # an empty row
        start += len(first)
        first = _line_at(feed, start)
    below = _line_at(feed, start + len(first))
    return begins_sheet((first + below).removeprefix(BOM).decode(errors="replace"))


def _line_at(feed: Feed, start: int) -> bytes:
    """Return the line at *start* of a stream, its line feed included, reading ahead as far as it goes."""
    while True:
        seen = len(feed.head)
        end = feed.head.find(b"\n", start)
        if end >= 0 or seen > MAX_RECORD_BYTES or not feed.read_ahead(seen + 1):
            return bytes(feed.head[start : end + 1 if end >= 0 else seen])


_CELLS = re.compile(rb"[^#:\r\n]*?[,;\t]")  # what comes first in YAML is a comment, or has a colon behind its key
_NOT_BLANK = re.compile(rb"[^ \t\r\n]")
_OUTSIDE = re.compile(rb'"(?:[^"\\]|\\.)*"?')


def _is_whole(line: bytes) -> bool:
    """Return whether all brackets of *line* are closed again: a whole value, be it sound or not."""
    bare = _OUTSIDE.sub(b"", line)
    opened = bare.count(b"{") + bare.count(b"[")
    return opened == bare.count(b"}") + bare.count(b"]")
