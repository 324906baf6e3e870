"""What everybody at the table sees happen, one event at a time.

A bot that keeps its own books hears of each event before its next decision. Seats are 0…n−1 clockwise, all lists by
seat. A bot that only looks at its view needs none of this.
"""

from __future__ import annotations

from typing import NamedTuple

from bluke_cli.rules.cards import Card


class HandDealt(NamedTuple):
    """A hand was dealt: its number from 1, its size, the dealer's seat, the turn-up."""

    hand: int
    size: int
    dealer: int
    up: Card


class BidMade(NamedTuple):
    """A seat made its bid."""

    seat: int
    bid: int


class CardPlayed(NamedTuple):
    """A seat played a card."""

    seat: int
    card: Card


class TrickWon(NamedTuple):
    """A trick is complete and this seat won it."""

    seat: int


class HandEnded(NamedTuple):
    """A hand is over: bids, tricks taken, points for this hand, totals after it."""

    bids: tuple[int, ...]
    took: tuple[int, ...]
    score: tuple[int, ...]
    total: tuple[int, ...]


Event = HandDealt | BidMade | CardPlayed | TrickWon | HandEnded
