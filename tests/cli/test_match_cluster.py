"""A match on a Dask cluster: a scheduler and two workers on this machine, each a process of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.bots.processes import MARK, left_after, marked, new_mark
from tests.cli.running import bluke, environment, process, start, write

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None, reason="Dask is not installed: pip install 'bluke[cluster]'"
)

BOTS = ("rules", "novice", "random", "b=random")
SMALL = ("--seed", "friday", "--blocks", "10", "--rules", "schedule=3-1-3")
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical", "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10 s"}


def dask(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start a scheduler or a worker."""
    command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
    return subprocess.Popen(
        command, cwd=folder, env=environment(**QUIET), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


class Cluster:
    """A scheduler with workers of one thread each; what runs is ended by `close`."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.folder = folder
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.url = f"dask://127.0.0.1:{self.port}"
        listening = ("--host", "127.0.0.1", "--port", str(self.port))
        self.scheduler = dask("scheduler", *listening, "--no-dashboard", folder=folder)
        self.workers = [self.work() for _ in range(workers)]

    def work(self) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        return dask("worker", f"tcp://127.0.0.1:{self.port}", *options, folder=self.folder)

    def close(self) -> None:
        for child in (*self.workers, self.scheduler):
            child.kill()
        for child in (*self.workers, self.scheduler):
            child.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.close()


@needs_dask
@pytest.mark.parametrize("bots", [BOTS, ("rules", "novice")], ids=["table", "duel"])
def test_a_cluster_gives_the_same_bytes(bots: tuple[str, ...], cluster: Cluster) -> None:
    expected = bluke("match", *bots, *SMALL)
    run = process("match", *bots, *SMALL, "--engine", cluster.url)
    assert (run.status, run.out, run.err) == (0, expected.out, expected.err)


@needs_dask
def test_deals_and_a_bot_in_a_file_travel(cluster: Cluster, tmp_path: Path) -> None:
    deals = write(tmp_path, "deals.jsonl", bluke("deal", "--seed", "friday", "-n", "5", "--to", "jsonl").out)
    bot = write(tmp_path, "mine.py", "from bluke_cli.bots.builtin.novice import Novice\nclass Mine(Novice): pass\n")
    arguments = ("match", "random", bot, "--deals", deals, "--seed", "1")
    run = process(*arguments, "--engine", cluster.url)
    assert run.status == 0
    assert run.out == process(*arguments, "--inproc").out


@needs_dask
def test_a_shard_of_a_cluster_is_resumed(cluster: Cluster, tmp_path: Path) -> None:
    expected = bluke("match", *BOTS, *SMALL, "--shard", "2/2").out
    path = write(tmp_path, "run.jsonl", expected[: len(expected) // 2])
    run = process("match", *BOTS, *SMALL, "--shard", "2/2", "--resume", path, "--engine", cluster.url)
    assert (run.status, run.out) == (0, "")
    assert Path(path).read_text() == expected


@needs_dask
def test_a_match_stops_at_the_first_fault(cluster: Cluster, tmp_path: Path) -> None:
    body = "        if view.hand == 2 and view.up % 5 == 1: raise ValueError\n        return super().bid(view)\n"
    text = "from bluke_cli.bots.builtin.novice import Novice\nclass Mine(Novice):\n    def bid(self, view):\n"
    bot = write(tmp_path, "mine.py", text + body)
    arguments = ("match", "novice", bot, *SMALL, "--inproc", "--on-fault", "stop")
    expected = bluke(*arguments)
    assert (expected.status, expected.out.count("\n")) == (1, 8)
    run = process(*arguments, "--engine", cluster.url)
    assert (run.status, run.out, run.err) == (1, expected.out, expected.err)


@needs_dask
def test_a_bot_that_only_we_have_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    write(tmp_path, "mine.py", "from bluke_cli.bots.builtin.novice import Novice\nclass Mine(Novice): pass\n")
    run = process("match", "novice", "mine.py", *SMALL, "--inproc", "--engine", cluster.url, cwd=tmp_path)
    assert (run.status, run.out) == (2, "")
    assert run.err == "bluke: mine.py: there is no file mine.py\n"


@needs_dask
def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    try:
        arguments = ("match", "rules", "random", "--seed", "1", "--blocks", "40")
        expected = bluke(*arguments).out
        with start(*arguments, "--engine", cluster.url) as child:
            assert child.stdout is not None
            first = child.stdout.readline()
            cluster.workers[0].kill()
            assert first + child.stdout.read() == expected.encode()
            assert child.wait(30) == 0
    finally:
        cluster.close()


@needs_dask
def test_a_scheduler_that_is_lost_ends_the_match(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    try:
        path = tmp_path / "run.jsonl"
        arguments = ("match", "rules", "random", "--seed", "1", "--blocks", "400", "--resume", str(path))
        with start(*arguments, "--engine", cluster.url) as child:
            while child.poll() is None and not (path.exists() and path.stat().st_size):
                time.sleep(0.05)
            cluster.scheduler.kill()
            assert child.wait(60) == 2
            assert child.stderr is not None
            error = child.stderr.read().decode()
        assert re.fullmatch(r"bluke: dask://127\.0\.0\.1:\d+: the Dask scheduler was lost \(.*\)\n", error)
        assert path.read_text().endswith("\n")
    finally:
        cluster.close()


@needs_dask
@pytest.mark.parametrize(("number", "status"), [*[(signal.SIGINT, 130)] * 4, (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing_here_and_the_cluster_ready(number: int, status: int, cluster: Cluster) -> None:
    mark = new_mark()
    arguments = ("match", *BOTS, "--seed", "friday", "--blocks", "500", "--engine", cluster.url)
    child = start(*arguments, env=environment(**{MARK: mark}))
    with child:
        assert child.stdout is not None
        assert child.stdout.readline()
        child.send_signal(number)
        assert child.wait(20) == status
        assert child.stderr is not None
        assert child.stderr.read() == b""
    assert left_after(mark, 5) == marked(mark) == []
    run = process("match", *BOTS, *SMALL, "--engine", cluster.url)
    assert run.out == bluke("match", *BOTS, *SMALL).out


@needs_dask
def test_where_no_scheduler_answers() -> None:
    run = process("match", "novice", "random", "--engine", "dask://127.0.0.1:9")
    assert (run.status, run.out) == (2, "")
    assert re.fullmatch(r"bluke: dask://127\.0\.0\.1:9: no Dask scheduler answers there \(.*\)\n", run.err)


@needs_dask
def test_a_scheduler_without_workers(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, workers=0)
    try:
        run = process("match", "novice", "random", "--engine", cluster.url)
        assert (run.status, run.out) == (2, "")
        assert run.err == f"bluke: {cluster.url}: the Dask scheduler there has no workers\n"
    finally:
        cluster.close()


def test_without_dask_it_is_said_what_to_install(tmp_path: Path) -> None:
    write(tmp_path, "distributed.py", "raise ImportError('not here')")
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    run = process("match", "novice", "random", "--engine", "dask://host:1", env=environment(PYTHONPATH=path))
    assert (run.status, run.out) == (2, "")
    assert run.err == ("bluke: dask://host:1: Dask is not installed here; pip install 'bluke[cluster]' (not here)\n")
