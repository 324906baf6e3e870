"""The quick ways: which house rules they know, and the sums of a whole game at once.

How the cards are judged is in `quick_play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import accumulate

from bluke_cli.rules.cards import PACK_SIZE
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import Tally, hand_score

TAUGHT = frozenset({"schedule", "min_bid", "points", "overtrick", "bag_limit", "bag_penalty", "tie"})
"""The house rules that are known here and to whoever asks here; nobody vouches for a game with another."""


def is_quick(rules: HouseRules) -> bool:
    """Return whether the quick ways know these house rules: the default, but for `TAUGHT`."""
    return all(rule.name in TAUGHT or getattr(rules, rule.name) == rule.default for rule in fields(rules))


def is_plainly_summed(rules: HouseRules) -> bool:
    """Return whether points are added up without more ado, and the highest total wins."""
    return rules.bag_limit is None and rules.tie == "shared"


def winners_of(totals: Sequence[int]) -> list[int]:
    """Return the seats with the highest total."""
    best = max(totals)
    return [seat for seat, total in enumerate(totals) if total == best]


class _Points(dict[int, list[int]]):
    """What a hand is worth to a player, by bid, and in a list by tricks taken."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules

    def __missing__(self, bid: int) -> list[int]:
        self[bid] = points = [hand_score(bid, taken, self._rules) for taken in range(PACK_SIZE)]
        return points


_points = lru_cache(maxsize=16)(_Points)


def sums(bids: bytes, took: bytes, players: int, rules: HouseRules) -> tuple[list[int], list[int], list[int]]:
    """Return the points of each hand and the totals after it, and the winners of a whole game.

    As *bids* and *took* points and totals are by hand and seat, one after the other.
    """
    if not is_plainly_summed(rules):
        tally, scores, totals = Tally(players, rules), [], []
        for hand in zip(by_hand(bids, players), by_hand(took, players), strict=True):
            scores += tally.settle(*hand)
            totals += tally.totals
        return scores, totals, tally.winners()
    points = _points(rules)
    scores = [points[bid][taken] for bid, taken in zip(bids, took, strict=True)]
    totals = [0] * len(scores)
    for seat in range(players):
        totals[seat::players] = accumulate(scores[seat::players])
    return scores, totals, winners_of(totals[-players:])


def by_hand(numbers: Sequence[int], players: int) -> list[list[int]]:
    """Return a list for each hand of *numbers* by hand and seat.

    >>> by_hand([1, 0, 0, 2], 2)
    [[1, 0], [0, 2]]
    """
    return list(map(list, zip(*[iter(numbers)] * players, strict=True)))
