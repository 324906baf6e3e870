"""RULES, "Situations that other programs get wrong": one test each, in that order."""

from __future__ import annotations

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.bidding import check_bid, legal_bids
from bluke_cli.rules.cards import card, trump_of
from bluke_cli.rules.hand import check_play
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import Tally, hand_score
from tests.rules.table import bid_all, legal, play_all, start_hand, winning_card


def refusal(hand, name: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        hand.play(card(name))
    return caught.value


def test_who_holds_the_suit_led_follows_or_plays_a_bluke() -> None:
    assert legal("5S 9H LO", "KS") == "5S LO"
    hand = play_all(bid_all(start_hand("2S 3S 4S", "5S 9H LO", dealer=1)), "2S")
    assert refusal(hand, "9H").code == "revoke"


def test_who_lacks_the_suit_led_may_play_anything_when_trump_is_led_too() -> None:
    assert legal("4C HI", "2H", trump="H") == "4C HI"


def test_lowest_trump_beats_ace_and_king_of_the_suit_led() -> None:
    assert winning_card("AS 2H KS", trump="H") == "2H"


@pytest.mark.parametrize("trick", ["AS 2H 9H", "AS 9H 2H", "2H 9H AS", "9H AS 2H"])
def test_of_two_trumps_the_higher_wins_whoever_led(trick: str) -> None:
    assert winning_card(trick, trump="H") == "9H"


def test_without_trump_a_lone_two_beats_aces_of_other_suits() -> None:
    assert winning_card("2S AH AC") == "2S"


@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_high_bluke_beats_low_bluke_and_ace_of_trump(trump: str) -> None:
    assert winning_card(f"LO A{trump} HI", trump=trump) == "HI"
    assert winning_card(f"HI A{trump} LO", trump=trump) == "HI"


def test_low_bluke_wins_when_the_high_one_was_turned_up() -> None:
    assert trump_of(card("HI")) is None
    assert winning_card("AS LO 2S") == "LO"


def test_if_every_card_is_a_bluke_the_high_one_wins() -> None:
    assert winning_card("LO HI") == "HI"
    assert winning_card("HI LO") == "HI"


def test_the_turned_up_bluke_cannot_be_played() -> None:
    # HI was turned up, so no holding has it.
    hand = bid_all(start_hand("2S LO", "5S 9H", dealer=1))
    assert refusal(hand, "HI").code == "card-not-held"


def test_the_turned_card_cannot_be_played() -> None:
    # 9H was turned up.
    hand = bid_all(start_hand("2S LO", "5S 8H", dealer=1, trump="H"))
    assert refusal(hand, "9H").code == "card-not-held"


def test_no_card_is_played_twice() -> None:
    hand = play_all(bid_all(start_hand("AS HI", "5S 8H", dealer=1, trump="H")), "HI 5S")
    assert refusal(hand, "HI").code == "card-not-held"


def test_a_suit_is_judged_by_the_holding_at_that_moment() -> None:
    hand = play_all(bid_all(start_hand("AS KS", "5S 9H", dealer=1)), "AS")
    assert refusal(hand, "9H").code == "revoke"
    play_all(hand, "5S KS 9H")  # the only spade is gone: now 9H is legal
    assert hand.is_over


@pytest.mark.parametrize(
    ("card_name", "holding", "trick", "trump", "house", "rule", "legal_cards"),
    [
        ("9H", "5S 7S 9H LO", "KS", None, {}, "RULES 8", "5S 7S LO"),
        ("9H", "5S 9H", "LO", "S", {"led_bluke": "trump"}, "house rule led_bluke", "5S"),
        ("5S", "3C 5S HI", "", "S", {"trump_lead": "broken"}, "trump_lead", "3C HI"),
    ],
)
def test_a_refusal_names_the_rule_and_the_legal_cards(
    card_name: str, holding: str, trick: str, trump: str | None, house: dict, rule: str, legal_cards: str
) -> None:
    hand = start_hand(holding, holding, dealer=0, trump=trump, **house)
    played = [card(name) for name in trick.split()]
    with pytest.raises(RuleViolation) as caught:
        check_play(card(card_name), hand.holdings[0], played, hand.trump, hand.rules)
    assert rule in caught.value.reason
    assert [name for name in legal_cards.split() if name not in caught.value.reason] == []


def test_the_last_trick_counts() -> None:
    hand = play_all(bid_all(start_hand("AS 2C", "5S 9C", dealer=1)), "AS 5S 2C 9C")
    assert hand.is_over
    assert hand.won == [1, 1]


def test_the_first_trick_of_the_one_card_hand_is_its_last() -> None:
    hand = bid_all(start_hand("AS", "5S", "LO", dealer=2))
    assert not hand.is_over
    play_all(hand, "AS 5S LO")
    assert hand.is_over
    assert hand.won == [0, 0, 1]
    assert [trick.winner for trick in hand.tricks] == [2]


@pytest.mark.parametrize("holding", ["2C", "LO", "2S 3S", "LO HI", "2C LO"])
@pytest.mark.parametrize("led", ["", "KS", "HI"])
@pytest.mark.parametrize("led_bluke", ["any", "trump", "next-suit"])
def test_the_legal_set_is_never_empty(holding: str, led: str, led_bluke: str) -> None:
    for trump in (None, "S"):
        house = {"led_bluke": led_bluke, "trump_lead": "broken", "no_trump_bluke": "powerless"}
        assert legal(holding, led, trump=trump, house=house)


def test_a_bid_of_zero_is_not_a_missing_bid() -> None:
    hand = start_hand("AS", "5S", dealer=1, min_bid=0)
    hand.bid(0)
    assert hand.bids == [0, None]
    assert hand.turn == 1
    hand.bid(0)
    assert hand.bids == [0, 0]
    assert not hand.is_bidding


def test_a_hand_not_played_is_not_a_hand_with_no_tricks() -> None:
    rules = HouseRules()
    assert Tally(2, rules).totals == [0, 0]
    tally = Tally(2, rules)
    assert tally.settle([1, 1], [0, 1]) == [-10, 10]
    assert not bid_all(start_hand("AS", "5S", dealer=1)).is_over


def test_every_joint_winner_is_named() -> None:
    tally = Tally(4, HouseRules())
    tally.settle([1, 2, 1, 1], [1, 0, 1, 1])
    assert tally.winners() == [0, 2, 3]
    assert tally.places() == [1, 4, 1, 1]


def test_totals_follow_from_the_hands_alone() -> None:
    tally = Tally(2, HouseRules())
    first = tally.settle([1, 2], [3, 2])
    first[0] = 999  # somebody's own copy of the score
    tally.settle([1, 1], [0, 1])
    assert tally.totals == [12 - 10, 20 + 10]


def test_zero_is_not_a_legal_bid_and_the_one_card_hand_has_one_bid() -> None:
    rules = HouseRules()
    assert legal_bids([], 4, 1, rules) == [1]
    with pytest.raises(RuleViolation) as caught:
        check_bid(0, [], 4, 13, rules)
    assert caught.value.code == "bid-range"


def test_hook_after_0_0_1_the_dealer_must_bid_1() -> None:
    rules = HouseRules(hook=True, min_bid=0)
    assert legal_bids([0, 0, 1], 4, 1, rules) == [1]


def test_hook_after_0_0_0_the_dealer_must_bid_0() -> None:
    rules = HouseRules(hook=True, min_bid=0)
    assert legal_bids([0, 0, 0], 4, 1, rules) == [0]
    with pytest.raises(RuleViolation) as caught:
        check_bid(1, [0, 0, 0], 4, 1, rules)
    assert caught.value.code == "bid-hook"


def test_hook_has_no_effect_where_it_would_leave_no_bid() -> None:
    rules = HouseRules(hook=True)
    assert legal_bids([1], 2, 1, rules) == [1]
    check_bid(1, [1], 2, 1, rules)


def test_two_hands_of_the_rules_end_with_two_leaders() -> None:
    tally = Tally(4, HouseRules())
    assert tally.settle([4, 3, 2, 5], [4, 4, 1, 4]) == [40, 31, -20, -50]
    tally.settle([1, 2, 6, 2], [2, 2, 6, 2])
    assert tally.totals == [51, 51, 40, -30]
    assert tally.winners() == [0, 1]
    assert tally.places() == [1, 1, 3, 4]


@pytest.mark.parametrize(
    ("bid", "took", "score"),
    [(1, 13, 22), (13, 13, 130), (13, 12, -130), (1, 0, -10), (6, 8, 62), (5, 3, -50), (5, 0, -50)],
)
def test_scores_of_the_rules(bid: int, took: int, score: int) -> None:
    assert hand_score(bid, took, HouseRules()) == score


@pytest.mark.parametrize(("sign", "extreme"), [(1, 1810), (-1, -1810)])
def test_extremes_of_a_game_of_25_hands(sign: int, extreme: int) -> None:
    rules = HouseRules()
    sizes = rules.hand_sizes(2)
    assert len(sizes) == 25
    tally = Tally(2, rules)
    for size in sizes:
        tally.settle([size, size], [size, 0])
    assert tally.totals[0 if sign > 0 else 1] == extreme
