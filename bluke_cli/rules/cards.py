"""Cards: the pack of 54, and sets of cards as bit masks.

A **card** is an int 0…53, its place in a new pack: 2C … AC, 2D … AD, 2H … AH, 2S … AS, then the two **Blukes**, LO and
HI. A set of cards is an int with bit *c* set for card *c* (a **mask**): union is ``|``, intersection ``&``, and a
holding is one number.
A suit is an int 0…3 in the order of `SUITS`; None stands for no suit (a Bluke) and for no trump.
Not here: other spellings of a card (`record.notation`).
"""

from __future__ import annotations

from collections.abc import Iterable

Card = int
Mask = int

SUITS = "CDHS"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANKS = "23456789TJQKA"
PACK_SIZE = 54
LOW_BLUKE: Card = 52
HIGH_BLUKE: Card = 53

CARD_NAMES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "LO", "HI")
CARD_NUMBERS: dict[str, Card] = {name: number for number, name in enumerate(CARD_NAMES)}

SUIT_MASKS: tuple[Mask, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))
BLUKES: Mask = 1 << LOW_BLUKE | 1 << HIGH_BLUKE
PACK: Mask = (1 << PACK_SIZE) - 1

SUIT_OF: tuple[int | None, ...] = (*(number // 13 for number in range(52)), None, None)
"""The suit of each card, None for a Bluke."""


def card(name: str) -> Card:
    """Return the card with this *name*; ValueError if there is none.

    >>> card("2C"), card("HI")
    (0, 53)
    """
    try:
        return CARD_NUMBERS[name]
    except KeyError:
        raise ValueError(f"{name!r} is not a card") from None


def cards(text: str) -> list[Card]:
    """Return the cards named in *text*, parted by white space; ValueError if one is none.

    >>> cards("2C LO HI")
    [0, 52, 53]
    """
    return [card(name) for name in text.split()]


def names(numbers: Iterable[Card]) -> str:
    """Return the names of several cards, a space between.

    >>> names([0, 53])
    '2C HI'
    """
    return " ".join(map(CARD_NAMES.__getitem__, numbers))


def mask_of(numbers: Iterable[Card]) -> Mask:
    """Return the set of these cards as a mask.

    >>> mask_of([0, 2])
    5
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def cards_of(mask: Mask) -> list[Card]:
    """Return the cards of a mask in pack order. Raises ValueError for a negative number, which is no mask.

    >>> cards_of(5)
    [0, 2]
    """
    if mask < 0:
        raise ValueError(f"{mask} is no mask of cards")
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def trump_of(turn_up: Card) -> int | None:
    """Return the trump suit that a turn-up sets, None (no trump) for a Bluke (RULES 6)."""
    return SUIT_OF[turn_up]


def trump_name(trump: int | None) -> str:
    """Return how a trump is written: its suit, or ``none``.

    >>> trump_name(2), trump_name(None)
    ('H', 'none')
    """
    return "none" if trump is None else SUITS[trump]
