"""House rules: what each one changes, and which values it takes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.bidding import check_bid, legal_bids
from bluke_cli.rules.cards import card, cards
from bluke_cli.rules.hand import check_play
from bluke_cli.rules.house import ALL_RULES, CHOICES, HouseRules, read_setting
from bluke_cli.rules.rulings import HOUSE_RULES
from bluke_cli.rules.tricks import asked_suit
from tests.rules.table import bid_all, legal, play_all, start_hand, winning_card

ANY, TRUMP, NEXT = {"led_bluke": "any"}, {"led_bluke": "trump"}, {"led_bluke": "next-suit"}
BROKEN = {"trump_lead": "broken"}
POWERLESS = {"no_trump_bluke": "powerless"}


# led_bluke


@pytest.mark.parametrize(
    ("house", "trick", "trump", "expected"),
    [
        # any: a led Bluke asks for nothing, whatever was played after it
        (ANY, "LO", "H", "4C 9H 5S HI"),
        (ANY, "LO 2S", "H", "4C 9H 5S HI"),
        # trump: a trump if held, or a Bluke; anything where there is no trump
        (TRUMP, "LO", "H", "9H HI"),
        (TRUMP, "LO 2S", "H", "9H HI"),
        (TRUMP, "LO", "D", "4C 9H 5S HI"),
        (TRUMP, "LO", None, "4C 9H 5S HI"),
        (TRUMP, "2S", "H", "5S HI"),
        # next-suit: nothing until a suited card falls, then that suit, with or without trump
        (NEXT, "LO", "H", "4C 9H 5S HI"),
        (NEXT, "LO 2S", "H", "5S HI"),
        (NEXT, "LO 2S AH", "H", "5S HI"),
        (NEXT, "LO 2S", None, "5S HI"),
        (NEXT, "LO 2D", "H", "4C 9H 5S HI"),
        # a Bluke that is not led changes nothing
        (NEXT, "2S LO", "H", "5S HI"),
        (TRUMP, "2S LO", "H", "5S HI"),
    ],
)
def test_what_a_led_bluke_asks_for(house: dict[str, Any], trick: str, trump: str | None, expected: str) -> None:
    assert legal("4C 9H 5S HI", trick, trump=trump, house=house) == expected


def test_after_two_blukes_the_next_suited_card_sets_the_suit() -> None:
    assert legal("4C 9H 5S", "LO HI", trump="H", house=NEXT) == "4C 9H 5S"
    assert legal("4C 9H 5S", "LO HI 2C", trump="H", house=NEXT) == "4C"


def test_a_led_bluke_wins_against_trumps_under_every_rule() -> None:
    for house in (ANY, TRUMP, NEXT):
        assert winning_card("LO AH KH", trump="H", **house) == "LO"


# trump_lead


def test_a_trump_may_be_led_freely_by_default() -> None:
    assert legal("4C 9H HI", trump="H") == "4C 9H HI"


def test_a_trump_may_not_be_led_until_broken() -> None:
    assert legal("4C 9H HI", trump="H", house=BROKEN) == "4C HI"
    assert legal("4C 9H HI", trump="H", broken=True, house=BROKEN) == "4C 9H HI"


def test_who_holds_only_trumps_and_blukes_may_lead_either() -> None:
    assert legal("4H 9H HI", trump="H", house=BROKEN) == "4H 9H HI"


def test_without_trump_every_card_may_be_led() -> None:
    assert legal("4C 9H HI", trump=None, house=BROKEN) == "4C 9H HI"


def test_broken_concerns_the_lead_alone() -> None:
    assert legal("9H HI 4C", "2S", trump="H", house=BROKEN) == "4C 9H HI"


def test_a_trump_played_off_suit_breaks_trump() -> None:
    hand = bid_all(start_hand("AS 3H 4C", "2H 5C 6C", dealer=1, trump="H", **BROKEN))
    play_all(hand, "AS")
    assert not hand.trump_broken
    play_all(hand, "2H 5C 4C")
    assert hand.trump_broken


def test_a_trump_played_to_a_led_bluke_breaks_trump() -> None:
    for house in (ANY, TRUMP, NEXT):
        hand = bid_all(start_hand("LO 3H 4C", "2H 5C 6C", dealer=1, trump="H", **(BROKEN | house)))
        play_all(hand, "LO 2H 3H")  # the winner leads a trump at once
        assert hand.trump_broken


def test_a_bluke_never_breaks_trump() -> None:
    hand = bid_all(start_hand("AS 3H 4C", "LO 5C 6H", dealer=1, trump="H", **BROKEN))
    play_all(hand, "AS LO")
    assert not hand.trump_broken
    with pytest.raises(RuleViolation) as caught:
        hand.play(card("6H"))
    assert caught.value.code == "trump-not-broken"


def test_a_trump_lead_from_nothing_else_breaks_nothing() -> None:
    # Seat 0 holds trumps only, leads one, and all follow: no trump was played off-suit.
    hand = bid_all(start_hand("2H 3H", "4H 5C", "5H 6D", dealer=2, trump="H", **BROKEN))
    play_all(hand, "2H 4H 5H")
    assert not hand.trump_broken
    assert hand.turn == 2


# no_trump_bluke


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2S LO HI", "2S"),
        ("2S LO 3S", "3S"),
        ("2S AH HI", "2S"),
        ("LO 2S AS", "AS"),
        ("LO AH 2H KS", "AH"),
        ("LO HI 2C AS", "2C"),
        ("LO HI", "LO"),
        ("HI LO", "HI"),
    ],
)
def test_a_powerless_bluke_wins_only_among_blukes(trick: str, winner: str) -> None:
    assert winning_card(trick, trump=None, **POWERLESS) == winner


def test_a_bluke_without_power_has_it_where_there_is_a_trump() -> None:
    assert winning_card("2S LO AH", trump="H", **POWERLESS) == "LO"


def test_by_default_a_bluke_has_its_power_without_trump_too() -> None:
    assert winning_card("2S LO AS", trump=None) == "LO"


@pytest.mark.parametrize("house", [ANY, TRUMP, NEXT])
def test_after_a_led_powerless_bluke_the_next_suit_is_followed(house: dict[str, Any]) -> None:
    both = POWERLESS | house
    assert legal("4C 5S HI", "LO", trump=None, house=both) == "4C 5S HI"
    assert legal("4C 5S HI", "LO 2S", trump=None, house=both) == "5S HI"


def test_a_powerless_bluke_may_be_played_any_time() -> None:
    assert legal("5S HI", "2S", trump=None, house=POWERLESS) == "5S HI"


def test_powerless_does_not_change_a_led_bluke_where_there_is_a_trump() -> None:
    assert legal("4C 5S", "LO 2S", trump="H", house=POWERLESS) == "4C 5S"


def test_asked_suit_before_and_after() -> None:
    rules = HouseRules()
    assert asked_suit([], 2, rules) is None
    assert asked_suit(cards("2S LO AH"), 2, rules) == 3
    assert asked_suit(cards("LO AH"), 2, rules) is None


# min_bid and hook


def test_zero_may_be_bid_under_min_bid_0() -> None:
    assert legal_bids([], 3, 2, HouseRules(min_bid=0)) == [0, 1, 2]


def test_the_hook_binds_the_dealer_only() -> None:
    rules = HouseRules(hook=True)
    assert legal_bids([], 3, 4, rules) == [1, 2, 3, 4]
    assert legal_bids([2], 3, 4, rules) == [1, 2, 3, 4]
    assert legal_bids([2, 1], 3, 4, rules) == [2, 3, 4]


def test_the_hook_forbids_nothing_where_the_bids_cannot_come_to_the_size() -> None:
    rules = HouseRules(hook=True)
    assert legal_bids([4, 3], 3, 4, rules) == [1, 2, 3, 4]
    assert legal_bids([2, 2], 3, 4, rules) == [1, 2, 3, 4]  # 0 would do it, and is no bid


def test_without_the_hook_the_bids_may_come_to_the_size() -> None:
    check_bid(1, [2, 1], 3, 4, HouseRules())


@pytest.mark.parametrize(
    ("bid", "house", "code"), [(0, {}, "bid-range"), (5, {}, "bid-range"), (-1, {"min_bid": 0}, "bid-range")]
)
def test_a_bid_out_of_range_is_refused(bid: int, house: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_bid(bid, [], 3, 4, HouseRules(**house))
    assert caught.value.code == code


# Refusals under a house rule


@pytest.mark.parametrize(
    ("name", "holding", "trick", "trump", "house", "code"),
    [
        ("4C", "4C 9H", "LO", "H", TRUMP, "revoke"),
        ("4C", "4C 5S", "LO 2S", "H", NEXT, "revoke"),
        ("4C", "4C 5S", "LO 2S", None, POWERLESS, "revoke"),
        ("9H", "4C 9H", "", "H", BROKEN, "trump-not-broken"),
        ("3D", "4C 9H", "", "H", {}, "card-not-held"),
    ],
)
def test_an_illegal_card_is_refused(
    name: str, holding: str, trick: str, trump: str, house: dict[str, Any], code: str
) -> None:
    hand = start_hand(holding, holding, dealer=0, trump=trump, **house)
    with pytest.raises(RuleViolation) as caught:
        check_play(card(name), hand.holdings[0], cards(trick), hand.trump, hand.rules)
    assert caught.value.code == code


# Values


def test_every_house_rule_is_told_by_the_program_and_is_one_of_the_sets() -> None:
    rules = {rule.name: rule.default for rule in fields(HouseRules)}
    assert [key for key, *_ in HOUSE_RULES] == list(rules)
    assert rules.keys() == ALL_RULES
    assert {key: choices[0] for key, choices in CHOICES.items()} == {key: rules[key] for key in CHOICES}


def test_no_house_rule_is_the_default_game() -> None:
    rules = HouseRules.from_mapping({}, 4)
    assert rules == HouseRules()
    assert rules.differing(4) == {}
    assert (rules.min_bid, rules.hook, rules.led_bluke, rules.trump_lead) == (1, False, "any", "free")
    assert (rules.no_trump_bluke, rules.points, rules.overtrick) == ("power", 10, 1)
    assert (rules.bag_limit, rules.bag_penalty, rules.tie) == (None, None, "shared")


def test_differing_names_only_what_differs_in_the_order_of_the_table() -> None:
    rules = HouseRules.from_mapping(
        {
            "tie": "most-made",
            "bag_penalty": 100,
            "bag_limit": 10,
            "overtrick": 1,
            "points": 5,
            "hook": True,
            "min_bid": 1,
            "schedule": "3-1",
        },
        4,
    )
    assert list(rules.differing(4).items()) == [
        ("schedule", [3, 2, 1]),
        ("hook", True),
        ("points", 5),
        ("bag_limit", 10),
        ("bag_penalty", 100),
        ("tie", "most-made"),
    ]


def test_differing_read_back_is_the_same_rules() -> None:
    rules = HouseRules(min_bid=0, led_bluke="trump", schedule=(2, 1), bag_limit=3, bag_penalty=-5, overtrick=-1)
    assert HouseRules.from_mapping(rules.differing(4), 4) == rules


def test_the_default_schedule_written_out_does_not_differ() -> None:
    assert HouseRules.from_mapping({"schedule": "13-1-13"}, 4).differing(4) == {}
    assert HouseRules.from_mapping({"schedule": "10-1-10"}, 5).differing(5) == {}
    assert HouseRules.from_mapping({"schedule": "10-1-10"}, 4).differing(4) != {}


@pytest.mark.parametrize(
    "mapping",
    [
        {"min_bid": 2},
        {"min_bid": -1},
        {"min_bid": True},
        {"min_bid": "1"},
        {"hook": 1},
        {"hook": 0},
        {"hook": "true"},
        {"hook": None},
        {"led_bluke": "Any"},
        {"led_bluke": "next_suit"},
        {"led_bluke": None},
        {"trump_lead": "breaking"},
        {"no_trump_bluke": True},
        {"points": 0},
        {"points": -10},
        {"points": "10"},
        {"points": True},
        {"points": 1.5},
        {"overtrick": None},
        {"overtrick": False},
        {"bag_limit": 0, "bag_penalty": 100},
        {"bag_limit": 10},
        {"bag_limit": 10, "bag_penalty": None},
        {"bag_penalty": "100", "bag_limit": 10},
        {"tie": "none"},
        {"tie": ""},
        {"schedule": []},
        {"schedule": 13},
        {"schedule": [0]},
        {"schedule": [14]},
        {"schedule": [-1]},
        {"schedule": [True]},
        {"schedule": ["3"]},
        {"schedule": [[3]]},
        {"schedule": ""},
        {"schedule": "14"},
        {"schedule": "0-3"},
        {"schedule": "3-1-"},
        {"schedule": "3,,1"},
        {"schedule": "3 - 1"},
        {"schedule": "3–1"},
        {"schedule": "٣"},
        {"schedule": "3-1\n"},
        {"schedule": "1" + "0" * 5000},
        {"schedule": "1-99999999999"},
        {"schedule": "00013-1"},
        {"colour": "red"},
    ],
)
def test_a_bad_house_rule_is_refused_and_named(mapping: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation) as caught:
        HouseRules.from_mapping(mapping, 4)
    assert caught.value.code == "bad-rule"
    assert caught.value.key == next(iter(mapping))


@pytest.mark.parametrize(
    "mapping",
    [
        {"overtrick": 0},
        {"overtrick": -5},
        {"points": 1},
        {"bag_limit": 1, "bag_penalty": 0},
        {"bag_limit": 5, "bag_penalty": -3},
        {"bag_limit": None, "bag_penalty": None},
        {"schedule": None},
        {"schedule": [13]},
        {"schedule": [1, 1, 13, 2]},
    ],
)
def test_odd_values_within_the_table_are_accepted(mapping: dict[str, Any]) -> None:
    HouseRules.from_mapping(mapping, 4)


@pytest.mark.parametrize("key", ["points", "overtrick", "bag_limit", "bag_penalty"])
def test_no_number_is_so_large_that_a_sum_could_not_be_written(key: str) -> None:
    bags = {"bag_limit": 1, "bag_penalty": 1} if key.startswith("bag_") else {}
    HouseRules.from_mapping({**bags, key: 10**9}, 4)
    for value in (10**9 + 1, 10**17, -(10**9) - 1):
        with pytest.raises(RuleViolation) as caught:
            HouseRules.from_mapping({**bags, key: value}, 4)
        assert (caught.value.code, caught.value.key) == ("bad-rule", key)


@pytest.mark.parametrize("value", ["", "x", "+5", "1_0", " 5", "\u0663", "05", "1.0", "9" * 19])
def test_a_number_on_the_command_line_is_written_as_in_a_record(value: str) -> None:
    with pytest.raises(RuleViolation, match="whole number"):
        read_setting(f"points={value}")
    assert read_setting("points=5") == ("points", 5)
    assert read_setting("min_bid=abc") == ("min_bid", "abc")  # which a choice of two values refuses with both named
    assert read_setting("overtrick=-1") == ("overtrick", -1)
