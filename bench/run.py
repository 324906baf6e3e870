"""Measure the tool-kit beside its peers: `make bench`, or `python bench/run.py WORD…` for the rows with such a word.

Every row is a ratio inside one run: the two sides take turns, seven rounds, and medians of CPU time are compared.
A machine's speed drifts, so absolute numbers are for orientation only. Peers that are not installed are left out, and
said so. Rows marked `<=` compare times (ours over theirs), the others speeds (ours over theirs).
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from bluke_cli.kernel import kernel

ROUNDS = 7
LEAST_SECONDS = 0.15
PYTHON = f"Python {platform.python_version()}"


@dataclass(frozen=True)
class Row:
    """One comparison: two functions that return how much they did (moves, games, bytes: the same on both sides)."""

    name: str
    ours: Callable[[], float]
    theirs: Callable[[], float]
    target: str
    unit: str
    clock: Callable[[], float] = time.process_time


@contextmanager
def without_kernel() -> Iterator[None]:
    """Do everything in plain Python for a while."""
    before = os.environ.get("BLUKE_KERNEL", "")
    os.environ["BLUKE_KERNEL"] = "off"
    kernel.cache_clear()
    try:
        yield
    finally:
        os.environ["BLUKE_KERNEL"] = before
        kernel.cache_clear()


def speed(work: Callable[[], float], clock: Callable[[], float]) -> float:
    """Return units a second of one turn, long enough to be measured."""
    done, start = 0.0, clock()
    while True:
        done += work()
        took = clock() - start
        if took >= LEAST_SECONDS:
            return done / took


@dataclass(frozen=True)
class Measured:
    """What a row gave: the median of the ratios with the lowest and highest, and the median speed of both sides."""

    row: Row
    ratio: float
    lowest: float
    highest: float
    ours: float
    theirs: float

    @property
    def span(self) -> str:
        """The lowest ratio and the highest."""
        return f"{self.lowest:.2f}–{self.highest:.2f}"

    @property
    def speeds(self) -> str:
        """Ours and theirs."""
        return f"{_shown(self.ours)} : {_shown(self.theirs)} {self.row.unit}/s"

    @property
    def verdict(self) -> str:
        """Whether the target is met, by the median and by all rounds; nothing where there is no target."""
        if not self.row.target:
            return ""
        wanted, limit = self.row.target.split()
        reached = [
            ratio <= float(limit) if wanted == "<=" else ratio >= float(limit)
            for ratio in (self.ratio, self.lowest, self.highest)
        ]
        return "met" if all(reached) else "met by the median" if reached[0] else "missed"


def measure(row: Row) -> Measured:
    """Let both sides of a row take turns."""
    row.ours(), row.theirs()  # warm up
    pairs = [(speed(row.ours, row.clock), speed(row.theirs, row.clock)) for _ in range(ROUNDS)]
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    if row.target.startswith("<="):
        ratios = sorted(1 / ratio for ratio in ratios)
    ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    return Measured(row, statistics.median(ratios), ratios[0], ratios[-1], ours, theirs)


def line(found: Measured) -> str:
    """Return the line of a row for a terminal."""
    row = found.row
    return f"{row.name:<58} {found.ratio:8.2f} ({found.span}) {row.target:>9}   {found.speeds}"


def page_line(found: Measured) -> str:
    """Return the line of a row for a page."""
    target = found.row.target.replace("<=", "≤").replace(">=", "≥")
    cells = (found.row.name, f"{found.ratio:.2f}", found.span, target, found.verdict, found.speeds)
    return f"| {' | '.join(cells)} |"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def rows() -> Iterator[Row | str]:
    """Yield all rows, and a line for each that cannot be measured here."""
    for name in ("startup", "records", "games", "kernel", "bots", "jobs"):
        yield from import_module(f"bench_{name}").rows()


PAGE = """# How fast it is

Written by `make speed` ({version}, {machine}, {rounds} rounds). Every row is a ratio inside one run, beside the program
that is named behind the colon: the two take turns, and medians of CPU time are compared. With `≤` times are compared
(ours over theirs), else speeds (ours over theirs). The range is that of the rounds; machines drift, so a ratio near its
target says little, and the speeds in the last column are for orientation only.

Work differs: a move of chess needs check and pins, an action at poker needs pots, and following suit is cheaper.
To rescore is to read, to judge and to write; what reading and writing alone take is measured beside it. `bench/` says
what is compared with what.

| what | ratio | range | target | | ours : theirs |
|---|---|---|---|---|---|
{table}

## How long master thinks

CPU time in milliseconds, at a table of `rules`, and the targets; for cards in brackets where there was a choice.

{decisions}

## Suggestions for repairs

How often the first suggestion of `validate` is what was there before a slip:

{suggestions}
"""


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="measure only rows whose name has one of these words")
    parser.add_argument("--page", type=Path, help="write all rows to this page instead")
    options = parser.parse_args()
    if options.page is None:
        print_table(options.words)
    elif options.words:
        parser.error("a page has all rows")
    else:
        write_page(options.page)


def print_table(words: list[str]) -> None:
    """Measure the rows that have one of *words* in their name, or all, and print each at once."""
    print(f"{PYTHON}, {platform.machine()}, {ROUNDS} rounds, ratios of medians of CPU time")
    for row in rows():
        name = row if isinstance(row, str) else row.name
        if not words or any(word in name for word in words):
            print(row if isinstance(row, str) else line(measure(row)), flush=True)
    for part in ("decisions", "suggestions"):
        if not words or part in words:
            for text in import_module(f"bench_{part}").lines():
                print(text, flush=True)


def write_page(path: Path) -> None:
    """Measure everything and write the page. Nothing may be left out."""
    table = []
    for row in rows():
        if isinstance(row, str):
            sys.exit(row)
        table.append(page_line(measure(row)))
        print(table[-1], flush=True)
    lists = {part: _list(import_module(f"bench_{part}").lines()) for part in ("decisions", "suggestions")}
    text = PAGE.format(
        version=PYTHON,
        machine=platform.machine(),
        rounds=ROUNDS,
        table="\n".join(table),
        **lists,
    )
    path.write_text(text, encoding="utf-8")


def _list(lines: Iterator[str]) -> str:
    """Return a list for a page."""
    items = [f"- {' '.join(text.split())}" for text in lines]
    return "\n".join(items).replace(">=", "≥").replace("<=", "≤")


if __name__ == "__main__":
    main()
