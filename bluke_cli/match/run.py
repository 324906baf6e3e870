"""Play a plan: its games one after the other, each given out as soon as it is over.

Before the first game every bot is tried, so that a wrong path never becomes a lost match.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from bluke_cli.bots.view import GameView
from bluke_cli.match.blocks import Block
from bluke_cli.match.game import play_game
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.records import game_record
from bluke_cli.match.seating import Fault
from bluke_cli.match.standings import Outcome
from bluke_cli.record.writer import json_line
from bluke_cli.rules.scoring import is_set


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game that was played: its place in the plan, its record as a line without line feed, and what counts."""

    game: Game
    line: str
    outcome: Outcome
    faults: list[Fault]


Results = Generator[GameResult, None, None]
"""The games of a match as they are played; close it when not all of them are wanted."""


class MatchStopped(Exception):
    """A bot failed in a match that is to stop then; `result` is the game, which is not part of the match."""

    def __init__(self, result: GameResult) -> None:
        super().__init__(result.faults[0].detail)
        self.result = result


def play(plan: Plan, games: Iterable[Game] | None = None) -> Results:
    """Play *games* of *plan*, else all, in the order given, keeping the cards of one block at a time.

    Raises BotRefused before the first game, and MatchStopped after a fault where that is the policy.
    """
    try:
        try_bots(plan)
        for batch in batches(plan.schedule() if games is None else games):
            yield from until_stopped(plan, play_batch(plan, batch))
    finally:
        close_bots(plan)


def batches(games: Iterable[Game]) -> Iterator[tuple[Game, ...]]:
    """Yield *games* with those of one block that follow each other together: what is played in one piece."""
    for _, batch in groupby(games, key=lambda game: game.block):
        yield tuple(batch)


def play_batch(plan: Plan, batch: tuple[Game, ...]) -> Iterator[GameResult]:
    """Play games of one block; a game with a fault is the last where the match is to stop then."""
    block = plan.block(batch[0].block)
    for game in batch:
        result = play_one(plan, game, block)
        yield result
        if ends_match(plan, result):
            return


def until_stopped(plan: Plan, results: Iterable[GameResult]) -> Iterator[GameResult]:
    """Yield *results* up to the one that ends the match. Raises MatchStopped there."""
    for result in results:
        if ends_match(plan, result):
            raise MatchStopped(result)
        yield result


def ends_match(plan: Plan, result: GameResult) -> bool:
    """Return whether the match stops at this game, which is then not part of it."""
    return bool(result.faults) and plan.policy.on_fault == "stop"


def try_bots(plan: Plan) -> None:
    """Let every bot begin a game of this kind. Raises BotRefused for the first that cannot."""
    game = GameView(plan.players, 0, 0, plan.rules, plan.rules.hand_sizes(plan.players))
    for bot in dict.fromkeys(plan.bots):
        bot.try_out(game)


def close_bots(plan: Plan) -> None:
    """Let go of what the bots hold between games."""
    for bot in dict.fromkeys(plan.bots):
        bot.close()


def play_one(plan: Plan, game: Game, block: Block) -> GameResult:
    """Play one game of *plan*, with the cards of its block."""
    players = [plan.bots[bot].player(game.block, _label(game, seat)) for seat, bot in enumerate(game.seating)]
    seeds = [plan.bot_seed(game.block, seat, bot) for seat, bot in enumerate(game.seating)]
    played = play_game(block, players, seeds, plan.rules, plan.policy.patience)
    outcome = Outcome(
        block=game.block,
        games=len(plan.line_ups) * plan.rotations,
        bots=tuple(plan.bots[bot].name.alias for bot in game.seating),
        scores=played.final,
        places=tuple(played.places),
        made=tuple(
            sum(not is_set(hand.bids[at], hand.took[at]) for hand in played.hands) for at in range(plan.players)
        ),
        hands=len(played.hands),
    )
    return GameResult(game, json_line(game_record(plan, game, block, played)), outcome, played.faults)


def _label(game: Game, seat: int) -> str:
    return f"block-{game.block}-lineup-{game.lineup}-rotation-{game.rotation}-seat-{seat}"
