"""Where a game stands in its match, as its record says under `match`, which may hold anything in the records of others.

Not here: whether the record says anything else that a match would (`readback`, `told`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class MatchPlace(NamedTuple):
    """Where a game stands in a match: its block (from 1), line-up (from 1) and rotation (from 0), of how many."""

    plan: str
    seed: str
    block: int
    lineup: int
    lineups: int
    rotation: int
    rotations: int

    @property
    def shared(self) -> tuple[str, str, int, int]:
        """What all games of the match say alike."""
        return self.plan, self.seed, self.lineups, self.rotations

    @property
    def games(self) -> int:
        """How many games a block has."""
        return self.lineups * self.rotations


def match_place(written: object) -> MatchPlace | None:
    """Return where in a match a record says that it stands; None if it is no game of `bluke match`."""
    if not isinstance(written, Mapping) or not written.keys() >= set(MatchPlace._fields):
        return None
    found = MatchPlace(*(written[key] for key in MatchPlace._fields))
    is_place = all(type(text) is str for text in found[:2]) and all(type(number) is int for number in found[2:])
    if is_place and found.block >= 1 and 1 <= found.lineup <= found.lineups and 0 <= found.rotation < found.rotations:
        return found
    return None
