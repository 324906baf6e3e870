"""A match by any engine, in parts, and after any interruption: the same bytes, and nothing left behind."""

from __future__ import annotations

import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bots.processes import MARK, left_after, marked, needs_linux, new_mark
from tests.cli.running import LINE, bluke, environment, process, start, write

BOTS = ("rules", "novice", "random", "b=random", "c=novice")
SMALL = ("--seed", "friday", "--blocks", "12", "--rules", "schedule=3-1-3")
"""A match of 12 blocks of 20 games of 5 hands."""

SLOW = """\
import time
from bluke_cli.bots.builtin.novice import Novice
class Slow(Novice):
    def bid(self, view):
        time.sleep(0.01)
        return super().bid(view)
"""


@pytest.fixture(scope="module")
def whole() -> str:
    run = bluke("match", *BOTS, *SMALL)
    assert run.status == 0
    assert run.out.count("\n") == 240
    return run.out


@pytest.fixture(scope="module")
def standings() -> str:
    return bluke("match", *BOTS, *SMALL).err


# The same bytes


def test_two_jobs(whole: str, standings: str) -> None:
    run = process("match", *BOTS, *SMALL, "--jobs", "2")
    assert (run.status, run.out, run.err) == (0, whole, standings)


@pytest.mark.parametrize("count", [2, 5])
def test_shards_put_together(count: int, whole: str, standings: str, tmp_path: Path) -> None:
    parts = [str(tmp_path / f"part{number}") for number in range(1, count + 1)]
    for number, part in enumerate(parts, 1):
        assert bluke("match", *BOTS, *SMALL, "--shard", f"{number}/{count}", "-o", part).status == 0
    run = bluke("match", "--merge", *parts[::-1])
    assert (run.status, run.out) == (0, whole)
    assert sorted(run.err.splitlines()) == sorted(standings.splitlines())
    out = tmp_path / "all"
    assert bluke("match", "--merge", *parts, "-o", str(out)).out == ""
    assert out.read_text() == whole


