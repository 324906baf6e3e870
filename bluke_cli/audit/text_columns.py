"""The columns of hands that are still text, in a canonical spelling, all hands with the same keys in their order.

A pattern finds the facts of all hands: what is bid and played, or taken. The audit looks at them; then the hands are
written anew with these facts and with what follows from them, and the text must be the same. So nothing of it goes
unseen, whatever the pattern passed over, and little of it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from bluke_cli.audit.columns import Column, Columns, Sums
from bluke_cli.audit.frame import Frame
from bluke_cli.record.shape import HAND_KEYS, keys_in_order
from bluke_cli.record.writer import flow
from bluke_cli.rules.card_bytes import card_lines
from bluke_cli.rules.cards import PACK_SIZE

_TOLD, _TEXTS, _LISTS = ("hand", "size"), ("dealer", "trump", "up"), ("bids", "took", "score", "total")
_HAND_KEYS_IN_TEXT = frozenset({*_TOLD, *_TEXTS, *_LISTS, "tricks"})
"""The keys of a hand that are found here, which are not all that there are."""

_FACTS = frozenset({"trump", "up", "bids", "tricks"})
"""The keys whose text is taken over as it is; without tricks `took`, too. In the order of the format they stand side by
side."""

_SLOT = "\0"

_DIGITS = b"0123456789"
_NUMBERS = {str(number): number for number in range(PACK_SIZE)}


class _Written(dict[int, str]):
    """Numbers as they are written; those that come often are kept."""

    def __missing__(self, number: int) -> str:
        text = str(number)
        if -5000 < number < 5000:
            self[number] = text
        return text


_written = _Written()


class Spelling(NamedTuple):
    """A way of writing hands.

    It has what is `between` two hands and two `pairs` of key and value, the forms of a `key`, of a `value` and of a
    `text`, and what is between two numbers (`comma`) and before, between and behind the `tricks` of a hand. Patterns
    find its `keys`, and, within their forms, `any_text`, `any_list` and `any_tricks`; none runs over where a hand may
    begin, so that time is linear. What a text needs more than the form, `write` does.
    """

    between: str
    pairs: str
    key: str
    value: str
    text: str
    comma: str
    tricks: tuple[str, str, str]
    keys: re.Pattern[str]
    any_text: str
    any_list: str
    any_tricks: str
    write: Callable[[str], str]


JSON = Spelling(
    *("},{", ",", '"{}":', "{}", '"{}"', ",", ('["', '","', '"]')),
    keys=re.compile('"([a-z]+)":'),
    any_text='([^"]*)',
    any_list="([^[]*)",
    any_tricks="([^]]*)",
    write=str,
)
YAML = Spelling(
    *("\n- ", "\n  ", "{}:", " {}", "{}", ", ", ("\n  - ", "\n  - ", "")),
    keys=re.compile("(?m)^(?:  )?([a-z]+):"),
    any_text=r"([^:\n]*)",
    any_list="([^[]*)",
    any_tricks=r"(.+(?:\n  - .+)*)",
    write=flow,
)


class _Layout(NamedTuple):
    """How all hands of a game are written: in `parts`, so many of them `each`, every second one a slot to be filled.

    `slots` says where in a hand the first slot of a key is; a list of numbers that is worked out has one for each.
    """

    parts: list[str]
    each: int
    slots: dict[str, int]


class TextColumns(Columns):
    """The columns of hands that have not been read; `text` is theirs, `keys` are those of each hand."""

    def __init__(
        self, keys: tuple[str, ...], text: str, facts: Mapping[str, Sequence[str]], spelling: Spelling, frame: Frame
    ) -> None:
        super().__init__(frame)
        self.keys = keys
        self.text = text
        self._facts = facts
        self._spelling = spelling

    def has(self, key: str) -> bool:
        """Return whether the hands have this key."""
        return key in self.keys

    def claims(self, key: str, true: Column) -> bool:
        """Return whether the text under *key* is true; True where that shows when the hands are written anew."""
        return key not in self._facts or list(self._facts[key]) == list(map(self._spelling.write, true))

    def claims_sums(self, right: Sums) -> bool:
        """Return whether everything is written as it is when it is written anew."""
        return self.written(self.keys, right) == self.text

    def numbers(self, key: str) -> bytes | None:
        """Return the small whole numbers under *key*, None if they are not written as they should be."""
        comma, lists = self._spelling.comma, ";".join(self._facts[key])
        signs = ";".join([comma * (self.players - 1)] * len(self.sizes))
        if lists.encode().translate(None, _DIGITS) != signs.encode():
            return None
        return bytes(itemgetter(*lists.replace(";", comma).split(comma))(_NUMBERS))

    def texts(self, key: str) -> Column:
        """Return what is written under *key*."""
        return self._facts.get(key, ())

    def cards(self) -> bytes | None:
        """Return the cards of all tricks, None unless they are written canonically."""
        between, hands = self._spelling.tricks[1], self._facts["tricks"]
        each = 3 * self.players - 1 + len(between)
        if list(map(len, hands)) != [size * each - len(between) for size in self.sizes]:
            return None  # a trick is missing, or too many
        return card_lines(between.join(hands).replace(between, "\n"), sum(self.sizes), self.players)

    def written(self, keys: tuple[str, ...], right: Sums) -> str:
        """Return the text of the hands with these keys, taking over the facts."""
        layout = _layout(keys, self.players, tuple(self.sizes), self._spelling)
        parts, each, slots = layout.parts[:], layout.each, layout.slots
        for key, texts in self._facts.items():
            parts[slots[key] :: each] = texts
        if "dealer" in slots:
            parts[slots["dealer"] :: each] = map(self._spelling.write, self.dealers())
        for key, numbers in right.columns():
            if key in slots and key not in self._facts:
                texts = itemgetter(*numbers)(_written)
                for seat in range(self.players):
                    parts[slots[key] + 2 * seat :: each] = texts[seat :: self.players]
        return "".join(parts)


def text_columns(text: str, spelling: Spelling, frame: Frame) -> TextColumns | None:
    """Return the columns of the hands in *text*, None if they are not written as is known here.

    The hands are without what a spelling has between two of them at both ends.
    """
    keys = tuple(spelling.keys.findall(text.partition(spelling.between)[0]))
    cards = 3 * len(frame.players) * sum(frame.sizes) if "tricks" in keys else 0
    if len(text) < cards + len(frame.sizes) * sum(map(len, keys)):
        return None  # it is too short to be worth a layout
    if not _are_known(keys):
        return None
    finder = _finder(keys, spelling)
    found = finder.find(text)
    if len(found) != len(frame.sizes):
        return None
    return TextColumns(keys, text, dict(zip(finder.facts, zip(*found, strict=True), strict=True)), spelling, frame)


class _Finder(NamedTuple):
    """What finds the texts of the `facts` of each hand."""

    facts: list[str]
    find: Callable[[str], list[tuple[str, ...]]]


def _are_known(keys: tuple[str, ...]) -> bool:
    """Return whether these keys are known here, in the order of the format, and those of a complete hand."""
    if len(keys) > len(_HAND_KEYS_IN_TEXT) or not _HAND_KEYS_IN_TEXT.issuperset(keys):
        return False  # before so many keys are remembered
    is_complete = "bids" in keys and ("tricks" in keys or "took" in keys)
    return is_complete and keys_in_order(keys, HAND_KEYS) == keys


@lru_cache(maxsize=1024)  # there are no more
def _finder(keys: tuple[str, ...], spelling: Spelling) -> _Finder:
    """Return the finder for hands with these keys."""
    facts = _facts_of(keys)
    values = {"tricks": spelling.any_tricks} | dict.fromkeys(_LISTS, spelling.any_list)
    entries = [_entry(key, _SLOT, spelling) for key in facts]
    pattern = re.escape(spelling.pairs.join(entries))
    for key in facts:
        pattern = pattern.replace(_SLOT, values.get(key, spelling.any_text), 1)
    return _Finder(facts, re.compile(pattern).findall)


def _facts_of(keys: tuple[str, ...]) -> list[str]:
    return [key for key in keys if key in _FACTS or (key == "took" and "tricks" not in keys)]


@lru_cache(maxsize=8)  # a layout may take more room than the text
def _layout(keys: tuple[str, ...], players: int, sizes: tuple[int, ...], spelling: Spelling) -> _Layout:
    """Return the layout of hands with these keys."""
    facts = _facts_of(keys)
    values = dict.fromkeys(keys, _SLOT)
    values |= {key: spelling.comma.join([_SLOT] * players) for key in _LISTS if key not in facts}
    parts: list[str] = []
    for number, size in enumerate(sizes, 1):
        values |= {"hand": str(number), "size": str(size)}
        hand = spelling.pairs.join([_entry(key, values[key], spelling) for key in keys])
        constants = ((spelling.between if parts else "") + hand).split(_SLOT)
        parts += [part for constant in constants for part in (constant, "")][:-1]
    slots = {}
    first = 1
    for key in keys:
        if _SLOT in values[key]:
            slots[key] = first
            first += 2 * values[key].count(_SLOT)
    return _Layout(parts, len(parts) // len(sizes), slots)


def _entry(key: str, value: str, spelling: Spelling) -> str:
    """Return a key and its value, without what is beside them."""
    if key == "tricks":
        before, _, behind = spelling.tricks
        return spelling.key.format(key) + before + value + behind
    form = "[{}]" if key in _LISTS else spelling.text if key in _TEXTS else "{}"
    return spelling.key.format(key) + spelling.value.format(form.format(value))
