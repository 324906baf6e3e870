"""The chance of the search: splitmix64, whole numbers of 64 bits, the same here and in the kernel.

`Rng` (bots.rng) is what a bot gets from its match; the search takes one number from it and goes on with this, which is
quicker and is made anew for each world, so that a search can go on where it stopped.
"""

from __future__ import annotations

from functools import cache
from struct import Struct

_BITS = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Chance:
    """A stream of random numbers.

    >>> chance = Chance(1)
    >>> [chance.below(6) for _ in range(8)]
    [3, 4, 5, 2, 2, 4, 5, 3]
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def number(self) -> int:
        """Return the next number of 64 bits."""
        self.state = z = self.state + _STEP & _BITS
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _BITS
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _BITS
        return z ^ z >> 31

    def numbers(self, count: int) -> tuple[int, ...]:
        """Return the upper halves of the next numbers, worked out side by side in one long number, 128 bits for each.

        >>> [number * 6 >> 32 for number in Chance(1).numbers(8)]
        [3, 4, 5, 2, 2, 4, 5, 3]
        """
        ones, steps, low, upper = _lanes(count)
        z = self.state * ones + steps & low
        z = (z ^ z >> 30 & low) * 0xBF58476D1CE4E5B9 & low
        z = (z ^ z >> 27 & low) * 0x94D049BB133111EB & low
        self.state = self.state + count * _STEP & _BITS
        return upper.unpack((z ^ z >> 31 & low).to_bytes(16 * count, "little"))

    def below(self, n: int) -> int:
        """Return a number from 0 to *n* − 1; one number is taken, and what favours some is below 2⁻³²."""
        return (self.number() >> 32) * n >> 32


def stream(seed: int, world: int) -> Chance:
    """Return the chance of one world, numbered from 0, of a search with a *seed* of 64 bits."""
    chance = Chance(seed ^ world * 0xD1342543DE82EF95 & _BITS)
    chance.state = chance.number()
    return chance


@cache
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """Return ones side by side, the steps to each number, all bits of the lower halves, and how to read the upper."""
    ones = sum(1 << 128 * lane for lane in range(count))
    steps = sum((lane + 1) * _STEP % (1 << 64) << 128 * lane for lane in range(count))
    return ones, steps, ones * _BITS, Struct("<" + "4xI8x" * count)
