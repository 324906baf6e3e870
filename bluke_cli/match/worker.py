"""The work of a process that plays blocks for another: what `workers` gives away."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from bluke_cli.match.packing import Batch, Reply, reply_of, reply_to, unpack
from bluke_cli.match.run import close_bots


@contextlib.contextmanager
def playing(packed: bytes) -> Iterator[Callable[[Batch], Reply]]:
    """Give what plays a batch, its bots closed at the end; or says of every batch that it cannot be played here."""
    try:
        plan = unpack(packed)
    except Exception as error:
        cannot = reply_of(error)
        yield lambda _: cannot
        return
    try:
        yield lambda batch: reply_to(plan, batch)
    finally:
        close_bots(plan)
