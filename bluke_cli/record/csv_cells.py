"""Tables as spreadsheets write them (RFC 4180, and what is made of it): cells with their places, however separated.

A **cell** is what stands between two separators; in double quotes it may hold separators and line breaks, and a quote
written twice. Text that a spreadsheet would take for a formula has a `'` before it, which is no part of the text.
Not here: what the cells of a score sheet mean (`csv_tree`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

Value = str | int | float | None
"""What a cell is written from."""

SEPARATORS = ",;\t"
_FORMULA = re.compile(r"'*\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]")
_GUARDED = re.compile(r"'(?='*\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n])")
_QUOTED = re.compile(r'[",;\t\r\n]|^\s|\s$')
QUOTED_CELL = re.compile(r'(?<![^,;\t\r\n])"(?:[^"]|"")*"')
LINE_END = re.compile(r"\r?\n|\r")
_CELL_END = {separator: re.compile(f"[{separator}\r\n]") for separator in SEPARATORS}
SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?\r?\n')


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one cell, without its quotes and its guard; `start` and `end` are offsets of what is written."""

    text: str
    start: int
    end: int


class UnclosedQuoteError(ValueError):
    """A quote is opened and never closed; the offset where is the only argument."""


def separators(text: str) -> list[str]:
    """Return what may separate the cells, likeliest first: what is in most lines, outside quotes, and most in one.

    So a note may hold other separators, and a row that somebody put before the heads.
    """
    marked = SEPARATOR_LINE.match(text)  # a line that one spreadsheet writes for itself
    if marked:
        return [marked[1]]
    lines = QUOTED_CELL.sub('""', text).split("\n")
    return sorted(SEPARATORS, reverse=True, key=lambda sign: _spread(sign, lines))


def _spread(sign: str, lines: list[str]) -> tuple[int, int]:
    return sum(sign in line for line in lines), max(line.count(sign) for line in lines)


def read_rows(text: str, separator: str | None = None) -> list[list[Cell]]:
    """Return the rows of a table, blank ones left out, without the empty cells at their ends.

    Without a *separator* it is the likeliest.
    """
    marked = SEPARATOR_LINE.match(text)
    at = marked.end() if marked else 0
    separator = separator or separators(text)[0]
    rows: list[list[Cell]] = []
    while at < len(text):
        row: list[Cell] = []
        while True:
            cell, at = _cell(text, at, separator)
            row.append(cell)
            if at >= len(text) or text[at] != separator:
                break
            at += 1
        end = LINE_END.match(text, at)
        at = end.end() if end else len(text)
        while row and not row[-1].text:
            row.pop()
        if row:
            rows.append(row)
    return rows


def _cell(text: str, at: int, separator: str) -> tuple[Cell, int]:
    """Return the cell that begins at *at*, and where the separator or line break after it stands."""
    if text.startswith('"', at):
        return _quoted_cell(text, at, separator)
    end = _end_of_cell(text, at, separator)
    start = at + len(text[at:end]) - len(text[at:end].lstrip(" "))
    bare = text[start:end].rstrip(" ")
    return Cell(_unguarded(bare), start, start + len(bare)), end


def _quoted_cell(text: str, at: int, separator: str) -> tuple[Cell, int]:
    close = at + 1
    while True:
        close = text.find('"', close)
        if close < 0:
            raise UnclosedQuoteError(at)
        if not text.startswith('""', close):
            break
        close += 2
    end = _end_of_cell(text, close + 1, separator)
    inside = text[at + 1 : close].replace('""', '"')
    return Cell(_unguarded(inside + text[close + 1 : end].rstrip(" ")), at + 1, close), end


def _end_of_cell(text: str, at: int, separator: str) -> int:
    found = _CELL_END[separator].search(text, at)
    return found.start() if found else len(text)


def _unguarded(text: str) -> str:
    return text[1:] if _GUARDED.match(text) else text


def cell_text(value: Value) -> str:
    r"""Return a value as one cell, however separated: text never as a formula, a number always as a number.

    Of a fraction there are six digits at most, so that it is the same on every machine.

    >>> print(cell_text(-30), cell_text(2 / 3), cell_text("=1+1"), cell_text("a,b"), cell_text("'t Hart"))
    -30 0.666667 '=1+1 "a,b" 't Hart
    """
    if value is None:
        return ""
    if isinstance(value, float):
        digits = f"{value:.6f}".rstrip("0").rstrip(".")
        return "0" if digits == "-0" else digits
    if not isinstance(value, str):
        return str(value)
    guarded = "'" + value if _FORMULA.match(value) else value
    return '"' + guarded.replace('"', '""') + '"' if _QUOTED.search(guarded) else guarded


def row_text(values: Sequence[Value], separator: str = ",", line_end: str = "\n") -> str:
    """Return values as one row, its line end included."""
    return separator.join(map(cell_text, values)) + line_end
