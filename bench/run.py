"""Measure the tool-kit beside its peers: `make bench`, or `python bench/run.py WORD…` for the rows with such a word.

Every row is a ratio inside one run: the two sides take turns, seven rounds, and medians of CPU time are compared.
A machine's speed drifts, so absolute numbers are for orientation only. Peers that are not installed are left out, and
said so. Rows marked `<=` compare times (ours over theirs), the others speeds (ours over theirs).
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

ROUNDS = 7
LEAST_SECONDS = 0.05


@dataclass(frozen=True)
class Row:
    """One comparison: two functions that return how much they did (moves, games, bytes: the same on both sides)."""

    name: str
    ours: Callable[[], float]
    theirs: Callable[[], float]
    target: str
    unit: str
    clock: Callable[[], float] = time.process_time


def speed(work: Callable[[], float], clock: Callable[[], float]) -> float:
    """Return units a second of one turn, long enough to be measured."""
    done, start = 0.0, clock()
    while True:
        done += work()
        took = clock() - start
        if took >= LEAST_SECONDS:
            return done / took


def measure(row: Row) -> str:
    """Return the row's line: ratio with its range, the target, and both speeds."""
    row.ours(), row.theirs()  # warm up
    pairs = [(speed(row.ours, row.clock), speed(row.theirs, row.clock)) for _ in range(ROUNDS)]
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    if row.target.startswith("<="):
        ratios = sorted(1 / ratio for ratio in ratios)
    ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(ratios)
    span = f"{ratios[0]:.2f}–{ratios[-1]:.2f}"
    return f"{row.name:<58} {ratio:8.2f} ({span}) {row.target:>9}   {_shown(ours)} : {_shown(theirs)} {row.unit}/s"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def rows() -> Iterator[Row | str]:
    """Yield all rows, and a line for each that cannot be measured here."""
    for name in ("startup", "records", "games", "kernel", "bots", "jobs"):
        yield from import_module(f"bench_{name}").rows()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="measure only rows whose name has one of these words")
    words = parser.parse_args().words
    print(f"Python {platform.python_version()}, {platform.machine()}, {ROUNDS} rounds, ratios of medians of CPU time")
    for row in rows():
        name = row if isinstance(row, str) else row.name
        if not words or any(word in name for word in words):
            print(row if isinstance(row, str) else measure(row), flush=True)
    if not words or "suggestions" in words:
        for line in import_module("bench_suggestions").lines():
            print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
