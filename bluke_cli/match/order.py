"""Results in the order of the plan, whoever plays and whenever it is done; a bounded number under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from bluke_cli.match.packing import Reply, results_of
from bluke_cli.match.run import GameResult

T = TypeVar("T")


class Promise(Protocol):
    """A reply to come, of whatever engine."""

    def result(self) -> Reply:
        """Wait for the reply and return it."""


def in_order(submit: Callable[[T], Promise], batches: Iterable[T], ahead: int) -> Iterator[GameResult]:
    """Submit *batches*, at most *ahead* of the one that is awaited; yield their games in the order of the batches.

    Raises BlukeError, or PlayedElsewhereError, for the first batch in this order that could not be played.
    """
    promises: deque[Promise] = deque()
    for batch in batches:
        promises.append(submit(batch))
        if len(promises) >= ahead:
            yield from results_of(promises.popleft().result())
    while promises:
        yield from results_of(promises.popleft().result())
