"""Whether the cards are those of the seed: one finding a record, at the first card that differs (docs/deal-vectors.md).

Seed friday, game 1, two players, hands of 3 and 2: Ann draws 9H, Bo 2S; hand 1 turns up TD, Ann holds 3C 5H 8H, Bo
2D AD JS; hand 2 turns up 5S, Ann holds AC TD, Bo 4C KH.
"""

from __future__ import annotations

import pytest

from tests.audit.marked import check, only, where

HEAD = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
draw: [9H, 2S]
rules: {schedule: [3, 2]}
deal: {method: bluke-deal-1, seed: friday, game: 1}
stopped: here
hands:
"""
FIRST = "- {up: TD, bids: [1, 1], tricks: [AD 3C, 2D 5H, JS 8H]}\n"
SECOND = "- {up: 5S, bids: [1, 1], tricks: [AC 4C, TD KH]}\n"


def test_a_game_as_dealt_is_right() -> None:
    check(HEAD + FIRST + SECOND)
    check(HEAD + "- {up: TD, dealt: [8H 5H 3C, JS AD 2D]}\n")
    check(HEAD.replace("hands:", "hands: []"))


@pytest.mark.parametrize(
    ("draw", "player"), [("[«seed»8H, 2S]", "Ann"), ("[9H, «seed»3S]", "Bo"), ("[«seed»9D, 3S]", "Ann")]
)
def test_a_drawn_card_that_differs(draw: str, player: str) -> None:
    finding = only(HEAD.replace("[9H, 2S]", draw) + FIRST)
    assert where(finding) == (None, None, player, "/draw/" + str(["Ann", "Bo"].index(player)))


def test_a_turn_up_that_differs() -> None:
    finding = only(HEAD + FIRST + SECOND.replace("5S", "«seed»6S"))
    assert where(finding) == (2, None, None, "/hands/1/up")


@pytest.mark.parametrize("rule", ["overtrick: «wrong-type»x", "led_bluke: «bad-rule»x", "hook: «wrong-type»5"])
def test_a_house_rule_in_doubt_does_not_hide_a_turn_up_that_differs(rule: str) -> None:
    head = HEAD.replace("[3, 2]}", f"[3, 2], {rule}}}")
    check(head + FIRST + SECOND)
    check(head + FIRST + SECOND.replace("5S", "«seed»6S"))


def test_a_dealt_card_that_differs() -> None:
    finding = only(HEAD + "- {up: TD, dealt: [3C 5H «seed»9H, 2D AD JS]}\n")
    assert where(finding) == (1, None, "Ann", "/hands/0/dealt/0")
    # exchanged between two players: the first of the two places
    check(HEAD + "- {up: TD, dealt: [3C 5H «seed»JS, 2D AD 8H]}\n")


def test_a_played_card_that_differs() -> None:
    finding = only(HEAD + "- {up: TD, bids: [1, 1], tricks: [AD 3C, 2D «seed»6H, JS 8H]}\n")
    assert where(finding) == (1, 2, "Ann", "/hands/0/tricks/1")


def test_it_is_one_finding_a_record() -> None:
    check(HEAD.replace("9H, 2S", "«seed»TH, 3S") + "- {up: 9D, dealt: [2C 3C 4C, 5C 6C 7C]}\n- {up: 2C}\n")
    check(HEAD + "- {up: «seed»9D, dealt: [2C 3C 4C, 5C 6C 7C]}\n- {up: 2C}\n")


def test_a_wrong_seed_or_game_is_found_at_the_first_card() -> None:
    for old, new in (("seed: friday", "seed: Friday"), ("game: 1", "game: 2")):
        check(HEAD.replace(old, new).replace("[9H, 2S]", "[«seed»9H, 2S]") + FIRST + SECOND)
        check(HEAD.replace(old, new).replace("draw: [9H, 2S]\n", "") + FIRST.replace("TD", "«seed»TD", 1) + SECOND)


def test_the_cut_moves_the_turn_up() -> None:
    check(HEAD + FIRST.replace("up: TD", "up: KD, cut: 1"))
    check(HEAD + FIRST.replace("up: TD", "up: KS, cut: 5"))
    check(HEAD + FIRST.replace("up: TD", "up: «seed»TD, cut: 1"))


def test_another_size_or_place_in_the_schedule_deals_other_cards() -> None:
    """Hand 2 of the seed, not hand 1 again, and with the dealer who follows."""
    check(HEAD + "- {hand: 2, up: 5S, dealt: [AC TD, 4C KH]}\n")
    check(HEAD + "- {hand: 2, up: «seed»TD, dealt: [3C 5H, 2D AD]}\n")


def test_a_hand_with_a_card_fault_is_not_compared_and_the_others_are() -> None:
    check(HEAD + "- {up: 9D, bids: [1, 1], tricks: [AD 3C, 2D «duplicate-card»3C, JS 8H]}\n" + SECOND)
    check(HEAD + "- {up: 9D, dealt: [«deal-size»3C 5H, 2D AD JS]}\n")
    check(HEAD + "- {up: 9D, bids: [1, 1], tricks: [AD «bad-card»1C, 2D 5H, JS 8H]}\n" + SECOND)
    check(
        HEAD
        + "- {up: 9D, bids: [1, 1], tricks: [AD 3C, 2D «duplicate-card»3C, JS 8H]}\n"
        + SECOND.replace("5S", "«seed»6S")
    )


def test_a_revoke_is_no_card_fault() -> None:
    """What was played illegally was held all the same, so it is compared."""
    check(HEAD + "- {up: TD, bids: [1, 1], tricks: [AD 3C, JS «revoke»5H, 2D «seed»9S]}\n")


def test_the_seed_never_supplies_holdings() -> None:
    """By the seed Bo holds the 4C, so the KH would be a revoke; but what was held is not written down."""
    check(HEAD + "- {hand: 2, up: 5S, bids: [1, 1], tricks: [AC KH]}\n")
    check(HEAD + "- {hand: 2, up: 5S, dealt: [AC TD, 4C KH], bids: [1, 1], tricks: [AC «revoke»KH]}\n")


def test_a_dealer_who_does_not_follow_is_the_one_fault() -> None:
    """Other dealer, other cards: that is a consequence."""
    check(HEAD.replace("dealer: Ann", "dealer: «dealer»Bo") + "- {up: TD, dealt: [3C 5H 8H, 2D AD JS]}\n")


def test_a_score_sheet_of_a_dealt_game_has_no_cards_to_compare() -> None:
    check(HEAD.replace("seed: friday", "seed: another").replace("draw: [9H, 2S]\n", "") + "- {bids: [1, 1]}\n")
