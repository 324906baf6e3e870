"""Play the ladder of the built-in bots and write docs/strength.md: `make ladder`; `--blocks 2 -` for a quick look.

One bot plays against a table full of another, for 4, 3 and 2 players. A block is one game's deals in all rotations; the
deals' seed is its own, apart from those that the tables were made from. What counts is the first bot's points less the
mean of the others', a mean over a block; the standard error is that of block means.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from bluke_cli.kernel import kernel_state
from bluke_cli.match.difference import Difference
from bluke_cli.match.engines import Engine
from bluke_cli.match.plan import make_plan

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
SEED = "ladder-1"
RIVAL = "## Master against an ISMCTS of equal time"
"""What is under this heading `rival.py` writes, and stays."""


class Rung(NamedTuple):
    """One bot against another; `at_least` and `blocks` are for 4, 3 and 2 players."""

    bot: str
    field: str
    at_least: tuple[int, int, int]
    blocks: tuple[int, int, int]


RUNGS = (
    Rung("novice", "random", (1000, 900, 650), (100, 120, 400)),
    Rung("rules", "novice", (40, 65, 200), (60, 80, 160)),
    Rung("tuned", "rules", (10, 35, 150), (120, 200, 300)),
    Rung("master", "rules", (35, 60, 200), (40, 130, 600)),
    Rung("master", "tuned", (35, 45, 40), (100, 200, 400)),
)
"""The ladder, lowest rung first, and the points a game that each is to be above the field."""


class Result(NamedTuple):
    """What one rung gave at one number of players."""

    rung: Rung
    players: int
    at_least: int
    difference: Difference

    @property
    def verdict(self) -> str:
        """Whether the target is met, as `judged` says."""
        return judged(self.difference, self.at_least)[-1]


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", nargs="?", default=str(PAGE), help="the page to write, - for standard output")
    parser.add_argument("--blocks", type=int, help="so many blocks for each line, for a quick look")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    results = []
    for result in ladder(given.blocks, given.jobs):
        print(line_of(result), file=sys.stderr, flush=True)
        results.append(result)
    text = page(results)
    if given.out == "-":
        sys.stdout.write(text)
    else:
        _, rival, rest = written(Path(given.out)).partition(RIVAL)
        Path(given.out).write_text(text + (f"\n{rival}{rest}" if rival else ""), encoding="utf-8")


def written(page: Path) -> str:
    """Return what is on a page so far, nothing if there is none."""
    return page.read_text(encoding="utf-8") if page.exists() else ""


def ladder(blocks: int | None, jobs: int) -> Iterator[Result]:
    """Yield every rung at every number of players."""
    for rung in RUNGS:
        for at, players in enumerate((4, 3, 2)):
            yield Result(rung, players, rung.at_least[at], played(rung, players, blocks or rung.blocks[at], jobs))


def played(rung: Rung, players: int, blocks: int, jobs: int = 1) -> Difference:
    """Play one bot against a field and return how far it is ahead of the field's mean."""
    names = [f"A={rung.bot}", *(f"b{number}={rung.field}" for number in range(1, players))]
    plan = make_plan(names, players=players, seed=SEED, blocks=blocks)
    ahead: dict[int, list[Fraction]] = defaultdict(list)
    for result in Engine(jobs).play(plan, plan.schedule()):
        if result.faults:
            raise RuntimeError(f"a built-in bot failed: {result.faults[0].detail}")
        scores = dict(zip(result.outcome.bots, result.outcome.scores, strict=True))
        own = scores.pop("A")
        ahead[result.outcome.block].append(own - Fraction(sum(scores.values()), players - 1))
    difference = Difference()
    for games in ahead.values():
        difference.add(sum(games, Fraction(0)) / len(games))
    return difference


def line_of(result: Result) -> str:
    """Return a row of the table."""
    return row(result.rung.bot, result.rung.field, *judged(result.difference, result.at_least))


def judged(found: Difference, at_least: int) -> tuple[str, ...]:
    """Return cells of a row: how far ahead, the 95 % interval, blocks, the target, and whether it is met.

    It is if the interval lies above it, missed if below it, else open, as without an interval.
    """
    reach, error = found.half_width(), found.error
    if reach is None or error is None:
        return f"{found.mean:+.1f}", "unknown", str(found.blocks), f"+{at_least}", "open"
    low, high = found.mean - reach, found.mean + reach
    verdict = "met" if low >= at_least else "missed" if high < at_least else "open"
    ahead = f"{found.mean:+.1f} ± {error:.1f}"
    return ahead, f"{low:+.1f} to {high:+.1f}", str(found.blocks), f"+{at_least}", verdict


def row(*cells: object) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def page(results: list[Result]) -> str:
    """Return docs/strength.md: a table for each number of players, what falls most short of its target first."""
    parts = [HEAD.format(kernel=kernel_state(), seed=SEED)]
    for players in (4, 3, 2):
        rows = [result for result in results if result.players == players]
        rows.sort(key=lambda result: result.difference.mean / result.at_least)
        table = "\n".join(map(line_of, rows))
        parts.append(f"## {players} players\n\n{COLUMNS}\n{table}\n")
    return "\n".join(parts)


COLUMNS = """| bot | field | ahead, points a game | 95 % interval | blocks | target | |
|---|---|---|---|---|---|---|"""

HEAD = """# How strong the built-in bots are

Written by `make ladder` (`tools/ladder.py`); the kernel was {kernel}. One bot sits at a table that is otherwise filled
with the bot under *field*, in games of 25 hands with the default rules. **Ahead** is its points a game less the mean of
the others', with the standard error. A block is the deals of one game, played in all rotations of the seats; errors and
intervals are those of block means, never of single games. The deals come from the seed `{seed}`, which no table was
made from. In each table the row that does worst against its target is first: *met* and *missed* say that the whole
interval lies on one side of the target, *open* that it does not.

Results against one field say little about another: there is no single rating. `master` reads bids as if they were made
by the tables of `rules`, as all fields here do but `novice`, `random` and, with two players, `tuned`; it reads nothing
else out of the cards that were played.
"""


if __name__ == "__main__":
    main()
