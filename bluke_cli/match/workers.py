"""The engine `--jobs N`: processes on this machine, each of which plays whole blocks (`jobs`)."""

from __future__ import annotations

from collections.abc import Iterable

from bluke_cli.jobs.pool import AHEAD, TRIES, Pool
from bluke_cli.match.order import in_order
from bluke_cli.match.packing import Batch, Reply, pack
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.run import Results, batches, close_bots, try_bots, until_stopped

WORK = "bluke_cli.match.worker:playing"


def play_in_processes(plan: Plan, games: Iterable[Game], jobs: int) -> Results:
    """Play *games* in as many processes as *jobs* says; yield what was played in the order of *games*.

    Raises BotRefused before the first game, MatchStopped as `play` does, and BlukeError where a block cannot be played.
    """
    try:
        try_bots(plan)
    finally:
        close_bots(plan)
    pool = Pool(WORK, pack(plan), jobs, _lost)
    try:
        yield from until_stopped(plan, in_order(pool.submit, batches(games), AHEAD * jobs))
    finally:
        pool.close()


def _lost(batch: Batch) -> Reply:
    """Return the reply for a block that every process dies of: a bot may be what kills it."""
    what = f"block {batch[0].block}: the process that played it died {TRIES} times"
    return Reply([], f"{what}; --jobs 1 shows what happens")
