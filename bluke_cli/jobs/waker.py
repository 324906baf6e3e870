"""What keeps the main thread from sleeping through a signal."""

from __future__ import annotations

import contextlib
import signal
import threading
from types import FrameType

LOOK_UP = 0.5
"""Seconds between two looks of the main thread for signals, whatever it waits for."""


class Waker:
    """Interrupts the main thread now and then, until it is closed.

    Beside other threads the main one may be caught by a signal just before it begins to wait, and then not see it for
    as long as it waits. What it waits for goes on where it was (PEP 475). It does nothing if it is made in another
    thread, or where there are no such signals.
    """

    def __init__(self) -> None:
        self._is_closed = threading.Event()
        with contextlib.suppress(ValueError, AttributeError):  # not in the main thread, or no such signal here
            signal.signal(signal.SIGURG, _nothing)
            threading.Thread(target=self._wake, daemon=True).start()

    def close(self) -> None:
        """Interrupt nothing any more."""
        self._is_closed.set()

    def _wake(self) -> None:
        while not self._is_closed.wait(LOOK_UP):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGURG)


def _nothing(_signum: int, _frame: FrameType | None) -> None:
    """Do nothing: that the signal came is enough."""
