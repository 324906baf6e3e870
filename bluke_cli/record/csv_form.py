"""The form of a score sheet that somebody else made: what is kept of it when its record is written again.

Not here: the sheet itself (`csv_tree` reads it, `report.csv_sheet` writes it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bluke_cli.record.csv_cells import LINE_END, QUOTED_CELL, SEPARATOR_LINE


class SheetForm(NamedTuple):
    """How a sheet is written: what stands `before` its rows, what parts cells and lines, which columns a hand has.

    `columns` are keys of a hand; None for those of a new sheet, filled with what follows. `to_come` are the rows of
    hands still to be played, as keys and texts.
    """

    before: str = ""
    separator: str = ","
    line_end: str = "\n"
    columns: frozenset[str] | None = None
    to_come: Sequence[Mapping[str, str]] = ()


NEW_SHEET = SheetForm()


def form_of(text: str, *, has_bom: bool) -> SheetForm:
    """Return the form of a sheet that was read without a fault; *has_bom* is whether a byte order mark goes before."""
    from bluke_cli.record.csv_tree import outline  # only a sheet needs it

    separator, columns, to_come = outline(text)
    marked = SEPARATOR_LINE.match(text)
    end = LINE_END.search(QUOTED_CELL.sub("", text[marked.end() if marked else 0 :]))
    before = ("\ufeff" if has_bom else "") + (marked[0] if marked else "")
    return SheetForm(before, separator, end[0] if end else "\n", columns, to_come)
