"""Shards: a match played in parts, each by a run of its own, and put together again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import Game

_SHARD = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shard:
    """Part *number* (from 1) of *count*: the blocks b with (b − 1) mod count = number − 1."""

    number: int
    count: int

    def of(self, games: Iterable[Game]) -> Iterator[Game]:
        """Yield those of *games* that belong to this part."""
        return (game for game in games if (game.block - 1) % self.count == self.number - 1)

    def blocks(self, blocks: int) -> int:
        """Return how many of a match's blocks, numbered from 1, belong to this part.

        >>> [Shard(number, 3).blocks(7) for number in (1, 2, 3)]
        [3, 2, 2]
        """
        return (blocks - self.number) // self.count + 1


ALL = Shard(1, 1)


def read_shard(text: str) -> Shard:
    """Return the shard that is written ``i/k``. Raises BlukeError if *text* is none.

    >>> read_shard("2/3")
    Shard(number=2, count=3)
    """
    found = _SHARD.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise BlukeError(f"a shard is written i/k, as 1/2 and 2/2, not {text}")
    return Shard(int(found[1]), int(found[2]))
