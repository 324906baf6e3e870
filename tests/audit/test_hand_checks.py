"""Faults of one hand: claims, deal, bids, play and tricks taken (RULES 3–10; docs/format.md, Findings)."""

from __future__ import annotations

import pytest

from tests.audit.marked import FOUR, THREE, TWO, check, only, where

# Claims that follow from the hand's number and the turn-up


def test_size_follows_from_the_schedule() -> None:
    finding = only(TWO + "hands:\n- {hand: 3, size: «hand-size»12, bids: [4, 5], took: [5, 6]}\n")
    assert where(finding) == (3, None, None, "/hands/0/size")
    assert finding.fix == "11"
    check(TWO + "hands:\n- {hand: 15, size: 3, bids: [1, 2], took: [1, 2]}\n")


def test_the_deal_passes_left_after_each_hand() -> None:
    finding = only(THREE + "hands:\n- dealer: Ann\n- dealer: Bo\n- dealer: «dealer»Bo\n")
    assert where(finding) == (3, None, None, "/hands/2/dealer")
    assert finding.fix == "Cy"
    check(THREE + "hands:\n- {hand: 6, dealer: Cy}\n- {hand: 7, dealer: Ann}\n")


def test_trump_is_the_suit_of_the_turn_up() -> None:
    finding = only(TWO + "hands:\n- {trump: «trump»S, up: 7H}\n")
    assert where(finding) == (1, None, None, "/hands/0/trump")
    assert finding.fix == "H"
    assert only(TWO + "hands:\n- {trump: «trump»S, up: LO}\n").fix == "none"
    assert only(TWO + "hands:\n- {trump: «trump»none, up: 2S}\n").fix == "S"
    check(TWO + "hands:\n- {trump: none, up: HI}\n")


def test_trump_is_a_fact_where_no_turn_up_is_written() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n"
    check(two + "- {trump: H, bids: [1, 1], tricks: [KS 2H, 3C 9C], took: [1, 1]}\n")
    check(two + "- {trump: C, bids: [1, 1], tricks: [KS 2H, 3C 9H], took: [0, 2]}\n")
    finding = only(two + "- {trump: none, bids: [1, 1], tricks: [KS «revoke»2H, 3C 9S], took: [0, 2]}\n")
    assert where(finding) == (1, 1, "Ann", "/hands/0/tricks/0")


@pytest.mark.parametrize("cut", [1, 27])
def test_a_cut_within_the_stock_is_right(cut: int) -> None:
    check(TWO + f"hands:\n- {{up: 7H, cut: {cut}}}\n")


@pytest.mark.parametrize("cut", [-1, 28, 54])
def test_a_cut_moves_fewer_cards_than_the_stock_has(cut: int) -> None:
    finding = only(TWO + f"hands:\n- {{up: 7H, cut: «cut»{cut}}}\n")
    assert where(finding) == (1, None, None, "/hands/0/cut")


def test_the_stock_grows_as_hands_get_smaller() -> None:
    check(TWO + "hands:\n- {hand: 13, cut: 51}\n- {hand: 14, cut: «cut»50}\n")


# The deal


def test_every_player_is_dealt_the_hands_size() -> None:
    two = TWO + "rules: {schedule: [2]}\n"
    finding = only(two + "hands:\n- {up: 7H, dealt: [9S 3D, «deal-size»4S KD 5C]}\n")
    assert where(finding) == (1, None, "Bo", "/hands/0/dealt/1")
    check(two + "hands:\n- {up: 7H, dealt: [«deal-size»9S, «deal-size»4S KD 5C]}\n")


def test_a_deal_of_the_wrong_size_is_judged_no_further() -> None:
    two = TWO + "rules: {schedule: [2]}\n"
    check(two + "hands:\n- {up: 7H, dealt: [«deal-size»9S 9S 7H, 9S KD], bids: [1, 1], tricks: [2C 3C]}\n")


