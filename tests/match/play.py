"""Bots that do as a test says, and short ways to a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bluke_cli.bots.api import Bot
from bluke_cli.bots.players import LocalPlayer
from bluke_cli.bots.view import View
from bluke_cli.match.blocks import Block, seeded_block
from bluke_cli.match.game import PlayedGame, play_game
from bluke_cli.rules.house import HouseRules


class Lowest(Bot):
    """Always the lowest legal bid and card: what the fallback does."""

    def bid(self, view: View) -> int:
        return view.legal_bids[0]

    def play(self, view: View) -> int:
        return view.legal[0]


class Spying(Bot):
    """Plays by *choose* and writes down every view that it is shown."""

    def __init__(self, choose: Callable[[View], int] = lambda view: view.legal[-1]) -> None:
        self.choose = choose
        self.views: list[View] = []

    def decide(self, view: View) -> int:
        self.views.append(view)
        return self.choose(view)

    bid = decide
    play = decide


def table(*bots: Bot) -> list[LocalPlayer]:
    """Return a player for each of *bots*."""
    return [LocalPlayer(lambda bot=bot: bot) for bot in bots]  # type: ignore[misc]


def game(*bots: Bot, seed: str = "friday", number: int = 1, **rules: Any) -> PlayedGame:
    """Play a game between *bots*; house rules by name, `schedule` a list."""
    house = HouseRules.from_mapping(rules, len(bots))
    return play_game(block(len(bots), house, seed, number), table(*bots), [seed] * len(bots), house)


def block(players: int, rules: HouseRules, seed: str = "friday", number: int = 1) -> Block:
    """Return a block of this seed."""
    return seeded_block(seed, number, rules.hand_sizes(players), players)
