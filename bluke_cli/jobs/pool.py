"""Processes on this machine that work on batches for this one.

A process is started anew, with nothing inherited but its pipes, so it makes no difference what this one has loaded or
which threads it runs. One that dies is replaced, and its batch is given to the next. In every ending all of them end:
in order by SIGTERM, or by the end of their standard input when this process is killed. What comes back is unpickled,
so both ends must trust each other. The other side is `worker`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from queue import SimpleQueue
from time import monotonic
from typing import Any, Generic, TypeVar

from bluke_cli.jobs.waker import Waker

TRIES = 3
"""How often a batch is begun before it is given up: it may be what kills the process."""
AHEAD = 4
"""How many batches for each process are begun at most before the first of them is released."""
GRACE = 6.0
"""Seconds for all processes to end in order; a little longer than each takes before it gives up what it holds."""

_RUN = (
    "import sys; work, *sys.path[:] = sys.argv[1:]; del sys.argv[1:]; "
    "from bluke_cli.jobs.worker import main; main(work)"
)

Batch = TypeVar("Batch")
Reply = TypeVar("Reply")


class Pool(Generic[Batch, Reply]):
    """Up to *jobs* processes, each served by a thread here.

    *work* is ``module:function``, called in each process with *packed*; it gives, as a context, the function that
    replies to a batch. A batch that every process dies of has the reply *lost*.
    """

    def __init__(self, work: str, packed: bytes, jobs: int, lost: Callable[[Batch], Reply]) -> None:
        self._work = work
        self._packed = packed
        self._jobs = jobs
        self._lost = lost
        self._waiting: SimpleQueue[tuple[Batch, Future[Reply]]] = SimpleQueue()
        self._threads = 0
        self._lock = threading.Lock()  # over the next two: none is started once all are to end
        self._workers: set[Worker] = set()
        self._is_closed = False
        self._waker = Waker()

    def submit(self, batch: Batch) -> Future[Reply]:
        """Let a batch be worked on; a process is started as long as there are not enough."""
        future: Future[Reply] = Future()
        self._waiting.put((batch, future))
        if self._threads < self._jobs:
            self._threads += 1
            threading.Thread(target=self._serve, daemon=True).start()
        return future

    def close(self) -> None:
        """End all processes, whatever they are at."""
        with self._lock:
            self._is_closed = True
            workers = list(self._workers)
        self._waker.close()
        end_all(workers)

    def _serve(self) -> None:
        """Have batches worked on by one process after the other, until the pool is closed."""
        worker = None
        while not self._is_closed:
            batch, future = self._waiting.get()
            answer = None
            try:
                for _ in range(TRIES):
                    worker = worker or self._new_worker()
                    if worker is None:
                        return
                    answer = worker.ask(batch)
                    if answer is not None:
                        break
                    self._bury(worker)
                    worker = None
            except Exception as error:  # no process can be started; whoever waits for the future is to know
                future.set_exception(error)
                return
            future.set_result(self._lost(batch) if answer is None else answer)

    def _new_worker(self) -> Worker | None:
        with self._lock:
            if self._is_closed:
                return None
            worker = Worker(self._work, self._packed)
            self._workers.add(worker)
        return worker

    def _bury(self, worker: Worker) -> None:
        with self._lock:
            if not self._is_closed:
                self._workers.discard(worker)
                worker.kill()


class Worker:
    """One process, and the pipes to it. It has a session of its own: Ctrl-C at a terminal is for us to handle."""

    def __init__(self, work: str, packed: bytes) -> None:
        self._packed: bytes | None = packed
        self.process = subprocess.Popen(
            [sys.executable, "-c", _RUN, work, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def ask(self, batch: object) -> Any:
        """Return the reply to a batch, None if the process has died."""
        incoming, outgoing = self.process.stdout, self.process.stdin
        assert incoming is not None, "it is a pipe"
        assert outgoing is not None, "it is a pipe"
        try:
            if self._packed is not None:
                pickle.dump(self._packed, outgoing)
                self._packed = None
            pickle.dump(batch, outgoing)
            outgoing.flush()
            return pickle.load(incoming)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return None

    def kill(self) -> None:
        """End the process, and what it may have started in its session, at once."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        self.let_go()

    def let_go(self) -> None:
        """Close the pipes to a process that has ended."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def end_all(workers: Iterable[Worker]) -> None:
    """End processes in order, all at the same time; those that take too long at once."""
    workers = list(workers)
    deadline = monotonic() + GRACE
    try:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.process.wait(max(0.0, deadline - monotonic()))
    finally:
        for worker in workers:
            if worker.process.poll() is None:
                worker.kill()
            worker.let_go()