def test_a_card_dealt_twice_is_found_at_its_later_place() -> None:
    two = TWO + "rules: {schedule: [2]}\n"
    finding = only(two + "hands:\n- {up: 7H, dealt: [9S 3D, KD «duplicate-card»9S]}\n")
    assert where(finding) == (1, None, "Bo", "/hands/0/dealt/1")
    assert where(only(two + "hands:\n- {up: 7H, dealt: [9S «duplicate-card»7H, KD 4S]}\n")) == (
        1,
        None,
        "Ann",
        "/hands/0/dealt/0",
    )


def test_a_false_deal_of_a_finished_hand_is_dealt() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D KD], dealt: "
    check(two + "[3D 9S, 4S KD]}\n")
    finding = only(two + "[3D «dealt»8S, 4S KD]}\n")
    assert where(finding) == (1, None, "Ann", "/hands/0/dealt/0")
    check(two + "[3D «dealt»4S, «dealt»9S KD]}\n")  # exchanged: each player has one that they did not play
    check(two + "[«dealt»2C 3C, 4S KD]}\n")  # one finding a player, at the first card
    check(two + "[9S «dealt»9S, 4S KD]}\n")


def test_the_deal_of_a_finished_hand_is_a_claim_so_the_play_is_not_judged_by_it() -> None:
    """By the deal Ann could have followed with the 8S; but what she played is what she held."""
    two = TWO + "rules: {schedule: [2]}\nhands:\n"
    check(two + "- {up: 7H, dealt: [3D «dealt»8S, 4S KD], bids: [1, 1], tricks: [4S 3D, KD 9C]}\n")


def test_the_deal_of_an_unfinished_hand_is_a_fact() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, dealt: [9S 3D, 4S KD], bids: [1, 1], tricks: "
    check(two + "[4S 9S]}\n")
    assert where(only(two + "[4S «card-not-held»8S]}\n")) == (1, 1, "Ann", "/hands/0/tricks/0")
    # that Ann holds a spade is seen in the deal alone
    assert where(only(two + "[4S «revoke»3D]}\n")) == (1, 1, "Ann", "/hands/0/tricks/0")
    # dealt elsewhere comes before not held
    assert where(only(two + "[4S «duplicate-card»KD]}\n")) == (1, 1, "Ann", "/hands/0/tricks/0")


def test_without_a_deal_what_is_unknown_is_not_judged() -> None:
    two = TWO + "rules: {schedule: [3]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: "
    check(two + "[4S 3D, KD]}\n")
    check(two + "[4S «revoke»3D, KD 9S]}\n")


# Bids


@pytest.mark.parametrize(("bid", "rules"), [(0, ""), (3, ""), (-1, ", min_bid: 0"), (3, ", min_bid: 0")])
def test_a_bid_is_from_the_lowest_to_the_hands_size(bid: int, rules: str) -> None:
    finding = only(TWO + f"rules: {{schedule: [2]{rules}}}\nhands:\n- {{bids: [1, «bid-range»{bid}]}}\n")
    assert where(finding) == (1, None, "Bo", "/hands/0/bids/1")


def test_a_zero_may_be_bid_under_the_house_rule() -> None:
    check(TWO + "rules: {schedule: [2], min_bid: 0}\nhands:\n- {bids: [0, 2], took: [1, 1], score: [1, -20]}\n")


def test_the_hook_binds_the_dealer_alone() -> None:
    hook = TWO + "rules: {schedule: [3, 3], hook: true}\nhands:\n"
    assert where(only(hook + "- {bids: [«bid-hook»2, 1]}\n")) == (1, None, "Ann", "/hands/0/bids/0")
    # Bo deals hand 2
    second = hook + "- {bids: [3, 1], took: [3, 0]}\n- {bids: [2, «bid-hook»1]}\n"
    assert where(only(second)) == (2, None, "Bo", "/hands/1/bids/1")


def test_the_hook_is_void_where_it_would_leave_no_bid() -> None:
    check(TWO + "rules: {schedule: [1], hook: true}\nhands:\n- {bids: [1, 1]}\n")
    four = FOUR + "rules: {schedule: [1], hook: true, min_bid: 0}\nhands:\n- {bids: "
    check(four + "[1, 0, 0, 1]}\n")
    check(four + "[0, 0, 0, 0]}\n")
    check(four + "[«bid-hook»0, 0, 0, 1]}\n")
    check(four + "[«bid-hook»1, 0, 0, 0]}\n")


