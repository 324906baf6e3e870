"""How long the search for likely repairs may go on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """How many hands may still be judged in search of repairs, in this run and for this hand.

    A stream full of faults is not worth the time: a suggestion is a help, never a part of the verdict.
    """

    left: int = 60_000
    for_one_hand: int = 6_000
