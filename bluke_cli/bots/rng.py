r"""The one source of chance for bots: whole numbers from a seed, the same in every language.

A **seed** is the text that the match hands to a bot (64 hex digits). Piece *k* = 0, 1, 2 … is the first 1,088 bytes of
SHAKE-256 of the UTF-8 bytes of ``bluke-rng-1\n`` + *k* + ``\n`` + seed; the pieces, one after the other, are the
stream of bytes. `below` says how a number is taken from it: as the dealing method does, without favour for any number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_PIECE_BYTES = 1088
_LIMITS = (0, *(256 - 256 % n for n in range(1, 257)))
"""The first byte to skip, by how many numbers there are to choose from."""


class Rng:
    """A generator of random whole numbers.

    >>> rng = Rng("friday")
    >>> [rng.below(6) for _ in range(8)]
    [0, 1, 5, 5, 5, 2, 3, 2]
    """

    __slots__ = ("_bytes", "_piece", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._piece = 0
        self._bytes: Iterator[int] = iter(())

    def _refill(self) -> None:
        name = f"bluke-rng-1\n{self._piece}\n{self._seed}"
        self._bytes = iter(hashlib.shake_256(name.encode()).digest(_PIECE_BYTES))
        self._piece += 1

    def below(self, n: int) -> int:
        """Return a number from 0 to *n* − 1, each as likely as the other; ValueError if *n* < 1.

        With *n* = 1 no byte is taken. Up to 256, bytes from 256 − 256 mod *n* on are skipped, and the answer is the
        byte mod *n*. Above, the same is done with numbers of as many bytes as *n* − 1 needs, the first the highest.
        """
        if n <= 1:
            if n == 1:
                return 0
            raise ValueError(f"cannot choose from {n} numbers")
        if n > 256:
            return self._below_large(n)
        limit = _LIMITS[n]
        while True:
            for byte in self._bytes:
                if byte < limit:
                    return byte % n
            self._refill()

    def _below_large(self, n: int) -> int:
        length = ((n - 1).bit_length() + 7) // 8
        span: int = 256**length
        limit = span - span % n
        while True:
            number = int.from_bytes(bytes(self.below(256) for _ in range(length)), "big")
            if number < limit:
                return number % n

    def choice(self, items: Sequence[T]) -> T:
        """Return one of *items*, each as likely as the other; ValueError if there is none."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring *items* into a random order, in place: for i from the last down to 1, exchange i and below(i + 1)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
