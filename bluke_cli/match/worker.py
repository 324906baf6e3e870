"""A process that plays blocks for another: what `workers` starts.

The plan, and then batches of games, come pickled on standard input; replies go to standard output. Both are moved out
of the way of bots before any is loaded. When standard input ends, the other process is gone or wants no more: the game
in progress is given up, the bots are closed, and the process ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from queue import SimpleQueue
from types import FrameType
from typing import BinaryIO

from bluke_cli.match.packing import Reply, reply_of, reply_to, unpack
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.run import close_bots

GRACE = 5.0
"""Seconds for the end; then nobody is asked any more."""

Batches = SimpleQueue[tuple[Game, ...]]


class _Ended(BaseException):
    """It is time to end. No Exception, which would be booked on the bot in whose turn it happens to come."""


def main() -> None:
    """Play what is asked for until standard input ends, or SIGTERM comes."""
    incoming, outgoing = _private_streams()
    with contextlib.suppress(_Ended, BrokenPipeError):
        signal.signal(signal.SIGTERM, _end)
        packed: bytes = pickle.load(incoming)
        waiting: Batches = SimpleQueue()
        threading.Thread(target=_listen, args=(incoming, waiting), daemon=True).start()
        with _unpacked(packed) as plan:
            while True:
                batch = waiting.get()
                _send(outgoing, reply_to(plan, batch) if isinstance(plan, Plan) else plan)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output for us alone; bots read nothing, and write to standard error."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error is closed
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    return incoming, outgoing


def _listen(incoming: BinaryIO, waiting: Batches) -> None:
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


@contextlib.contextmanager
def _unpacked(packed: bytes) -> Iterator[Plan | Reply]:
    """Give the plan, its bots closed at the end; or the reply to every batch, where it cannot be played here."""
    try:
        plan = unpack(packed)
    except Exception as error:
        yield reply_of(error)
        return
    try:
        yield plan
    finally:
        close_bots(plan)


def _end(_signum: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: the bots are to be closed in peace
    raise _Ended
