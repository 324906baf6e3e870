"""Does a bot keep to the protocol and to the rules? A series of checks, the same each time.

Manners first, then whole games beside built-in bots: each number of players, default rules and house rules. What the
bot decides may not depend on anything but its seed, or matches with it cannot be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bluke_cli.bots.loading import LoadedBot, load_bot
from bluke_cli.bots.manners import Check, check_manners
from bluke_cli.bots.naming import parse_name
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.view import GameView
from bluke_cli.match.blocks import seeded_block
from bluke_cli.match.game import PlayedGame, play_game
from bluke_cli.rules.house import HouseRules

SEED = "check-bot"


class Trial(NamedTuple):
    """A game to be played: what it is called, its block, players, the bot's seat, and house rules by name."""

    what: str
    block: int
    players: int
    seat: int
    rules: dict[str, Any]


TRIALS = (
    Trial("plays a game of 4", 1, 4, 2, {}),
    Trial("plays a game of 3", 2, 3, 0, {}),
    Trial("plays a game of 2", 3, 2, 1, {}),
    Trial("plays with bids of 0 and the hook", 4, 4, 3, {"schedule": "5-1-5", "min_bid": 0, "hook": True}),
    Trial(
        "plays where trumps have to be broken",
        5,
        4,
        0,
        {"schedule": "9-5", "trump_lead": "broken", "led_bluke": "trump", "no_trump_bluke": "powerless"},
    ),
    Trial(
        "plays with penalties for overtricks",
        6,
        3,
        2,
        {"schedule": "7-3", "led_bluke": "next-suit", "bag_limit": 3, "bag_penalty": 30, "tie": "most-made"},
    ),
    Trial("plays a game of 7", 7, 7, 5, {"schedule": "7-5"}),
)


def check_bot(bot: LoadedBot) -> Iterator[Check]:
    """Yield the checks of a bot, as they are made; none that presumes one that failed."""
    try:
        rules = HouseRules()
        for check in check_manners(bot, GameView(4, 1, 3, rules, rules.hand_sizes(4))):
            yield check
            if check.fault is not None and check.is_essential:
                return
        first = None
        for trial in TRIALS:
            played = _play(bot, trial, trial.block)
            first = first or played
            yield _judge(trial, played)
        assert first is not None, "there is a first trial"
        if not first.faults:
            yield _repeat(bot, first)
    finally:
        bot.close()


def _play(bot: LoadedBot, trial: Trial, block: int) -> PlayedGame:
    """Play a game, as of *block* for the bot: with a higher one than before it may use its process again."""
    rules = HouseRules.from_mapping(trial.rules, trial.players)
    deals = seeded_block(SEED, trial.block, rules.hand_sizes(trial.players), trial.players)
    others = load_bot(parse_name("novice"))
    label = f"check-{block}"
    players = [(bot if seat == trial.seat else others).player(block, label) for seat in range(trial.players)]
    return play_game(deals, players, [f"{SEED} {seat}" for seat in range(trial.players)], rules, patience=1)


def _judge(trial: Trial, played: PlayedGame) -> Check:
    if not played.faults:
        return Check(trial.what)
    fault = played.faults[0]
    place = f"hand {fault.hand}" + (f", trick {fault.trick}" if fault.trick else "")
    return Check(trial.what, fault=BotFault(fault.code, f"{place}: {fault.detail}", said=fault.said))


def _repeat(bot: LoadedBot, first: PlayedGame) -> Check:
    """Play the first game again, in a process that has played others if the bot can reset."""
    again = _play(bot, TRIALS[0], TRIALS[-1].block + 1)
    what = "plays the same game again from the same seed"
    if again.faults:
        return _judge(TRIALS[0]._replace(what=what), again)
    if again.hands != first.hands:
        detail = (
            "the game went another way: take all chance from the seed of `game`, and keep nothing from game to game"
        )
        return Check(what, fault=BotFault("wrong-answer", detail))
    return Check(what)
