"""An evening on a sheet whose writer is killed again and again, in processes forked from this one, which is quick.

`python sheet_crash.py FILE KILLS SEED`, FILE a sheet just begun for the players of `evening`. A writer kills itself by
SIGKILL before some line of Python that it would run: one anywhere, one where the file is written, in turn. After each
death the sheet must be as it was before the entry, or as it should be after it. Prints how many writers were killed,
and how many of them had written already.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from bluke_cli.cli import main
from bluke_cli.cli.sheet_file import SheetFile
from tests.cli.evening import evening, words

NEVER = sys.maxsize


class Countdown:
    """Counts the lines of Python that are run, those before the writing too, and kills the process before one."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.run = 0
        self.run_before = 0

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> Countdown:
        if event == "call" and frame.f_code is SheetFile._write.__code__:
            self.run_before = self.run
        if event == "line":
            self.run += 1
            if self.run >= self.line:
                os.kill(os.getpid(), signal.SIGKILL)
        return self


def entered(path: str, entry: list[str], line: int) -> tuple[int, list[int]]:
    """Make an entry in a process of its own; return how it ended, negative for a signal, and what was counted."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        countdown = Countdown(line)
        sys.settrace(countdown)
        status = main._status(["sheet", entry[0], path, *entry[1:]])
        sys.settrace(None)
        os.write(theirs, f"{countdown.run_before} {countdown.run}".encode())
        os._exit(status)
    os.close(theirs)
    with os.fdopen(ours) as stream:
        counted = stream.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), list(map(int, counted.split()))


def play(path: str, kills: int, seed: int) -> tuple[int, int]:
    """Play the evening; return how many writers were killed, and how many of them had written already."""
    main._status(["-q", "sheet", "undo", path])  # refused; and all that is done once is done before the forks
    chance, killed, late = random.Random(seed), 0, 0
    for bids, took in evening(seed):
        for entry in (["bids", *words(bids)], ["took", *words(took)]):
            before = Path(path).read_bytes()
            wanted, (before_writing, lines) = outcome(path, entry)
            for first in (1, before_writing) if killed < kills else ():
                if Path(path).read_bytes() == before:
                    ended, _ = entered(path, entry, chance.randint(first, lines))
                    after = Path(path).read_bytes()
                    assert (ended, after in (before, wanted)) == (-signal.SIGKILL, True), "broken"
                    killed += 1
                    late += after == wanted
            if Path(path).read_bytes() == before:
                assert entered(path, entry, NEVER)[0] == 0
            assert Path(path).read_bytes() == wanted, "lost"
    return killed, late


def outcome(path: str, entry: list[str]) -> tuple[bytes, list[int]]:
    """Return what an entry makes of a sheet where nothing goes wrong, and how many lines of Python that takes."""
    beside = Path(path).with_name("beside.yaml")
    shutil.copy(path, beside)
    ended, counted = entered(str(beside), entry, NEVER)
    assert ended == 0
    return beside.read_bytes(), counted


if __name__ == "__main__":
    print(*play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