def test_a_part_from_standard_input(whole: str, tmp_path: Path) -> None:
    lines = whole.splitlines(keepends=True)
    part = write(tmp_path, "part", "".join(lines[100:]))
    assert bluke("match", "--merge", part, "-", stdin="".join(lines[:100])).out == whole


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_at_random_moments_and_resumed(jobs: str, tmp_path: Path) -> None:
    """One bot takes its time, so that the kills come before the end on a quick machine, too."""
    write(tmp_path, "slow.py", SLOW.replace("0.01", "0.002"))
    bots, path = (*BOTS[:4], f"c={tmp_path}/slow.py:Slow"), tmp_path / "run.jsonl"
    plan = ("match", *bots, "--seed", "friday", "--blocks", "24", "--rules", "schedule=2-1-2")
    finished = process(*plan)
    whole, standings = finished.out, finished.err
    arguments = (*plan, "--jobs", jobs, "--resume", str(path))
    chance, kills, sizes = random.Random(jobs), 0, []
    while kills < 10:
        mark = new_mark()
        child = start(*arguments, env=environment(**{MARK: mark}))
        with child:
            before = path.stat().st_size if path.exists() else 0
            wanted = before + chance.randrange(len(whole) // 24)
            while child.poll() is None and (not path.exists() or path.stat().st_size <= wanted):
                time.sleep(0.001)
            time.sleep(chance.random() / 200)
            child.kill()
        assert left_after(mark, 8) == []
        assert whole.startswith(path.read_text())
        sizes.append(path.stat().st_size)
        kills += 1
    assert sum(size < len(whole.encode()) for size in sizes) >= 5
    run = process(*arguments)
    assert (run.status, run.out, run.err) == (0, "", standings)
    assert path.read_text() == whole


def test_resumed_by_another_engine(whole: str, tmp_path: Path) -> None:
    path = write(tmp_path, "run.jsonl", whole[: len(whole) // 3])
    assert bluke("match", *BOTS, *SMALL, "--jobs", "3", "--resume", path).status == 0
    assert Path(path).read_text() == whole


def test_a_match_that_stops_when_it_is_sure_stops_at_the_same_game(tmp_path: Path) -> None:
    arguments = ("match", "novice", "random", "--seed", "friday", "--rules", "schedule=3-1-3", "--until", "ci:9")
    whole = bluke(*arguments).out
    assert 30 < whole.count("\n") / 2 < 100
    assert process(*arguments, "--jobs", "2").out == whole
    for size in (len(whole) // 2, len(whole) - 1, len(whole)):
        path = write(tmp_path, "run.jsonl", whole[:size])
        assert bluke(*arguments, "--resume", path).status == 0
        assert Path(path).read_text() == whole


def test_the_seed_is_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first = ("match", "novice", "random", "--rules", "schedule=1", "--resume", str(path), "--blocks")
    assert bluke(*first, "2").status == 0
    begun = path.read_text()
    assert bluke(*first, "4").status == 0
    assert path.read_text().startswith(begun)
    assert path.read_text().count("\n") == 8


# Refused


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--deals", "-", "--resume", "F"), "--deals needs a file"),
        (("--deals", "-", "--shard", "1/2"), "--deals needs a file"),
        (("--resume", "F", "-o", "G"), "leave -o out"),
        (("--resume", "F", "--only", "1/1/0"), "no part to resume"),
        (("--shard", "1/2", "--only", "1/1/0"), "no part to resume"),
        (("--shard", "3/2",), "a shard is written i/k"),
        (("--shard", "1/2",), "need the same --seed"),
        (("--shard", "1/2", "--resume", "F"), "need the same --seed"),
        (("--jobs", "0"), "--jobs"),
        (("--jobs", "2", "--engine", "dask://a:1"), "choose one"),
        (("--engine", "ray://a:1"), "dask://host:port"),
        (("--engine", "dask://a"), "dask://host:port"),
        (("--engine", "dask://a:b"), "dask://host:port"),
        (("--engine", ""), "dask://host:port"),
        (("--merge", "--seed", "1"), "not --seed"),
        (("--merge", "--jobs", "2"), "not --jobs"),
        (("--merge", "-"), "one part only"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = ("-",) if "--merge" in arguments else ("novice", "random")
    run = bluke("match", *bots, *arguments, stdin=LINE)
    assert (run.status, run.out) == (2, "")
    assert says in run.err
    assert list(tmp_path.iterdir()) == []


def test_a_part_is_not_written_over(whole: str, tmp_path: Path) -> None:
    part = write(tmp_path, "part", whole)
    run = bluke("match", "--merge", part, "-o", part)
    assert (run.status, run.out) == (2, "")
    assert Path(part).read_text() == whole


def test_missing_games_are_told(whole: str, tmp_path: Path) -> None:
    lines = whole.splitlines(keepends=True)
    part = write(tmp_path, "part", "".join(lines[:30] + lines[31:]))
    run = bluke("match", "--merge", part)
    assert run.status == 1
    assert run.out == "".join(lines[:30] + lines[31:])
    assert run.err.endswith(
        "bluke: 1 game is missing between those that are there, the first block 2, line-up 3, rotation 2\n"
    )
    assert "1 block is incomplete" in run.err


def test_another_match_and_a_lock(whole: str, tmp_path: Path) -> None:
    path = write(tmp_path, "run.jsonl", whole)
    run = bluke("match", *BOTS, *SMALL[2:], "--seed", "saturday", "--resume", path)
    assert (run.status, run.out) == (2, "")
    assert "of another match" in run.err
    bot = write(tmp_path, "slow.py", SLOW)
    arguments = ("match", "novice", bot, "--inproc", "--seed", "1", "--resume", str(tmp_path / "slow.jsonl"))
    with start(*arguments) as child:
        try:
            wait_for(tmp_path / "slow.jsonl")
            run = process(*arguments)
            assert (run.status, run.out) == (2, "")
            assert "another run is writing to it" in run.err
        finally:
            child.kill()


def wait_for(path: Path) -> None:
    """Wait until there is something in a file."""
    end = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size) and time.monotonic() < end:
        time.sleep(0.01)


# Endings


@needs_linux
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
@pytest.mark.parametrize("inproc", [("--inproc",), ()], ids=["inproc", "children"])
def test_a_signal_leaves_no_process(number: int, status: int, inproc: tuple[str, ...], tmp_path: Path) -> None:
    mark = new_mark()
    bot = write(tmp_path, "slow.py", SLOW)
    child = start("match", "novice", bot, *inproc, "--jobs", "2", "--blocks", "500", env=environment(**{MARK: mark}))
    with child:
        assert child.stdout is not None
        assert child.stdout.readline()
        assert len(marked(mark)) >= 3
        child.send_signal(number)
        assert child.wait(20) == status
        assert child.stderr is not None
        assert child.stderr.read() == b""
    assert left_after(mark, 8) == []


@needs_linux
def test_ctrl_c_at_a_terminal_leaves_no_process(tmp_path: Path) -> None:
    """The terminal sends it to the whole group, workers and all."""
    mark = new_mark()
    bot = write(tmp_path, "slow.py", SLOW)
    arguments = ("match", "novice", bot, "--jobs", "2", "--blocks", "500", "-o", str(tmp_path / "out"))
    terminal = Terminal(*arguments, env=environment(**{MARK: mark}))
    wait_for(tmp_path / "out")
    os.write(terminal.descriptor, b"\x03")
    shown, status = terminal.finish()
    assert status == 130
    assert "Traceback" not in shown
    assert left_after(mark, 8) == []


def test_a_reader_that_has_enough_leaves_no_process() -> None:
    mark = new_mark()
    child = start("match", "novice", "random", "--jobs", "2", "--blocks", "5000", env=environment(**{MARK: mark}))
    with child:
        assert child.stdout is not None
        assert child.stdout.readline()
        child.stdout.close()
        assert child.wait(20) == 141
    assert left_after(mark, 8) == []


PEAK = """
import re, sys
from pathlib import Path
from bluke_cli.cli import main
status = main._status(sys.argv[1:])
found = re.search("VmHWM:\\s+([0-9]+) kB", Path("/proc/self/status").read_text())
print(status, found[1], file=sys.stderr)
"""


def peak(*arguments: str) -> int:
    """Run the tool; return the most memory that its own process used, in KiB."""
    run = subprocess.run(
        [sys.executable, "-c", PEAK, "-q", *arguments],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
    )
    status, found = run.stderr.split()
    assert status == b"0"
    return int(found)


@needs_linux
def test_memory_stays_flat(tmp_path: Path) -> None:
    plan = ("match", "novice", "random", "--players", "2", "--seed", "1", "--rules", "schedule=1")
    few, many, path = ("--blocks", "100"), ("--blocks", "4000"), str(tmp_path / "run.jsonl")
    assert peak(*plan, *many, "--jobs", "2") - peak(*plan, *few, "--jobs", "2") < 2000
    alone = peak(*plan, *few, "--resume", str(tmp_path / "few.jsonl"))
    assert peak(*plan, *many, "--resume", path) - alone < 2000
    assert peak(*plan, *many, "--resume", path) - alone < 2000
    assert peak("match", "--merge", path) - alone < 2000


# Progress


class Terminal:
    """The tool with a terminal as its standard input and error; its standard output is where `stdout` says."""

    def __init__(self, *arguments: str, stdout: int = subprocess.DEVNULL, env: dict[str, str] | None = None) -> None:
        self.descriptor, theirs = pty.openpty()
        self._child = subprocess.Popen(
            [sys.executable, "-c", CONTROLLED, *arguments],
            stdin=theirs,
            stdout=theirs if stdout == subprocess.STDOUT else stdout,
            stderr=theirs,
            env=env or environment(),
            start_new_session=True,
        )
        os.close(theirs)

    def finish(self) -> tuple[str, int]:
        """Return what was shown, and the exit status."""
        shown = b""
        while True:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:  # the other end is closed, which Linux says so
                break
            if not data:
                break
            shown += data
        os.close(self.descriptor)
        return shown.decode(), self._child.wait(30)


CONTROLLED = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # the terminal is ours, and sends Ctrl-C to us
from bluke_cli.cli import main
main.run()
"""


def test_progress_on_a_terminal() -> None:
    shown, status = Terminal("match", "rules", "novice", "--seed", "1", "--blocks", "30", "--jobs", "2").finish()
    assert status == 0
    lines = [line.strip() for line in shown.split("\r")]
    assert "0 of 60" in lines[:2]
    pattern = r"\d+ of 60, \d+\.\d games/s, \d+ s left; rules \+\d+\.\d ± \d+\.\d over novice"
    assert any(re.fullmatch(pattern, line) for line in lines)
    last = shown[: shown.index("30 blocks, 60 games")]
    assert re.search(r"\r +\r$", last)  # the line is taken away


def test_no_progress_when_it_was_not_asked_for_or_would_be_in_the_way(tmp_path: Path) -> None:
    match = ("match", "novice", "random", "--seed", "1", "--blocks", "20", "--rules", "schedule=4")
    assert Terminal("-q", *match).finish() == ("", 0)
    shown, _ = Terminal(*match, stdout=subprocess.STDOUT).finish()
    assert "games/s" not in shown
    assert "of 40" not in shown
    assert "of 40" not in bluke(*match).err
    assert "of 40" in Terminal(*match, "--resume", str(tmp_path / "run.jsonl")).finish()[0]
