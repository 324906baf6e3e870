"""Records that are judged in other processes, with the same verdicts in the same order.

What travels are bytes and texts: documents there, a batch at a time, and back what is told of them. What came in
between them waits here for its turn, also the fault that the input ended with.
"""

from __future__ import annotations

import contextlib
import pickle
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import NamedTuple

from bluke_cli.cli.verdicts import Asked, Item, Judge, Judged, Verdict, told
from bluke_cli.jobs.order import in_order
from bluke_cli.jobs.pool import AHEAD, TRIES, Pool
from bluke_cli.record.source import Document

BATCH_BYTES = 2**18
BATCH_ITEMS = 64
"""A batch is full with so many bytes, or so many records and what is between them."""

WORK = "bluke_cli.cli.judges:judging"


class Question(NamedTuple):
    """What a process is given: records, and what is asked about them."""

    documents: list[Document]
    asked: Asked


class Reply(NamedTuple):
    """What is told of the records of a batch, up to the one with which the program itself failed, if it did."""

    verdicts: list[Verdict]
    fault: Exception | None = None
    where: str = ""


class JudgedElsewhereError(Exception):
    """Where in another process the fault arose that this one is the cause of; the text is its traceback."""


class ProcessDiedError(Exception):
    """The processes that judged some records died, one after the other."""


def judge_in_processes(judge: Judge, items: Iterable[Item], asked: Callable[[], Asked], jobs: int) -> Judged:
    """Judge records in as many processes as *jobs* says, a bounded number under way; close it to end them.

    *asked* is called for a whole batch before its turn comes, and so for each record again in its turn. What is left
    for the search is parted among the batches under way; a record that was searched and should not have been, or the
    other way round, is judged once more, here.
    """
    ahead = AHEAD * jobs
    pool = Pool[Question, Reply](WORK, pickle.dumps(judge), jobs, _lost)

    def submit(batch: list[Item | Exception]) -> Future[Reply]:
        documents = [item for item in batch if isinstance(item, Document)]
        if documents:
            most, tries = asked()
            return pool.submit(Question(documents, Asked(most, -(-tries // ahead))))
        nothing = Future[Reply]()
        nothing.set_result(Reply([]))
        return nothing

    try:
        for batch, reply in in_order(submit, _batches(items), ahead):
            yield from _together(judge, batch, reply, asked)
    finally:
        pool.close()


def _batches(items: Iterable[Item]) -> Iterator[list[Item | Exception]]:
    """Yield what comes in, some at a time; the last is the fault with which it ended, if it did."""
    batch: list[Item | Exception] = []
    size = 0
    try:
        for item in items:
            batch.append(item)
            size += len(item.raw) if isinstance(item, Document) else 0
            if size >= BATCH_BYTES or len(batch) >= BATCH_ITEMS:
                yield batch
                batch, size = [], 0
    except Exception as error:  # told when its turn has come
        batch.append(error)
    if batch:
        yield batch


def _together(judge: Judge, batch: list[Item | Exception], reply: Reply, asked: Callable[[], Asked]) -> Judged:
    """Yield what came in with its verdict. Raises what the program failed with, when its turn has come."""
    verdicts = iter(reply.verdicts)
    for item in batch:
        if isinstance(item, Exception):
            raise item
        if not isinstance(item, Document):
            yield item, told(judge, item)
            continue
        verdict = next(verdicts, None)
        if verdict is None:
            assert reply.fault is not None, "all are judged up to a fault"
            raise reply.fault from (JudgedElsewhereError(reply.where) if reply.where else None)
        now = asked()
        is_other = bool(verdict.tries) if now.tries <= 0 else bool(verdict.codes) and not verdict.is_searched
        yield item, judge.verdict(item, now) if is_other else verdict


@contextlib.contextmanager
def judging(packed: bytes) -> Iterator[Callable[[Question], Reply]]:
    """Give what judges a batch: the work of a process."""
    judge: Judge = pickle.loads(packed)
    yield lambda question: _reply_to(judge, question)


def _reply_to(judge: Judge, question: Question) -> Reply:
    verdicts: list[Verdict] = []
    most, tries = question.asked
    try:
        for document in question.documents:
            verdicts.append(judge.verdict(document, Asked(most, tries)))
            tries -= verdicts[-1].tries
    except Exception as error:
        return Reply(verdicts, _portable(error), "".join(traceback.format_exception(error)))
    return Reply(verdicts)


def _portable(error: Exception) -> Exception:
    """Return a fault that can be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _lost(question: Question) -> Reply:
    first = question.documents[0]
    where = f"records from {first.file}, record {first.number}, on"
    return Reply([], ProcessDiedError(f"{where}: the process that judged them died {TRIES} times"))
