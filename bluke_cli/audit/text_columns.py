"""The columns of hands that are still text: JSON without a space, all hands with the same keys in the same order.

The quotes cut the text into pieces. Which keys there are says what each piece must be, but for the texts and the lists
of numbers: these are the columns. A claim is true if it is written as it would be if it were written anew; so nothing
of the text goes unseen, and little of it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import itemgetter

from bluke_cli.audit.columns import Column, Columns
from bluke_cli.audit.frame import Frame
from bluke_cli.rules.cards import PACK_SIZE

_KEY = re.compile('"([a-z]+)":')
_NUMBERS = {str(number): number for number in range(PACK_SIZE)}

_TOLD = ("hand", "size")
_TEXTS = ("dealer", "trump", "up", "tricks")
_LISTS = ("bids", "took", "score", "total")
_TAUGHT = frozenset({*_TOLD, *_TEXTS, *_LISTS})
"""The keys that are known here, which are not all that there are."""

_MARK = "\0"

BETWEEN = "},{"
"""What is between two hands."""

Pieces = Sequence[str]
Pick = Callable[[Pieces], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the pieces of a game's hands are: how many, which of them are told by the keys, and which make a column.

    Of columns of numbers `forms` has the text, quotes between the pieces included, with ``%d`` for each number, and
    `ends` what is behind the numbers of a list.
    """

    count: int
    pick_fixed: Pick
    fixed: tuple[str, ...]
    columns: dict[str, Pick]
    forms: dict[str, str]
    ends: dict[str, str]


class TextColumns(Columns):
    """The columns of hands that have not been read; `keys` are those of each hand."""

    def __init__(self, keys: tuple[str, ...], pieces: Pieces, layout: _Layout, frame: Frame) -> None:
        super().__init__(frame)
        self.keys = keys
        self._pieces = pieces
        self._layout = layout

    def has(self, key: str) -> bool:
        """Return whether the hands have this key."""
        return key in self.keys

    def claims(self, key: str, true: Column) -> bool:
        """Return whether what is written under *key*, if it is, is true."""
        if key not in self._layout.columns:
            return True  # it is not written, or told by the keys
        if key in _TEXTS:
            return self.texts(key) == tuple(true)
        return self._written(key) == self._layout.forms[key] % tuple(chain.from_iterable(true))

    def numbers(self, key: str) -> Sequence[list[int]] | None:
        """Return the lists of small whole numbers under *key*, None if they are not written as they should be."""
        written, end = self._written(key), self._layout.ends[key]
        if not written.startswith(":[") or not written.endswith(end):
            return None
        lists = written[2 : -len(end)].split(f'{end}":[')
        numbers = [list(map(_NUMBERS.__getitem__, numbers.split(","))) for numbers in lists]
        return numbers if set(map(len, numbers)) == {self.players} else None

    def texts(self, key: str) -> Column:
        """Return what is written under *key*; of tricks all in one column."""
        return self._layout.columns[key](self._pieces) if key in self.keys else ()

    def _written(self, key: str) -> str:
        return '"'.join(self._layout.columns[key](self._pieces))


def text_columns(hands: str, frame: Frame) -> TextColumns | None:
    """Return the columns of *hands*, None if they are not written as is known here.

    *hands* are without the brackets and braces at both ends.
    """
    if hands.count(BETWEEN) + 1 != len(frame.sizes):
        return None
    keys = tuple(_KEY.findall(hands.partition("}")[0]))
    layout = _layout(keys, len(frame.players), tuple(frame.sizes))
    if layout is None:
        return None
    pieces = (hands + BETWEEN).split('"')
    if len(pieces) != layout.count or layout.pick_fixed(pieces) != layout.fixed:
        return None
    return TextColumns(keys, pieces, layout, frame)


@lru_cache(maxsize=64)
def _layout(keys: tuple[str, ...], players: int, sizes: tuple[int, ...]) -> _Layout | None:
    """Return the layout of hands with these keys, None if not all are known here."""
    if len(set(keys)) != len(keys) or not {"bids"} <= set(keys) <= _TAUGHT:
        return None
    hands = [_hand(keys, number, size) + BETWEEN for number, size in enumerate(sizes, 1)]
    pieces = "".join(hands).split('"')
    fixed = [at for at, piece in enumerate(pieces) if _MARK not in piece]
    columns = {
        key: _pick([at for at, piece in enumerate(pieces) if _mark(key) in piece]) for key in keys if key not in _TOLD
    }
    lists = f"[{','.join(['%d'] * players)}]"
    forms = {key: '"'.join(columns[key](pieces)).replace(_mark(key), lists) for key in keys if key in _LISTS}
    ends = {key: "]" + columns[key](pieces)[0].partition(_mark(key))[2] for key in forms}
    return _Layout(len(pieces), _pick(fixed), tuple(pieces[at] for at in fixed), columns, forms, ends)


def _mark(key: str) -> str:
    return f"{_MARK}{key}{_MARK}"


def _hand(keys: Sequence[str], number: int, size: int) -> str:
    """Return a hand as it is written, but for its braces, a mark for each part of a column."""
    written = {key: f'"{_mark(key)}"' for key in _TEXTS} | {key: _mark(key) for key in _LISTS}
    written |= {"hand": str(number), "size": str(size), "tricks": f"[{','.join([written['tricks']] * size)}]"}
    return ",".join(f'"{key}":{written[key]}' for key in keys)


def _pick(places: Sequence[int]) -> Pick:
    """Return what picks the pieces at these places."""
    if len(places) == 1:
        return lambda pieces: (pieces[places[0]],)
    pick: Pick = itemgetter(*places)
    return pick
