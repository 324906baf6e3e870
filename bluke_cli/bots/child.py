"""A bot's process: started under its guard, written to and read from against deadlines, ended in order.

Lines go in and come out; what they mean is not known here (`wire`). A **deadline** is a time of `time.monotonic`, one
for all that a request takes, writing and reading; nothing that the bot does moves it. Standard error is always drained
and its end kept. Whatever goes wrong is a `BotFault` that says so with `is_dead`.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
from collections.abc import Iterable, Sequence
from time import monotonic

from bluke_cli.bots.guarded import start_guarded
from bluke_cli.bots.lines import Lines
from bluke_cli.bots.players import BotFault

CHUNK = 64 * 1024
STDERR_KEPT = 16 * 1024
GRACE = 1.0
"""Seconds from one step of ending a bot to the next."""


class Child:
    """A process that plays; make it, `send` and `receive`, and `close` it whatever happens.

    Raises BotFault ``spawn`` if the command cannot be started.
    """

    def __init__(self, command: Sequence[str], deadline: float) -> None:
        self._lines = Lines()
        self._error = bytearray()
        self._is_at_end = self._is_closed = self._is_started = False
        self.status: int | None = None
        self._guard, self._control, self._in, self._out, self._err = start_guarded(command)
        self._poller = select.poll()
        for descriptor in (self._out, self._err, self._control.fileno()):
            self._poller.register(descriptor, select.POLLIN)
        try:
            while not self._is_started and self.status is None:
                self._wait(deadline)
                _check_time(deadline)
        except BaseException:
            self.close()
            raise
        if not self._is_started:
            self.close()
            raise self._no_start(command)

    def _no_start(self, command: Sequence[str]) -> BotFault:
        reason = os.strerror(self.status) if self.status else "the guard ended"
        return BotFault("spawn", f"cannot start {command[0]}: {reason}", is_dead=True)

    @property
    def said(self) -> str:
        """The end of what the bot wrote to standard error."""
        if not self._is_closed:
            self._read_error()
        return self._error[-STDERR_KEPT:].decode("utf-8", "replace")

    @property
    def is_running(self) -> bool:
        """Whether the process can still be asked."""
        if not self._is_closed:
            self._poll(0)
        return not (self._is_closed or self._is_at_end or self.status is not None)

    def send(self, data: bytes, deadline: float) -> None:
        """Write *data*, whole lines. A bot that has closed its input is not told from one that reads."""
        self._lines.begin_request()
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                self._poller.register(self._in, select.POLLOUT)
                try:
                    self._wait(deadline)
                finally:
                    self._poller.unregister(self._in)
                if self._is_at_end or self._lines.fault:  # the answer that is wanted next will say what happened
                    return
                _check_time(deadline)
            except BrokenPipeError:
                return

    def receive(self, deadline: float) -> bytes:
        """Return the next line, without its line feed."""
        while not self._lines:
            if self._lines.fault is not None:
                raise self._lines.fault
            if self._is_at_end:
                raise self._fate()
            late = monotonic() >= deadline
            self._wait(deadline)
            if late and not self._lines:
                _check_time(deadline)
        return self._lines.next() or b""

    def _wait(self, deadline: float) -> None:
        """Wait until something happens, not beyond the deadline."""
        self._poll(math.ceil(max(0.0, deadline - monotonic()) * 1000))

    def _poll(self, milliseconds: int) -> None:
        for descriptor, _ in self._poller.poll(milliseconds):
            if descriptor == self._out:
                self._read_out()
            elif descriptor == self._err:
                self._read_error()
            elif descriptor != self._in:
                self._read_control()

    def _read_out(self) -> bool:
        """Take what stands on the bot's standard output; return whether there was anything."""
        chunk = self._read(self._out)
        if chunk is None:
            return False
        if not chunk:
            self._is_at_end = True
            return False
        self._lines.add(chunk)
        return True

    def _read_error(self) -> bool:
        chunk = self._read(self._err)
        if not chunk:
            return False
        self._error += chunk
        if len(self._error) > 4 * STDERR_KEPT:
            del self._error[:-STDERR_KEPT]
        return True

    def _read(self, descriptor: int) -> bytes | None:
        """Return what can be read, b"" at the end, None if there is nothing now."""
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return None
        if not chunk:
            with contextlib.suppress(KeyError):
                self._poller.unregister(descriptor)
        return chunk

    def _read_control(self) -> None:
        """Hear what the guard tells; when the bot has ended, take what it had written until then."""
        try:
            told = self._control.recv(256)
        except BlockingIOError:
            return
        if not told:
            self._poller.unregister(self._control)
            told = b"" if self.status is not None else f"X {-signal.SIGKILL}".encode()
        for line in told.decode().splitlines():
            if line == "S":
                self._is_started = True
            elif self.status is None:
                self.status = int(line[2:])
        if self.status is not None:
            for _ in range(64):  # what a pipe may hold, several times; a process that it left behind may go on writing
                if not (self._read_out() | self._read_error()):
                    break
            self._is_at_end = True

    def _fate(self) -> BotFault:
        """Return why there is nothing more to read."""
        self._await_end(monotonic() + GRACE)
        if self.status is None:
            return BotFault("exit", "the bot closed its standard output", is_dead=True)
        if self.status < 0:
            with contextlib.suppress(ValueError):
                return BotFault("signal", f"the bot was killed by {signal.Signals(-self.status).name}", is_dead=True)
            return BotFault("signal", f"the bot was killed by signal {-self.status}", is_dead=True)
        return BotFault("exit", f"the bot ended with exit status {self.status}", is_dead=True)

    def _await_end(self, deadline: float) -> None:
        while self.status is None and (left := deadline - monotonic()) > 0:
            self._poll(math.ceil(left * 1000))

    def say_goodbye(self, farewell: bytes) -> None:
        """Write a last line, if there is room for it, and close the bot's input."""
        with contextlib.suppress(OSError):
            os.write(self._in, farewell)
        self._close(self._in)

    def close(self, farewell: bytes | None = None) -> None:
        """End the process and all that came of it; with *farewell* it has a second to end by itself before that."""
        close_all([self], farewell)

    def end(self, *, patiently: bool, deadline: float) -> None:
        """Await the bot's own end until *deadline* if *patiently*, then send SIGTERM, a second later SIGKILL."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if patiently:
                self._await_end(deadline)
            if self.status is None:
                with contextlib.suppress(OSError):
                    self._control.send(b"T")
                self._await_end(monotonic() + GRACE)
        finally:
            self._control.close()  # the guard kills what is left, and ends
            for descriptor in (self._in, self._out, self._err):
                self._close(descriptor)
            try:
                self._guard.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._guard.kill()
                self._guard.wait()

    def _close(self, descriptor: int) -> None:
        """Close one of our ends, once: its number may be somebody else's afterwards."""
        if descriptor == self._in:
            self._in = -1
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _check_time(deadline: float) -> None:
    if monotonic() >= deadline:
        raise BotFault("timeout", "no answer in time", is_dead=True)


def close_all(children: Iterable[Child], farewell: bytes | None = None) -> None:
    """End processes, all of them in the same seconds."""
    children = list(children)
    if farewell is not None:
        for child in children:
            child.say_goodbye(farewell)
    deadline = monotonic() + GRACE
    for child in children:
        child.end(patiently=farewell is not None, deadline=deadline)
