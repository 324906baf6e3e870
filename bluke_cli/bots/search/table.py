"""A hand in progress: what may be played, who wins, what has been seen; house rules of play included.

It is played on many times by the search, so whatever the next card hangs on is kept up to date by the last one. The
kernel plays the same, but works these out anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from operator import sub

from bluke_cli.bots.search.position import Position
from bluke_cli.rules.cards import BLUKES, LOW_BLUKE, PACK_SIZE, SUIT_MASKS, SUIT_OF, Card, Mask


@cache
def strengths_of(trump: int | None, is_powerless: bool) -> tuple[tuple[int, ...], ...]:
    """Return by its first suit how strong each card is in a trick, 0 for one that cannot win (RULES 10).

    Last are the strengths while there is no first suit: a card would make its own so.
    """

    def strength(card: Card, first_suit: int | None) -> int:
        suit = SUIT_OF[card]
        if suit is None:
            return 0 if is_powerless else 40 + card - LOW_BLUKE
        if suit == trump:
            return 20 + card % 13
        return 1 + card % 13 if first_suit in (suit, None) else 0

    return tuple(tuple(strength(card, suit) for card in range(PACK_SIZE)) for suit in (0, 1, 2, 3, None))


@dataclass(frozen=True, slots=True)
class Wants:
    """What each seat still needs, and whether it can get it; how many can, and how many tricks they need."""

    needs: tuple[int, ...]
    is_needy: tuple[bool, ...]
    needy: int
    wanted: int


@lru_cache(maxsize=4096)
def wants_of(needs: tuple[int, ...], left: int) -> Wants:
    """Return what all seats want of the tricks *left*.

    >>> wants_of((1, 0, 5), 4)
    Wants(needs=(1, 0, 5), is_needy=(True, False, False), needy=1, wanted=1)
    """
    is_needy = tuple([0 < need <= left for need in needs])
    return Wants(needs, is_needy, sum(is_needy), sum(need for need in needs if 0 < need <= left))


class Table:
    """One hand in progress; lists are by seat. Holdings that are not known are 0. Bids do not change in a trick.

    `turn` is the seat to play. `best` is the strength of the card that wins the trick, `best_at` the seat that played
    it; `led` is the suit of the first card of the trick, `first_suit` that of its first suited card, `asked` the one
    that is to be followed (RULES 8, 9). `strong` is how strong each card would be in the trick, and `lacking` how many
    seats are known to be void, by suit.
    """

    __slots__ = (
        *("players", "others", "trump", "trumps", "strengths", "bluke_asks", "next_suit_asks", "needs_breaking"),
        *("holdings", "bids", "won", "left", "dead", "voids", "lacking", "is_broken", "_wants"),
        *("leader", "turn", "length", "led", "first_suit", "asked", "strong", "best", "best_at"),
    )

    def __init__(self, position: Position) -> None:
        rules, trump, is_powerless = position.rules, position.trump, position.is_powerless
        self.players, self.others = position.players, position.players - 1
        self.trump, self.trumps = trump, 0 if trump is None else SUIT_MASKS[trump]
        self.strengths = strengths_of(trump, is_powerless)
        self.bluke_asks = trump if rules.led_bluke == "trump" and not is_powerless else None
        self.next_suit_asks = rules.led_bluke == "next-suit" or is_powerless
        self.needs_breaking = rules.trump_lead == "broken" and trump is not None
        self.holdings: list[Mask] = [0] * self.players
        self.bids = [-1 if bid is None else bid for bid in position.bids]
        self.won, self.left = list(position.won), position.left
        self.voids, self.lacking, self.dead, self.is_broken = [0] * self.players, [0] * 4, 0, False
        self._begin_trick(position.leader)
        for card in position.trick:
            self.play(card)
        self.voids, self.dead, self.is_broken = list(position.voids), position.dead, position.is_broken
        self.lacking = [sum(1 for void in self.voids if void & mask) for mask in SUIT_MASKS]
        self.holdings[position.seat] = position.holding

    def copy(self) -> Table:
        """Return another table that stands as this one."""
        other = Table.__new__(Table)
        other.players, other.others, other.trump, other.trumps = self.players, self.others, self.trump, self.trumps
        other.strengths, other.bluke_asks = self.strengths, self.bluke_asks
        other.next_suit_asks, other.needs_breaking = self.next_suit_asks, self.needs_breaking
        other.holdings, other.bids, other.won = self.holdings[:], self.bids[:], self.won[:]
        other.left, other.dead, other.voids, other.lacking = self.left, self.dead, self.voids[:], self.lacking[:]
        other.is_broken, other.leader, other.turn, other.length = self.is_broken, self.leader, self.turn, self.length
        other.led, other.first_suit, other.asked, other.strong = self.led, self.first_suit, self.asked, self.strong
        other.best, other.best_at, other._wants = self.best, self.best_at, None
        return other

    def _begin_trick(self, leader: int) -> None:
        self.leader = self.turn = self.best_at = leader
        self.length, self.best, self.strong = 0, -1, self.strengths[-1]
        self.led: int | None = None
        self.first_suit: int | None = None
        self.asked: int | None = None
        self._wants: Wants | None = None

    def wants(self) -> Wants:
        """Return what all seats want of the tricks left, this one included."""
        if self._wants is None:
            self._wants = wants_of(tuple(map(sub, self.bids, self.won)), self.left)
        return self._wants

    def legal(self) -> Mask:
        """Return what the seat to play may play."""
        holding = self.holdings[self.turn]
        if self.length:
            follow = 0 if self.asked is None else holding & SUIT_MASKS[self.asked]
            return follow | holding & BLUKES if follow else holding
        if not self.needs_breaking or self.is_broken:
            return holding
        return holding & ~self.trumps if holding & ~(self.trumps | BLUKES) else holding

    def wins(self, card: Card) -> bool:
        """Return whether a card would be the best of the trick so far."""
        return self.strong[card] > self.best

    def play(self, card: Card) -> None:
        """Play a card for the seat to play."""
        seat, suit = self.turn, SUIT_OF[card]
        bit, strength = 1 << card, self.strong[card]
        self.holdings[seat] &= ~bit
        self.dead |= bit
        if strength > self.best:
            self.best, self.best_at = strength, seat
        if suit is None:
            if not self.length:
                self.asked = self.bluke_asks
        elif suit != self.led:
            self._note_suit(seat, suit)
        self.length += 1
        if self.length == self.players:
            self.won[self.best_at] += 1
            self.left -= 1
            self._begin_trick(self.best_at)
        else:
            self.turn = seat + 1 if seat < self.others else 0

    def _note_suit(self, seat: int, suit: int) -> None:
        """Note what follows from a suit that is led, or played to another, or to a Bluke."""
        asked = self.asked
        if not self.length:
            self.led = self.asked = suit
        else:
            if asked is not None and asked != suit and not self.voids[seat] & SUIT_MASKS[asked]:
                self.voids[seat] |= SUIT_MASKS[asked]
                self.lacking[asked] += 1
            if suit == self.trump:
                self.is_broken = True
        if self.first_suit is None:
            self.first_suit, self.strong = suit, self.strengths[suit]
            if self.next_suit_asks:
                self.asked = suit

    def play_last_trick(self) -> None:
        """Play the last trick, in which nobody has a choice; nothing but who won it, and that it is over, is noted."""
        seat = winner = self.leader
        strong, best = self.strong, -1
        for _ in range(self.players):
            card = self.holdings[seat].bit_length() - 1
            if strong[card] > best:
                best, winner = strong[card], seat
            if strong is self.strong and card < LOW_BLUKE:
                strong = self.strengths[card // 13]
            seat = seat + 1 if seat < self.others else 0
        self.won[winner] += 1
        self.left = 0
