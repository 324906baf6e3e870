"""What a writer leaves that is killed: a new file beside the one it was to replace; the next writer takes it away.

A writer holds a lock on its new file, and the lock ends with the writer, however that ends. So such a file that can be
locked is nobody's, once it is too old for a writer that has just begun and holds no lock yet. Without locks all stays.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
import time
from pathlib import Path

try:
    import fcntl
except ImportError:  # there is no such thing on Windows
    fcntl = None  # type: ignore[assignment]

OLD = 60
"""Seconds that nobody has written to a file, before it is taken away."""


def new_beside(path: Path) -> tuple[int, str]:
    """Make a hidden new file beside *path*; return its handle and name. What was left there before is taken away."""
    prefix = f".{path.name[:60]}."
    if fcntl is not None:
        _take_away(path.parent, re.compile(re.escape(prefix) + r"[a-z0-9_]{8}\.new"))
    return tempfile.mkstemp(dir=path.parent, prefix=prefix, suffix=".new")


def hold(handle: int, stack: contextlib.ExitStack) -> None:
    """Lock a new file until *stack* is closed, also if *handle* is closed before."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            lock = os.dup(handle)
            stack.callback(_close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _take_away(folder: Path, pattern: re.Pattern[str]) -> None:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for name in [entry.path for entry in entries if pattern.fullmatch(entry.name)]:
            with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
                handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                stack.callback(_close, handle)
                state = os.fstat(handle)
                if stat.S_ISREG(state.st_mode) and time.time() - state.st_mtime > OLD:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    os.unlink(name)  # noqa: PTH108


def _close(handle: int) -> None:
    with contextlib.suppress(OSError):
        os.close(handle)
