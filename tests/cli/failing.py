"""Runs of the tool in which the n-th call that touches a file fails: a driver in a process of its own.

The driver reads jobs as JSON, one a line, and answers with one line each. A **job** is a command line, the files that
lie in its folder, and the call that is to fail: its number, from 1, counted over all calls of `CALLS`, and the error.
Each job is a fork of the driver, which has run the same command before, whole, and so has imported everything: a
thousand take seconds.

A write that fails takes half of its bytes, and no write after it takes any, as on a disk that becomes full. What goes
to the three standard streams never fails here.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.cli.running import bluke, environment

CALLS = (
    *("open", "read", "write", "close", "fsync", "replace", "rename", "chmod", "chown", "unlink", "stat", "lstat"),
    *("fstat", "ftruncate", "truncate", "scandir", "umask"),
)


class Outcome(NamedTuple):
    """How a run ended: the call that failed (empty where there was none to fail), and what is left behind."""

    call: str
    status: int
    out: str
    err: str
    files: dict[str, str]


class Driver:
    """The process that runs jobs; a context manager."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "tests.cli.failing"]
        self._child = subprocess.Popen(
            words, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.communicate()

    def run(self, arguments: Sequence[str], files: Mapping[str, str], number: int = 0, error: str = "EIO") -> Outcome:
        """Run one job; with *number* 0 nothing fails, and what it imports is there for those that follow."""
        assert self._child.stdin
        assert self._child.stdout
        job = {"arguments": list(arguments), "files": dict(files), "number": number, "error": error}
        self._child.stdin.write(json.dumps(job) + "\n")
        self._child.stdin.flush()
        return Outcome(*json.loads(self._child.stdout.readline()))

    def failures(self, arguments: Sequence[str], files: Mapping[str, str], error: str) -> Iterator[tuple[int, Outcome]]:
        """Yield the runs in which the first call fails, then the second, up to the last there is."""
        for number in range(1, 2000):
            outcome = self.run(arguments, files, number, error)
            if not outcome.call:
                return
            yield number, outcome
        raise AssertionError("it never came to an end")


# The other side: the process of the driver.


class Failing:
    """Counts calls and lets one of them fail."""

    def __init__(self, number: int, error: int) -> None:
        self.left = number
        self.error = error
        self.failed = ""

    def is_due(self, call: str) -> bool:
        """Count a call; return whether it is the one to fail."""
        self.left -= 1
        if self.left == 0:
            self.failed = call
        return self.left == 0

    def fail(self, name: object = None) -> Any:
        raise OSError(self.error, os.strerror(self.error), *([name] if isinstance(name, str | os.PathLike) else []))

    def wrapped(self, call: str) -> Callable[..., Any]:
        """Return a function of `os` that fails when it is due."""
        function = getattr(os, call)

        def calling(*arguments: Any, **more: Any) -> Any:
            if arguments and arguments[0] in (0, 1, 2):
                return function(*arguments, **more)
            return self.fail(*arguments[:1]) if self.is_due(call) else function(*arguments, **more)

        return calling


def installed(failing: Failing) -> None:
    """Put the failing calls in place of the real ones, for the rest of this process."""

    class Raw(io.FileIO):
        def write(self, data: Any) -> int:
            if failing.failed == "write":
                failing.fail()
            if failing.is_due("write") and len(data) > 1:
                data = bytes(data)[: len(data) // 2]
            return super().write(data) or 0

        def readinto(self, buffer: Any) -> int:
            return failing.fail() if failing.is_due("read") else super().readinto(buffer) or 0

        def read(self, size: int | None = -1) -> bytes:
            return failing.fail() if failing.is_due("read") else super().read(-1 if size is None else size) or b""

        def readall(self) -> bytes:
            return failing.fail() if failing.is_due("read") else super().readall() or b""

        def close(self) -> None:
            was_open = not self.closed
            super().close()
            if was_open and failing.is_due("close"):
                failing.fail()

    def opening(name: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, *rest: Any, **more: Any) -> Any:
        if failing.is_due("open"):
            failing.fail(name)
        raw = Raw(name, mode.replace("b", "").replace("t", ""))
        if buffering == 0:
            return raw
        if "+" in mode:
            stream: Any = io.BufferedRandom(raw)
        else:
            stream = io.BufferedReader(raw) if "r" in mode else io.BufferedWriter(raw)
        return stream if "b" in mode else io.TextIOWrapper(stream, encoding or "utf-8", *rest, **more)

    for call in CALLS:
        if call not in ("read", "write", "close", "open"):
            setattr(os, call, failing.wrapped(call))
    os.open = failing.wrapped("open")
    builtins.open = io.open = opening  # type: ignore[assignment]


def child(job: dict[str, Any], report: int) -> None:
    """Run a job in this process and end it; the call that failed is written to *report*."""
    from bluke_cli.cli import main

    os.dup2(os.open("../out", os.O_WRONLY | os.O_CREAT), 1)
    os.dup2(os.open("../err", os.O_WRONLY | os.O_CREAT), 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(wrapper(io.FileIO(number, mode)))
        for number, mode, wrapper in (
            (0, "r", io.BufferedReader),
            (1, "w", io.BufferedWriter),
            (2, "w", io.BufferedWriter),
        )
    )
    failing = Failing(job["number"], getattr(errno, job["error"]))
    tell, leave = os.write, os._exit

    def ending(status: int) -> None:
        tell(report, failing.failed.encode())
        leave(status)

    os._exit = ending  # type: ignore[assignment]
    sys.argv = ["bluke", *job["arguments"]]
    installed(failing)
    status = 99
    try:
        main.run()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 98
    finally:
        with contextlib.suppress(Exception):
            sys.stderr.flush()
        ending(status)


def laid(job: dict[str, Any], name: str) -> Path:
    """Lay the files of a job in a new folder, and return it."""
    folder = Path(name, "work")
    folder.mkdir()
    for file, text in job["files"].items():
        (folder / file).write_text(text, "utf-8")
    return folder


def warm(job: dict[str, Any]) -> None:
    """Run a job in this process."""
    with tempfile.TemporaryDirectory() as name:
        os.chdir(laid(job, name))
        bluke(*job["arguments"])
        os.chdir("/")


def outcome(job: dict[str, Any]) -> Outcome:
    """Run a job in a fork, in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = laid(job, name)
        ours, theirs = os.pipe()
        number = os.fork()
        if number == 0:
            os.chdir(folder)
            child(job, theirs)
        os.close(theirs)
        call = os.read(ours, 100).decode()
        os.close(ours)
        status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
        out, err = (Path(name, each).read_text("utf-8") for each in ("out", "err"))
        files = {path.name: path.read_text("utf-8", "replace") for path in sorted(folder.iterdir())}
    return Outcome(call, status, out, err, files)


def serve() -> None:
    """Answer jobs as long as there are any."""
    for line in sys.stdin:
        job = json.loads(line)
        if not job["number"]:
            warm(job)
        print(json.dumps(outcome(job)), flush=True)


if __name__ == "__main__":
    serve()