def test_a_bid_may_be_to_come_while_nothing_followed() -> None:
    check(THREE + "hands:\n- {bids: [null, 1, null]}\n")  # Bo bids first
    check(THREE + "hands:\n- {bids: [null, null, null]}\n")


def test_a_bid_is_missing_when_a_later_player_has_bid() -> None:
    finding = only(THREE + "hands:\n- {bids: [null, «bid-missing»null, 4]}\n")
    assert where(finding) == (1, None, "Bo", "/hands/0/bids/1")


@pytest.mark.parametrize("went_on", [", took: [4, 5, 4]}", ", up: 7H, tricks: [2C 3C]}", "}\n- {up: 7H}"])
def test_a_bid_is_missing_when_the_hand_went_on(went_on: str) -> None:
    finding = only(THREE + "hands:\n- {bids: [«bid-missing»null, 1, 4]" + went_on + "\n")
    assert where(finding) == (1, None, "Ann", "/hands/0/bids/0")


def test_each_missing_bid_is_a_fault_of_its_own() -> None:
    check(THREE + "hands:\n- {bids: [«bid-missing»null, 1, «bid-missing»null], took: [4, 5, 4]}\n")


def test_too_few_bids_are_one_fault() -> None:
    check(THREE + "hands:\n- {bids: «bid-missing»[«bid-range»44], took: [4, 5, 4]}\n")
    finding = only(THREE + "hands:\n- {bids: «bid-missing»[4], took: [4, 5, 4]}\n")
    assert where(finding) == (1, None, "Bo", "/hands/0/bids")


def test_points_are_not_judged_by_bids_that_are_at_fault() -> None:
    check(TWO + "hands:\n- {bids: «bid-missing»[4], score: [7, 7]}\n")
    check(TWO + "hands:\n- {bids: [4, «bid-range»99], score: [7, 7]}\n")
    check(TWO + "hands:\n- {bids: [4, 5], score: [«score»7, 52]}\n")


def test_too_many_bids_are_of_the_wrong_type() -> None:
    check(THREE + "hands:\n- {bids: «wrong-type»[4, 4, 4, 4], took: [4, 5, 4]}\n")


def test_no_bids_at_all_are_no_fault() -> None:
    check(THREE + "hands:\n- {took: [4, 5, 4]}\n- {took: [4, 4, 4]}\n")


# The play


def test_a_revoke_is_found_at_its_card() -> None:
    finding = only(
        THREE
        + """\
rules: {schedule: [3, 3]}
hands:
- {bids: [1, 1, 1], took: [1, 1, 1]}
- up: 7H
  bids: [1, 1, 1]
  tricks:
  - 2C 9C KC
  - 5S  6S   «revoke»3D
  - 6C 4S 8D
"""
    )
    assert where(finding) == (2, 2, "Ann", "/hands/1/tricks/1")


def test_play_goes_on_after_a_revoke_and_others_are_found() -> None:
    """Cy's trump takes the first trick although it is a revoke; Cy leads the next, and Bo revokes there."""
    found = check(
        THREE
        + """\
rules: {schedule: [3]}
hands:
- up: 7H
  bids: [1, 1, 1]
  tricks:
  - 5C «revoke»2H KC
  - 9C QC «revoke»3D
  - 4S 6C 2S
  took: [2, 0, 1]
"""
    )
    assert [where(finding)[:3] for finding in found] == [(1, 1, "Cy"), (1, 2, "Bo")]


def test_a_suit_is_judged_by_what_was_held_at_that_moment() -> None:
    """Bo's club fell in the first trick, so the second asks nothing of Bo."""
    check(TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [2C 9C, 5C 3D]}\n")


def test_a_bluke_is_never_a_revoke() -> None:
    check(TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [KS LO, 9S 5S]}\n")


