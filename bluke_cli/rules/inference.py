"""From points back to tricks: what a score sheet without tricks tells, and which points are impossible.

Lists are by seat. Under bags, or where an overtrick brings no points, points tell nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import hand_score


def inferred_took(bids: Sequence[int], score: Sequence[int], size: int, rules: HouseRules) -> list[int | None] | None:
    """Return what each player took as far as points tell: a made bid tells it, a set one only if there is one.

    None where points tell nothing: bags take points off, or an overtrick brings none. A score that no number of tricks
    gives is for `impossible_scores` to find, and counts as unknown here.
    """
    if rules.bag_limit is not None or rules.overtrick < 1:
        return None
    took = [_took_of(bid, points, size, rules) for bid, points in zip(bids, score, strict=True)]
    unknown = [seat for seat, tricks in enumerate(took) if tricks is None]
    if len(unknown) == 1:
        seat = unknown[0]
        rest = size - sum(tricks for tricks in took if tricks is not None)
        if 0 <= rest < bids[seat] and score[seat] == hand_score(bids[seat], rest, rules):
            took[seat] = rest
    return took


def impossible_scores(bids: Sequence[int], score: Sequence[int], size: int, rules: HouseRules) -> list[int]:
    """Return the seats whose points no number of tricks in this hand gives; none where points tell nothing."""
    if rules.bag_limit is not None:
        return []
    return [
        seat
        for seat, (bid, points) in enumerate(zip(bids, score, strict=True))
        if all(hand_score(bid, took, rules) != points for took in range(size + 1))
    ]


def _took_of(bid: int, points: int, size: int, rules: HouseRules) -> int | None:
    made = [took for took in range(bid, size + 1) if hand_score(bid, took, rules) == points]
    return made[0] if len(made) == 1 and (bid == 0 or points != -rules.points * bid) else None
