"""Which processes are there: found by a mark in their environment, which every child inherits."""

from __future__ import annotations

import os
import sys
import time
import uuid
from pathlib import Path

import pytest

MARK = "BLUKE_TEST_MARK"

needs_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, which is Linux's")


def new_mark() -> str:
    """Return a mark that no other process has."""
    return uuid.uuid4().hex


def marked(mark: str) -> list[int]:
    """Return the processes, this one left out, whose environment has the mark and that have not ended."""
    needle = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) == os.getpid():
            continue
        try:
            if needle in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:  # it has just ended, or is not ours
            continue
    return found


def left_after(mark: str, seconds: float) -> list[int]:
    """Return what is still there when nothing is, or after a time."""
    end = time.monotonic() + seconds
    while (found := marked(mark)) and time.monotonic() < end:
        time.sleep(0.01)
    return found
