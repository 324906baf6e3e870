"""What a player may see: frozen data, made from what lies open on the table and one holding.

Secrecy is by construction: a view is made from public values and the cards of its own seat, nothing else, so it cannot
hold what it was never given. Seats are 0…n−1 clockwise. Cards are ints and sets of cards masks (`rules.cards`).
Not here: who the others are, where the cards came from, which game of a match this is.
"""

from __future__ import annotations

from typing import NamedTuple

from bluke_cli.rules.cards import BLUKES, PACK, SUIT_MASKS, SUIT_OF, Card, Mask, cards_of
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.tricks import asked_suit, strengths, trick_winner


class GameView(NamedTuple):
    """What a player learns before the first hand.

    `dealer` deals hand 1; `sizes` is the schedule, the size of each hand in order.
    """

    players: int
    seat: int
    dealer: int
    rules: HouseRules
    sizes: tuple[int, ...]


class WonTrick(NamedTuple):
    """A complete trick: the seat that led, the cards in the order played (leader's first), the seat that won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class View(NamedTuple):
    """One decision as its player sees it.

    `hand` counts from 1. `trump` is a suit 0…3 in the order C D H S, None for no trump. `bids`, `won` and `scores` are
    by seat; a bid to come is None; `scores` are the totals before this hand; `hands_left` counts the hands after it.
    `tricks` are the complete tricks of this hand. `leader` led, or will lead, the trick in progress; `trick` holds its
    cards so far, leader's first. While bidding `legal_bids` holds the bids open to this seat, lowest first, and
    `legal_mask` is 0; while playing it is the other way round.
    """

    rules: HouseRules
    players: int
    seat: int
    hand: int
    size: int
    dealer: int
    up: Card
    trump: int | None
    scores: tuple[int, ...]
    hands_left: int
    holding: Mask
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    tricks: tuple[WonTrick, ...]
    leader: int
    trick: tuple[Card, ...]
    legal_bids: tuple[int, ...]
    legal_mask: Mask

    @property
    def is_bidding(self) -> bool:
        """Whether a bid is wanted; otherwise a card is."""
        return not self.legal_mask

    @property
    def cards(self) -> list[Card]:
        """The cards held, in pack order."""
        return cards_of(self.holding)

    @property
    def legal(self) -> list[int]:
        """The bids that may be made, lowest first, or the cards that may be played, in pack order."""
        return cards_of(self.legal_mask) if self.legal_mask else list(self.legal_bids)

    @property
    def eldest(self) -> int:
        """The seat left of the dealer, which bids first and leads the first trick."""
        return (self.dealer + 1) % self.players

    @property
    def needed(self) -> int:
        """Tricks still needed to make the bid; 0 or less once it is made. The bid must have been made."""
        bid = self.bids[self.seat]
        assert bid is not None, "nothing is needed before the bid"
        return bid - self.won[self.seat]

    @property
    def to_follow(self) -> int:
        """How many players play to this trick after this one."""
        return self.players - 1 - len(self.trick)

    @property
    def asked(self) -> int | None:
        """The suit that the trick in progress asks for, None where it asks for nothing."""
        return asked_suit(self.trick, self.trump, self.rules)

    @property
    def winning_seat(self) -> int | None:
        """The seat that is winning the trick in progress, None before the lead."""
        if not self.trick:
            return None
        return (self.leader + trick_winner(self.trick, self.trump, self.rules)) % self.players

    @property
    def played(self) -> Mask:
        """The cards played in this hand so far, the trick in progress included."""
        return sum(self.played_by)

    @property
    def played_by(self) -> tuple[Mask, ...]:
        """By seat, the cards that it played in this hand so far."""
        found = [0] * self.players
        for leader, cards in (*(trick[:2] for trick in self.tricks), (self.leader, self.trick)):
            for seat, card in enumerate(cards, leader):
                found[seat % self.players] |= 1 << card
        return tuple(found)

    @property
    def unseen(self) -> Mask:
        """The cards that others hold or that lie in the stock: neither held, nor played, nor turned up."""
        return PACK & ~(self.holding | self.played | 1 << self.up)

    @property
    def voids(self) -> tuple[Mask, ...]:
        """By seat, all cards of the suits that the seat has been seen not to hold.

        A seat is void in the suit asked for when it played a card of another suit. A Bluke proves nothing, for it may
        always be played. A card that ``unseen & ~voids[seat]`` does not hold cannot be in that seat's holding.
        """
        found = [0] * self.players
        for leader, cards in (*(trick[:2] for trick in self.tricks), (self.leader, self.trick)):
            for index in range(1, len(cards)):
                suit = SUIT_OF[cards[index]]
                if suit is None:
                    continue
                asked = asked_suit(cards[:index], self.trump, self.rules)
                if asked is not None and suit != asked:
                    found[(leader + index) % self.players] |= SUIT_MASKS[asked]
        return tuple(found)

    def strength(self) -> tuple[int, ...]:
        """Return how strong each card of the pack is in the trick in progress; the first of the strongest wins.

        A card that cannot win has 0. Before the lead only trumps and Blukes count; see `lead_strength`.
        """
        led = next((suit for card in self.trick if (suit := SUIT_OF[card]) is not None), None)
        return strengths(self.trump, led, self._powerless)

    def lead_strength(self, card: Card) -> tuple[int, ...]:
        """Return how strong each card would be in a trick led with *card*."""
        return strengths(self.trump, SUIT_OF[card], self._powerless)

    @property
    def _powerless(self) -> bool:
        return self.trump is None and self.rules.no_trump_bluke == "powerless"

    def winning(self) -> Mask:
        """Return the legal cards that would win the trick as it stands; all of them before the lead."""
        if not self.trick:
            return self.legal_mask
        if SUIT_OF[self.trick[0]] is None and all(SUIT_OF[card] is None for card in self.trick):
            return self._winning_over_blukes()
        table = self.strength()
        best = max(table[card] for card in self.trick)
        return sum(1 << card for card in cards_of(self.legal_mask) if table[card] > best)

    def _winning_over_blukes(self) -> Mask:
        """Return the legal cards that beat a trick of Blukes only, where the next suited card may set the suit."""
        index = len(self.trick)
        return sum(
            1 << card
            for card in cards_of(self.legal_mask)
            if trick_winner((*self.trick, card), self.trump, self.rules) == index
        )

    @property
    def blukes_unseen(self) -> Mask:
        """The Blukes that may still be held by others."""
        return BLUKES & self.unseen
