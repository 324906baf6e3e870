"""The heads of a score sheet: what each of its columns holds, and who plays.

They are one row, with `Ann bid`, `Ann took`, `Ann score` and `Ann total` for each player; or two, the names above and
`bid`, `took`, `score` and `total` below. A name stands for the columns to its right, too, up to the next one: that is
what merged cells leave.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from bluke_cli.record.csv_cells import SEPARATORS, Cell, UnclosedQuoteError, read_rows

TEXTS = ("scorekeeper", "stopped", "date", "event", "site", "note")
LISTS = ("draw", "winners", "bots")
WORDS = ("bluke", "dealer", "rules", *LISTS, "final", *TEXTS)
"""The first cells of the rows that say something of the game."""

HAND_HEADS = {word: word for word in ("hand", "dealer", "up", "trump", "cut", "note")} | {"cards": "size"}
PLAYER_HEADS = {"bid": "bids", "took": "took", "score": "score", "total": "total"}
"""The heads of the columns, and the keys of a hand that they stand for: once, and once for each player."""

_FIRST_CELL = re.compile(
    rf'"?sep=[,;\t]"?\r?\n| *"?(?:{"|".join((*WORDS, *HAND_HEADS))})"? *(?:[,;]|\t(?!\s*:))', re.IGNORECASE
)

Column = tuple[str, int | None]
"""A key of a hand, and the seat if it is a player's."""


class _Label(NamedTuple):
    """What stands over a column: the word, the cell that has it, and whose it is; `name` None if it is nobody's."""

    word: str
    cell: Cell
    name: Cell | None = None


@dataclass(slots=True)
class Heads:
    """What each column holds, None for one without a head; the players' names; how many `rows` the heads take.

    `faults` are code, message and cell.
    """

    rows: int
    columns: list[Column | None] = field(default_factory=list)
    players: list[Cell] = field(default_factory=list)
    faults: list[tuple[str, str, Cell]] = field(default_factory=list)

    @property
    def begin_with_number(self) -> bool:
        """Whether the first column holds numbers, so that a word there says something of the game."""
        return self.columns[0] not in (("dealer", None), ("trump", None), ("up", None), ("note", None))

    def enter(self, label: _Label) -> None:
        """Enter what stands over the next column; a head that is none is reported."""
        found = self._column(label)
        if found is None and label.word.casefold() in PLAYER_HEADS:
            self._complain("unknown-key", f"whose {label.word!r} is it? No name stands before or above", label.cell)
        elif found is None and label.word:
            known = ", ".join((*HAND_HEADS, *(f"Ann {head}" for head in PLAYER_HEADS)))
            self._complain("unknown-key", f"{label.word!r} is no head of a column; there are {known}", label.cell)
        elif found is not None and found in self.columns:
            text = label.word if label.name is None else f"{label.name.text} {label.word}"
            self._complain("duplicate-key", f"{text!r} stands over two columns", label.cell)
            found = None
        self.columns.append(found)

    def _column(self, label: _Label) -> Column | None:
        word = label.word.casefold()
        if label.name is not None:
            return PLAYER_HEADS[word], self._seat(label.name)
        return (HAND_HEADS[word], None) if word in HAND_HEADS else None

    def _seat(self, name: Cell) -> int:
        """Return the seat of a player, the next one for a name not seen before."""
        names = [player.text for player in self.players]
        if name.text not in names:
            self.players.append(name)
            return len(names)
        return names.index(name.text)

    def _complain(self, code: str, message: str, cell: Cell) -> None:
        self.faults.append((code, message, cell))


def _is_yaml(row: list[Cell]) -> bool:
    """Return whether there may be a key of YAML in a row."""
    return ":" in row[0].text or any(": " in cell.text for cell in row)


def begins_sheet(text: str) -> bool:
    """Return whether *text*, two lines, begins a score sheet: with heads, or a row that says something of the game.

    A row above the heads may say anything. What a record in YAML may begin with is no sheet.
    """
    if _FIRST_CELL.match(text):
        return True
    for separator in SEPARATORS:
        with suppress(UnclosedQuoteError):
            rows = read_rows(text, separator)
            found = [heads_at(*rows[at : at + 2]) for at in range(len(rows[:2])) if not _is_yaml(rows[at])]
            if any(heads is not None and len(heads.players) > 1 for heads in found):
                return True
    return False


def heads_at(row: Sequence[Cell], below: Sequence[Cell] = ()) -> Heads | None:
    """Return the heads that begin in a row, *below* being the next one; None where it holds none."""
    word = row[0].text.strip().casefold()
    if word in WORDS and (word not in HAND_HEADS or len(row) <= 2):  # `dealer` and `note` are both
        return None
    words = {_word(cell) for cell in below} - {""}
    is_one = any(cell.text.strip().casefold().endswith(" bid") for cell in row)  # as a player may be called, too
    if "bid" in words and (not is_one or words <= {*HAND_HEADS, *PLAYER_HEADS}):
        heads, labels = Heads(2), _labels_below(row, below)
    elif is_one:
        heads, labels = Heads(1), _labels(row)
    else:
        return None
    for label in labels:
        heads.enter(label)
    return heads


def _labels(row: Sequence[Cell]) -> Iterator[_Label]:
    for cell in row:
        name, _, word = cell.text.rstrip(" ").rpartition(" ")
        is_players = name and word.casefold() in PLAYER_HEADS and _word(cell) not in HAND_HEADS
        yield _Label(word, cell, Cell(name, cell.start, cell.end)) if is_players else _Label(cell.text.strip(), cell)


def _labels_below(names: Sequence[Cell], words: Sequence[Cell]) -> Iterator[_Label]:
    """Yield what stands over each column, where names stand in one row and words in the next."""
    name, blank = None, Cell("", words[-1].end, words[-1].end)
    for above, below in zip_longest(names, words, fillvalue=blank):
        is_players = _word(below) in PLAYER_HEADS
        if _word(above):
            name = above if is_players else None
        if is_players and name is not None:
            yield _Label(below.text.strip(), below, name)
        else:
            cell = above if _word(above) else below
            yield _Label(cell.text.strip(), cell)


def _word(cell: Cell) -> str:
    return cell.text.strip().casefold()
