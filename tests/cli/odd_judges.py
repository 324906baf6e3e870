"""Judges that do not do their work, for `test_validate_jobs`: what a process may be given instead of the true one."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator

from bluke_cli.cli import judges
from bluke_cli.cli.verdicts import Asked, Judge, Verdict
from bluke_cli.record.source import Document


class UnspeakableError(Exception):
    """A fault that another process cannot be told of."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one}{other}")


@contextlib.contextmanager
def dying(packed: bytes) -> Iterator[Callable[[judges.Question], judges.Reply]]:
    """Die at the first record."""
    del packed
    yield lambda _: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[func-returns-value, return-value]


@contextlib.contextmanager
def failing(packed: bytes, error: Exception | None = None) -> Iterator[Callable[[judges.Question], judges.Reply]]:
    """Fail with the third record of each input."""
    judged = Judge.verdict

    def verdict(judge: Judge, document: Document, asked: Asked) -> Verdict:
        if document.number == 3:
            raise error or ValueError("so\nit is")
        return judged(judge, document, asked)

    Judge.verdict = verdict  # type: ignore[method-assign]
    with judges.judging(packed) as reply_to:
        yield reply_to
    Judge.verdict = judged  # type: ignore[method-assign]


def unspeakable(packed: bytes) -> contextlib.AbstractContextManager[Callable[[judges.Question], judges.Reply]]:
    """Fail in a way that cannot be sent as it is."""
    return failing(packed, UnspeakableError("so", "so"))
