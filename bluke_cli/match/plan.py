"""The plan of a match: which games are played, who sits where, and from which seeds.

A **block** is one set of deals; a **line-up** is which bots sit in a game; a **rotation** is who takes which seat. All
games of block 1 come first, in it those of line-up 1, in it rotation 0. Nothing depends on how many blocks there are,
so a longer match begins with the games of a shorter one. docs/matches.md describes the derivations and has vectors.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from bluke_cli.bots.loading import LoadedBot
from bluke_cli.bots.naming import BotName, parse_names
from bluke_cli.bots.reach import PLAIN, Reach
from bluke_cli.bots.reaching import reach_bot
from bluke_cli.errors import BlukeError, as_bluke_error
from bluke_cli.match.blocks import Block, Deals, PackedBlock, hash_of, seeded_block
from bluke_cli.match.seating import SUBSTITUTE, FaultPolicy
from bluke_cli.replay.dealt import new_seed
from bluke_cli.rules.dealing import check_seed, shuffled
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS, HouseRules
from bluke_cli.rules.schedules import largest_hand

DEFAULT_BLOCKS = 20
DUELS = {
    2: ("AB", "BA"),
    3: ("AAB", "ABA", "BAA", "ABB", "BAB", "BBA"),
    4: ("ABAB", "BABA"),
}
"""The seatings of two bots, by the number of seats; each is one rotation."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the plan: block and line-up count from 1, rotation from 0; `seating` is a bot's index by seat."""

    block: int
    lineup: int
    rotation: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A whole match.

    `bots` are in command-line order, `line_ups` hold indices of them. `blocks` counts blocks, and does not take part in
    the hash. `deals` are None where the match's seed deals. With `only`, a game's block, line-up and rotation, just
    that game is played.
    """

    seed: str
    players: int
    rules: HouseRules
    bots: tuple[LoadedBot, ...]
    line_ups: tuple[tuple[int, ...], ...]
    blocks: int
    deals: tuple[PackedBlock, ...] | None = None
    policy: FaultPolicy = SUBSTITUTE
    reach: Reach = PLAIN
    only: tuple[int, int, int] | None = None

    @property
    def is_duel(self) -> bool:
        """Whether two bots share all the seats in fixed seatings."""
        return len(self.bots) == 2

    @property
    def rotations(self) -> int:
        """Games of one line-up in one block."""
        return _rotations(len(self.bots), self.players)

    @property
    def games(self) -> int:
        """Games of the whole match."""
        return self.blocks * len(self.line_ups) * self.rotations

    @property
    def aliases(self) -> tuple[str, ...]:
        """The aliases of the bots, each once, in command-line order."""
        return tuple(dict.fromkeys(bot.name.alias for bot in self.bots))

    def block(self, number: int) -> Block:
        """Return the cards of block *number*, from 1."""
        if self.deals is not None:
            return self.deals[number - 1].unpacked()
        return seeded_block(self.seed, number, self.rules.hand_sizes(self.players), self.players)

    def seatings(self, block: int, line_up: int) -> list[tuple[int, ...]]:
        """Return which bot takes which seat, for each rotation of a line-up (from 1) in a block (from 1)."""
        bots = self.line_ups[line_up - 1]
        if self.is_duel:
            return [tuple(bots["AB".index(letter)] for letter in seating) for seating in DUELS[self.players]]
        n = len(bots)
        order = [bots[at] for at in shuffled(n, f"bluke-order-1\n{block}\n{line_up}\n{self.seed}".encode())]
        return [tuple(order[(seat + rotation) % n] for seat in range(n)) for rotation in range(n)]

    def schedule(self) -> Iterator[Game]:
        """Yield the games in the order in which they are played and written."""
        if self.only is not None:
            block, line_up, rotation = self.only
            yield Game(block, line_up, rotation, self.seatings(block, line_up)[rotation])
            return
        for block in range(1, self.blocks + 1):
            for line_up in range(1, len(self.line_ups) + 1):
                for rotation, seating in enumerate(self.seatings(block, line_up)):
                    yield Game(block, line_up, rotation, seating)

    def bot_seed(self, block: int, seat: int, bot: int) -> str:
        """Return the seed of a bot (by index) that sits in a seat of the deal, in a block: 64 hex digits."""
        name = f"bluke-bot-1\n{block}\n{seat}\n{self.bots[bot].name.alias}\n{self.seed}"
        return hashlib.shake_256(name.encode()).hexdigest(32)

    @cached_property
    def hash(self) -> str:
        """The SHA-256, in hex, of all that decides the games, the number of blocks left out (see docs/matches.md)."""
        facts: dict[str, object] = {
            "bots": {
                bot.name.alias: {"bot": bot.name.spec} | ({"sha256": bot.source_hash} if bot.source_hash else {})
                for bot in self.bots
            },
            "faults": {"on_fault": self.policy.on_fault, "max_faults": self.policy.max_faults, **self.reach.limits},
            "lineups": [[self.bots[bot].name.alias for bot in line_up] for line_up in self.line_ups],
            "players": self.players,
            "rules": self.rules.differing(self.players),
            "seed": self.seed,
        }
        if self.deals is not None:
            facts["deals"] = [hash_of(block.unpacked()) for block in self.deals]
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def seats_for(bots: int, players: int | None = None) -> int:
    """Return how many seats a match of so many named bots has. Raises BlukeError where they cannot fill them."""
    seats = (3 if bots == 3 else 4) if players is None else players
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        raise BlukeError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {seats}")
    if bots < 2:
        raise BlukeError("a match needs at least two bots")
    if bots == 2 and seats not in DUELS:
        raise BlukeError(f"two bots duel at 2, 3 or 4 seats; for {seats} seats name {seats} bots")
    if 2 < bots < seats:
        raise BlukeError(f"{bots} bots cannot fill {seats} seats; name {seats} (a bot may be named more than once)")
    return seats


def make_plan(
    bots: Sequence[str],
    *,
    players: int | None = None,
    seed: str | None = None,
    rules: HouseRules | None = None,
    blocks: int | None = None,
    games: int | None = None,
    deals: Deals | None = None,
    policy: FaultPolicy = SUBSTITUTE,
    reach: Reach = PLAIN,
    only: tuple[int, int, int] | None = None,
) -> Plan:
    """Return the plan of a match between *bots*, named as on the command line.

    *blocks* is 20 if left out; *games* is rounded up to whole blocks. Without *seed* a new one is made. *deals* bring
    their players, rules and blocks with them. Raises BlukeError for all that is wrong, before any bot plays.
    """
    if deals is not None:
        if rules is not None or blocks is not None or games is not None:
            raise BlukeError("the deals say which rules and how many blocks there are; leave those options out")
        if players not in (None, deals.players):
            raise BlukeError(f"the deals are for {deals.players} players, not {players}")
        players, rules = deals.players, deals.rules
    seats = seats_for(len(bots), players)
    rules = rules or HouseRules()
    if max(rules.hand_sizes(seats)) > largest_hand(seats):
        raise BlukeError(f"the schedule has hands that cannot be dealt to {seats} players")
    loaded = load_bots(parse_names(bots), reach)
    indices = range(len(loaded))
    line_ups = (tuple(indices),) if len(loaded) <= seats else tuple(combinations(indices, seats))
    a_block = len(line_ups) * _rotations(len(loaded), seats)
    count = _count_blocks(blocks, games, a_block) if deals is None else len(deals.blocks)
    packed = None if deals is None else deals.blocks
    plan = Plan(_checked_seed(seed), seats, rules, loaded, line_ups, count, packed, policy, reach, only)
    if only is not None:
        last = math.inf if deals is None else count
        _check_within("block", only[0], 1, last)
        _check_within("line-up", only[1], 1, len(line_ups))
        _check_within("rotation", only[2], 0, plan.rotations - 1)
    return plan


def _check_within(what: str, number: int, first: int, last: float) -> None:
    if not first <= number <= last:
        there_are = f"begin with {first}" if last == math.inf else f"are {first} to {last}"
        raise BlukeError(f"there is no {what} {number}; they {there_are}")


def load_bots(names: Sequence[BotName], reach: Reach) -> tuple[LoadedBot, ...]:
    """Return the bots named, one object for each name that stands more than once."""
    loaded = {name.alias: reach_bot(name, reach) for name in dict.fromkeys(names)}
    return tuple(loaded[name.alias] for name in names)


def _rotations(bots: int, seats: int) -> int:
    return len(DUELS[seats]) if bots == 2 else seats


def _count_blocks(blocks: int | None, games: int | None, games_of_a_block: int) -> int:
    if blocks is not None and games is not None:
        raise BlukeError("say how many blocks or how many games, not both")
    count = DEFAULT_BLOCKS if blocks is None else blocks
    if games is not None:
        count = -(-games // games_of_a_block)
    if count < 1:
        raise BlukeError("a match has at least one block")
    return count


def _checked_seed(seed: str | None) -> str:
    if seed is None:
        return new_seed()
    with as_bluke_error():
        check_seed(seed)
    return seed
