"""The line of a record that a finding speaks of, with a mark under the place: for a person at a terminal.

Nothing of the line can command the terminal, and the mark stands right under what is meant, however wide the
characters before it are. A long line is shown in part.
"""

from __future__ import annotations

import re

from bluke_cli.record.source import Document
from bluke_cli.report.text import escaped, width

INDENT = "    "
CUT = "…"
_TOKEN = re.compile(r"""(["'])(?:(?!\1).)*\1?|[^\s,:\[\]{}"']+|.""", re.DOTALL)


class Source:
    """The text of one record: lines count as in its file, columns as in findings, both from 1."""

    def __init__(self, document: Document) -> None:
        self._lines = document.raw.decode("utf-8", "replace").split(document.line_end)
        self._first = document.line

    def line(self, number: int) -> str | None:
        """Return a line without what ends it; None if the record has no such line."""
        at = number - self._first
        return self._lines[at].removesuffix("\r") if 0 <= at < len(self._lines) else None


def token_length(line: str, column: int) -> int:
    """Return how many characters the word, number or quoted text has that begins at *column*; 1 if there is none.

    >>> token_length("took: [1, 10]", 11)
    2
    """
    found = _TOKEN.match(line, column - 1)
    return len(found[0].rstrip()) or 1 if found else 1


def excerpt(line: str, column: int, room: int) -> tuple[str, str]:
    r"""Return *line*, fit for *room* columns of a terminal, and below it the mark of what stands at *column*.

    >>> print(*excerpt("- {up: 7X, bids: [1, 1]}", 8, 80), sep="\n")
        - {up: 7X, bids: [1, 1]}
               ^~
    """
    at = column - 1
    offset = max(0, at - room)  # no more than this is shown, however long the line is
    cells = [escaped(" " if char == "\t" else char) for char in line[offset : at + room]]
    sizes = [width(cell) for cell in cells]
    room -= len(INDENT) + 2 * len(CUT)
    low = high = min(at - offset, len(cells))
    used = 0
    while low and used + sizes[low - 1] <= room * 2 // 3:
        low -= 1
        used += sizes[low]
    while high < len(cells) and used + sizes[high] <= room:
        used += sizes[high]
        high += 1
    while low and used + sizes[low - 1] <= room:
        low -= 1
        used += sizes[low]
    before = CUT if offset + low else ""
    after = CUT if offset + high < len(line) else ""
    start, end = at - offset, min(at - offset + token_length(line, column), high)
    mark = " " * (len(before) + sum(sizes[low:start])) + "^" + "~" * (sum(sizes[start:end]) - 1)
    return f"{INDENT}{before}{''.join(cells[low:high])}{after}", INDENT + mark
