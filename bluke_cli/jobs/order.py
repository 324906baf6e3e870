"""Replies in the order of what was asked, whoever works on it and whenever it is done; a bounded number under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

Batch = TypeVar("Batch")
Reply_co = TypeVar("Reply_co", covariant=True)


class Promise(Protocol[Reply_co]):
    """A reply to come, from wherever."""

    def result(self) -> Reply_co:
        """Wait for the reply and return it."""


def in_order(
    submit: Callable[[Batch], Promise[Reply_co]], batches: Iterable[Batch], ahead: int
) -> Iterator[tuple[Batch, Reply_co]]:
    """Submit *batches*, at most *ahead* of the one that is awaited; yield each with its reply, in their order."""
    under_way: deque[tuple[Batch, Promise[Reply_co]]] = deque()
    for batch in batches:
        under_way.append((batch, submit(batch)))
        if len(under_way) >= ahead:
            first, promise = under_way.popleft()
            yield first, promise.result()
    while under_way:
        first, promise = under_way.popleft()
        yield first, promise.result()
