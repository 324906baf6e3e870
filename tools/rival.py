"""Play `master` against an ISMCTS of equal CPU time and write it into docs/strength.md: `make rival`, `--blocks 2 -`.

The ISMCTS searches a tree over what a seat knows, with random playouts below it, as OpenSpiel has it; it is compiled on
top of the same kernel (`ismcts.c`; needs a C compiler) and bids like `rules`. It has so many iterations that a card
takes it as long as `master`; what the clock found is on the page. Cards without a choice are not timed.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import sysconfig
import tempfile
from fractions import Fraction
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ladder import PAGE, RIVAL, judged, row, written
from timed import Clock, Timed, rotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin.master import Master
from bluke_cli.bots.builtin.rules import Rules
from bluke_cli.bots.search.position import position_of
from bluke_cli.bots.view import View
from bluke_cli.match.blocks import seeded_block
from bluke_cli.match.difference import Difference
from bluke_cli.rules.cards import Card
from bluke_cli.rules.house import HouseRules

SEED, WEIGHT = "rival-1", 60
AT_LEAST = {4: 10, 3: 25, 2: 40}
ITERATIONS = {4: 1090, 3: 1470, 2: 1740}
BLOCKS = {4: 40, 3: 100, 2: 120}
SOURCE = Path(__file__).with_name("ismcts.c")


@cache
def compiled() -> ModuleType:
    """Return the ISMCTS, compiled just now."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "ismcts.so")
        include = f"-I{sysconfig.get_path('include')}"
        subprocess.run(["cc", "-shared", "-fPIC", "-O3", include, str(SOURCE), "-o", str(made), "-lm"], check=True)
        spec = importlib.util.spec_from_file_location("ismcts", made)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


class Ismcts(Rules):
    """Bids like `rules`, plays by the tree."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations

    def play(self, view: View) -> Card:
        """Return the card tried most often."""
        if view.legal_mask.bit_count() == 1:
            return view.legal[0]
        seed = self.rng.below(1 << 32)
        card: Card = compiled().ismcts(position_of(view).packed(), seed, self.iterations, WEIGHT)
        return card


class Result(NamedTuple):
    """What one block gave: points a game ahead, and what the clock measured."""

    ahead: Fraction
    clock: Clock


def played(job: tuple[int, int, int]) -> Result:
    """Play one block: `master` in each seat in turn, the ISMCTS in the others."""
    players, number, iterations = job
    rules, clock, total = HouseRules(), Clock(), Fraction(0)
    block = seeded_block(SEED, number, rules.hand_sizes(players), players)

    def master() -> Bot:
        return Timed(Master(), "master", clock)

    def ismcts() -> Bot:
        return Timed(Ismcts(iterations=iterations), "ismcts", clock)

    for own, game in rotations(block, players, master, ismcts, f"{SEED} {number}", rules):
        total += game.final[own] - Fraction(sum(game.final) - game.final[own], players - 1)
    return Result(total / players, clock)


def line(players: int, blocks: int, iterations: int, jobs: int) -> str:
    """Play and return a row of the table."""
    difference, clock = Difference(), Clock()
    with Pool(jobs) as pool:
        for result in pool.imap(played, [(players, number, iterations) for number in range(1, blocks + 1)]):
            difference.add(result.ahead)
            clock.add(result.clock)
    times = f"{clock.mean('master card'):.2f} / {clock.mean('ismcts card'):.2f} ms"
    return row(players, iterations, times, *judged(difference, AT_LEAST[players]))


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("out", nargs="?", default=str(PAGE), help="the page to write into, - for standard output")
    parser.add_argument("--players", type=int, choices=sorted(AT_LEAST), help="only with so many players")
    parser.add_argument("--blocks", type=int, help="so many blocks for each line")
    parser.add_argument("--iterations", type=int, help="so many iterations of the ISMCTS")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    compiled()
    rows = []
    for players in (given.players,) if given.players else AT_LEAST:
        blocks, iterations = given.blocks or BLOCKS[players], given.iterations or ITERATIONS[players]
        rows.append(line(players, blocks, iterations, given.jobs))
        print(rows[-1], file=sys.stderr, flush=True)
    text = HEAD.format(heading=RIVAL, seed=SEED) + "\n".join(rows) + "\n"
    if given.out == "-":
        sys.stdout.write(text)
    else:
        page = Path(given.out)
        page.write_text(written(page).partition(RIVAL)[0] + text, encoding="utf-8")


HEAD = """{heading}

Written by `make rival` (`tools/rival.py`). One `master`, as it is without options, sits at a table of ISMCTS players: a
search tree over what a seat knows, with random playouts, as OpenSpiel has it, compiled on top of the same kernel
(`tools/ismcts.c`). It bids like `rules`, and has so many iterations that a card takes both about the same CPU time, as
measured where there is a choice. Deals: seed `{seed}`.

| players | iterations | time for a card, master / ISMCTS | ahead, points a game | 95 % interval | blocks | target | |
|---|---|---|---|---|---|---|---|
"""


if __name__ == "__main__":
    main()
