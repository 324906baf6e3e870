"""The quick ways: which house rules they know, and the sums of a whole game at once.

How the cards are judged is in `quick_play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import accumulate, chain
from operator import itemgetter

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


class _Points(dict[tuple[int, int], int]):
    """What a hand is worth to a player, by bid and tricks taken."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules

    def __missing__(self, key: tuple[int, int]) -> int:
        self[key] = points = hand_score(*key, self._rules)
        return points


_points = lru_cache(maxsize=16)(_Points)


def sums(
    bids: Sequence[Sequence[int]], took: Sequence[Sequence[int]], rules: HouseRules
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Return the points of each hand and the totals after it, by seat, and the winners of a whole game."""
    players = len(bids[0])
    if not is_plainly_summed(rules):
        tally = Tally(players, rules)
        settled = [(tally.settle(*hand), list(tally.totals)) for hand in zip(bids, took, strict=True)]
        return list(map(itemgetter(0), settled)), list(map(itemgetter(1), settled)), tally.winners()
    pairs = zip(chain.from_iterable(bids), chain.from_iterable(took), strict=True)
    scores = list(map(_points(rules).__getitem__, pairs))
    columns = [accumulate(scores[seat::players]) for seat in range(players)]
    totals = list(map(list, zip(*columns, strict=True)))
    by_hand = [scores[start : start + players] for start in range(0, len(scores), players)]
    return by_hand, totals, winners_of(totals[-1])
