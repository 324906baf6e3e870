"""What the unseen cards may do to a card, by counting: the idea behind the bot `rules`, and a policy of the search.

Every other player is taken to hold as many of the unseen cards as this seat has cards, in any combination. Chances are
whole numbers, `WHOLE` being certainty. The kernel does the same. The constants were found by trying one against another
in matches.
"""

from __future__ import annotations

from functools import cache
from math import comb

from bluke_cli.rules.cards import BLUKES, HIGH_BLUKE, PACK, SUIT_MASKS, SUIT_OF, Card, Mask

WHOLE = 1024
"""One trick, or certainty."""

NOW = 1280
"""What a trick now is worth beside one later, which may never come."""

BEATS, RUFFS, SPENDS_BLUKE = 922, 819, 307
"""How likely a player who can is to play a higher card of the suit; to ruff; to give a Bluke for the trick."""

OVERRUFFED = 307
"""How likely a player who holds a higher trump is to have it where a low trump ruffs."""

_ABOVE: tuple[Mask, ...] = tuple(SUIT_MASKS[card // 13] & -1 << card for card in range(52))
"""For each suited card the cards of its suit from it upwards; what is unseen among them beats it."""


class Odds:
    """The chances of one decision; *dead* are the cards played or turned up, or not there for another reason.

    Another holds *held* cards, as many as *holding* if it is left out; *holding* is not empty.
    """

    __slots__ = ("_none", "has_bluke", "has_trump", "others", "trump", "unseen")

    def __init__(self, players: int, trump: int | None, holding: Mask, dead: Mask, held: int | None = None) -> None:
        self.trump = trump
        self.others = players - 1
        self.unseen = unseen = PACK & ~(holding | dead)
        self._none = none = none_of(unseen.bit_count(), holding.bit_count() if held is None else held)
        self.has_trump = 0 if trump is None else WHOLE - none[(unseen & SUIT_MASKS[trump]).bit_count()]
        self.has_bluke = WHOLE - none[(unseen & BLUKES).bit_count()]

    def one_has(self, cards: Mask) -> int:
        """Return the chance that a certain player holds at least one of these cards."""
        return WHOLE - self._none[(cards & self.unseen).bit_count()]

    def to_hold(self, card: Card, led: int | None, followers: int) -> int:
        """Return the chance that *card*, best so far in a trick of suit *led*, is not beaten by those to follow."""
        if not followers or card == HIGH_BLUKE:
            return WHOLE
        suit = SUIT_OF[card]
        if suit is None:
            return power(WHOLE - (self.one_has(1 << HIGH_BLUKE) * SPENDS_BLUKE >> 10), followers)
        none, unseen = self._none, self.unseen
        is_void = WHOLE if led is None else none[(unseen & SUIT_MASKS[led]).bit_count()]
        beaten = (WHOLE - none[(unseen & _ABOVE[card]).bit_count()]) * BEATS >> 10
        if suit != self.trump:
            beaten += (is_void * self.has_trump >> 10) * RUFFS >> 10
        elif led != suit:
            beaten = beaten * is_void >> 10
        beaten += self.has_bluke * SPENDS_BLUKE >> 10
        return power(WHOLE - beaten, followers) if beaten < WHOLE else 0

    def later(self, card: Card) -> int:
        """Return what a card is worth in a later trick: led, or, if it is a trump, ruffing."""
        suit = SUIT_OF[card]
        led = self.to_hold(card, suit, self.others)
        if suit is None or suit != self.trump:
            return led
        beaten = (self.one_has(_ABOVE[card]) + self.has_bluke) * OVERRUFFED >> 10
        return max(led, power(WHOLE - beaten, self.others))

    def balance(self, card: Card, wins: bool, led: int | None, followers: int) -> tuple[int, bool, int]:
        """Return what playing *card* gains now less its worth later; of equals a plain card, then a low one, is more.

        *wins* says whether it is best so far, *led* is the suit led, its own for a leader.
        """
        gain = self.to_hold(card, led, followers) * NOW >> 10 if wins else 0
        suit = SUIT_OF[card]
        return gain - self.later(card), suit is not None and suit != self.trump, -(card % 13)


@cache
def none_of(unseen: int, held: int) -> tuple[int, ...]:
    """Return, by the number of certain cards, the chance that *held* of *unseen* cards include none of them.

    >>> none_of(39, 13)[1], none_of(40, 1)[40]
    (682, 0)
    """
    ways = comb(unseen, held)
    return tuple(WHOLE * comb(unseen - cards, held) // ways if ways else 0 for cards in range(unseen + 1))


def power(chance: int, times: int) -> int:
    """Return a chance to the power of *times*, rounded down each time."""
    result = WHOLE
    for _ in range(times):
        result = result * chance >> 10
    return result
