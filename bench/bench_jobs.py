"""A match by two processes, beside the same match by one: the whole command, records and standings included.

Measured by the clock on the wall, so it says something only on a machine with two cores that have nothing else to do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from run import Row

BLOCKS = 150
GAMES = 4 * BLOCKS


def _match(jobs: int) -> float:
    bots = ("rules", "novice", "random", "b=random")
    options = ("--seed", "bench", "--blocks", str(BLOCKS), "--jobs", str(jobs), "-o", os.devnull)
    subprocess.run([sys.executable, "-m", "bluke_cli", "-q", "match", *bots, *options], check=True)
    return GAMES


def rows() -> Iterator[Row | str]:
    """Yield the row about jobs."""
    if (os.cpu_count() or 1) < 2:
        yield "match, two jobs beside one: left out, for there is one core only"
        return
    yield Row(
        "match, two jobs beside one (wall clock)",
        lambda: _match(2),
        lambda: _match(1),
        ">= 1.6",
        "games",
        time.perf_counter,
    )
