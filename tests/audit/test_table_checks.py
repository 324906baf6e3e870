"""Faults of the table: house rules, draw, dealer, scorekeeper, and the numbers of hands (RULES 3–5; docs/format.md)."""

from __future__ import annotations

import pytest

from tests.audit.marked import THREE, TWO, check, only, where

END = "stopped: here\nhands: []\n"
DRAWN = "bluke: 1\nplayers: [Ann, Bo, Cy]\n"

# The draw


@pytest.mark.parametrize(
    ("cards", "dealer", "scorekeeper"),
    [
        ("[9H, 2S, AH]", "Cy", "Bo"),
        ("[LO, HI, AH]", "Bo", "Cy"),
        ("[AS, LO, 2C]", "Bo", "Cy"),
        ("[AS 7D, AC JH, 4D]", "Bo", "Cy"),  # tied for highest
        ("[KD, 2S 3D, 2H 4D]", "Ann", "Bo"),  # tied for lowest
        ("[AS 7D, AC 7H, AD 2C]", None, None),  # tied again, and not drawn again
        ("[AS 7D 3C, AC 7H 9D, AD 2C]", "Bo", "Cy"),
        ("[5S 7D 3C, 5C 7H 9D, 5D 2C]", "Bo", "Cy"),  # all tied: highest and lowest by the redraws
        ("[AS 2C, AC KD, 4D]", "Bo", "Cy"),  # a redraw does not make Ann the lowest
    ],
)
def test_the_draw_decides_dealer_and_scorekeeper(cards: str, dealer: str | None, scorekeeper: str | None) -> None:
    if dealer is None:
        check(DRAWN + f"draw: {cards}\n{END}".replace("AS 7D", "«draw»AS 7D"))
        return
    check(DRAWN + f"dealer: {dealer}\nscorekeeper: {scorekeeper}\ndraw: {cards}\n{END}")
    others = {"Ann", "Bo", "Cy"}
    for name in others - {dealer}:
        finding = only(DRAWN + f"dealer: «dealer»{name}\ndraw: {cards}\n{END}")
        assert (where(finding), finding.fix) == ((None, None, name, "/dealer"), dealer)
    for name in others - {scorekeeper}:
        finding = only(DRAWN + f"scorekeeper: «scorekeeper»{name}\ndraw: {cards}\n{END}")
        assert (finding.pointer, finding.fix) == ("/scorekeeper", scorekeeper)


@pytest.mark.parametrize(
    ("cards", "player"),
    [
        ("[«draw»AS, AC, 2H]", "Ann"),  # tied for highest
        ("[AS 3C, «draw»AC, 2H]", "Bo"),
        ("[KD, «draw»2S, 2H]", "Bo"),  # tied for lowest
        ("[AS «draw»7D, KC, 2H]", "Ann"),  # nothing left to decide
        ("[AS 7D, AC JH, 4D «draw»5D]", "Cy"),
        ("[AS 7D «draw»2C, AC JH, 4D]", "Ann"),
        ('[AS, «draw»"", 2H]', "Bo"),
    ],
)
def test_a_missing_or_needless_redraw_is_a_fault_of_the_draw(cards: str, player: str) -> None:
    finding = only(DRAWN + f"draw: {cards}\n{END}")
    assert where(finding)[:3] == (None, None, player)
    assert finding.pointer.startswith("/draw/")


def test_a_card_drawn_twice_is_found_at_its_later_place() -> None:
    assert where(only(DRAWN + f"draw: [AS, 2C, «duplicate-card»AS]\n{END}")) == (None, None, "Cy", "/draw/2")
    assert where(only(DRAWN + f"draw: [AS 7D, AC «duplicate-card»7D, 2C]\n{END}")) == (None, None, "Bo", "/draw/1")


def test_a_draw_at_fault_decides_nothing_and_is_the_only_fault() -> None:
    check(DRAWN + "scorekeeper: Ann\ndraw: [«draw»AS, AC, 2H]\nstopped: here\nhands:\n- {dealer: Cy, up: 7H}\n")


def test_the_written_dealer_is_kept_where_the_draw_disagrees() -> None:
    """Ann drew the highest card; but Bo is written as dealer, so Bo, Cy and Ann deal the hands."""
    hands = "hands:\n- dealer: Bo\n- dealer: Cy\n- dealer: «dealer»Bo\n"
    check(DRAWN + "dealer: «dealer»Bo\ndraw: [AS, 4C, 9H]\nstopped: here\n" + hands)


def test_a_dealer_is_needed() -> None:
    finding = only("«missing-key»bluke: 1\nplayers: [Ann, Bo, Cy]\n" + END)
    assert where(finding) == (None, None, None, "")
    check(DRAWN + "draw: [9H, 2S, AH]\n" + END)
    check(DRAWN + "dealer: «unknown-player»Dee\n" + END)
    check(DRAWN + "draw: «wrong-type»[9H, 2S]\n" + END)


