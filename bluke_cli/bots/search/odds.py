"""What the unseen cards may do to a card, by counting: the idea behind the bot `rules`, and a policy of the search.

Every other player is taken to hold as many of the unseen cards as this seat has cards, in any combination. Chances are
whole numbers, `WHOLE` being certainty. The kernel does the same. The constants were found by trying one against another
in matches.

What the chances hang on are a few counts, which come again and again; so most is worked out once (`Chances`).
"""

from __future__ import annotations

from functools import cache
from math import comb

from bluke_cli.rules.cards import BLUKES, HIGH_BLUKE, PACK, SUIT_MASKS, SUIT_OF, Card, Mask
from bluke_cli.rules.house import MAX_PLAYERS

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


def _powers(chance: int) -> tuple[int, ...]:
    """Return the powers of a chance, from 0 to the number of the others at the largest table, each rounded down."""
    found = [WHOLE]
    for _ in range(1, MAX_PLAYERS):
        found.append(found[-1] * chance >> 10)
    return tuple(found)


POWERS = (*map(_powers, range(WHOLE + 1)), *[_powers(0)] * WHOLE)
"""The powers of each chance; of one below 0, which stands at the end, those of 0."""


class Chances:
    """What follows from a few counts: cards unseen, how many of them another holds, unseen Blukes, others.

    `none` is the chance that another has none of so many cards. By how many higher cards of its suit are unseen,
    `beats` is the chance that another beats a card of the suit led, `trump` the chances of a trump to hold
    where trump was led, by how many are to follow, and `trump_later` what a trump is worth in a later trick.
    """

    __slots__ = ("_ruffs", "_safe", "beats", "none", "trump", "trump_later")

    def __init__(self, unseen: int, held: int, blukes: int, others: int) -> None:
        self.none = none_of(unseen, held)
        has_higher = [WHOLE - none for none in self.none[:13]]
        has_bluke = WHOLE - self.none[blukes]
        self._safe = safe = WHOLE - (has_bluke * SPENDS_BLUKE >> 10)
        self.beats = [has * BEATS >> 10 for has in has_higher]
        self.trump = [POWERS[safe - beaten] for beaten in self.beats]
        ruffing = [POWERS[WHOLE - ((has + has_bluke) * OVERRUFFED >> 10)] for has in has_higher]
        self.trump_later = [max(led[others], ruff[others]) for led, ruff in zip(self.trump, ruffing, strict=True)]
        self._ruffs: dict[int | None, list[tuple[int, ...]]] = {}

    def unruffed(self, led: int | None, trumps: int) -> int:
        """Return the chance that another neither ruffs nor gives a Bluke, with so many trumps unseen.

        *led* is how many cards of the suit led are unseen, None if there is none to follow.
        """
        void = WHOLE if led is None else self.none[led]
        return self._safe - ((void * (WHOLE - self.none[trumps]) >> 10) * RUFFS >> 10)

    def ruff(self, led: int | None) -> list[tuple[int, ...]]:
        """Return what `trump` is of a trump that was led, of one that ruffs."""
        if led not in self._ruffs:
            void = WHOLE if led is None else self.none[led]
            self._ruffs[led] = [POWERS[self._safe - (beaten * void >> 10)] for beaten in self.beats]
        return self._ruffs[led]

    def bluke(self, card: Card, is_other_unseen: int) -> tuple[int, ...]:
        """Return the chances of a Bluke to hold, by how many are to follow: nothing beats HI, and HI alone beats LO."""
        has_higher = 0 if card == HIGH_BLUKE else WHOLE - self.none[is_other_unseen]
        return POWERS[WHOLE - (has_higher * SPENDS_BLUKE >> 10)]


chances_of = cache(Chances)
"""What follows from these counts, the same if it was asked for before."""


class Odds:
    """The chances of one decision; *dead* are the cards played or turned up, or not there for another reason.

    Another holds *held* cards, as many as *holding* if it is left out; *holding* is not empty.
    """

    __slots__ = ("_chances", "_trumps", "others", "trump", "unseen")

    def __init__(self, players: int, trump: int | None, holding: Mask, dead: Mask, held: int | None = None) -> None:
        self.trump = trump
        self.others = players - 1
        self.unseen = unseen = PACK & ~(holding | dead)
        self._trumps = 0 if trump is None else (unseen & SUIT_MASKS[trump]).bit_count()
        held = holding.bit_count() if held is None else held
        self._chances = chances_of(unseen.bit_count(), held, (unseen & BLUKES).bit_count(), self.others)

    def one_has(self, cards: Mask) -> int:
        """Return the chance that a certain player holds at least one of these cards."""
        return WHOLE - self._chances.none[(cards & self.unseen).bit_count()]

    def to_hold(self, card: Card, led: int | None, followers: int) -> int:
        """Return the chance that *card*, best so far in a trick of suit *led*, is not beaten by those to follow."""
        suit, unseen = SUIT_OF[card], self.unseen
        if suit is None:
            return self._chances.bluke(card, unseen >> HIGH_BLUKE & 1)[followers]
        higher = (unseen & _ABOVE[card]).bit_count()
        of_led = None if led is None else (unseen & SUIT_MASKS[led]).bit_count()
        if suit != self.trump:
            return POWERS[self._chances.unruffed(of_led, self._trumps) - self._chances.beats[higher]][followers]
        holds = self._chances.trump if led == suit else self._chances.ruff(of_led)
        return holds[higher][followers]

    def later(self, card: Card) -> int:
        """Return what a card is worth in a later trick: led, or, if it is a trump, ruffing."""
        suit = SUIT_OF[card]
        if suit is None or suit != self.trump:
            return self.to_hold(card, suit, self.others)
        return self._chances.trump_later[(self.unseen & _ABOVE[card]).bit_count()]

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
