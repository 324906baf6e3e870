"""What a bot in Python imports: ``from bluke_cli.bot import Bot, serve``.

Everything here is kept as it is for the sake of bots that others wrote; the rest of the package may move.
"""

from __future__ import annotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.events import BidMade, CardPlayed, Event, HandDealt, HandEnded, TrickWon
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.serving import serve
from bluke_cli.bots.view import GameView, View, WonTrick
from bluke_cli.rules.cards import (
    BLUKES,
    CARD_NAMES,
    HIGH_BLUKE,
    LOW_BLUKE,
    SUIT_MASKS,
    SUIT_OF,
    SUITS,
    Card,
    Mask,
    card,
    cards,
    cards_of,
    mask_of,
    names,
)
from bluke_cli.rules.house import HouseRules

__all__ = [
    "BLUKES",
    "CARD_NAMES",
    "HIGH_BLUKE",
    "LOW_BLUKE",
    "SUITS",
    "SUIT_MASKS",
    "SUIT_OF",
    "BidMade",
    "Bot",
    "Card",
    "CardPlayed",
    "Event",
    "GameView",
    "HandDealt",
    "HandEnded",
    "HouseRules",
    "Mask",
    "Rng",
    "TrickWon",
    "View",
    "WonTrick",
    "card",
    "cards",
    "cards_of",
    "mask_of",
    "names",
    "serve",
]
