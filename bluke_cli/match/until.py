"""When a match may stop: when it is sure enough, by a confidence sequence that may be looked at after every block.

Only the finished blocks count, in the order of the plan, so a match stops at the same block however it is played. All
pairs of bots together miss the truth with 5 % at most (Bonferroni). Where a pair has no spread, nothing is known of how
sure it is: that never stops a match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from bluke_cli.errors import BlukeError
from bluke_cli.match.difference import Difference
from bluke_cli.match.ranking import alpha_of
from bluke_cli.match.standings import Standings

MOST_BLOCKS = 10_000
"""How long a match with such a rule lasts at most, where nobody says."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Until:
    """``ci:W``: every difference is known to ±W points a game. ``best:P``: one bot is ahead of all others, P % sure."""

    kind: Literal["ci", "best"]
    value: float

    def __str__(self) -> str:
        return f"{self.kind}:{self.value:g}"

    def is_met(self, standings: Standings) -> bool:
        """Return whether the match may stop after the blocks that are finished."""
        met = {pair: each for pair, each in standings.differences.items() if each.blocks}
        if not met:
            return False
        if self.kind == "ci":
            alpha = alpha_of(standings)
            halves = [difference.watched_half_width(alpha) for difference in met.values()]
            return all(half is not None and half <= self.value for half in halves)
        alpha = alpha_of(standings, self.value / 100)
        beaten = [_loser(pair, difference, alpha) for pair, difference in met.items()]
        return any(len(standings.sums) - 1 == _wins(bot, met, beaten) for bot in standings.sums)

    def watch(self, games: Iterable[T], standings: Standings) -> Iterator[T]:
        """Yield *games* until the rule is met; each must be in *standings* before the next is asked for."""
        if self.is_met(standings):
            return
        finished = standings.blocks
        for game in games:
            yield game
            if standings.blocks > finished:
                finished = standings.blocks
                if self.is_met(standings):
                    return


def _loser(pair: tuple[str, str], difference: Difference, alpha: float) -> str | None:
    """Return who of a pair is behind for sure, None if nobody is."""
    half = difference.watched_half_width(alpha)
    if half is None or abs(difference.mean) <= half:
        return None
    return pair[1] if difference.mean > 0 else pair[0]


def _wins(bot: str, pairs: Iterable[tuple[str, str]], losers: Iterable[str | None]) -> int:
    return sum(bot in pair and loser not in (bot, None) for pair, loser in zip(pairs, losers, strict=True))


def read_until(text: str) -> Until:
    """Return the rule that *text* names. Raises BlukeError where it names none."""
    found = re.fullmatch(r"(ci|best):([0-9]{1,9}(?:\.[0-9]{1,9})?)", text)
    if found is None:
        raise BlukeError(f"{text!r} is neither ci:POINTS nor best:PERCENT, as in ci:2 and best:95")
    value = float(found[2])
    if found[1] == "ci":
        if value <= 0:
            raise BlukeError(f"{text}: the half-width is more than 0 points")
        return Until("ci", value)
    if not 50 <= value < 100:
        raise BlukeError(f"{text}: from 50 to less than 100 per cent can be asked for")
    return Until("best", value)
