"""The columns of hands that are still text, in a canonical spelling, all hands with the same keys in the same order.

The text is cut into pieces, JSON at its quotes, YAML at its line ends. Which keys there are says what each piece must
be, but for the texts and the lists of numbers: these are the columns. A claim is true if it is written as it would be
if it were written anew; so nothing of the text goes unseen, and little of it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from bluke_cli.audit.columns import Column, Columns
from bluke_cli.audit.frame import Frame
from bluke_cli.record.writer import flow
from bluke_cli.rules.cards import PACK_SIZE

_NUMBERS = {str(number): number for number in range(PACK_SIZE)}

_TOLD = ("hand", "size")
_TEXTS = ("dealer", "trump", "up", "tricks")
_LISTS = ("bids", "took", "score", "total")
_TAUGHT = frozenset({*_TOLD, *_TEXTS, *_LISTS})
"""The keys that are known here, which are not all that there are."""

_MARK = "\0"

Pick = Callable[[Sequence[str]], tuple[str, ...]]


class Spelling(NamedTuple):
    """A way of writing hands; what is `between` two of them, where they are `cut`, what finds their `keys`.

    The others are the forms of a `key`, a `value` and a `text`, what is between two `pairs` of key and value and two
    numbers (`comma`), and what is before, between and behind the `tricks` of a hand; and what will `write` a text,
    where it needs more than the form.
    """

    between: str
    cut: str
    keys: re.Pattern[str]
    key: str
    value: str
    text: str
    pairs: str
    comma: str
    tricks: tuple[str, str, str]
    write: Callable[[str], str]


JSON = Spelling("},{", '"', re.compile('"([a-z]+)":'), '"{}":', "{}", '"{}"', ",", ",", ('["', '","', '"]'), str)
YAML = Spelling(
    *("\n- ", "\n", re.compile("(?m)^(?:  )?([a-z]+):"), "{}:", " {}", "{}", "\n  ", ", "),
    tricks=("\n  - ", "\n  - ", ""),
    write=flow,
)


class _Column(NamedTuple):
    """The pieces that make a column: which, and what is before and behind each part of it, the same for all.

    Of a column of numbers, `form` has its whole text, with ``%d`` for each number.
    """

    pick: Pick
    before: str
    behind: str
    form: str


class _Layout(NamedTuple):
    """What the pieces of a game's hands are: how many, which of them are told by the keys, and which make a column."""

    length: int
    pick_fixed: Pick
    fixed: tuple[str, ...]
    columns: dict[str, _Column]


class TextColumns(Columns):
    """The columns of hands that have not been read; `keys` are those of each hand."""

    def __init__(
        self, keys: tuple[str, ...], pieces: Sequence[str], layout: _Layout, spelling: Spelling, frame: Frame
    ) -> None:
        super().__init__(frame)
        self.keys = keys
        self._pieces = pieces
        self._layout = layout
        self._spelling = spelling

    def has(self, key: str) -> bool:
        """Return whether the hands have this key."""
        return key in self.keys

    def claims(self, key: str, true: Column) -> bool:
        """Return whether what is written under *key*, if it is, is true."""
        column = self._layout.columns.get(key)
        if column is None:
            return True  # it is not written, or told by the keys
        if key in _TEXTS:
            return list(self.texts(key)) == list(map(self._spelling.write, true))
        return self._spelling.cut.join(column.pick(self._pieces)) == column.form % tuple(chain.from_iterable(true))

    def numbers(self, key: str) -> Sequence[list[int]] | None:
        """Return the lists of small whole numbers under *key*, None if they are not written as they should be."""
        comma = self._spelling.comma
        numbers = [list(map(_NUMBERS.__getitem__, numbers.split(comma))) for numbers in self._parts(key)]
        return numbers if set(map(len, numbers)) == {self.players} else None

    def texts(self, key: str) -> Column:
        """Return what is written under *key*; of tricks all in one column."""
        return self._parts(key) if key in self.keys else ()

    def _parts(self, key: str) -> Sequence[str]:
        """Return the parts of a column.

        Raises ValueError if it is not written as it should be.
        """
        pick, before, behind, _ = self._layout.columns[key]
        pieces, cut = pick(self._pieces), self._spelling.cut
        if not before and not behind:
            return pieces
        whole = cut.join(pieces)
        parts = whole[len(before) : len(whole) - len(behind)].split(behind + cut + before)
        if not whole.startswith(before) or not whole.endswith(behind) or len(parts) != len(pieces):
            raise ValueError(f"there is something else beside {key}")
        return parts


