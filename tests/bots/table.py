"""Views made by hand, for the tests of bots."""

from __future__ import annotations

from typing import Any

from bluke_cli.bots.view import View, WonTrick
from bluke_cli.rules.cards import SUITS, card, cards, mask_of, trump_of
from bluke_cli.rules.house import HouseRules


def view(held: str, up: str = "2C", **changes: Any) -> View:
    """Return a view of seat 0 of 4 that is to lead trick 1 in a hand of as many cards as are *held*; everything legal.

    `trick` and `tricks` may be given as text: "TS 2S", and [(leader, "TS 2S 5D 9S", winner), …].
    """
    holding = mask_of(cards(held))
    values: dict[str, Any] = {
        "rules": HouseRules(),
        "players": 4,
        "seat": 0,
        "hand": 1,
        "size": len(cards(held)),
        "dealer": 3,
        "up": card(up),
        "trump": trump_of(card(up)),
        "scores": (0, 0, 0, 0),
        "hands_left": 24,
        "holding": holding,
        "bids": (1, 1, 1, 1),
        "won": (0, 0, 0, 0),
        "tricks": (),
        "leader": 0,
        "trick": (),
        "legal_bids": (),
        "legal_mask": holding,
    }
    if isinstance(changes.get("trick"), str):
        changes["trick"] = tuple(cards(changes["trick"]))
    if "tricks" in changes:
        changes["tricks"] = tuple(
            WonTrick(leader, tuple(cards(text)), winner) for leader, text, winner in changes["tricks"]
        )
    if isinstance(changes.get("legal_mask"), str):
        changes["legal_mask"] = mask_of(cards(changes["legal_mask"]))
    return View(**{**values, **changes})


def bidding(held: str, up: str = "2C", **changes: Any) -> View:
    """Return a view of the first to bid, every bid from 1 being legal."""
    size = len(cards(held))
    legal = tuple(range(1, size + 1))
    return view(held, up, **{"bids": (None,) * 4, "legal_bids": legal, "legal_mask": 0, **changes})


def suit(letter: str) -> int:
    """Return the suit of a letter."""
    return SUITS.index(letter)
