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
    """Tell the kind by the first bytes: what starts with `{` is JSON Lines if its first line is a whole value."""
    head = feed.head
    start = seen = len(BOM) if head.startswith(BOM) else 0
    while True:
        first = _NOT_BLANK.search(head, start)
        start = first.start() if first else len(head)
        if first and first[0] != b"{":
            return "yaml"
        end = head.find(b"\n", max(start, seen))
        seen = len(head)
        if (first and end >= 0) or seen > MAX_RECORD_BYTES or not feed.read_ahead(seen + 1):
            break
    if not first:
        return "yaml"
    return "jsonl" if _is_whole(bytes(head[start:] if end < 0 else head[start:end])) else "json"


_NOT_BLANK = re.compile(rb"[^ \t\r\n]")
_OUTSIDE = re.compile(rb'"(?:[^"\\]|\\.)*"?')


def _is_whole(line: bytes) -> bool:
    """Return whether all brackets of *line* are closed again: a whole value, be it sound or not."""
    bare = _OUTSIDE.sub(b"", line)
    opened = bare.count(b"{") + bare.count(b"[")
    return opened == bare.count(b"}") + bare.count(b"]")
