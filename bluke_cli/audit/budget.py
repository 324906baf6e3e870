"""How long the search for likely repairs may go on, in hands that are judged for it.

A stream full of faults is not worth the time: a suggestion is a help, never a part of the verdict. So a run ends its
search when it has cost too much; and a record that is all wrong cannot use up much more than is left. Whether a record
is searched depends on those before it alone, however many processes judge them.
"""

from __future__ import annotations

from dataclasses import dataclass

FOR_A_RUN = 30_000
"""The search of the record in which a run comes to so many hands is the last."""
FOR_A_RECORD = 12_000


@dataclass(slots=True)
class Budget:
    """How many hands may still be judged in search of repairs: all in all, and for this hand."""

    left: int = 60_000
    for_one_hand: int = 6_000
