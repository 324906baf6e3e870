"""What a view shows, and what it makes of that."""

from __future__ import annotations

import pytest

from bluke_cli.bots.view import View
from bluke_cli.rules.cards import PACK, SUIT_MASKS, cards, cards_of, mask_of, names
from bluke_cli.rules.house import HouseRules
from tests.bots.table import bidding, suit, view


def test_a_view_holds_what_a_seat_may_see_and_nothing_else():
    assert set(View._fields) == {
        *("rules", "players", "seat", "hand", "size", "dealer", "up", "trump", "scores", "hands_left", "holding"),
        *("bids", "won", "tricks", "leader", "trick", "legal_bids", "legal_mask"),
    }


def test_a_view_is_frozen():
    with pytest.raises(AttributeError):
        view("AS KS").holding = 0


def test_legal_is_bids_while_bidding_and_cards_while_playing():
    assert bidding("AS KS 2C").is_bidding
    assert bidding("AS KS 2C").legal == [1, 2, 3]
    playing = view("AS KS 2C", up="3C", legal_mask="AS KS")
    assert not playing.is_bidding
    assert names(playing.legal) == "KS AS"


def test_unseen_is_neither_held_nor_played_nor_turned_up():
    seen = view("AS KS", up="3C", leader=3, trick="HI", tricks=[(1, "2D 3D 4D LO", 0)])
    assert seen.unseen == PACK & ~mask_of(cards("AS KS 3C HI 2D 3D 4D LO"))
    assert names(cards_of(seen.blukes_unseen)) == ""
    assert names(cards_of(view("AS HI").blukes_unseen)) == "LO"


@pytest.mark.parametrize(
    ("trick", "void"),
    [
        ("2S 3D 4S", {2: "S"}),  # off-suit
        ("2S 3C 4S", {2: "S"}),  # ruffed
        ("2S LO 4S", {}),  # a Bluke may always be played
        ("LO 3D 4S", {}),  # a led Bluke asks for nothing
        ("2S 3D HI", {2: "S"}),
        ("2S 3D 4D", {2: "S", 3: "S"}),
    ],
)
def test_a_void_is_proved_by_a_suited_card_of_another_suit(trick, void):
    expected = tuple(SUIT_MASKS[suit(void[seat])] if seat in void else 0 for seat in range(4))
    assert view("AS", up="4C", leader=1, trick=trick).voids == expected
    complete = view("AS", up="4C", tricks=[(1, trick + " 5S", 1)])
    assert complete.voids == expected


def test_voids_of_several_tricks_add_up():
    tricks = [(0, "2S 3D 4S 5S", 0), (0, "2H 4D 3H LO", 3)]
    assert view("AS", up="4C", tricks=tricks).voids == (0, SUIT_MASKS[suit("S")] | SUIT_MASKS[suit("H")], 0, 0)


@pytest.mark.parametrize(
    ("rules", "trick", "void"),
    [
        ({"led_bluke": "trump"}, "LO 3D 4C", {2: "C"}),
        ({"led_bluke": "next-suit"}, "LO 3D 4S", {3: "D"}),
        ({"led_bluke": "next-suit"}, "LO HI 4S", {}),
    ],
)
def test_a_void_follows_from_what_a_led_bluke_asks_for(rules, trick, void):
    expected = tuple(SUIT_MASKS[suit(void[seat])] if seat in void else 0 for seat in range(4))
    assert view("AS", up="5C", leader=1, trick=trick, rules=HouseRules(**rules)).voids == expected


@pytest.mark.parametrize(
    ("held", "trick", "up", "rules", "winning"),
    [
        ("AS 3S 2H", "KS QS", "2C", {}, "AS"),
        ("AS 3S 2H", "KS 2C", "3C", {}, ""),
        ("3C AC LO", "KS 4C", "5C", {}, "AC LO"),
        ("AH HI 3C", "LO", "2C", {}, "HI"),
        ("AH 3D", "LO", "HI", {"no_trump_bluke": "powerless"}, "3D AH"),
        ("AH LO", "HI", "LO", {"no_trump_bluke": "powerless"}, "AH"),
        ("2S AH LO", "", "2C", {}, "AH 2S LO"),
    ],
)
def test_winning_are_the_legal_cards_that_would_win_as_it_stands(held, trick, up, rules, winning):
    seen = view(held, up=up, trick=trick, leader=(-len(trick.split())) % 4, rules=HouseRules(**rules))
    assert names(cards_of(seen.winning())) == winning


def test_what_is_needed_and_who_is_winning():
    seen = view("AS", up="4C", bids=(3, 1, 1, 1), won=(1, 0, 0, 0), leader=2, trick="2S 9S")
    assert (seen.needed, seen.winning_seat, seen.to_follow, seen.asked, seen.eldest) == (2, 3, 1, suit("S"), 0)
    assert (view("AS").winning_seat, view("AS").asked) == (None, None)
