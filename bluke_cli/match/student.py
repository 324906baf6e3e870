"""Student's t: how many standard errors an interval reaches to each side of a mean.

The standard library has the normal distribution only, and the libraries that have Student's are heavy. For whole
degrees of freedom its probabilities are finite sums (Abramowitz and Stegun, Handbook of Mathematical Functions, 1964,
26.7.3 and 26.7.4); with many degrees the expansion about the normal quantile (26.7.5) is as good and takes no time.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

MANY = 400
"""Degrees of freedom from which the expansion is right to eight digits."""


@lru_cache(maxsize=4096)
def student_reach(level: float, degrees: int) -> float:
    """Return t such that a Student variable lies within ±t with probability *level*; *degrees* from 1.

    >>> print(f"{student_reach(0.95, 1):.3f} {student_reach(0.95, 29):.3f} {student_reach(0.95, 10_000):.3f}")
    12.706 2.045 1.960
    """
    if degrees >= MANY:
        return _expanded(NormalDist().inv_cdf((1 + level) / 2), degrees)
    low, high = 0.0, math.pi / 2
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return math.sqrt(degrees) * math.tan(middle)
        if _inside(middle, degrees) < level:
            low = middle
        else:
            high = middle


def _inside(angle: float, degrees: int) -> float:
    """Return the probability of ±t, where tan *angle* is t divided by the root of *degrees*."""
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = degrees % 2 == 1
    term = cosine if is_odd else 1.0
    total = 0.0 if degrees == 1 else term
    for step in range(3 if is_odd else 2, degrees - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 2 / math.pi * (angle + sine * total) if is_odd else sine * total


def _expanded(x: float, degrees: int) -> float:
    """Return the quantile that belongs to the normal quantile *x*."""
    return (
        x
        + (x**3 + x) / (4 * degrees)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * degrees**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * degrees**3)
    )
