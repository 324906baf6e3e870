"""Why a card was legal, or which rule it broke, and why a card won its trick: each with the rule that says so.

A **rule** is named by its section in the rulings ("8", docs/rules.md) or by the key of a house rule ("led_bluke").
Nothing is decided here that `tricks` does not decide; a test holds both to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from bluke_cli.rules.cards import BLUKES, CARD_NAMES, HIGH_BLUKE, LOW_BLUKE, SUIT_MASKS, SUIT_OF, SUIT_WORDS, Card, Mask
from bluke_cli.rules.hand import breaks_trump
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.judging import Deck, Play
from bluke_cli.rules.tricks import asked_suit, asking_rule, legal_plays, trick_winner


class Ground(NamedTuple):
    """The rule behind something, and how it applies, in words that follow on a player's name."""

    rule: str
    reason: str


class Holding(NamedTuple):
    """What is known of the cards that a seat holds: these, and no others if `is_whole`."""

    cards: Mask
    is_whole: bool = True


def why_played(
    card: Card, holding: Holding, trick: Sequence[Card], trump: int | None, rules: HouseRules, trump_broken: bool
) -> Ground:
    """Return why *card* of *holding* may be played to *trick*, or the rule that it breaks (RULES 8, 9).

    >>> from bluke_cli.rules.cards import cards, mask_of
    >>> why_played(51, Holding(mask_of([51, 52])), cards("2H"), None, HouseRules(), False)
    Ground(rule='8', reason='may play anything, for no heart is held')
    """
    if not trick:
        return _why_led(card, holding, trump, rules, trump_broken)
    asked, rule = asked_suit(trick, trump, rules), asking_rule(trick, trump, rules)
    suit = SUIT_OF[card]
    if suit is None:
        return Ground("8", "may always play a Bluke")
    if asked is None:
        return _why_free(suit, trump, rule)
    if suit == asked:
        return Ground(rule, f"follows {_asked(trick, asked, rule)}")
    if holding.cards & SUIT_MASKS[asked]:
        return Ground(rule, f"does not follow {_asked(trick, asked, rule)}")
    known = "" if holding.is_whole else ", as far as the cards show"
    return Ground(rule, f"may play anything, for no {SUIT_WORDS[asked][:-1]} is held{known}")


def legal_cards(
    holding: Holding, trick: Sequence[Card], trump: int | None, rules: HouseRules, trump_broken: bool
) -> Mask | None:
    """Return the cards that may be played to *trick*; None where not all that is held is known."""
    return legal_plays(holding.cards, trick, trump, rules, trump_broken) if holding.is_whole else None


def _why_led(card: Card, holding: Holding, trump: int | None, rules: HouseRules, trump_broken: bool) -> Ground:
    if rules.trump_lead == "free" or trump is None or SUIT_OF[card] != trump:
        return Ground("8", "leads, with any card")
    if trump_broken:
        return Ground("trump_lead", "leads a trump, for trump is broken")
    if holding.cards & ~(SUIT_MASKS[trump] | BLUKES):
        return Ground("trump_lead", "leads a trump before trump is broken")
    known = "" if holding.is_whole else ", as far as the cards show"
    return Ground("trump_lead", f"leads a trump, for nothing but trumps and Blukes is held{known}")


def _why_free(suit: int, trump: int | None, rule: str) -> Ground:
    """Say why any card may be played to a trick that a Bluke led, and what a card with a suit then does."""
    if rule == "9":
        return Ground(rule, "may play anything, for a Bluke was led")
    if rule == "led_bluke" and trump is None:
        return Ground(rule, "may play anything, for a Bluke was led and there is no trump")
    return Ground(rule, f"may play anything, and sets {SUIT_WORDS[suit]} as the suit to follow")


def _asked(trick: Sequence[Card], suit: int, rule: str) -> str:
    """Name the suit to follow, and what asks for it where that is not the card led."""
    if rule == "8":
        return SUIT_WORDS[suit]
    if any(SUIT_OF[card] is not None for card in trick) and rule != "led_bluke":
        first = next(card for card in trick if SUIT_OF[card] is not None)
        return f"{SUIT_WORDS[suit]}, which {CARD_NAMES[first]} set"
    return f"{SUIT_WORDS[suit]}, which the led Bluke asks for"


def why_won(trick: Sequence[Card], trump: int | None, rules: HouseRules) -> Ground:
    """Return why the winning card of a complete trick wins it (RULES 10).

    >>> from bluke_cli.rules.cards import cards
    >>> why_won(cards("AS 2H KS"), 2, HouseRules())
    Ground(rule='10', reason='2H is the only trump')
    """
    card = trick[trick_winner(trick, trump, rules)]
    shown, suit = CARD_NAMES[card], SUIT_OF[card]
    if suit is None:
        if trump is None and rules.no_trump_bluke == "powerless":
            return Ground("no_trump_bluke", f"nothing but Blukes was played, and {shown} was the first")
        other = ", which beats the Low Bluke too" if card == HIGH_BLUKE and LOW_BLUKE in trick else ""
        return Ground("10", f"{shown} is the {'High' if card == HIGH_BLUKE else 'Low'} Bluke{other}")
    if suit == trump:
        count = sum(SUIT_OF[other] == trump for other in trick)
        return Ground("10", f"{shown} is the only trump" if count == 1 else f"{shown} is the highest trump")
    if all(SUIT_OF[other] is not None for other in trick):
        return Ground("10", f"{shown} is the highest card of the suit led")
    led = "led" if SUIT_OF[trick[0]] is not None else "that was set"
    return Ground("no_trump_bluke", f"{shown} is the highest card of the suit {led}, and a Bluke is powerless")


class Explained(NamedTuple):
    """Why a card was played, and the cards that were legal then, None where not all of the holding is known."""

    ground: Ground
    legal: Mask | None


def explain_play(
    play: Play, deck: Deck, trump: int | None, rules: HouseRules, unseen: Collection[int] = ()
) -> Iterator[list[Explained]]:
    """Yield for each trick of *play* why each of its cards was played.

    Of the seats *unseen* nothing is known but the card on the table, not even what it plays later.
    """
    players = len(play.holdings)
    dealt = deck.holdings or [None] * players
    left = [played if held is None else held for held, played in zip(dealt, play.holdings, strict=True)]
    whole = [held is not None or play.is_complete for held in dealt]
    is_broken = False
    for trick in play.tricks:
        explained = []
        was_broken = is_broken
        for at, card in enumerate(trick.cards):
            seat = (trick.leader + at) % players
            holding = Holding(1 << card, False) if seat in unseen else Holding(left[seat], whole[seat])
            before = trick.cards[:at]
            ground = why_played(card, holding, before, trump, rules, was_broken)
            explained.append(Explained(ground, legal_cards(holding, before, trump, rules, was_broken)))
            left[seat] &= ~(1 << card)
            is_broken = is_broken or breaks_trump(trick.cards[: at + 1], trump)
        yield explained
