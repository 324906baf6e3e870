"""The engine `--engine dask://host:port`: the same blocks on the workers of a Dask cluster.

The only home of `distributed`, which comes with the extra `cluster` and is imported when it is asked for. The workers
need this version of bluke, and the files of bots under the paths that are named. Dask gives a dead worker's blocks to
another by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING

from bluke_cli.errors import BlukeError
from bluke_cli.jobs.waker import Waker
from bluke_cli.match.order import in_order
from bluke_cli.match.packing import Batch, Reply, pack, reply_of, reply_to, unpack
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.run import GameResult, Results, batches, close_bots, try_bots, until_stopped

if TYPE_CHECKING:
    from distributed import Client, Future

SECONDS = 10
"""How long the scheduler, and then its first worker, may take to answer."""
AHEAD = 4
"""How many blocks for each thread of the cluster are begun before the first of them is released."""

_ADDRESS = re.compile(r"dask://(\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]@]+):([0-9]{1,5})/?", re.ASCII)
_one_at_a_time = threading.Lock()


def scheduler_of(engine: str) -> str:
    """Return Dask's own name of the scheduler that *engine* names. Raises BlukeError if it names none.

    >>> scheduler_of("dask://node1:8786")
    'tcp://node1:8786'
    """
    found = _ADDRESS.fullmatch(engine)
    if found is None:
        raise BlukeError(f"{engine}: an engine is named as dask://host:port")
    return f"tcp://{found[1]}:{found[2]}"


def play_on_cluster(plan: Plan, games: Iterable[Game], engine: str) -> Results:
    """Play *games* on the cluster that *engine* names; yield what was played in the order of *games*.

    Raises BotRefused before the first game, MatchStopped as `play` does, and BlukeError where the cluster cannot play.
    """
    address = scheduler_of(engine)
    try:
        try_bots(plan)
    finally:
        close_bots(plan)
    with (
        contextlib.closing(Waker()),
        ThreadPoolExecutor(1) as thread,
        _connected(engine, address) as client,
        _blaming(engine),
    ):
        threads = sum(client.nthreads().values())
        packed = client.submit(bytes, pack(plan), pure=False)  # a result, so that it is made again if it is lost

        def submit(batch: Batch) -> Future:
            return client.submit(play_there, packed, batch, pure=False)

        results = in_order(submit, batches(games), AHEAD * threads)
        yield from until_stopped(plan, _made_in(thread, results))


def _made_in(thread: Executor, results: Iterator[GameResult]) -> Iterator[GameResult]:
    """Yield *results*, made in another thread: an interrupt that comes while one of Dask's objects goes is lost."""
    while (result := thread.submit(next, results, None).result()) is not None:
        yield result


def play_there(packed: bytes, batch: Batch) -> Reply:
    """Play games of one block on a worker; one block at a time, for bots may have things in common."""
    with _one_at_a_time:
        try:
            plan = _unpacked(packed)
        except Exception as error:
            return reply_of(error)
        try:
            return reply_to(plan, batch)
        finally:
            close_bots(plan)


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Plan:
    plan = unpack(packed)
    try:
        try_bots(plan)
    finally:
        close_bots(plan)
    return plan


@contextlib.contextmanager
def _connected(engine: str, address: str) -> Iterator[Client]:
    """Give a client of the scheduler, which has at least one worker. Raises BlukeError."""
    try:
        from distributed import Client
    except ImportError as error:
        raise BlukeError(f"{engine}: Dask is not installed here; pip install 'bluke[cluster]' ({error})") from None
    _silence()
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BlukeError(f"{engine}: no Dask scheduler answers there ({error})") from None
    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS)
        except asyncio.TimeoutError:  # up to Python 3.10 this is no TimeoutError
            raise BlukeError(f"{engine}: the Dask scheduler there has no workers") from None
        yield client
    finally:
        client.close(timeout=2)


def _silence() -> None:
    """Let Dask, and what it is made of, log nothing: we tell what matters ourselves."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextlib.contextmanager
def _blaming(engine: str) -> Iterator[None]:
    """Turn what Dask raises into a BlukeError that names the cluster."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise BlukeError(f"{engine}: a block killed every worker that played it ({error.task})") from None
    except (CancelledError, CommClosedError, asyncio.TimeoutError) as error:
        raise BlukeError(f"{engine}: the Dask scheduler was lost ({type(error).__name__})") from None
    except ImportError as error:
        raise BlukeError(f"{engine}: a worker cannot load bluke ({error})") from None
