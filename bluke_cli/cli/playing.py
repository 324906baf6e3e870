"""The options of `match` that say who plays which part of it, how long, and where it is kept."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import click

from bluke_cli.cli.inputs import STDIN, as_text
from bluke_cli.cli.outputs import Write, line_output
from bluke_cli.cli.words import FILE
from bluke_cli.diagnostics import counted
from bluke_cli.errors import BlukeError
from bluke_cli.match.engines import Engine
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.run import GameResult
from bluke_cli.match.shards import ALL, Shard, read_shard
from bluke_cli.match.standings import Standings
from bluke_cli.match.until import MOST_BLOCKS, Until, read_until


@dataclass(frozen=True, slots=True)
class Playing:
    """Who plays, which part, when it may stop, and the file in which the match is kept from run to run, if it is."""

    engine: Engine
    shard: Shard
    resume: str | None
    is_merge: bool
    until: Until | None = None

    def seed(self, typed: str | None) -> str | None:
        """Return the seed of the match: the one *typed*, else that of the games that are kept already."""
        if typed is not None or self.resume is None:
            return typed
        from bluke_cli.match.kept import seed_in

        return seed_in(self.resume)

    def check(self, deals: str | None, out: str | None, only: object, seed: str | None) -> None:
        """Raise BlukeError where other options do not go with these."""
        is_part = self.resume is not None or self.shard != ALL
        if is_part and deals == STDIN:
            raise BlukeError("--resume and --shard read the deals again and again, so --deals needs a file")
        if is_part and only is not None:
            raise BlukeError("--only plays one game, which is no part to resume or to merge")
        if self.resume is not None and out is not None:
            raise BlukeError("--resume FILE is where the games go; leave -o out")
        if self.until is not None and (self.shard != ALL or only is not None):
            raise BlukeError("--until looks at all blocks from the first on; --shard and --only do not play them")
        if self.shard != ALL and seed is None:
            raise BlukeError("the parts of a match need the same --seed")
        if only is not None and seed is None:
            raise BlukeError("--only plays one game of a match again, so it needs the --seed of that match")

    @contextlib.contextmanager
    def output(self, plan: Plan, out: str | None, standings: Standings) -> Iterator[tuple[int, Iterable[Game], Write]]:
        """Give the number of games that are there already, those to play, and the function that writes them.

        What is there already is entered into the *standings*.
        """
        if self.resume is None:
            with line_output(out) as write:
                yield 0, self.shard.of(plan.schedule()), write
            return
        from bluke_cli.match.kept import kept

        with kept(self.resume, plan, self.shard) as match:
            for outcome in match.outcomes():
                standings.add(outcome)
            yield match.done, match.games(), match.write

    def most_blocks(self, blocks: int | None) -> int | None:
        """Return how many blocks there are to be at most, where neither games nor deals say so."""
        return MOST_BLOCKS if blocks is None and self.until is not None else blocks

    def watch(self, results: Iterable[GameResult], standings: Standings) -> Iterable[GameResult]:
        """Yield the games until the match may stop; each must be in *standings* before the next is asked for."""
        return results if self.until is None else self.until.watch(results, standings)

    def ending(self, standings: Standings) -> str:
        """Say whether the match is as sure as was wanted; nothing where nobody wanted that."""
        if self.until is None:
            return ""
        met = "reached" if self.until.is_met(standings) else "not reached"
        return f"{self.until} is {met} after {counted(standings.blocks, 'block')}.\n"

    def games(self, plan: Plan) -> int:
        """Return how many games of a plan there are to be in the end, in this part of it."""
        return self.shard.blocks(plan.blocks) * len(plan.line_ups) * plan.rotations


def _as_shard(ctx: click.Context, param: click.Parameter, value: str | None) -> Shard:
    try:
        return ALL if value is None else read_shard(value)
    except BlukeError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _as_until(ctx: click.Context, param: click.Parameter, value: str | None) -> Until | None:
    try:
        return None if value is None else read_until(value)
    except BlukeError as error:
        raise click.BadParameter(str(error), ctx, param) from None


_OPTIONS = (
    click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Play in so many processes.  [default: 1]"),
    click.option("--engine", metavar="URL", help="Play on a Dask cluster: dask://host:port."),
    click.option("--shard", metavar="I/K", callback=_as_shard, help="Play part I of K; --merge joins the parts."),
    click.option("--resume", type=FILE, metavar="FILE", help="Keep the match in this file, and go on where it stops."),
    click.option(
        "--until",
        callback=_as_until,
        metavar="RULE",
        help="Stop when sure: ci:2 knows all differences to ±2 points, best:95 one bot ahead of all, 95 % sure.",
    ),
    click.option("--merge", is_flag=True, help="The words are files, not bots: join the parts of a match."),
)


def playing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options; it gets them as `how`."""

    @functools.wraps(command)
    def with_how(
        *arguments: Any,
        jobs: int | None,
        engine: str | None,
        shard: Shard,
        resume: str | None,
        until: Until | None,
        merge: bool,
        **options: Any,
    ) -> Any:
        if engine is not None and jobs is not None:
            raise BlukeError("--engine and --jobs are two ways to play; choose one")
        how = Playing(Engine(jobs or 1, engine and as_text(engine)), shard, resume, merge, until)
        return command(*arguments, how=how, **options)

    for option in reversed(_OPTIONS):
        with_how = option(with_how)
    return with_how
