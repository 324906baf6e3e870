"""One recorded hand as facts: what is known of its trump, its cards and its tricks (docs/format.md, Hand fields)."""

from __future__ import annotations

import pytest

from bluke_cli.replay.hands import HandFacts, facts_of, known, play_of, taken
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.cards import card, cards
from tests.replay.made import HEAD, record_of


def facts(hand: str, number: int = 1, rules: str = "{schedule: [2, 1]}") -> tuple[HandFacts, Table]:
    record = record_of(f"{HEAD}rules: {rules}\nhands:\n- {hand}\n")
    table = table_of(record)
    return facts_of(record.hands[0], number, table), table


def test_names_texts_and_numbers_become_seats_and_cards() -> None:
    found, _ = facts(
        "{up: 7H, cut: 3, dealt: [2C 3C, 4C 5C, 6C 7C], bids: [1, null, 2], tricks: [4C 6C! 2C], took: [1, 0, 1]}"
    )
    assert (found.number, found.players, found.size, found.dealer) == (1, 3, 2, 0)
    assert (found.up, found.has_trump, found.trump, found.cut) == (card("7H"), True, 2, 3)
    assert found.dealt == [cards("2C 3C"), cards("4C 5C"), cards("6C 7C")]
    assert found.tricks == [cards("4C 6C 2C")]
    assert found.marks == {(0, 1)}
    assert (found.bids, found.took) == ([1, None, 2], [1, 0, 1])


def test_a_later_hand_has_its_own_size_and_dealer() -> None:
    found, _ = facts("{up: 7H}", 2)
    assert (found.size, found.dealer) == (1, 1)
    beyond, _ = facts("{up: 7H}", 3)
    assert beyond.size is None


@pytest.mark.parametrize(
    ("hand", "has_trump", "trump"),
    [
        ("{up: 2C}", True, 0),
        ("{up: AS}", True, 3),
        ("{up: LO}", True, None),
        ("{up: HI}", True, None),
        ("{trump: D}", True, 1),
        ("{trump: none}", True, None),
        ("{up: 2C, trump: D}", True, 0),  # the turn-up is the fact
        ("{bids: [1, 1, 1]}", False, None),
    ],
)
def test_trump_is_known_by_the_turn_up_or_else_by_what_is_written(
    hand: str, has_trump: bool, trump: int | None
) -> None:
    found, _ = facts(hand)
    assert (found.has_trump, found.trump) == (has_trump, trump)


def test_a_deal_is_a_claim_once_every_card_is_played() -> None:
    tricks = "tricks: [4C 6C 2C, 7C 3C 5C]"
    found, table = facts(f"{{up: 7H, dealt: [2C 9S, 4C 5C, 6C 7C], {tricks}}}")
    assert found.has_every_card
    play = play_of(found, table)
    assert play is not None
    assert (play.faults, play.is_complete, play.won) == ([], True, [0, 0, 2])
    found, table = facts("{up: 7H, dealt: [9C 9S, 4C 5C, 6C 7C], tricks: [4C 6C 2C, 7C 3C]}")
    assert not found.has_every_card
    play = play_of(found, table)
    assert play is not None
    assert [(fault.code, fault.trick, fault.card, fault.seat) for fault in play.faults] == [("card-not-held", 0, 2, 0)]
    assert play.is_cut_short
    unsound = play_of(found, table, deal_is_fact=False)
    assert unsound is not None
    assert unsound.faults == []


@pytest.mark.parametrize("hand", ["{up: 7H}", "{tricks: [4C 6C 2C]}", "{up: 7H, tricks: []}"])
def test_a_play_cannot_be_followed_without_tricks_or_trump(hand: str) -> None:
    assert play_of(*facts(hand)) is None


def test_a_play_cannot_be_followed_without_a_dealer_or_beyond_the_schedule() -> None:
    hand = "{up: 7H, tricks: [4C 6C 2C]}"
    assert play_of(*facts(hand, 3)) is None
    record = record_of(f"bluke: 1\nplayers: [Ann, Bo, Cy]\nhands:\n- {hand}\n")
    assert play_of(facts_of(record.hands[0], 1, table_of(record)), table_of(record)) is None


def test_tricks_taken_come_from_the_play_or_else_from_the_sheet() -> None:
    for hand, took in (
        ("{up: 7H, tricks: [4C 6C 2C, 7C 3C 5C], took: [1, 1, 0]}", [0, 0, 2]),
        ("{up: 7H, tricks: [4C 6C 2C, 7C 3C], took: [1, 1, 0]}", [1, 1, 0]),
        ("{up: 7H, tricks: [4C 6C 2C, 7C 3C]}", None),
        ("{took: [1, 1, 0]}", [1, 1, 0]),
        ("{took: [1, null, 0]}", None),
        ("{up: 7H}", None),
    ):
        found, table = facts(hand)
        assert taken(found, play_of(found, table), table) == took, hand


@pytest.mark.parametrize(
    ("bids", "known_bids"), [("[1, 0, 2]", [1, 0, 2]), ("[1, null, 2]", None), ("[1, 2]", None), ("[]", None)]
)
def test_bids_are_all_there_or_not(bids: str, known_bids: list[int] | None) -> None:
    found, _ = facts(f"{{bids: {bids}}}")
    assert found.all_bids == known_bids
    assert len(found.bids_by_seat or ()) == 3


def test_a_list_is_known_if_nothing_in_it_is_missing() -> None:
    assert known([1, 0, 2]) == [1, 0, 2]
    assert known([1, None]) is None
    assert known(None) is None
    assert known([]) == []


def test_to_a_viewer_the_other_holdings_are_not_there() -> None:
    record = record_of(HEAD + "hands:\n- {up: 7H, dealt: [2C 3C, 4C 5C, 6C 8C]}\n")
    found = facts_of(record.hands[0], 1, table_of(record), viewer=1)
    assert found.dealt == [[], [2, 3], []]
    assert found.hidden == {0, 2}
