"""Tricks: which cards may be played to one, and which card wins it.

A trick is the cards played so far, the leader's first. What it **asks for** is the suit to follow, or nothing.
Every function is pure. Not here: whose card it is (`hand`), what a trick is worth (`scoring`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bluke_cli.rules.cards import BLUKES, HIGH_BLUKE, LOW_BLUKE, PACK_SIZE, SUIT_MASKS, SUIT_OF, Card, Mask
from bluke_cli.rules.house import HouseRules


def asked_suit(trick: Sequence[Card], trump: int | None, rules: HouseRules) -> int | None:
    """Return the suit that *trick* asks for, None where it asks for nothing (RULES 8, 9).

    An empty trick asks for nothing. What a led Bluke asks for is the house rule `led_bluke`; where Blukes are
    powerless in a no-trump hand, the first suited card after it sets the suit.
    """
    if not trick:
        return None
    led = SUIT_OF[trick[0]]
    if led is not None:
        return led
    powerless = trump is None and rules.no_trump_bluke == "powerless"
    if powerless or rules.led_bluke == "next-suit":
        return next((SUIT_OF[card] for card in trick if SUIT_OF[card] is not None), None)
    return trump if rules.led_bluke == "trump" else None


def asking_rule(trick: Sequence[Card], trump: int | None, rules: HouseRules) -> str:
    """Return the rule by which *trick* asks for what it asks for: "8", "9", or the key of a house rule."""
    if not trick or SUIT_OF[trick[0]] is not None:
        return "8"
    if trump is None and rules.no_trump_bluke == "powerless":
        return "no_trump_bluke"
    return "9" if rules.led_bluke == "any" else "led_bluke"


def cited(rule: str) -> str:
    """Return how a rule is cited, be it a section of the rulings or the key of a house rule.

    >>> cited("8"), cited("led_bluke")
    ('RULES 8', 'house rule led_bluke')
    """
    return f"RULES {rule}" if rule.isdecimal() else f"house rule {rule}"


def legal_plays(
    holding: Mask, trick: Sequence[Card], trump: int | None, rules: HouseRules, trump_broken: bool = False
) -> Mask:
    """Return the cards of *holding* that may be played to *trick*; never none of them (RULES 8, 9).

    *trump_broken* matters only to a leader under `trump_lead: broken`.

    >>> from bluke_cli.rules.cards import cards, cards_of, mask_of, names
    >>> names(cards_of(legal_plays(mask_of(cards("QH 7C HI")), cards("2H"), None, HouseRules())))
    'QH HI'
    """
    if not trick:
        return leads(holding, trump, rules, trump_broken)
    asked = asked_suit(trick, trump, rules)
    return holding if asked is None else follows(holding, asked)


def follows(holding: Mask, suit: int) -> Mask:
    """Return the cards of *holding* that may be played where *suit* is asked for (RULES 8)."""
    in_suit = holding & SUIT_MASKS[suit]
    return in_suit | holding & BLUKES if in_suit else holding


def leads(holding: Mask, trump: int | None, rules: HouseRules, trump_broken: bool) -> Mask:
    """Return the cards of *holding* that may be led."""
    if trump is None or trump_broken or rules.trump_lead == "free":
        return holding
    trumps = holding & SUIT_MASKS[trump]
    return holding & ~trumps if holding & ~(trumps | BLUKES) else holding


@lru_cache(maxsize=64)
def strengths(trump: int | None, led: int | None, powerless: bool) -> tuple[int, ...]:
    """Return the strength of each card in a trick whose first suited card is of suit *led* (RULES 10).

    The strongest card wins, the first of equals. A card that cannot win has strength 0; *powerless* gives the Blukes 0.
    """
    table = [0] * PACK_SIZE
    for card in range(PACK_SIZE - 2):
        suit, rank = divmod(card, 13)
        if suit == trump:
            table[card] = 20 + rank
        elif suit == led:
            table[card] = 1 + rank
    if not powerless:
        table[LOW_BLUKE], table[HIGH_BLUKE] = 40, 41
    return tuple(table)


def trick_winner(trick: Sequence[Card], trump: int | None, rules: HouseRules) -> int:
    """Return the index in *trick* of the card that wins it, or is winning it so far (RULES 10).

    >>> from bluke_cli.rules.cards import cards, SUITS
    >>> trick_winner(cards("AS 2H KS"), SUITS.index("H"), HouseRules())
    1
    """
    led = SUIT_OF[trick[0]]
    if led is None:  # a Bluke: the next suited card sets the suit
        led = next((SUIT_OF[card] for card in trick if SUIT_OF[card] is not None), None)
    table = strengths(trump, led, trump is None and rules.no_trump_bluke == "powerless")
    ranks = [table[card] for card in trick]
    return ranks.index(max(ranks))
