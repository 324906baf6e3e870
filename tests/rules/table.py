"""Short ways to say a situation at the table, for the tests of the rules: cards and trump as text."""

from __future__ import annotations

from typing import Any

from bluke_cli.rules.cards import SUITS, cards, cards_of, mask_of, names
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.tricks import legal_plays, trick_winner


def suit_number(letter: str | None) -> int | None:
    return None if letter is None else SUITS.index(letter)


def legal(
    holding: str,
    trick: str = "",
    *,
    trump: str | None = None,
    broken: bool = False,
    house: dict[str, Any] | None = None,
) -> str:
    """Return the legal cards in pack order."""
    rules = HouseRules(**(house or {}))
    return names(cards_of(legal_plays(mask_of(cards(holding)), cards(trick), suit_number(trump), rules, broken)))


def winning_card(trick: str, *, trump: str | None = None, **house: Any) -> str:
    return trick.split()[trick_winner(cards(trick), suit_number(trump), HouseRules(**house))]


def start_hand(*holdings: str, dealer: int, trump: str | None = None, **house: Any) -> Hand:
    """Start a hand, still to be bid; one text of cards a seat."""
    masks = [mask_of(cards(holding)) for holding in holdings]
    return Hand(len(holdings[0].split()), dealer, suit_number(trump), HouseRules(**house), masks)


def bid_all(hand: Hand, amount: int = 1) -> Hand:
    for _ in range(hand.players):
        hand.bid(amount)
    return hand


def play_all(hand: Hand, played: str) -> Hand:
    for card in cards(played):
        hand.play(card)
    return hand


def state_of(hand: Hand) -> tuple[object, ...]:
    """Return all that a hand in progress consists of, to compare before and after."""
    tricks = [(trick.leader, tuple(trick.cards), trick.winner) for trick in hand.tricks]
    return (
        list(hand.bids),
        hand.turn,
        list(hand.holdings),
        tricks,
        list(hand.won),
        hand.trump_broken,
        hand.is_bidding,
        hand.is_over,
    )
