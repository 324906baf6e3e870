"""The tree of a text: every value with the place where it is written, whatever the language.

A **node** is one object, list, text or plain word of a document. Offsets count code points of the document's text from
0; lines and columns are those of the file and count from 1. A line ends at a line feed, in a file without any at a
carriage return, and nowhere else.
Not here: how a text becomes a tree (`json_tree`, `yaml_tree`), and what the tree is worth (`tree`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from bluke_cli.diagnostics import Finding


class Marker(Enum):
    """What a shape says of a place: text is due there, so a plain scalar of YAML is its own spelling."""

    TEXT = "text"
    TEXT_OR_NULL = "text or null"


TEXT = Marker.TEXT
TEXT_OR_NULL = Marker.TEXT_OR_NULL

Shape = Any
"""Where text is due: a Marker, ``{key: Shape}``, ``[Shape]`` for every element of a list, or None: nowhere."""


class _Broken:
    """Stands where a value was that has been reported already."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "BROKEN"

    def __reduce__(self) -> str:
        return "BROKEN"  # one and the same after copying, too


BROKEN = _Broken()

MERGE_KEY = "<<"
"""What merges keys from elsewhere into an object, in other YAML; here it is refused, and its value is BROKEN."""


def line_end(text: str) -> str:
    """Return what ends the lines of a text: a line feed, or the carriage return of an old Mac where there is none."""
    return "\r" if "\r" in text and "\n" not in text else "\n"


class Lines:
    """Turns offsets of a text into lines and columns of its file; *end*, what ends a line, else shows in the text."""

    __slots__ = ("_starts", "end", "first_line", "text")

    def __init__(self, text: str, first_line: int = 1, end: str | None = None) -> None:
        self.text = text
        self.first_line = first_line
        self.end = end or line_end(text)
        self._starts: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of the character at *offset*."""
        if self._starts is None:
            self._starts = [0, *(found.end() for found in re.finditer(self.end, self.text))]
        row = bisect_right(self._starts, offset) - 1
        return self.first_line + row, offset - self._starts[row] + 1

    def about_ends(self) -> str:
        """Return the end of a message about two records in one, where that comes from what ends the lines."""
        hint = "; records are parted by line feeds, and here are carriage returns only"
        return hint if self.end == "\r" else ""

    def finding(self, code: str, message: str, offset: int) -> Finding:
        """Return a finding at *offset* that concerns the text as a whole."""
        line, column = self.place(offset)
        return Finding(code, message, line=line, column=column)


@dataclass(slots=True)
class Node:
    """One value as it is written.

    `value` is a list of (key, value) pairs of nodes for a map, a list of nodes for a seq, the str itself for a text,
    the spelling for a plain word: a number, `true`, a YAML scalar without quotes. A broken node has been reported and
    is worth nothing. `start` and `end` are offsets, quotes and brackets included. `style` is what a text begins with (a
    quote, `|`, `>`), a bracket for a collection in brackets, else empty.
    """

    kind: Literal["map", "seq", "text", "plain", "broken"]
    value: Any
    start: int
    end: int
    style: str
    lines: Lines

    @property
    def line(self) -> int:
        """Return the line of its first character."""
        return self.lines.place(self.start)[0]

    @property
    def column(self) -> int:
        """Return the column of its first character."""
        return self.lines.place(self.start)[1]

    @property
    def spelling(self) -> str:
        """Return the characters as they stand in the text."""
        return self.lines.text[self.start : self.end]

    def child(self, step: str | int) -> tuple[Node | None, Node] | None:
        """Return key (None in a list) and value one step further down; None if there is no such thing."""
        if self.kind == "map":
            return next(((key, value) for key, value in self.value if key.value == step), None)
        if self.kind == "seq" and isinstance(step, int) and 0 <= step < len(self.value):
            return None, self.value[step]
        return None

    def at(self, path: Iterable[str | int]) -> Node | None:
        """Return what stands at *path* below this node, None if there is no such thing."""
        node = self
        for step in path:
            found = node.child(step)
            if found is None:
                return None
            node = found[1]
        return node


_ESCAPES = dict(zip("0abtnvfreN_LP", "\0\a\b\t\n\v\f\r\x1b\x85\xa0\u2028\u2029", strict=True))
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_JOINED = re.compile(r"\r?\n[ \t\r\n]*|\r[ \t\r\n]*")


def characters(node: Node) -> Iterator[tuple[int, str]]:
    """Yield the characters of a text or plain word, each with its offset, before lines are folded.

    A character written as an escape is yielded once, two halves of a surrogate pair as one. Line breaks, indentation
    and doubled single quotes of YAML come as they stand: right for finding words, not for the text itself.
    """
    text, style = node.lines.text, node.style
    if style == '"':
        yield from _quoted(text, node.start + 1, node.end - 1)
    elif style == "'":
        yield from zip(range(node.start + 1, node.end - 1), text[node.start + 1 : node.end - 1], strict=True)
    else:
        start = node.start
        if style:  # a block scalar begins after the line of its indicator
            start = text.find(node.lines.end, node.start, node.end) + 1 or node.end
        yield from zip(range(start, node.end), text[start : node.end], strict=True)


def _quoted(text: str, at: int, end: int) -> Iterator[tuple[int, str]]:
    while at < end:
        char, size = text[at], 1
        if char == "\\":
            joined = _JOINED.match(text, at + 1)
            if joined:
                at = joined.end()
                continue
            char, size = _escaped(text, at)
            if "\ud800" <= char <= "\udbff" and text[at + size : at + size + 1] == "\\":
                low, low_size = _escaped(text, at + size)
                if "\udc00" <= low <= "\udfff":
                    char = (char + low).encode("utf-16", "surrogatepass").decode("utf-16")
                    size += low_size
        yield at, char
        at += size


def _escaped(text: str, at: int) -> tuple[str, int]:
    """Return the character that the escape at *at* means, and the length of the escape."""
    letter = text[at + 1]
    digits = _HEX_DIGITS.get(letter)
    if digits is None:
        return _ESCAPES.get(letter, letter), 2
    return chr(int(text[at + 2 : at + 2 + digits], 16)), 2 + digits


def word_offsets(node: Node) -> list[int]:
    """Return the offset of each word of a text: of each run of characters that are no white space."""
    offsets: list[int] = []
    inside = False
    for offset, char in characters(node):
        if char.isspace():
            inside = False
        elif not inside:
            inside = True
            offsets.append(offset)
    return offsets
