"""Records of many games, sorted into what belongs together: matches by their plan, other games by the kind of table."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bluke_cli.match.pictures import Pictures
from bluke_cli.match.place import MatchPlace, match_place
from bluke_cli.match.stats import Stats
from bluke_cli.match.told import told_game
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.table import house_rules_of


class Group(NamedTuple):
    """What games have in common whose scores can be compared.

    `plan` and `seed` are those of a match, else empty; `rules` is what differs from the default game, as JSON; `games`
    is how many a block has.
    """

    plan: str
    seed: str
    players: int
    rules: str
    games: int

    @property
    def house_rules(self) -> dict[str, Any]:
        """The house rules that differ from the default game."""
        found: dict[str, Any] = json.loads(self.rules)
        return found


@dataclass(slots=True)
class Grouped:
    """The statistics of each group; `unscored` counts games that are not over, or cannot be scored.

    `with_pictures` asks for what pictures are drawn from, too.
    """

    stats: dict[Group, Stats] = field(default_factory=dict)
    unscored: int = 0
    with_pictures: bool = False

    def add(self, record: GameRecord) -> None:
        """Enter one record; the order does not matter."""
        place = match_place(record.match)
        group = _group_of(record, place)
        stats = self.stats.get(group)
        game = told_game(record, place, 1 if stats is None else stats.blocks + 1)
        if game is None:
            self.unscored += 1
            return
        if stats is None:
            stats = self.stats[group] = Stats([], unit="game" if place is None else "block")
            stats.pictures = Pictures() if self.with_pictures else None
        stats.add(game)

    def sorted(self) -> list[tuple[Group, Stats]]:
        """Return the groups in an order of their own, whichever came first."""
        return sorted(self.stats.items(), key=lambda item: item[0])


def _group_of(record: GameRecord, place: MatchPlace | None) -> Group:
    players = len(record.players)
    rules = json.dumps(house_rules_of(record)[0].differing(players), sort_keys=True)
    if place is None:
        return Group("", "", players, rules, 1)
    return Group(place.plan, place.seed, players, rules, place.games)
