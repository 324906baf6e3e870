"""The hands of a record by column, for the quick ways: what they say of bids, cards and claims, all hands at once.

A **column** holds what stands under one key in all hands. Here it is asked whether the columns are in order; where they
come from is said by who is asked: `HandColumns` from the values of the hands, `text_columns` from their text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import le
from typing import Any

from bluke_cli.audit.frame import Frame, are_numbers
from bluke_cli.rules.card_bytes import card_bytes
from bluke_cli.rules.cards import SUIT_OF, SUITS, trump_name
from bluke_cli.rules.dealing import shuffled_pack
from bluke_cli.rules.quick_play import are_dealt, sound_play, tricks_won

_TRUMPS = frozenset({*SUITS, "none"})

Column = Sequence[Any]


class Columns(ABC):
    """The hands of a record by column.

    Raises KeyError, TypeError or ValueError where something is not of the kind that it should be.
    """

    def __init__(self, frame: Frame) -> None:
        self.players = len(frame.players)
        self.sizes = list(frame.sizes)
        self._names = frame.players
        self._dealer = frame.dealer
        self._origin = frame.origin

    @abstractmethod
    def has(self, key: str) -> bool:
        """Return whether a hand has this key."""

    @abstractmethod
    def claims(self, key: str, true: Column) -> bool:
        """Return whether nothing false is written under *key*; *true* has an entry for each hand."""

    @abstractmethod
    def numbers(self, key: str) -> Sequence[list[int]] | None:
        """Return lists of whole numbers, one for each player and a list a hand, None if there are not as many."""

    @abstractmethod
    def texts(self, key: str) -> Column:
        """Return what is written under *key*, in the hands that have it; of tricks all in one column."""

    def are_numbered(self) -> bool:
        """Return whether what the hands say of numbers, sizes and dealers is true."""
        count = len(self.sizes)
        names = self._names
        return (
            self.claims("hand", list(range(1, count + 1)))
            and self.claims("size", self.sizes)
            and self.claims("dealer", [names[(self._dealer + turn) % self.players] for turn in range(count)])
        )

    def bids(self, lowest: int) -> Sequence[list[int]] | None:
        """Return the bids if everybody made one that is possible."""
        bids = self.numbers("bids")
        if bids is None or min(chain.from_iterable(bids)) < lowest:
            return None
        return bids if all(map(le, map(max, bids), self.sizes)) else None

    def took(self) -> Sequence[list[int]] | None:
        """Return the tricks taken in each hand, by seat, if all that is said of the cards is in order."""
        if self.has("tricks"):
            return self._took_of_play()
        if self.has("up") and (self._origin is not None or self.has("trump")):
            return None
        took = self.numbers("took")
        if took is None or list(map(sum, took)) != self.sizes or min(chain.from_iterable(took)) < 0:
            return None
        ups = self.texts("up")
        is_known = all(trump in _TRUMPS for trump in self.texts("trump"))
        return took if is_known and (not ups or card_bytes(ups) is not None) else None

    def _took_of_play(self) -> list[list[int]] | None:
        ups, cards = card_bytes(self.texts("up")), card_bytes(self.texts("tricks"), self.players)
        if ups is None or cards is None or len(ups) != len(self.sizes):
            return None
        if self.has("trump") and not self.claims("trump", [trump_name(SUIT_OF[up]) for up in ups]):
            return None
        winners = sound_play(cards, ups, self.players, self.sizes, self._dealer)
        if winners is None or (self._origin is not None and not self._are_dealt(self._origin, cards, ups, winners)):
            return None
        return tricks_won(winners, self.players, self.sizes)

    def _are_dealt(self, origin: Mapping[str, Any], cards: bytes, ups: bytes, winners: bytes) -> bool:
        """Return whether the seed deals these cards."""
        seed, game = origin["seed"], origin["game"]
        packs = [shuffled_pack(seed, game, turn) for turn in range(1, len(self.sizes) + 1)]
        turned_up = bytes([pack[size * self.players] for pack, size in zip(packs, self.sizes, strict=True)])
        return turned_up == ups and are_dealt(packs, cards, winners, self.players, self.sizes, self._dealer)


class HandColumns(Columns):
    """The columns of hands that have been read; an entry that is not written is None."""

    def __init__(self, hands: Sequence[dict[str, Any]], frame: Frame) -> None:
        super().__init__(frame)
        self._columns = _columns_of(hands)

    def has(self, key: str) -> bool:
        """Return whether a hand has this key."""
        return key in self._columns

    def claims(self, key: str, true: Column) -> bool:
        """Return whether what is written under *key*, as far as it is, is true."""
        column = self._columns.get(key)
        if column is None or column == true:
            return True
        return all(claim is None or claim == right for claim, right in zip(column, true, strict=True))

    def are_well_formed(self) -> bool:
        """Return whether whatever is written of points, tricks taken, numbers and notes is of the kind that is due."""
        lists = [entry for key in ("took", "score", "total") for entry in self.texts(key)]
        return (
            {type(number) for key in ("hand", "size") for number in self.texts(key)} <= {int}
            and all(type(note) is str for note in self.texts("note"))
            and (not lists or are_numbers(lists, self.players))
        )

    def numbers(self, key: str) -> Sequence[list[int]] | None:
        """Return the lists of numbers under *key*, None if they are not all there."""
        column = self._columns[key]
        return column if are_numbers(column, self.players) else None

    def texts(self, key: str) -> Column:
        """Return what is written under *key*, in the hands that have it; of tricks all in one column."""
        column = [entry for entry in self._columns.get(key, ()) if entry is not None]
        if key != "tricks":
            return column
        if set(map(type, column)) != {list} or list(map(len, column)) != self.sizes:
            raise ValueError("a trick is missing, or too many")
        return list(chain.from_iterable(column))


def _columns_of(hands: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    if len(set(map(tuple, hands))) == 1:  # as nearly always, all have the same keys in the same order
        return dict(zip(hands[0], map(list, zip(*map(dict.values, hands), strict=True)), strict=True))
    return {key: [hand.get(key) for hand in hands] for key in set().union(*hands)}
