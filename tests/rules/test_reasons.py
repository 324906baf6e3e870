"""Why a card was legal and why it won (RULES 8 to 10, House rules): the rule that is named is the one that decides."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from bluke_cli.rules.cards import BLUKES, CARD_NAMES, SUITS, card, cards, cards_of, mask_of, names
from bluke_cli.rules.house import CHOICES, PLAY_RULES, HouseRules
from bluke_cli.rules.judging import Deck, judge_play
from bluke_cli.rules.reasons import Holding, explain_play, legal_cards, why_played, why_won
from bluke_cli.rules.tricks import cited, legal_plays, trick_winner

TRUMP = {"led_bluke": "trump"}
NEXT = {"led_bluke": "next-suit"}
BROKEN = {"trump_lead": "broken"}
POWERLESS = {"no_trump_bluke": "powerless"}


def suit(trump: str | None) -> int | None:
    return None if trump is None else SUITS.index(trump)


@pytest.mark.parametrize(
    ("name", "held", "trick", "trump", "house", "rule", "words"),
    [
        ("5S", "5S 9H", "", "H", {}, "8", "leads, with any card"),
        ("5S", "5S 9H LO", "2S", "H", {}, "8", "follows spades"),
        ("LO", "5S 9H LO", "2S", "H", {}, "8", "may always play a Bluke"),
        ("9H", "9H LO", "2S", "H", {}, "8", "may play anything, for no spade is held"),
        ("9H", "5S 9H LO", "2S", "H", {}, "8", "does not follow spades"),
        ("5S", "5S 9H", "LO", "H", {}, "9", "for a Bluke was led"),
        ("5S", "5S 9H", "LO 2C", None, {}, "9", "for a Bluke was led"),
        ("9H", "5S 9H", "LO", "H", TRUMP, "led_bluke", "follows hearts, which the led Bluke asks for"),
        ("5S", "5S 9H", "LO", "H", TRUMP, "led_bluke", "does not follow hearts, which the led Bluke asks for"),
        ("5S", "5S 9C", "LO", "H", TRUMP, "led_bluke", "no heart is held"),
        ("5S", "5S 9H", "LO", None, TRUMP, "led_bluke", "there is no trump"),
        ("5S", "5S 9H", "LO HI", "H", NEXT, "led_bluke", "sets spades"),
        ("5S", "5S 9H", "LO 2S", "H", NEXT, "led_bluke", "follows spades"),
        ("5S", "5S 9H", "LO", None, POWERLESS, "no_trump_bluke", "sets spades"),
        ("9H", "5S 9H", "LO 2S", None, POWERLESS, "no_trump_bluke", "does not follow spades, which 2S set"),
        ("5S", "5S 9H", "LO", "H", POWERLESS, "9", "for a Bluke was led"),
        ("9H", "9H 5S", "", "H", BROKEN, "trump_lead", "before trump is broken"),
        ("9H", "9H HI", "", "H", BROKEN, "trump_lead", "nothing but trumps and Blukes"),
        ("5S", "9H 5S", "", "H", BROKEN, "8", "leads, with any card"),
    ],
)
def test_the_rule_behind_a_card_is_named(
    name: str, held: str, trick: str, trump: str | None, house: dict[str, Any], rule: str, words: str
) -> None:
    holding = Holding(mask_of(cards(held)))
    ground = why_played(card(name), holding, cards(trick), suit(trump), HouseRules(**house), False)
    assert ground.rule == rule
    assert words in ground.reason


def test_a_trump_led_after_trump_was_broken() -> None:
    ground = why_played(card("9H"), Holding(mask_of(cards("9H 5S"))), [], suit("H"), HouseRules(**BROKEN), True)
    assert (ground.rule, ground.reason) == ("trump_lead", "leads a trump, for trump is broken")


def test_where_not_all_is_known_that_is_said_and_no_card_is_called_legal() -> None:
    holding = Holding(mask_of(cards("9H")), is_whole=False)
    ground = why_played(card("9H"), holding, cards("2S"), None, HouseRules(), False)
    assert ground.reason.endswith("as far as the cards show")
    assert legal_cards(holding, cards("2S"), None, HouseRules(), False) is None


@pytest.mark.parametrize(
    ("trick", "trump", "house", "rule", "words"),
    [
        ("LO AH HI", "H", {}, "10", "HI is the High Bluke, which beats the Low Bluke too"),
        ("AS HI 2S", "H", {}, "10", "HI is the High Bluke"),
        ("AS LO KS", None, {}, "10", "LO is the Low Bluke"),
        ("AS 2H KS", "H", {}, "10", "2H is the only trump"),
        ("3H 9H KS", "H", {}, "10", "9H is the highest trump"),
        ("2S AH AC", None, {}, "10", "2S is the highest card of the suit led"),
        ("LO 3S AH", None, POWERLESS, "no_trump_bluke", "3S is the highest card of the suit that was set"),
        ("2S LO AH", None, POWERLESS, "no_trump_bluke", "2S is the highest card of the suit led"),
        ("LO HI", None, POWERLESS, "no_trump_bluke", "LO was the first"),
        ("LO HI", "H", POWERLESS, "10", "HI is the High Bluke"),
    ],
)
def test_the_rule_behind_a_winner_is_named(
    trick: str, trump: str | None, house: dict[str, Any], rule: str, words: str
) -> None:
    ground = why_won(cards(trick), suit(trump), HouseRules(**house))
    assert ground.rule == rule
    assert words in ground.reason


def test_reasons_and_rules_agree_on_every_card_of_many_tricks() -> None:
    chance = random.Random("reasons")
    keys = sorted(PLAY_RULES & CHOICES.keys())
    houses = [
        HouseRules.from_mapping(dict(zip(keys, values, strict=True)), 4)
        for values in product(*(CHOICES[key] for key in keys))
    ]
    illegal, named = 0, set[str]()
    for _ in range(4000):
        pack = chance.sample(range(54), 12)
        if chance.random() < 0.4:
            pack.insert(0, 52 + chance.randrange(2))
            pack = list(dict.fromkeys(pack))
        trick, held = pack[: chance.randrange(4)], mask_of(pack[4 : 5 + chance.randrange(6)])
        trump, rules, is_broken = chance.choice((None, 0, 1, 2, 3)), chance.choice(houses), chance.random() < 0.5
        legal = legal_plays(held, trick, trump, rules, is_broken)
        for each in cards_of(held):
            ground = why_played(each, Holding(held), trick, trump, rules, is_broken)
            breaks = ground.reason.startswith(("does not follow", "leads a trump before"))
            assert breaks is not bool(legal >> each & 1), (ground, names(trick), names(cards_of(held)), trump, rules)
            assert not ("Bluke" in ground.reason.split(",")[0] and "always" in ground.reason) or 1 << each & BLUKES
            illegal += breaks
            named.add(ground.rule)
        if trick:
            won = why_won(trick, trump, rules)
            assert CARD_NAMES[trick[trick_winner(trick, trump, rules)]] in won.reason
            named.add(won.rule)
    assert illegal > 1000
    assert named == {"8", "9", "10", *keys}, "every house rule about play is the reason for something"


# A whole hand explained


def explained(holdings: list[str] | None, unseen: tuple[int, ...] = ()) -> list[tuple[str, str | None]]:
    """Explain two tricks of a hand of two: seat 1 leads 5S to 9H of seat 0, who plays 7S later."""
    deck = Deck(card("KD"), None if holdings is None else [mask_of(cards(held)) for held in holdings])
    size = 2 if holdings is None else 3
    play = judge_play([cards("5S 9H"), cards("7S 2S")], size, 0, suit("H"), HouseRules(), 2, deck)
    found = explain_play(play, deck, suit("H"), HouseRules(), unseen)
    return [(why.ground.reason, why.legal and names(cards_of(why.legal))) for trick in found for why in trick]


def test_legal_cards_come_from_what_is_played_later_where_every_card_is_there() -> None:
    assert explained(None) == [
        ("leads, with any card", "2S 5S"),
        ("does not follow spades", "7S"),
        ("leads, with any card", "7S"),
        ("follows spades", "2S"),
    ]


def test_legal_cards_come_from_the_deal_where_cards_are_to_come() -> None:
    legal = [legal for _, legal in explained(["9H 7S 8S", "5S 2S AC"])]
    assert legal == ["AC 2S 5S", "7S 8S", "7S 8S", "2S"]


def test_of_a_seat_that_is_not_seen_nothing_is_known_but_its_card() -> None:
    assert explained(None, unseen=(0,)) == [
        ("leads, with any card", "2S 5S"),
        ("may play anything, for no spade is held, as far as the cards show", None),
        ("leads, with any card", None),
        ("follows spades", "2S"),
    ]


def test_trump_is_broken_from_the_trick_after_the_one_that_breaks_it() -> None:
    play = judge_play(
        [cards("9H 2H"), cards("5S 3H"), cards("4H 8C")], 3, 1, suit("H"), HouseRules(**BROKEN), 2, Deck()
    )
    leads = [trick[0].ground.reason for trick in explain_play(play, Deck(), suit("H"), HouseRules(**BROKEN))]
    assert leads == [
        "leads a trump before trump is broken",
        "leads, with any card",
        "leads a trump, for trump is broken",
    ]


def test_a_rule_is_cited_by_section_or_by_name() -> None:
    assert (cited("10"), cited("trump_lead")) == ("RULES 10", "house rule trump_lead")