@pytest.mark.parametrize(
    ("tricks", "spot"),
    [
        ("[4S 9S, «duplicate-card»9S KD]", (1, 2, "Ann", "/hands/0/tricks/1")),
        ("[4S 9S, 3D «duplicate-card»4S]", (1, 2, "Bo", "/hands/0/tricks/1")),
        ("[4S «duplicate-card»4S, 3D KD]", (1, 1, "Ann", "/hands/0/tricks/0")),
        ("[4S «duplicate-card»7H, 3D KD]", (1, 1, "Ann", "/hands/0/tricks/0")),
        ("[«duplicate-card»7H 4S, 3D KD]", (1, 1, "Bo", "/hands/0/tricks/0")),
    ],
)
def test_a_card_played_twice_or_turned_up_is_found_at_its_later_place(tricks: str, spot: tuple[object, ...]) -> None:
    assert (
        where(only(TWO + f"rules: {{schedule: [2]}}\nhands:\n- {{up: 7H, bids: [1, 1], tricks: {tricks}}}\n")) == spot
    )


def test_a_card_twice_ends_the_judging_of_the_hand_not_of_the_record() -> None:
    check(
        TWO
        + """\
rules: {schedule: [4, 2]}
hands:
- up: 7H
  bids: [1, 1]
  tricks:
  - 4S «revoke»3D                # found, for it is before the fault: the 9S below is known
  - 5S 9S
  - «duplicate-card»9S 2S
  - 8C 6D                        # whose trick this is cannot be known any more
- up: 7H
  bids: [1, 1]
  tricks:
  - 9S «revoke»2C
  - KH 5S
"""
    )


def test_the_first_reason_that_applies_is_given() -> None:
    """A card that is none comes first, then one played before, then one not held, then a revoke."""
    two = TWO + "rules: {schedule: [3]}\nhands:\n- {up: 7H, dealt: [9S 3D 5D, 4S KD 5S], bids: [1, 1], tricks: "
    check(two + "[4S «bad-card»1D]}\n")
    check(two + "[4S 9S, 3D «duplicate-card»9S]}\n")  # also not held by Bo, also no diamond
    check(two + "[4S «duplicate-card»KD]}\n")  # held by Bo, and no spade
    check(two + "[4S «card-not-held»2C]}\n")  # held by nobody, and no spade
    check(two + "[4S «revoke»3D]}\n")


def test_a_marked_revoke_is_a_warning() -> None:
    finding = only(TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S «revoke?»3D!, KD 9S]}\n")
    assert where(finding) == (1, 1, "Ann", "/hands/0/tricks/0")
    broken = TWO + "rules: {schedule: [2], trump_lead: broken}\nhands:\n- {up: 7H, bids: [1, 1], tricks: "
    assert where(only(broken + "[«trump-not-broken?»KH! 5H, 4S 3S]}\n")) == (1, 1, "Bo", "/hands/0/tricks/0")
    check(broken + "[«trump-not-broken»KH 5H, 4S 3S]}\n")


def test_a_mark_does_not_excuse_a_card_that_cannot_be() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], "
    check(two + "tricks: [4S «duplicate-card»4S!, KD 9S]}\n")
    check(two + "dealt: [9S 3D, 4S KD], tricks: [4S «card-not-held»8S!]}\n")


def test_a_mark_on_a_legal_card_is_a_warning() -> None:
    finding = only(TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S «revoke?»9S!, 3D KD]}\n")
    assert where(finding) == (1, 1, "Ann", "/hands/0/tricks/0")
    assert finding.fix == "9S"


def test_a_trick_has_a_card_from_each_player() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- up: 7H\n  bids: [1, 1]\n  tricks:\n"
    assert where(only(two + "  - «trick-size»4S 9S 5S\n  - 3D KD\n")) == (1, 1, None, "/hands/0/tricks/0")
    assert where(only(two + "  - «trick-size»4S\n  - 3D KD\n")) == (1, 1, None, "/hands/0/tricks/0")
    assert where(only(two + "  - 4S 9S\n  - «trick-size»3D KD 2C\n")) == (1, 2, None, "/hands/0/tricks/1")


def test_the_last_trick_of_all_may_be_unfinished() -> None:
    check(TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D]}\n")