def test_without_a_dealer_the_hands_dealers_are_not_judged() -> None:
    check(
        "«missing-key»bluke: 1\nplayers: [Ann, Bo]\nstopped: here\nhands:\n- {dealer: Bo, bids: [4, 5], took: [6, 7]}\n"
    )


def test_the_scorekeeper_is_free_where_nobody_drew() -> None:
    check(THREE + "scorekeeper: Cy\nhands: []\n")


# House rules


@pytest.mark.parametrize(
    ("rules", "pointer"),
    [
        ("{bag_limit: «bad-rule»10}", "/rules/bag_limit"),
        ("{bag_penalty: «bad-rule»50}", "/rules/bag_penalty"),
        ("{schedule: «bad-rule»27-1}", "/rules/schedule"),
        ("{schedule: [5, «bad-rule»27]}", "/rules/schedule/1"),
        ("{schedule: «bad-rule»0-3}", "/rules/schedule"),
        ("{min_bid: «bad-rule»2}", "/rules/min_bid"),
        ("{points: «bad-rule»0}", "/rules/points"),
        ("{tie: «bad-rule»none}", "/rules/tie"),
        ("{bag_limit: 5, bag_penalty: «bad-rule»1000000001}", "/rules/bag_penalty"),
        ("{bag_limit: «bad-rule»1000000001, bag_penalty: 5}", "/rules/bag_limit"),
    ],
)
def test_a_house_rule_that_cannot_be_is_found_once(rules: str, pointer: str) -> None:
    assert only(TWO + f"rules: {rules}\nhands:\n- {{bids: [4, 5], took: [6, 7], score: [42, 52]}}\n").pointer == pointer


def test_each_wrong_house_rule_is_a_fault_of_its_own() -> None:
    check(TWO + "rules: {min_bid: «bad-rule»3, points: «bad-rule»-1, bag_limit: «bad-rule»5}\nhands: []\n")


def test_without_a_schedule_no_hand_is_judged() -> None:
    check(TWO + "rules: {schedule: «bad-rule»30-1}\nhands:\n- {size: 12, bids: [0, 99], took: [1, 1]}\n")


def test_rules_equal_to_the_defaults_are_right() -> None:
    check(
        TWO + "rules: {schedule: 13-1-13, min_bid: 1, hook: false, points: 10, overtrick: 1, tie: shared}\nhands: []\n"
    )


# The numbers of hands


def test_without_a_number_a_hand_is_its_position() -> None:
    finding = only(TWO + "hands:\n- {up: 7H}\n- {size: 12}\n- {size: «hand-size»12}\n")
    assert finding.hand == 3


def test_a_gap_is_an_extract() -> None:
    check(TWO + "hands:\n- {hand: 3, size: 11}\n- {hand: 17, size: 5}\n")


def test_the_numbers_rise() -> None:
    assert where(only(TWO + "hands:\n- {hand: 5}\n- {hand: «hand-number»4}\n- {hand: 6}\n")) == (
        4,
        None,
        None,
        "/hands/1/hand",
    )
    check(TWO + "hands:\n- {hand: 5}\n- {hand: «hand-number»5}\n")
    check(TWO + "hands:\n- {hand: «hand-number»0}\n- {hand: 2}\n")
    check(TWO + "hands:\n- {hand: «hand-number»-1}\n")


def test_an_extract_needs_its_numbers() -> None:
    finding = only(TWO + "hands:\n- {hand: 5, up: 7H}\n- «hand-number»{up: 2C}\n")
    assert where(finding) == (2, None, None, "/hands/1")


def test_a_hand_whose_number_is_wrong_is_judged_no_further() -> None:
    check(TWO + "hands:\n- {hand: 5}\n- {hand: «hand-number»4, size: 99, bids: [0, 0], took: [9, 9]}\n")


def test_too_many_hands_are_found_once() -> None:
    two = TWO + "rules: {schedule: [1, 1]}\nhands:\n- {up: 7H}\n- {up: 2C}\n"
    assert where(only(two + "- «too-many-hands»{up: 3C}\n- {up: 4C}\n- {up: 5C}\n")) == (3, None, None, "/hands/2")
    assert where(only(two + "- {hand: «too-many-hands»3, up: 3C}\n")) == (3, None, None, "/hands/2/hand")
    check(TWO + "hands:\n- {hand: «too-many-hands»26}\n")


# The seed's method


def test_an_unknown_method_is_the_one_fault_of_the_seed() -> None:
    finding = only(TWO + "deal: {method: «seed»riffle, seed: friday, game: 1}\nhands:\n- {up: 7H}\n")
    assert (finding.pointer, finding.fix) == ("/deal/method", "bluke-deal-1")
