"""The compiled kernel, if there is one: the quick way of dealing, of judging play, of playing on and of searching.

It is built from `_kernel.c` when the package is installed and a C compiler is there. It gives the same answers as the
readable Python code, which is always there; whoever calls `kernel` goes the plain way where it answers None.
`BLUKE_KERNEL=off` (or `0`, `no`, `false`) in the environment turns it off.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import Protocol, cast

Mask = int
"""A set of cards: bit c is set if card c is in it."""


class Kernel(Protocol):
    """What the kernel can do. Every function checks what it is given, and raises ValueError for nonsense.

    A position is `bots.search.position.Position.packed`, tables are `bots.search.tables.Tables.packed`.
    """

    def sound_play(self, cards: bytes, ups: bytes, players: int, sizes: bytes, dealer: int, /) -> bytes | None:
        """Do what `rules.quick_play.sound_play` does."""

    def sound_hands(
        self,
        text: bytes,
        players: int,
        sizes: bytes,
        dealer: int,
        lowest_bid: int,
        points: int,
        overtrick: int,
        streams: bytes | None,
        /,
    ) -> list[int] | None:
        """Return the last totals of a whole game if its hands, as JSON without spaces, are in order; else None.

        *text* is without `[{` and `}]`. Default rules of play; *streams* are the seed's for all hands, joined,
        `rules.dealing.pack_stream`.
        """

    def shuffled(self, count: int, stream: bytes, /) -> bytes | None:
        """Return the numbers below *count* as `rules.dealing.shuffled` orders them, None if the stream is too short."""

    def search(
        self, position: bytes, tables: bytes, mix: bytes, moves: bytes, seed: int, first: int, worlds: int, /
    ) -> list[list[int]]:
        """Return the utility of each move in each world, a list a world."""

    def world(self, position: bytes, tables: bytes, seed: int, number: int, /) -> list[Mask]:
        """Return one world: the holdings by seat."""

    def decide(self, position: bytes, tables: bytes, policy: int, seed: int, /) -> int:
        """Return the card that a policy plays, or the bid of the tables."""

    def self_play(
        self, tables: bytes, policies: bytes, size: int, has_trump: int, seed: int, first: int, hands: int, /
    ) -> bytes:
        """Return features, bids and tricks taken of hands, for training: bids by the tables, cards by policies.

        Policies are by seat, and the first leads; a row is a seat.
        """


_OFF = ("off", "0", "no", "false")


@cache
def kernel() -> Kernel | None:
    """Return the kernel, None where it was not built or is turned off."""
    if os.environ.get("BLUKE_KERNEL", "").lower() in _OFF:
        return None
    try:
        from bluke_cli.kernel import _kernel  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return None
    return cast("Kernel", cast("ModuleType", _kernel))


def kernel_state() -> str:
    """Return "on" or "off"."""
    return "off" if kernel() is None else "on"