def test_an_unfinished_last_trick_is_a_fault_where_the_game_went_on() -> None:
    two = TWO + "rules: {schedule: [2, 1]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S 9S, «trick-size»3D]}\n"
    assert where(only(two + "- {bids: [1, 1], took: [1, 0]}\n")) == (1, 2, None, "/hands/0/tricks/1")


def test_a_hand_has_as_many_tricks_as_cards() -> None:
    two = TWO + "rules: {schedule: [1, 2]}\nhands:\n- up: 7H\n  bids: [1, 1]\n  tricks:\n"
    assert where(only(two + "  - 4S 9S\n  - «trick-count»3D KD\n")) == (1, 2, None, "/hands/0/tricks/1")
    check(two + "  - 4S 9S\n  - «trick-count»3D KD\n  - 2C 3C\n")


def test_too_few_tricks_are_a_fault_where_a_later_hand_follows() -> None:
    two = TWO + "rules: {schedule: [2, 1]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: «trick-count»[4S 9S]}\n"
    assert where(only(two + "- {up: 2C}\n")) == (1, None, None, "/hands/0/tricks")


def test_too_few_tricks_are_a_fault_where_took_sums_to_the_size() -> None:
    two = TWO + "rules: {schedule: [2, 1]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: "
    check(two + "«trick-count»[4S 9S], took: [1, 1]}\n")
    check(two + "[4S 9S], took: [1, 0]}\n")
    check(two + "[4S 9S], took: [1, null]}\n")


def test_a_trick_missing_from_tricks_and_took_is_one_fault() -> None:
    two = (
        TWO
        + "rules: {schedule: [2, 1]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: «trick-count»[4S 9S], took: [1, 0]}\n"
    )
    check(two + "- {up: 2C}\n")


def test_play_without_a_turn_up_or_trump_cannot_be_followed() -> None:
    check(TWO + "rules: {schedule: [2]}\nhands:\n- {bids: [1, 1], tricks: [4S 3D, KD 9S]}\n")


# Tricks taken


def test_took_is_what_the_tricks_say() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D KD], took: "
    assert where(only(two + "[«took»2, 1]}\n")) == (1, None, "Ann", "/hands/0/took/0")
    check(two + "[«took»2, «took»0]}\n")
    check(two + "[null, 1]}\n")
    check(two + "[«took»0, null]}\n")


def test_took_is_between_none_and_all() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- {bids: [1, 1], took: "
    assert where(only(two + "[2, «took»-1]}\n")) == (1, None, "Bo", "/hands/0/took/1")
    check(two + "[«took»3, null]}\n")


def test_took_sums_to_the_hands_size() -> None:
    two = TWO + "rules: {schedule: [2]}\nhands:\n- {bids: [1, 1], took: "
    for took in ("[1, 0]", "[2, 1]", "[0, 0]"):
        assert where(only(f"{two}«took-sum»{took}}}\n")) == (1, None, None, "/hands/0/took")
    check(two + "[1, null]}\n")
    check(THREE + "hands:\n- {took: «took-sum»[9, 5, null]}\n")


def test_took_is_not_less_than_the_tricks_written_so_far() -> None:
    two = TWO + "rules: {schedule: [3]}\nhands:\n- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D KD], took: "
    check(two + "[«took»0, 1]}\n")
    check(two + "[1, 1]}\n")


# What hangs on a house rule that is wrong itself is not judged


@pytest.mark.parametrize(
    ("rule", "hand"),
    [
        ("min_bid: «bad-rule»2", "bids: [0, 1]"),
        ("hook: «wrong-type»sometimes", "bids: [1, 1]"),
        ("led_bluke: «bad-rule»all", "up: 7H, bids: [1, 1], tricks: [4S 3D, KD 9S]"),
        ("trump_lead: «bad-rule»never", "up: 7H, bids: [1, 1], tricks: [KH 5H, 4S 3S]"),
    ],
)
def test_what_hangs_on_a_wrong_house_rule_is_not_judged(rule: str, hand: str) -> None:
    check(TWO + f"rules: {{schedule: [2], {rule}}}\nhands:\n- {{{hand}}}\n")
