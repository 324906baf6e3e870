"""A process that works for another: what `pool` starts.

What the work is made from, and then batches, come pickled on standard input; replies go to standard output. Both are
moved out of the way before any of the work is loaded: what it prints goes to standard error. When standard input ends,
the other process is gone or wants no more: the batch in progress is given up, the work is closed, and the process ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import time
from importlib import import_module
from queue import SimpleQueue
from types import FrameType
from typing import Any, BinaryIO

GRACE = 5.0
"""Seconds for the end; then nobody is asked any more."""


class _Ended(BaseException):
    """It is time to end. No Exception, which would be booked on the bot in whose turn it happens to come."""


def main(work: str) -> None:
    """Reply to batches until standard input ends, or SIGTERM comes; *work* is as `Pool` has it."""
    incoming, outgoing = _private_streams()
    with contextlib.suppress(_Ended, BrokenPipeError):
        signal.signal(signal.SIGTERM, _end)
        try:
            packed: bytes = pickle.load(incoming)
        except (EOFError, pickle.UnpicklingError):
            return  # the other process is gone already
        waiting: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=_listen, args=(incoming, waiting), daemon=True).start()
        module, _, function = work.partition(":")
        with getattr(import_module(module), function)(packed) as reply_to:
            while True:
                _send(outgoing, reply_to(waiting.get()))


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output for us alone; the work reads nothing, and writes to standard error."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error is closed
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    return incoming, outgoing


def _listen(incoming: BinaryIO, waiting: SimpleQueue[Any]) -> None:
    """Take in batches until there can be no more, then end the process."""
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            waiting.put(pickle.load(incoming))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def _send(outgoing: BinaryIO, reply: object) -> None:
    pickle.dump(reply, outgoing, pickle.HIGHEST_PROTOCOL)
    outgoing.flush()


def _end(_signum: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: the work is to be closed in peace
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # nobody listens; compiled code that is broken off would lament
    raise _Ended
