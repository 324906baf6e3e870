"""The class that a bot in Python is made from.

A bot answers two questions, `bid` and `play`, from a `View`. A new object is made for each game, so whatever it keeps
about a game may be kept on itself. Options are keyword arguments of ``__init__``, typed int, float, bool or str.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from bluke_cli.bots.events import Event
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import Card


class Bot(ABC):
    """A player that is a Python class.

    `game` and `rng` are there from `start` on. All chance must come from `rng`, or a match cannot be repeated.
    """

    game: GameView
    rng: Rng

    def start(self, game: GameView, rng: Rng) -> None:
        """Begin a game; called once, before the first hand. This one keeps *game* and *rng*."""
        self.game = game
        self.rng = rng

    @abstractmethod
    def bid(self, view: View) -> int:
        """Return one of ``view.legal_bids``."""

    @abstractmethod
    def play(self, view: View) -> Card:
        """Return a card of ``view.legal_mask``."""

    def observe(self, event: Event) -> None:  # noqa: B027 - optional, and doing nothing is right
        """Hear what happened at the table; called only where a bot has its own."""
