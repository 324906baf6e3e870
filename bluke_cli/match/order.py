"""Games in the order of the plan, whoever plays them and whenever that is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bluke_cli.jobs import order
from bluke_cli.match.packing import Batch, Reply, results_of
from bluke_cli.match.run import GameResult


def in_order(
    submit: Callable[[Batch], order.Promise[Reply]], batches: Iterable[Batch], ahead: int
) -> Iterator[GameResult]:
    """Submit *batches*, at most *ahead* of the one that is awaited; yield their games in the order of the batches.

    Raises BlukeError, or PlayedElsewhereError, for the first batch in this order that could not be played.
    """
    for _, reply in order.in_order(submit, batches, ahead):
        yield from results_of(reply)
