"""Bots whose decisions are timed, for `rival.py` and the bench."""

from __future__ import annotations

import time
from collections import defaultdict

from bluke_cli.bots.api import Bot
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import Card


class Clock:
    """CPU seconds for each bid and card where there was a choice, by bot: ``"master card"``, ``"master bid"``.

    `forced` is how many cards there were without one.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.forced = 0

    def add(self, other: Clock) -> None:
        """Take over what another clock has measured."""
        for what, seconds in other.seconds.items():
            self.seconds[what] += seconds
        self.forced += other.forced

    def mean(self, what: str) -> float:
        """Return the mean in milliseconds."""
        return 1000 * sum(self.seconds[what]) / len(self.seconds[what])

    def longest(self, what: str) -> float:
        """Return the longest in milliseconds."""
        return 1000 * max(self.seconds[what])


class Timed(Bot):
    """A bot whose bids and cards are timed, where it has a choice."""

    def __init__(self, bot: Bot, name: str, clock: Clock) -> None:
        self.bot, self.name, self.clock = bot, name, clock

    def start(self, game: GameView, rng: Rng) -> None:
        """Begin a game."""
        self.bot.start(game, rng)

    def bid(self, view: View) -> int:
        """Return the bot's bid."""
        begun = time.process_time()
        bid = self.bot.bid(view)
        if len(view.legal_bids) > 1:
            self._note("bid", begun)
        return bid

    def play(self, view: View) -> Card:
        """Return the bot's card."""
        begun = time.process_time()
        card = self.bot.play(view)
        if view.legal_mask.bit_count() > 1:
            self._note("card", begun)
        else:
            self.clock.forced += 1
        return card

    def _note(self, what: str, begun: float) -> None:
        self.clock.seconds[f"{self.name} {what}".strip()].append(time.process_time() - begun)
