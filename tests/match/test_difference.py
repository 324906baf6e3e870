"""Means of blocks and their intervals: against sums by hand, printed tables, and ten thousand simulated matches."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import accumulate
from statistics import NormalDist

import pytest

from bluke_cli.match.difference import Difference
from bluke_cli.match.sequence import FIRST_LOOK, sequence_reach
from bluke_cli.match.student import MANY, student_reach

MATCHES = 10_000


def difference(*blocks):
    found = Difference()
    for block in blocks:
        found.add(Fraction(block))
    return found


# Student's t

# Abramowitz and Stegun, table 26.10: the two-sided quantiles for 90, 95 and 99 %.
PRINTED = {
    1: (6.314, 12.706, 63.657),
    2: (2.920, 4.303, 9.925),
    3: (2.353, 3.182, 5.841),
    4: (2.132, 2.776, 4.604),
    5: (2.015, 2.571, 4.032),
    10: (1.812, 2.228, 3.169),
    15: (1.753, 2.131, 2.947),
    29: (1.699, 2.045, 2.756),
    30: (1.697, 2.042, 2.750),
    60: (1.671, 2.000, 2.660),
    120: (1.658, 1.980, 2.617),
}


@pytest.mark.parametrize("degrees", PRINTED)
def test_student_agrees_with_the_printed_table(degrees):
    found = [student_reach(level, degrees) for level in (0.90, 0.95, 0.99)]
    assert [round(value, 3) for value in found] == list(PRINTED[degrees])


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99, 1 - 0.05 / 45])
def test_the_expansion_takes_over_without_a_step(level):
    before, after = student_reach(level, MANY - 1), student_reach(level, MANY)
    slope = student_reach(level, MANY - 2) - before
    assert before - after == pytest.approx(slope, rel=0.02)
    assert student_reach(level, 10**9) == pytest.approx(NormalDist().inv_cdf((1 + level) / 2), abs=1e-6)


# The example by hand: blocks −10, 2, 20


def test_the_interval_of_three_blocks_by_hand():
    found = difference(-10, 2, 20)
    assert found.deviation == pytest.approx(math.sqrt((14**2 + 2**2 + 16**2) / 2))
    assert found.half_width() == pytest.approx(4.303 * math.sqrt(228 / 3), rel=1e-4)  # t of 2 degrees, by the table
    assert not found.is_separated(0.95)
    assert difference(90, 102, 120).is_separated(0.95)
    assert not difference(90, 102, 120).is_separated(0.999)


def test_the_blocks_for_one_point_are_the_first_that_suffice():
    found = difference(*[-30, 30] * 20)
    needed = found.blocks_for(1)
    assert found.deviation is not None
    for blocks, is_enough in ((needed, True), (needed - 1, False)):
        half = student_reach(0.95, blocks - 1) * found.deviation / math.sqrt(blocks)
        assert (half <= 1) is is_enough
    assert found.blocks_for(10**9) == 2


@pytest.mark.parametrize("blocks", [[0] * 40, [5] * 40, [7]])
def test_without_spread_no_interval_is_claimed(blocks):
    found = difference(*blocks)
    assert (found.half_width(), found.watched_half_width(0.05), found.blocks_for(1)) == (None, None, None)
    assert found.error is None
    assert not found.is_separated(0.95)


def test_huge_numbers_are_no_trouble():
    found = difference(10**18, -(10**18), 10**17)
    assert found.blocks_for(1) > 10**36


# The sequence


def test_the_sequence_is_the_published_formula():
    """Theorem 2.2 for ρ² = (x − 1)/400, x = 1 + log x − 2 log α: by hand, x = 9.2120 for 5 %."""
    rho2 = (9.2120 - 1) / 400
    for blocks in (30, 100, 400, 5000):
        inside = 2 * (blocks * rho2 + 1) / (blocks**2 * rho2) * math.log(math.sqrt(blocks * rho2 + 1) / 0.05)
        assert sequence_reach(0.05, blocks) == pytest.approx(math.sqrt(blocks * inside), rel=1e-4)


def test_the_sequence_looks_at_nothing_before_its_first_look():
    blocks = [-3, 5] * FIRST_LOOK
    assert difference(*blocks[: FIRST_LOOK - 1]).watched_half_width(0.05) is None
    assert difference(*blocks[:FIRST_LOOK]).watched_half_width(0.05) is not None


def test_the_sequence_is_always_wider_than_the_interval():
    for blocks in (30, 100, 400, 10_000):
        assert sequence_reach(0.05, blocks) > student_reach(0.95, blocks - 1)
        assert sequence_reach(0.01, blocks) > sequence_reach(0.05, blocks)


# A/A: a bot against itself

# fmt: off
REAL = [
    -107, 203, 123, -111, 108.25, -208.75, 204, -86.25, 64, 37.5, 138.25, 92.75, 167, -17, 40, -222, 106.75, -6.25,
    -115.5, -196.5, 140.5, -136.5, -53.75, -10.25, -22.5, 106.25, 136.25, -73.25, -71.75, -112, 129, 102, 52.5, 301,
    191.25, -54.25, -103.75, -148.25, 115.75, 95, -134.5, -165, -182, -65.75, 5.75, 167.75, 127, 111.75, -144.25,
    30.75, -61.5, -33, -58.75, 268.5, 156, -94.75, -34, 74.5, -72.25, -158.75, -72.75, -70, 183.5, -21.25, 60.75,
    -24.5, -72.5, 79.75, 131.5, 2.5, -4.25, -104.75, -13, -63.25, 13.75, -63.25, -112.5, -205.75, -81.5, -133.5, 67,
    21, 91.25, 142.75, -57.25, -107, -40.25, -66.75, -29, 55.5, 207.75, 23.5, 151, 23.75, 141.5, 341.25, -183, -45,
    -154.25, -276.25,
]
# fmt: on
"""The blocks of `bluke match a=random b=random --seed aa --blocks 100`."""


def real(chance):
    """Return the difference of one block, its sign thrown: a bot has no name by which to be better than itself."""
    return chance.choice(REAL) * chance.choice((1, -1))


def normal(chance):
    return chance.gauss(0, 1)


def misses(block_of, reaches, seed):
    """Return in how many of 10,000 matches of a bot against itself an interval misses zero, at any of the *reaches*.

    *block_of* makes a block; *reaches* are standard errors, by the number of blocks at which the match is looked at.
    """
    chance = random.Random(seed)
    squared = {blocks: reach * reach for blocks, reach in reaches.items()}
    missed, length = 0, max(reaches)
    for _ in range(MATCHES):
        means = [block_of(chance) for _ in range(length)]
        totals, squares = list(accumulate(means)), list(accumulate(mean * mean for mean in means))
        for blocks, reach in squared.items():
            total = totals[blocks - 1]
            spread = squares[blocks - 1] - total * total / blocks
            if total * total * (blocks - 1) > reach * blocks * spread:
                missed += 1
                break
    return missed / MATCHES


@pytest.mark.parametrize("block_of", [real, normal])
@pytest.mark.parametrize("blocks", [5, 30, 100])
def test_the_interval_looked_at_once_misses_zero_in_one_of_twenty(block_of, blocks):
    assert 0.03 <= misses(block_of, {blocks: student_reach(0.95, blocks - 1)}, seed=blocks) <= 0.07


@pytest.mark.parametrize("block_of", [real, normal])
def test_the_sequence_watched_after_every_block_misses_zero_in_one_of_twenty_at_most(block_of):
    reaches = {blocks: sequence_reach(0.05, blocks) for blocks in range(FIRST_LOOK, 201)}
    assert misses(block_of, reaches, seed=1) <= 0.05


def test_the_interval_watched_after_every_block_would_not_do():
    reaches = {blocks: student_reach(0.95, blocks - 1) for blocks in range(FIRST_LOOK, 201)}
    assert misses(normal, reaches, seed=1) > 0.25
