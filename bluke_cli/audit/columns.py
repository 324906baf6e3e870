"""The hands of a record by column, for the quick ways: what they say of bids, cards and claims, all hands at once.

A **column** holds what stands under one key in all hands; numbers and cards of all hands are in one. Here it is asked
whether the columns are in order; where they come from is said by who is asked: `HandColumns` from the values of the
hands, `text_columns` from their text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice
from typing import Any

from bluke_cli.audit.frame import Frame, are_numbers
from bluke_cli.rules.card_bytes import are_at_most, card_bytes
from bluke_cli.rules.cards import SUIT_OF, SUITS, trump_name
from bluke_cli.rules.dealing import shuffled_pack
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.quick import by_hand
from bluke_cli.rules.quick_play import are_dealt, sound_play, tricks_won

_TRUMPS = frozenset({*SUITS, "none"})

Column = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Sums:
    """The right sums of a complete game, each by hand and seat, one after the other; `winners` are names."""

    took: Sequence[int]
    scores: Sequence[int]
    totals: Sequence[int]
    winners: list[str]
    rules: HouseRules

    def columns(self) -> tuple[tuple[str, Sequence[int]], ...]:
        """Return the sums under their keys."""
        return ("took", self.took), ("score", self.scores), ("total", self.totals)

    def final(self, players: int) -> list[int]:
        """Return the last totals, by seat."""
        return list(self.totals[-players:])


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
    def claims_sums(self, right: Sums) -> bool:
        """Return whether nothing false is written of sums."""

    @abstractmethod
    def numbers(self, key: str) -> bytes | None:
        """Return the small whole numbers under *key* by hand and seat, None if there is not one for each player."""

    @abstractmethod
    def texts(self, key: str) -> Column:
        """Return what is written under *key*, in the hands that have it."""

    @abstractmethod
    def cards(self) -> bytes | None:
        """Return the cards of all tricks, None unless they are all there and canonical."""

    def dealers(self) -> list[str]:
        """Return who deals each hand."""
        return list(islice(cycle(self._names), self._dealer, self._dealer + len(self.sizes)))

    def are_numbered(self) -> bool:
        """Return whether what the hands say of numbers, sizes and dealers is true."""
        return (
            self.claims("hand", list(range(1, len(self.sizes) + 1)))
            and self.claims("size", self.sizes)
            and self.claims("dealer", self.dealers())
        )

    def bids(self, lowest: int) -> bytes | None:
        """Return the bids by hand and seat if everybody made one that is possible."""
        bids = self.numbers("bids")
        if bids is None or min(bids) < lowest:
            return None
        highest = bytes(self.sizes * self.players)  # as below, by seat and hand
        by_seat = b"".join([bids[seat :: self.players] for seat in range(self.players)])
        return bids if are_at_most(by_seat, highest) else None

    def took(self) -> bytes | None:
        """Return the tricks taken by hand and seat, if all that is said of the cards is in order."""
        if self.has("tricks"):
            return self._took_of_play()
        if self.has("up") and (self._origin is not None or self.has("trump")):
            return None
        took = self.numbers("took")
        if took is None or list(map(sum, by_hand(took, self.players))) != self.sizes:
            return None
        ups = self.texts("up")
        is_known = all(trump in _TRUMPS for trump in self.texts("trump"))
        return took if is_known and (not ups or card_bytes(ups) is not None) else None

    def _took_of_play(self) -> bytes | None:
        ups, cards = card_bytes(self.texts("up")), self.cards()
        if ups is None or cards is None or len(ups) != len(self.sizes):
            return None
        if self.has("trump") and not self.claims("trump", [trump_name(SUIT_OF[up]) for up in ups]):
            return None
        winners = sound_play(cards, ups, self.players, self.sizes, self._dealer)
        if winners is None or (self._origin is not None and not self._are_dealt(self._origin, cards, ups, winners)):
            return None
        return tricks_won(winners, self.players, self.sizes, self._dealer)

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

    def claims_sums(self, right: Sums) -> bool:
        """Return whether whatever is written of sums is true."""
        return all(self.claims(key, by_hand(sums, self.players)) for key, sums in right.columns())

    def are_well_formed(self) -> bool:
        """Return whether whatever is written of points, tricks taken, numbers and notes is of the kind that is due."""
        lists = [entry for key in ("took", "score", "total") for entry in self.texts(key)]
        return (
            {type(number) for key in ("hand", "size") for number in self.texts(key)} <= {int}
            and all(type(note) is str for note in self.texts("note"))
            and (not lists or are_numbers(lists, self.players))
        )

    def numbers(self, key: str) -> bytes | None:
        """Return the numbers under *key*, None if they are not all there.

        Raises ValueError if one is negative, or not small.
        """
        column = self._columns[key]
        return bytes(chain.from_iterable(column)) if are_numbers(column, self.players) else None

    def texts(self, key: str) -> Column:
        """Return what is written under *key*, in the hands that have it."""
        return [entry for entry in self._columns.get(key, ()) if entry is not None]

    def cards(self) -> bytes | None:
        """Return the cards of all tricks, None unless they are all there and canonical."""
        tricks = self.texts("tricks")
        if set(map(type, tricks)) != {list} or list(map(len, tricks)) != self.sizes:
            return None  # a trick is missing, or too many
        return card_bytes(list(chain.from_iterable(tricks)), self.players)


def _columns_of(hands: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    if len(set(map(tuple, hands))) == 1:  # as nearly always, all have the same keys in the same order
        return dict(zip(hands[0], map(list, zip(*map(dict.values, hands), strict=True)), strict=True))
    return {key: [hand.get(key) for hand in hands] for key in set().union(*hands)}
