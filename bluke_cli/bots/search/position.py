"""A decision as the search wants it: whole numbers only, made from a view and so from what one seat may see."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from bluke_cli.bots.view import View
from bluke_cli.rules.bidding import legal_bids
from bluke_cli.rules.cards import SUIT_OF, Card, Mask
from bluke_cli.rules.hand import breaks_trump
from bluke_cli.rules.house import CHOICES, MAX_PLAYERS, HouseRules
from bluke_cli.rules.tricks import legal_plays


@dataclass(frozen=True, slots=True, eq=False)  # what is remembered of one is found by its identity
class Position:
    """One decision of one seat.

    `dead` are the cards played or turned up, the trick in progress included. `bids`, `won`, `voids` and `played` are by
    seat; a bid to come is None, and a bid is due where this seat's is; `voids` are all cards of the suits that a seat
    has shown not to hold. `is_broken` says whether trump is, where that is a house rule.
    """

    rules: HouseRules
    players: int
    seat: int
    size: int
    dealer: int
    up: Card
    trump: int | None
    holding: Mask
    dead: Mask
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    voids: tuple[Mask, ...]
    leader: int
    trick: tuple[Card, ...]
    played: tuple[Mask, ...]
    is_broken: bool

    @property
    def is_bidding(self) -> bool:
        """Whether a bid is due, not a card."""
        return self.bids[self.seat] is None

    @property
    def is_powerless(self) -> bool:
        """Whether Blukes cannot win."""
        return self.trump is None and self.rules.no_trump_bluke == "powerless"

    @property
    def left(self) -> int:
        """How many tricks are to be won, the one in progress included."""
        return self.size - sum(self.won)

    def held_by(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return self.left - ((seat - self.leader) % self.players < len(self.trick))

    def legal_bids(self, bids: Sequence[int | None], seat: int) -> list[int]:
        """Return the bids open to *seat*; *bids* are by seat, those before it made."""
        turns = ((self.dealer + 1 + step) % self.players for step in range((seat - self.dealer - 1) % self.players))
        before = [bid for other in turns if (bid := bids[other]) is not None]
        return legal_bids(before, self.players, self.size, self.rules)

    def legal_cards(self) -> Mask:
        """Return the cards that may be played."""
        return legal_plays(self.holding, self.trick, self.trump, self.rules, self.is_broken)

    def packed(self) -> bytes:
        """Return the position as the kernel reads it: numbers of 64 bits, lists by seat filled up to 15."""
        rules = self.rules
        numbers = array(
            "q",
            (
                self.players,
                self.seat,
                -1 if self.trump is None else self.trump,
                self.dealer,
                self.leader,
                len(self.trick),
                self.is_broken,
                CHOICES["led_bluke"].index(rules.led_bluke),
                rules.trump_lead == "broken",
                rules.no_trump_bluke == "powerless",
                _bounded(rules.points),
                _bounded(rules.overtrick),
                rules.min_bid,
                rules.hook,
                self.holding,
                self.dead,
                self.size,
            ),
        )
        bids = [-1 if bid is None else bid for bid in self.bids]
        for values in (bids, self.won, self.voids, self.trick, self.played):
            numbers.extend((*values, *[0] * (MAX_PLAYERS - len(values))))
        return numbers.tobytes()


MOST_POINTS = 1_000_000
"""The search takes points beyond this for this: a sum of them must stay a number of 64 bits."""


def _bounded(points: int) -> int:
    return max(-MOST_POINTS, min(points, MOST_POINTS))


def position_of(view: View) -> Position:
    """Return the decision of a view."""
    played = view.played_by
    return Position(
        rules=view.rules,
        players=view.players,
        seat=view.seat,
        size=view.size,
        dealer=view.dealer,
        up=view.up,
        trump=view.trump,
        holding=view.holding,
        dead=sum(played, 1 << view.up),
        bids=view.bids,
        won=view.won,
        voids=view.voids,
        leader=view.leader,
        trick=view.trick,
        played=played,
        is_broken=_is_broken(view),
    )


def _is_broken(view: View) -> bool:
    """Return whether a trump was played to a trick that trump did not lead."""
    if view.trump is None or view.rules.trump_lead == "free":
        return False
    tricks = (*(trick.cards for trick in view.tricks), view.trick)
    return any(breaks_trump(trick[:count], view.trump) for trick in tricks for count in range(2, len(trick) + 1))


def moves_of(position: Position) -> list[Card]:
    """Return the cards to choose from: the lowest of each run of legal cards that nothing unseen lies between.

    A card of the trick in progress parts a run, for one side of it wins where the other does not.
    """
    legal, between = position.legal_cards(), position.dead & ~sum(1 << card for card in position.trick)
    moves, last_suit, is_run = list[Card](), None, False
    for card, suit in enumerate(SUIT_OF):
        if suit != last_suit:
            last_suit, is_run = suit, False
        if position.holding >> card & 1:
            if legal >> card & 1 and not is_run:
                moves.append(card)
            is_run = bool(legal >> card & 1)
        elif not between >> card & 1:
            is_run = False
    return moves
