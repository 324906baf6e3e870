from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluke_cli.record import notation
from bluke_cli.record.notation import CARDS, canonical_card, canonical_cards, suggestion


def test_the_cards_are_a_pack_in_the_order_of_a_new_one() -> None:
    assert len(set(CARDS)) == 54
    assert (CARDS[0], CARDS[12], CARDS[13], CARDS[51:]) == ("2C", "AC", "2D", ("AS", "LO", "HI"))


def test_every_spelling_of_the_format() -> None:
    ranks = {rank: [rank, rank.lower()] for rank in "23456789JQKA"} | {"T": ["T", "t", "10"]}
    suits = {"C": "Cc♣♧", "D": "Dd♦♢", "H": "Hh♥♡", "S": "Ss♠♤"}
    for rank, suit in product(ranks, suits):
        for rank_text, suit_text in product(ranks[rank], suits[suit]):
            marks = ["", "\ufe0e", "\ufe0f"] if suit_text in "♣♧♦♢♥♡♠♤" else [""]
            assert {canonical_card(rank_text + suit_text + mark) for mark in marks} == {rank + suit}
    assert {canonical_card(text) for text in ("LO", "lo", "Lo", "LB", "lb")} == {"LO"}
    assert {canonical_card(text) for text in ("HI", "hi", "hI", "HB", "hb")} == {"HI"}


@pytest.mark.parametrize(
    "text",
    ["", "1H", "11H", "0H", "TT", "HH", "H", "10", "2ſ", "hı", "2H\ufe0f", "♥\ufe0f", "2♥\ufe0f\ufe0f", "JO", "2H!"],
)
def test_no_card(text: str) -> None:
    assert canonical_card(text) is None


def test_the_mark_is_kept_in_tricks_only() -> None:
    assert canonical_card("10♥!", marked=True) == "TH!"
    assert canonical_card("TH!!", marked=True) is None
    assert canonical_cards("7C! 8C", marked=True) == ("7C! 8C", [])
    assert canonical_cards("7C! 8C") == ("7C! 8C", [0])


def test_white_space_of_any_kind_becomes_one_space() -> None:
    assert canonical_cards(" as\t10h\n\u00a0lo ") == ("AS TH LO", [])
    assert canonical_cards("") == ("", [])


@given(st.lists(st.sampled_from(CARDS), max_size=5), st.booleans())
def test_canonical_text_is_left_alone(cards: list[str], marked: bool) -> None:
    text = " ".join(cards)
    assert canonical_cards(text, marked=marked) == (text, [])


TOKENS = st.text("23456789TJQKA10tjqkaCDHSchds♣♦♥♠♡LOHIBlohib!\ufe0f Xſ", max_size=12)


@given(TOKENS)
def test_the_patterns_say_what_the_functions_say(text: str) -> None:
    for pattern, marked in ((notation.READ_HOLDING, False), (notation.READ_TRICK, True)):
        canonical, bad = canonical_cards(text, marked=marked)
        assert bool(re.search(pattern, text)) == (not bad)
        written = notation.TRICK if marked else notation.HOLDING
        assert bool(re.search(written, text)) == (not bad and canonical == text)
    assert bool(re.search(notation.READ_CARD, text)) == (canonical_card(text.strip()) is not None)


@pytest.mark.parametrize(
    ("token", "meant"),
    [
        *(("1OH", "TH"), ("lOH", "TH"), ("OH", "TH"), ("0h", "TH"), ("HQ", "QH"), ("h10", "TH"), ("♠7", "7S")),
        *(("7C,", "7C"), ("(7C)", "7C"), ("7C!", "7C"), ("QH7C", "QH 7C"), ("QH,7C", "QH 7C"), ("L0", "LO")),
        *(
            ("low", "LO"),
            ("High", "HI"),
            ("H1", "HI"),
            ("XX", None),
            ("1H", None),
            ("", None),
            ("!", None),
            ("Q", None),
        ),
    ],
)
def test_suggestions(token: str, meant: str | None) -> None:
    assert suggestion(token) == meant


def test_a_suggestion_in_a_trick_keeps_the_mark() -> None:
    assert suggestion("1OH!", marked=True) == "TH!"


@given(TOKENS)
def test_a_suggestion_is_always_a_card(token: str) -> None:
    meant = suggestion(token.replace(" ", ""))
    assert meant is None or canonical_cards(meant) == (meant, [])
