"""A score sheet from a spreadsheet as the tree of a record: a row a hand, and for each player what they bid and took.

Above the hands stand the **heads** (`csv_heads`). Rows that begin with a word, such as `rules` or `final`, say
something of the game, before the heads or after the hands. Every cell keeps its place, so that a finding names it.
Not here: what separates the cells (`csv_cells`), and whether what they say is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Literal

from bluke_cli.diagnostics import Finding
from bluke_cli.record.csv_cells import SEPARATORS, Cell, UnclosedQuoteError, read_rows, separators
from bluke_cli.record.csv_heads import LISTS, PLAYER_HEADS, TEXTS, WORDS, Heads, heads_at
from bluke_cli.record.nodes import Lines, Node

_SIZE = re.compile("[1-9][0-9]?")
_PART_OF_SCHEDULE = re.compile(r"[0-9]+(-[0-9]+)*")
_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "-": "none"}


def parse_sheet(text: str, first_line: int) -> tuple[Node | None, list[Finding]]:
    """Return the tree of a score sheet and what is wrong with its form; no tree where it has no heads."""
    lines = Lines(text, first_line)
    try:
        return _Sheet(lines, _parted(text)[1]).tree()
    except UnclosedQuoteError as error:
        return None, [lines.finding("syntax", "this quote is never closed", int(error.args[0]))]


def _parted(text: str) -> tuple[str, list[list[Cell]]]:
    """Return the likeliest separator that makes heads of a row, else the likeliest; and the rows that it parts."""
    likely = separators(text)
    for separator in likely:
        with suppress(UnclosedQuoteError):
            rows = read_rows(text, separator)
            found = (heads_at(*rows[at : at + 2]) for at in range(len(rows)))
            if any(heads is not None and len(heads.players) > 1 and not heads.faults for heads in found):
                return separator, rows
    return likely[0], read_rows(text, likely[0])


def planned_sizes(text: str) -> list[int]:
    """Return the cards a player of every hand of a score sheet, those still to be played too.

    Empty where a row does not say it, or the rows are not numbered from 1.
    """
    sheet = _Sheet(Lines(text, 1), _parted(text)[1])
    sheet.tree()
    rows = list(map(_texts, [*sheet.hands, *sheet.to_come]))
    in_order = all(row.get("hand", str(at)) == str(at) for at, row in enumerate(rows, 1))
    sizes = [row.get("size", "") for row in rows]
    return [int(size) for size in sizes] if in_order and all(map(_SIZE.fullmatch, sizes)) else []


def outline(text: str) -> tuple[str, frozenset[str], list[dict[str, str]]]:
    """Return what separates the cells, which keys of a hand have a column, and the rows still to be played."""
    separator, rows = _parted(text)
    sheet = _Sheet(Lines(text, 1), rows)
    sheet.tree()
    columns = [] if sheet.heads is None else sheet.heads.columns
    keys = frozenset(column[0] for column in columns if column is not None and column[1] is None)
    return separator, keys, list(map(_texts, sheet.to_come))


def _texts(hand: Node) -> dict[str, str]:
    return {key.value: value.value for key, value in hand.value}


class _Sheet:
    """One sheet on its way from rows to a tree."""

    def __init__(self, lines: Lines, rows: list[list[Cell]]) -> None:
        self.lines = lines
        self.rows = rows
        self.findings: list[Finding] = []
        self.pairs: list[tuple[Node, Node]] = []
        self.hands: list[Node] = []
        self.to_come: list[Node] = []
        self.heads: Heads | None = None

    def tree(self) -> tuple[Node | None, list[Finding]]:
        """Return the tree and the findings, see `parse_sheet`."""
        at = 0
        while at < len(self.rows):
            heads = heads_at(*self.rows[at : at + 2]) if self.heads is None else None
            if heads is not None:
                self.heads = heads
                for fault in heads.faults:
                    self._complain(*fault)
            else:
                self._read_row(self.rows[at])
            at += 1 if heads is None else heads.rows
        if self.heads is not None and self.heads.players:
            return self._game(self.heads), self.findings
        message = "this is no score sheet: no column is headed as a player's bid, as in: hand, cards, Ann bid, Bo bid"
        self._complain("syntax", message, self.rows[0][0])
        return None, self.findings[-1:]

    def _game(self, heads: Heads) -> Node:
        """Return the record: what the rows said, players and dealer from the table, and the hands."""
        while self.hands and not _says_anything(self.hands[-1]):
            self.to_come.insert(0, self.hands.pop())
        start = Cell("", 0, 0)
        pairs = {key.value: (key, value) for key, value in self.pairs}
        pairs.setdefault("bluke", (self._text(start, "bluke"), self._plain(start, "1")))
        pairs["players"] = (
            self._text(start, "players"),
            self._node("seq", list(map(self._text, heads.players)), start),
        )
        if "bots" in pairs:  # a row ends before its empty cells
            bots = pairs["bots"][1]
            bots.value.extend(self._plain(Cell("", bots.end, bots.end)) for _ in heads.players[len(bots.value) :])
        if not pairs.keys() & {"dealer", "draw"} and (dealer := self._first_dealer()) is not None:
            pairs["dealer"] = (self._text(start, "dealer"), dealer)
        pairs["hands"] = (self._text(start, "hands"), self._node("seq", self.hands, start))
        return self._node("map", list(pairs.values()), start)

    def _first_dealer(self) -> Node | None:
        """Return who deals hand 1, if the table says it."""
        rows = [*self.hands, *self.to_come]
        if not rows:
            return None
        found = {key.value: value for key, value in rows[0].value}
        number = found.get("hand")
        return found.get("dealer") if number is None or number.value == "1" else None

    # the rows

    def _read_row(self, row: Sequence[Cell]) -> None:
        """Read a row that holds no heads."""
        word = row[0].text.strip().casefold()
        if word in WORDS or self.heads is None or (self.heads.begin_with_number and not _is_number(word)):
            self._read_word_row(word, row)
        else:
            self.hands.append(self._hand(row, self.heads))

    def _read_word_row(self, word: str, row: Sequence[Cell]) -> None:
        """Keep what a row says of the game."""
        key = self._text(row[0], word)
        value: Node | None = None
        if any(other.value == word for other, _ in self.pairs):
            self._complain("duplicate-key", f"there are two rows {word!r}", row[0])
        elif word in (*TEXTS, "bluke", "dealer"):
            value = None if len(row) == 1 else self._plain(row[1]) if word == "bluke" else self._text(row[1])
            self._complain_of(row[2:], f"behind {word!r} one cell is read; put text with commas in double quotes")
        elif word in LISTS:
            value = self._node(
                "seq", [self._text(cell) if cell.text else self._plain(cell) for cell in row[1:]], row[0]
            )
        elif word == "rules":
            value = self._node("map", [self._rule(cell) for cell in _settings(row[1:])], row[0])
        elif word == "final" and self.heads is not None:
            value = self._list(row, self.heads, "total")
            totals = [column is not None and column[0] == "total" for column in self.heads.columns]
            others = [cell for cell, is_total in zip_longest(row[1:], totals[1:]) if cell is not None and not is_total]
            self._complain_of(others, "'final' is read from under the totals only")
        else:
            message = f"a row begins with the number of a hand, or with one of {', '.join(WORDS)}; not with {word!r}"
            sign = next((sign for sign in SEPARATORS if sign in word), None)
            if sign is not None and word.partition(sign)[0].rstrip() in WORDS:
                message = f"this is all one cell, for the cells of this sheet are not separated by {sign!r}"
            self._complain("unknown-key", message, row[0])
        if value is not None:
            self.pairs.append((key, value))

    def _rule(self, cell: Cell) -> tuple[Node, Node]:
        """Return the house rule that a cell names as ``key=value``."""
        key, equals, value = cell.text.partition("=")
        behind = Cell(value.strip(), cell.start + len(key) + len(equals), cell.end)
        return self._text(cell, key.strip()), self._text(behind) if key == "schedule" else self._plain(behind)

    def _hand(self, row: Sequence[Cell], heads: Heads) -> Node:
        pairs: list[tuple[Node, Node]] = []
        for column, cell in zip(heads.columns, row, strict=False):
            if column is not None and column[1] is None and cell.text:
                key, is_number = column[0], column[0] in ("hand", "size", "cut")
                text = _SIGNS.get(cell.text, cell.text) if key == "trump" else cell.text
                pairs.append((self._text(cell, key), self._number(cell) if is_number else self._text(cell, text)))
        for key in PLAYER_HEADS.values():
            values = self._list(row, heads, key)
            if values is not None:
                pairs.append((self._text(row[0], key), values))
        for cell in row[len(heads.columns) :]:
            self._complain("unknown-key", "this column has no head", cell)
        return self._node("map", pairs, row[0])

    def _list(self, row: Sequence[Cell], heads: Heads, key: str) -> Node | None:
        """Return the numbers of all players in one kind of column; None where none is written."""
        cells = [self._cell(row, heads, key, seat) for seat in range(len(heads.players))]
        first = next((cell for cell in cells if cell.text), None)
        return None if first is None else self._node("seq", [self._number(cell) for cell in cells], first)

    def _cell(self, row: Sequence[Cell], heads: Heads, key: str, seat: int) -> Cell:
        """Return a player's cell in a kind of column; an empty one where the row ends before, or there is no column."""
        at = heads.columns.index((key, seat)) if (key, seat) in heads.columns else len(row)
        return row[at] if at < len(row) else Cell("", row[-1].end, row[-1].end)

    def _number(self, cell: Cell) -> Node:
        """Return a number as a spreadsheet may show it: with a plus, or a true minus sign."""
        text = cell.text.strip().replace("\u2212", "-")
        return self._plain(cell, text[1:] if text[:1] == "+" and text[1:].isdecimal() else text)

    # nodes

    def _text(self, cell: Cell, text: str | None = None) -> Node:
        """Return what is text whatever it looks like: in a table nobody puts a name like 12 in quotes."""
        return Node("text", cell.text if text is None else text, cell.start, cell.end, "", self.lines)

    def _plain(self, cell: Cell, text: str | None = None) -> Node:
        return Node("plain", cell.text if text is None else text, cell.start, cell.end, "", self.lines)

    def _node(self, kind: Literal["map", "seq"], value: list[Node] | list[tuple[Node, Node]], at: Cell) -> Node:
        return Node(kind, value, at.start, at.end, "", self.lines)

    def _complain_of(self, cells: Sequence[Cell], message: str) -> None:
        """Report the cells in which something stands that nobody would read."""
        for cell in cells:
            if cell.text.strip():
                self._complain("unknown-key", message, cell)

    def _complain(self, code: str, message: str, cell: Cell) -> None:
        self.findings.append(self.lines.finding(code, message, cell.start))


def _settings(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells of a row `rules`, a schedule with commas as one, though it was typed without quotes."""
    found: list[Cell] = []
    for cell in cells:
        if found and _PART_OF_SCHEDULE.fullmatch(cell.text) and found[-1].text.startswith("schedule="):
            found[-1] = Cell(f"{found[-1].text},{cell.text}", found[-1].start, cell.end)
        elif cell.text:
            found.append(cell)
    return found


def _is_number(word: str) -> bool:
    return not word or word.lstrip("+-\u2212").isdecimal()


def _says_anything(hand: Node) -> bool:
    """Tell whether a row holds more than what can be written down before the hand is played."""
    return any(key.value not in ("hand", "size", "dealer") for key, _ in hand.value)
