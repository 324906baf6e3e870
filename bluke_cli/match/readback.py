"""Games of a match read back from their lines: where each stands in the match, and what it adds to the standings.

A line is judged only as far as that goes; whether a record obeys the rules is not asked here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

from bluke_cli.errors import BlukeError, RuleViolation
from bluke_cli.match.place import MatchPlace, match_place
from bluke_cli.match.plan import Game
from bluke_cli.match.standings import Outcome
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import Tally, is_set

MAX_LINE = 16 * 1024 * 1024
"""The longest line of a game, in bytes; a game of 15 players has 40 kB."""


class Place(NamedTuple):
    """Where a game stands in its match: places compare in the order in which games are played."""

    block: int
    lineup: int
    rotation: int

    def __str__(self) -> str:
        return f"block {self.block}, line-up {self.lineup}, rotation {self.rotation}"


class WrittenGame(NamedTuple):
    """A game that was written: the bytes of its line with the line feed, and what `match` in it says."""

    line: bytes
    match: MatchPlace
    place: Place
    outcome: Outcome


def place_of(game: Game) -> Place:
    """Return where a game of a plan stands."""
    return Place(game.block, game.lineup, game.rotation)


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of *stream*; one that is torn, or too long, has no line feed at its end."""
    while line := stream.readline(MAX_LINE):
        yield line


def read_game(line: bytes, name: str, number: int) -> WrittenGame:
    """Return the game in a line; *name* and *number* (from 1) say where the line stands, should it be none.

    Raises BlukeError where the line is no game of a match.
    """
    try:
        record = json.loads(line.decode("utf-8"))
        match = match_place(record["match"])
        if match is None:
            raise ValueError("this stands nowhere in a match")
        outcome = outcome_of(record, match.block, match.games)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RuleViolation, RecursionError):
        raise BlukeError(f"{name}, line {number}: this is no game of a match") from None
    place = Place(match.block, match.lineup, match.rotation)
    return WrittenGame(line, match, place, outcome)


def outcome_of(record: Mapping[str, Any], block: int, games: int) -> Outcome:
    """Return what a record, as plain values, adds to the standings of a match whose blocks have so many *games*.

    Scores and places are reckoned anew from bids and tricks taken. Raises KeyError, TypeError, ValueError or
    RuleViolation where they are not there.
    """
    players, hands = record["players"], record["hands"]
    if not players or not hands:
        raise ValueError("nobody has played")
    tally = Tally(len(players), HouseRules.from_mapping(record.get("rules", {}), len(players)))
    made = [0] * len(players)
    for hand in hands:
        bids, took = hand["bids"], hand["took"]
        if len(bids) != len(players):
            raise ValueError("bids are by player")
        tally.settle(bids, took)
        for seat, bid in enumerate(bids):
            made[seat] += not is_set(bid, took[seat])
    return Outcome(
        block=block,
        games=games,
        bots=tuple(player.split("/")[0] for player in players),
        scores=tuple(tally.totals),
        places=tuple(tally.places()),
        made=tuple(made),
        hands=len(hands),
    )
