"""A hand in progress: who is to act, what they may do, and what it leads to.

Seats are 0…n−1 clockwise; the **eldest** sits at the dealer's left, bids first and leads first (RULES 7, 8).
Holdings are masks by seat. A refused bid or play raises RuleViolation and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.bidding import check_bid, legal_bids
from bluke_cli.rules.cards import (
    BLUKES,
    CARD_NAMES,
    PACK_SIZE,
    SUIT_MASKS,
    SUIT_OF,
    SUIT_WORDS,
    Card,
    Mask,
    cards_of,
    names,
)
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.tricks import asked_suit, asking_rule, cited, legal_plays, trick_winner


@dataclass(slots=True)
class Trick:
    """One trick: the seat that led, the cards in the order played, and the winner's seat once it is complete."""

    leader: int
    cards: list[Card] = field(default_factory=list)
    winner: int | None = None


class Hand:
    """One hand from the first bid to the last trick, to be stepped through: look at what is legal, bid or play.

    `bids` holds None for a seat that has not bid; `won` counts tricks by seat; `tricks` ends with the one in progress.
    `turn` is the seat to act, `holdings` are masks by seat. What is found here is to be read, not changed.
    """

    __slots__ = (
        "_legal",
        "bids",
        "current",
        "dealer",
        "holdings",
        "is_bidding",
        "is_over",
        "players",
        "rules",
        "size",
        "tricks",
        "trump",
        "trump_broken",
        "turn",
        "won",
    )

    def __init__(self, size: int, dealer: int, trump: int | None, rules: HouseRules, holdings: Sequence[Mask]) -> None:
        self.players = len(holdings)
        self.size = size
        self.dealer = dealer
        self.trump = trump
        self.rules = rules
        self.holdings = list(holdings)
        self.bids: list[int | None] = [None] * self.players
        self.is_bidding = True
        """Whether a bid is still to come."""
        self.is_over = False
        """Whether the last trick has been won."""
        self.turn = (dealer + 1) % self.players
        self.tricks: list[Trick] = []
        self.current: list[Card] = []
        """The cards of the trick in progress, leader's first; empty when somebody is to lead."""
        self.won = [0] * self.players
        self.trump_broken = False
        self._legal = 0
        """What may be played now, once it has been asked for."""

    def bids_so_far(self) -> list[int]:
        """Return the bids made, in bidding order."""
        order = ((self.dealer + 1 + step) % self.players for step in range(self.players))
        return [bid for seat in order if (bid := self.bids[seat]) is not None]

    def legal_bids(self) -> list[int]:
        """Return the bids open to the seat to act, lowest first."""
        return legal_bids(self.bids_so_far(), self.players, self.size, self.rules)

    def bid(self, amount: int) -> None:
        """Enter the bid of the seat to act. Raises RuleViolation ``bid-range`` or ``bid-hook``."""
        if not self.is_bidding:
            raise RuleViolation("bid-range", "the bidding is over")
        check_bid(amount, self.bids_so_far(), self.players, self.size, self.rules)
        self.bids[self.turn] = amount
        self._legal = 0
        self.is_bidding = self.turn != self.dealer
        self.turn = (self.turn + 1) % self.players

    def legal_plays(self) -> Mask:
        """Return the cards that the seat to act may play, as a mask: of its turn to come while there is bidding."""
        if not self._legal:
            self._legal = legal_plays(self.holdings[self.turn], self.current, self.trump, self.rules, self.trump_broken)
        return self._legal

    def play(self, card: Card) -> None:
        """Play a card for the seat to act.

        Raises RuleViolation ``card-not-held``, ``revoke`` or ``trump-not-broken``, ``bad-card`` for what is none, and
        ``trick-count`` where no card is to be played.
        """
        if self.is_bidding or card < 0 or not (self._legal or self.legal_plays()) >> card & 1:
            self._refuse(card)
        self._put(card)

    def _refuse(self, card: Card) -> None:
        """Raise what is wrong with playing *card* now."""
        if self.is_bidding or self.is_over:
            raise RuleViolation("trick-count", "no card is to be played now")
        if not 0 <= card < PACK_SIZE:
            raise RuleViolation("bad-card", f"cards are 0 to {PACK_SIZE - 1}; {card} is none")
        check_play(card, self.holdings[self.turn], self.current, self.trump, self.rules, self.trump_broken)

    def _put(self, card: Card) -> None:
        trick, seat = self.current, self.turn
        if not trick:
            self.tricks.append(Trick(seat, trick))
        trick.append(card)
        self._legal = 0
        self.holdings[seat] ^= 1 << card
        if SUIT_OF[card] == self.trump and not self.trump_broken and breaks_trump(trick, self.trump):
            self.trump_broken = True
        if len(trick) < self.players:
            self.turn = (seat + 1) % self.players
            return
        ended = self.tricks[-1]
        ended.winner = self.turn = (ended.leader + trick_winner(trick, self.trump, self.rules)) % self.players
        self.won[self.turn] += 1
        self.current = []
        self.is_over = len(self.tricks) == self.size


def breaks_trump(trick: Sequence[Card], trump: int | None) -> bool:
    """Return whether the last card of *trick* is a trump played where trump was not led (house rule `trump_lead`)."""
    return trump is not None and SUIT_OF[trick[-1]] == trump and SUIT_OF[trick[0]] != trump


def check_play(
    card: Card, holding: Mask, trick: Sequence[Card], trump: int | None, rules: HouseRules, trump_broken: bool = False
) -> None:
    """Raise RuleViolation if *card* may not be played to *trick* from *holding* (RULES 8, 9).

    The reason names the rule and the legal cards. Codes: ``card-not-held``, ``revoke``, ``trump-not-broken``.
    """
    if not holding >> card & 1:
        raise RuleViolation("card-not-held", f"{CARD_NAMES[card]} is not in the holding {names(cards_of(holding))}")
    legal = legal_plays(holding, trick, trump, rules, trump_broken)
    if legal >> card & 1:
        return
    choices = names(cards_of(legal))
    if not trick:
        reason = f"trump is not broken yet: {CARD_NAMES[card]} may not be led; legal: {choices} (house rule trump_lead)"
        raise RuleViolation("trump-not-broken", reason)
    asked = asked_suit(trick, trump, rules)
    assert asked is not None, "a trick that asks for nothing allows every card"
    held = names(cards_of(holding & SUIT_MASKS[asked]))
    bluke = f" or {names(cards_of(holding & BLUKES))}" if holding & BLUKES else ""
    rule = cited(asking_rule(trick, trump, rules))
    reason = f"must follow {SUIT_WORDS[asked]} with {held}{bluke}, not play {CARD_NAMES[card]} ({rule})"
    raise RuleViolation("revoke", reason)
