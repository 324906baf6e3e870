"""The bot `rules`: chances instead of wishes, but no search.

One idea serves bidding and play: the chance, in thousandths, that a card holds a trick against the players who are
still to play to it, the unseen cards lying anywhere. The bid is the sum of such chances, less a margin. The card played
is the one whose chance to win now, less what the card would be worth later, is highest: it wins as cheaply as it can,
throws its worst card where it cannot win, cashes masters before they are ruffed, and never ducks, for another trick is
never bad. The constants were found by trying one against another in matches with `novice`.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin.novice import nearest
from bluke_cli.bots.view import View
from bluke_cli.rules.cards import BLUKES, HIGH_BLUKE, SUIT_MASKS, SUIT_OF, Card, Mask, cards_of

WHOLE = 1000
"""One trick, or certainty."""

NOW = 1250
"""What a trick now is worth beside one later, which may never come."""

BEATS, RUFFS, SPENDS_BLUKE = 900, 800, 300
"""How likely a player who can is to play a higher card of the suit; to ruff; to give a Bluke for the trick."""

OVERRUFFED = 300
"""How likely a player who holds a higher trump is to have it where a low trump ruffs."""

MARGIN = 150
"""How far the estimate must be above a bid: a bid that fails costs more than an overtrick too many."""

LENGTH, LEVEL_SIZE = 390, 5
"""Small cards grow in hands longer than `LEVEL_SIZE`, and are outrun in shorter ones: by so much a card and table."""


class Rules(Bot):
    """Bids the tricks it can expect and plays the card that gives up least for the best chance."""

    def bid(self, view: View) -> int:
        """Return the legal bid nearest to the expected tricks, rounded down beyond a margin."""
        return nearest((expected_tricks(view) - MARGIN) // WHOLE, view.legal_bids)

    def play(self, view: View) -> Card:
        """Return the legal card with the best balance; of equals a plain one before a trump, a low one first."""
        legal = view.legal_mask
        if not legal & legal - 1:
            return legal.bit_length() - 1
        chances, winning, followers = Chances(view), view.winning(), view.to_follow

        def balance(card: Card) -> tuple[int, bool, int]:
            gain = 0
            if winning >> card & 1:
                led = SUIT_OF[view.trick[0] if view.trick else card]
                gain = chances.to_hold(card, led, followers) * NOW // WHOLE
            suit = SUIT_OF[card]
            return gain - chances.later(card), suit is not None and suit != view.trump, -(card % 13)

        return max(cards_of(legal), key=balance)


def expected_tricks(view: View) -> int:
    """Return how many tricks the holding should take, in thousandths."""
    chances = Chances(view)
    tricks = sum(chances.later(card) for card in cards_of(view.holding))
    return tricks + (view.size - LEVEL_SIZE) * LENGTH // view.players


class Chances:
    """What the unseen cards may do to a card, by counting; all chances in thousandths.

    Every other player is taken to hold as many of the unseen cards as this seat has cards, in any combination.
    """

    def __init__(self, view: View) -> None:
        self.trump = view.trump
        self.others = view.players - 1
        self.unseen = view.unseen
        self.unseen_count = self.unseen.bit_count()
        self.held = view.holding.bit_count()
        trumps = 0 if view.trump is None else SUIT_MASKS[view.trump]
        self.has_trump = self.one_has(self.unseen & trumps)
        self.has_bluke = self.one_has(self.unseen & BLUKES)

    def one_has(self, cards: Mask) -> int:
        """Return the chance that a certain player holds at least one of these unseen cards."""
        return WHOLE - none_of(cards.bit_count(), self.held, self.unseen_count)

    def has_higher(self, card: Card, suit: int) -> int:
        """Return the chance that a certain player holds a higher card of the suit."""
        return self.one_has(self.unseen & SUIT_MASKS[suit] & -1 << card)

    def to_hold(self, card: Card, led: int | None, followers: int) -> int:
        """Return the chance that *card*, best so far in a trick of suit *led*, is not beaten by those to follow."""
        if not followers or card == HIGH_BLUKE:
            return WHOLE
        suit = SUIT_OF[card]
        if suit is None:
            return power(WHOLE - self.one_has(self.unseen & 1 << HIGH_BLUKE) * SPENDS_BLUKE // WHOLE, followers)
        is_void = WHOLE if led is None else WHOLE - self.one_has(self.unseen & SUIT_MASKS[led])
        beaten = self.has_higher(card, suit) * BEATS // WHOLE
        if suit != self.trump:
            beaten += is_void * self.has_trump // WHOLE * RUFFS // WHOLE
        elif led != suit:
            beaten = beaten * is_void // WHOLE
        beaten += self.has_bluke * SPENDS_BLUKE // WHOLE
        return power(max(0, WHOLE - beaten), followers)

    def later(self, card: Card) -> int:
        """Return what a card is worth in a later trick: led, or, if it is a trump, ruffing."""
        suit = SUIT_OF[card]
        led = self.to_hold(card, suit, self.others)
        if suit is None or suit != self.trump:
            return led
        beaten = (self.has_higher(card, suit) + self.has_bluke) * OVERRUFFED // WHOLE
        return max(led, power(WHOLE - beaten, self.others))


@lru_cache(maxsize=1 << 16)
def none_of(cards: int, held: int, unseen: int) -> int:
    """Return the chance that *held* of *unseen* cards include none of certain *cards*, in thousandths.

    >>> none_of(1, 13, 39), none_of(40, 1, 40)
    (666, 0)
    """
    return WHOLE * comb(unseen - cards, held) // comb(unseen, held)


def power(chance: int, times: int) -> int:
    """Return a chance to the power of *times*, in thousandths, rounded down each time."""
    result = WHOLE
    for _ in range(times):
        result = result * chance // WHOLE
    return result