def text_columns(hands: str, spelling: Spelling, frame: Frame) -> TextColumns | None:
    """Return the columns of *hands*, None if they are not written as is known here.

    *hands* are without what a spelling has between two of them at both ends.
    """
    if hands.count(spelling.between) + 1 != len(frame.sizes):
        return None
    keys = tuple(spelling.keys.findall(hands.partition(spelling.between)[0]))
    cards = 3 * len(frame.players) * sum(frame.sizes) if "tricks" in keys else 0
    if len(hands) < cards + len(frame.sizes) * sum(map(len, keys)):
        return None  # it is too short to be worth a layout
    layout = _layout(keys, len(frame.players), tuple(frame.sizes), spelling)
    if layout is None:
        return None
    pieces = (hands + spelling.between).split(spelling.cut)
    if len(pieces) != layout.length or layout.pick_fixed(pieces) != layout.fixed:
        return None
    return TextColumns(keys, pieces, layout, spelling, frame)


@lru_cache(maxsize=8)  # a layout may take more room than the text
def _layout(keys: tuple[str, ...], players: int, sizes: tuple[int, ...], spelling: Spelling) -> _Layout | None:
    """Return the layout of hands with these keys, None if not all are known here."""
    if len(set(keys)) != len(keys) or not {"bids"} <= set(keys) <= _TAUGHT:
        return None
    hands = [_hand(keys, number, size, spelling) + spelling.between for number, size in enumerate(sizes, 1)]
    pieces = "".join(hands).split(spelling.cut)
    told = [at for at, piece in enumerate(pieces) if _MARK not in piece]
    columns = {}
    for key in keys:
        if key in _TOLD:
            continue
        places = [at for at, piece in enumerate(pieces) if _mark(key) in piece]
        around = {tuple(pieces[at].split(_mark(key))) for at in places}
        if len(around) != 1:
            return None  # a sign of a hand's beginning is part of the first piece, but not of the first hand
        ((before, behind),) = around
        whole = spelling.cut.join([pieces[at] for at in places])
        form = whole.replace(_mark(key), spelling.comma.join(["%d"] * players))
        columns[key] = _Column(_pick(places), before, behind, form)
    return _Layout(len(pieces), _pick(told), tuple(pieces[at] for at in told), columns)


def _mark(key: str) -> str:
    return f"{_MARK}{key}{_MARK}"


def _hand(keys: Sequence[str], number: int, size: int, spelling: Spelling) -> str:
    """Return a hand as it is written, a mark for each part of a column."""
    value = spelling.value.format
    written = {"hand": value(number), "size": value(size)}
    written |= {key: value(f"[{_mark(key)}]") for key in _LISTS}
    written |= {key: value(spelling.text.format(_mark(key))) for key in _TEXTS}
    before, between, behind = spelling.tricks
    written["tricks"] = before + between.join([_mark("tricks")] * size) + behind
    return spelling.pairs.join(spelling.key.format(key) + written[key] for key in keys)


def _pick(places: Sequence[int]) -> Pick:
    """Return what picks the pieces at these places."""
    if len(places) == 1:
        return lambda pieces: (pieces[places[0]],)
    pick: Pick = itemgetter(*places)
    return pick
