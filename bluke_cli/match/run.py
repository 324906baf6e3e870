"""Play a plan: its games one after the other, each given out as soon as it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bluke_cli.match.blocks import Block
from bluke_cli.match.game import play_game
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.records import record_of
from bluke_cli.match.seating import Fault
from bluke_cli.match.standings import Outcome
from bluke_cli.record.writer import json_line


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game that was played: its place in the plan, its record as a line without line feed, and what counts."""

    game: Game
    line: str
    outcome: Outcome
    faults: list[Fault]


def play(plan: Plan) -> Iterator[GameResult]:
    """Play the games of *plan* in its order, keeping the cards of one block at a time."""
    number, block = 0, None
    for game in plan.schedule():
        if block is None or game.block != number:
            number, block = game.block, plan.block(game.block)
        yield _play_one(plan, game, block)


def _play_one(plan: Plan, game: Game, block: Block) -> GameResult:
    players = [plan.bots[bot].player() for bot in game.seating]
    seeds = [plan.bot_seed(game.block, seat, bot) for seat, bot in enumerate(game.seating)]
    played = play_game(block, players, seeds, plan.rules)
    outcome = Outcome(
        block=game.block,
        games=len(plan.line_ups) * plan.rotations,
        bots=tuple(plan.bots[bot].name.alias for bot in game.seating),
        scores=played.final,
        places=tuple(played.places),
        made=tuple(sum(hand.took[seat] >= hand.bids[seat] for hand in played.hands) for seat in range(plan.players)),
        hands=len(played.hands),
    )
    return GameResult(game, json_line(record_of(plan, game, block, played)), outcome, played.faults)
