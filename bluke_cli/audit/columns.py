"""The hands of a record by column, for the quick way: what they say of bids, cards and claims, all hands at once.

A **column** holds what stands under one key, an entry for each hand, None where it is not written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import le
from typing import Any

from bluke_cli.rules.cards import SUIT_OF, SUITS, trump_name
from bluke_cli.rules.dealing import shuffled_pack
from bluke_cli.rules.quick import are_dealt, card_bytes, sound_play, tricks_won

_TRUMPS = frozenset({*SUITS, "none"})

Column = Sequence[Any]


class Columns:
    """The hands of a record by column."""

    def __init__(self, hands: Sequence[dict[str, Any]], players: int, sizes: Sequence[int], dealer: int) -> None:
        self._columns = _columns_of(hands)
        self._players = players
        self._sizes = list(sizes)
        self._dealer = dealer

    def column(self, key: str) -> Column:
        """Return what the hands hold under *key*, an empty column if none has it."""
        return self._columns.get(key, ())

    def _written(self, key: str) -> Column:
        """Return what is written under *key*, in the hands that have it."""
        return [entry for entry in self.column(key) if entry is not None]

    def has_claims_in_order(self, players: Sequence[str]) -> bool:
        """Return whether what the hands say of numbers, sizes and dealers is true, and of points well-formed."""
        count = len(self._sizes)
        true: dict[str, Column] = {
            "hand": list(range(1, count + 1)),
            "size": self._sizes,
            "dealer": [players[(self._dealer + turn) % self._players] for turn in range(count)],
        }
        written = [*self.column("bids"), *self._written("took"), *self._written("score"), *self._written("total")]
        return (
            all(self.claims(key, right) for key, right in true.items())
            and {type(number) for key in ("hand", "size") for number in self._written(key)} <= {int}
            and all(type(note) is str for note in self._written("note"))
            and are_numbers(written, self._players)
        )

    def claims(self, key: str, true: Column) -> bool:
        """Return whether what is written under *key* is true."""
        return key not in self._columns or agrees(self._columns[key], true)

    def has_bids_in_order(self, lowest: int) -> bool:
        """Return whether everybody made a bid that is possible; that they are numbers is known."""
        bids = self.column("bids")
        return min(chain.from_iterable(bids)) >= lowest and all(map(le, map(max, bids), self._sizes))

    def took(self, origin: Mapping[str, Any] | None) -> Sequence[list[int]] | None:
        """Return the tricks taken in each hand, by seat, if all that is said of the cards is in order."""
        if "tricks" in self._columns:
            return self._took_of_play(origin)
        if "up" in self._columns and (origin is not None or "trump" in self._columns):
            return None
        took = self.column("took")
        if list(map(sum, took)) != self._sizes or min(chain.from_iterable(took)) < 0:
            return None
        ups = self._written("up")
        is_known = all(trump in _TRUMPS for trump in self._written("trump"))
        return took if is_known and (not ups or self._cards(ups, 1) is not None) else None

    def _cards(self, texts: Column, count: int) -> bytes | None:
        """Return the cards of texts with *count* cards each, None if they are not written so."""
        is_even = set(map(len, texts)) == {3 * count - 1}
        return card_bytes(" ".join(texts)) if is_even else None

    def _took_of_play(self, origin: Mapping[str, Any] | None) -> list[list[int]] | None:
        tricks = self.column("tricks")
        if set(map(type, tricks)) != {list} or list(map(len, tricks)) != self._sizes:
            return None
        ups = self._cards(self.column("up"), 1)
        cards = self._cards(list(chain.from_iterable(tricks)), self._players)
        if ups is None or cards is None:
            return None
        if not self.claims("trump", [trump_name(SUIT_OF[up]) for up in ups]):
            return None
        winners = sound_play(cards, ups, self._players, self._sizes, self._dealer)
        if winners is None or (origin is not None and not self._are_dealt(origin, cards, ups, winners)):
            return None
        return tricks_won(winners, self._players, self._sizes)

    def _are_dealt(self, origin: Mapping[str, Any], cards: bytes, ups: bytes, winners: bytes) -> bool:
        """Return whether the seed deals these cards."""
        seed, game = origin["seed"], origin["game"]
        packs = [shuffled_pack(seed, game, turn) for turn in range(1, len(self._sizes) + 1)]
        turned_up = bytes([pack[size * self._players] for pack, size in zip(packs, self._sizes, strict=True)])
        return turned_up == ups and are_dealt(packs, cards, winners, self._players, self._sizes, self._dealer)


def _columns_of(hands: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    if len(set(map(tuple, hands))) == 1:  # as nearly always, all have the same keys in the same order
        return dict(zip(hands[0], map(list, zip(*map(dict.values, hands), strict=True)), strict=True))
    return {key: [hand.get(key) for hand in hands] for key in set().union(*hands)}


def agrees(column: Column, true: Column) -> bool:
    """Return whether all that is written in *column* is true."""
    return column == true or all(claim is None or claim == right for claim, right in zip(column, true, strict=True))


def are_numbers(column: Column, players: int) -> bool:
    """Return whether every entry is a list of whole numbers, one for each player."""
    return (
        set(map(type, column)) == {list}
        and set(map(len, column)) == {players}
        and set(map(type, chain.from_iterable(column))) == {int}
    )
