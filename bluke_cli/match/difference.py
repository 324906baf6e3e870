"""A mean of blocks: the difference of two bots, or what a seat is worth; and how sure that is.

Sums are kept as fractions, so the order of the blocks changes nothing. Where all blocks gave the same, nothing is known
of the spread, and no interval is claimed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from bluke_cli.match.sequence import FIRST_LOOK, sequence_reach
from bluke_cli.match.student import student_reach

LEVEL = 0.95
"""Every interval is to hold with this probability."""


@dataclass(slots=True)
class Difference:
    """One bot against another: how many points a game it is ahead, by the differences of whole blocks."""

    blocks: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def add(self, block_mean: Fraction) -> None:
        """Enter the difference of one block."""
        self.blocks += 1
        self.total += block_mean
        self.squares += block_mean * block_mean

    @property
    def mean(self) -> float:
        """Mean difference in points a game."""
        return float(self.total / self.blocks)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the blocks; None with fewer than two."""
        if self.blocks < 2:
            return None
        return math.sqrt((self.squares - self.total * self.total / self.blocks) / (self.blocks - 1))

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None where the blocks have no spread."""
        deviation = self.deviation
        return deviation / math.sqrt(self.blocks) if deviation else None

    @property
    def is_equal(self) -> bool:
        """Whether both scored the same in every one of several blocks, as a bot does against itself.

        That they played alike is not said: what one wins in one seat, it may lose in the next.
        """
        return self.blocks > 1 and self.squares == 0

    def half_width(self, level: float = LEVEL) -> float | None:
        """Return the half-width of Student's interval, for one look; None where the blocks have no spread."""
        error = self.error
        return None if error is None else student_reach(level, self.blocks - 1) * error

    def watched_half_width(self, alpha: float) -> float | None:
        """Return the half-width of the confidence sequence, for any number of looks; None before its first look."""
        error = self.error
        if error is None or self.blocks < FIRST_LOOK:
            return None
        return sequence_reach(alpha, self.blocks) * error

    def is_separated(self, level: float) -> bool:
        """Return whether Student's interval misses zero."""
        half = self.half_width(level)
        return half is not None and abs(self.mean) > half

    def blocks_for(self, points: float) -> int | None:
        """Return how many blocks would bring the half-width to *points*; None where the blocks have no spread."""
        deviation = self.deviation
        if not deviation:
            return None

        def is_enough(blocks: int) -> bool:
            return student_reach(LEVEL, blocks - 1) * deviation <= points * math.sqrt(blocks)

        low, high = 1, 2
        while not is_enough(high):
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle) else (middle, high)
        return high
