"""The ranking: who stands where, and from whom that does not part them.

Two bots are **separated** when the interval of their difference misses zero. The intervals are wider than those of the
pairs one by one, so that all of them hold together with 95 %: each misses with 5 % divided by the number of pairs
(Bonferroni). So a bot against itself, under however many names, is hardly ever separated from itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from bluke_cli.match.difference import LEVEL, Difference
from bluke_cli.match.standings import Standings


@dataclass(frozen=True, slots=True)
class Rank:
    """One bot in the ranking; equal points a game share a place, 1, 1, 3. `near` are those it is not separated from."""

    bot: str
    place: int
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """A pair that met, the one with more points a game in all first; `sign` turns the difference its way."""

    ahead: str
    behind: str
    difference: Difference
    sign: int

    @property
    def mean(self) -> float:
        """How many points a game the first is ahead of the second, where both sat; it may be negative."""
        return self.sign * self.difference.mean + 0.0  # no -0.0


def ranking(standings: Standings) -> list[Rank]:
    """Return the bots that played, the best first; those with the same points a game by their names."""
    means = {bot: sums.score / sums.seats for bot, sums in standings.sums.items() if sums.seats}
    order = sorted(means, key=lambda bot: (-means[bot], bot))
    near: dict[str, set[str]] = {bot: set() for bot in order}
    level = 1 - alpha_of(standings)
    for (first, second), difference in standings.differences.items():
        if difference.blocks and not difference.is_separated(level):
            near[first].add(second)
            near[second].add(first)
    return [
        Rank(bot, 1 + sum(mean > means[bot] for mean in means.values()), tuple(sorted(near[bot], key=order.index)))
        for bot in order
    ]


def leads(standings: Standings) -> list[Lead]:
    """Return the pairs that met, in the order of the ranking."""
    order = {rank.bot: at for at, rank in enumerate(ranking(standings))}
    found = []
    for (first, second), difference in standings.differences.items():
        if difference.blocks:
            is_turned = order[second] < order[first]
            ahead, behind = (second, first) if is_turned else (first, second)
            found.append(Lead(ahead, behind, difference, -1 if is_turned else 1))
    return sorted(found, key=lambda lead: (order[lead.ahead], order[lead.behind]))


def alpha_of(standings: Standings, level: float = LEVEL) -> float:
    """Return with what probability each pair's interval may miss, so that all hold together with *level*."""
    return (1 - level) / max(1, sum(difference.blocks > 0 for difference in standings.differences.values()))
