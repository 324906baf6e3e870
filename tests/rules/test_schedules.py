"""Schedules: the default one, those that are written, and those that cannot be."""

from __future__ import annotations

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.record.limits import MAX_HANDS
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import MAX_SCHEDULE, default_schedule, parse_schedule


def test_the_default_schedule_has_25_hands_and_181_tricks() -> None:
    sizes = HouseRules().hand_sizes(4)
    assert sizes == (13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
    assert sum(sizes) == 181


@pytest.mark.parametrize(("players", "top"), [(2, 13), (3, 13), (4, 13), (5, 10), (6, 8), (7, 7), (8, 6), (15, 3)])
def test_more_players_start_with_fewer_cards(players: int, top: int) -> None:
    sizes = default_schedule(players)
    assert (sizes[0], min(sizes), sizes[-1], len(sizes)) == (top, 1, top, 2 * top - 1)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("7-1-7", [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]),
        ("3-1,1-3", [3, 2, 1, 1, 2, 3]),
        ("3-1-3", [3, 2, 1, 2, 3]),
        ("5", [5]),
        ("5,5,2", [5, 5, 2]),
        ("1-3", [1, 2, 3]),
        ("2-2", [2]),
        ("3-1-2-1", [3, 2, 1, 2, 1]),
        ("4,2-1", [4, 2, 1]),
    ],
)
def test_a_schedule_as_text(text: str, sizes: list[int]) -> None:
    assert parse_schedule(text) == sizes
    assert HouseRules.from_mapping({"schedule": text}, 4).hand_sizes(4) == tuple(sizes)


def test_doubling_the_one_card_hand() -> None:
    sizes = parse_schedule("13-1,1-13")
    assert len(sizes) == 26
    assert sizes.count(1) == 2


def test_the_largest_hand_of_a_schedule_is_what_the_pack_allows() -> None:
    assert HouseRules.from_mapping({"schedule": [26]}, 2).hand_sizes(2) == (26,)
    assert HouseRules.from_mapping({"schedule": [17]}, 3).hand_sizes(3) == (17,)
    for players in range(2, 16):
        HouseRules.from_mapping({"schedule": [53 // players]}, players)
        with pytest.raises(RuleViolation):
            HouseRules.from_mapping({"schedule": [53 // players + 1]}, players)


@pytest.mark.parametrize(
    ("schedule", "players", "at", "words"),
    [
        ([3, 14], 4, 1, ["hand 2", "14 cards", "4 players", "1 to 13"]),
        ("13-14", 4, 1, ["hand 2", "14 cards"]),
        ([5, 0], 4, 1, ["not 0"]),
        ("3-0", 4, 3, ["not 0"]),
        ("1-900-1", 4, None, ["900"]),
        ("99999-1", 4, None, ["99999"]),
        ("1," * 1000 + "1", 4, None, ["1000 hands"]),
        ("007-1", 4, None, ["leading zeros"]),
        ("7\u20131", 4, None, ["7\u20131"]),
    ],
)
def test_a_schedule_that_cannot_be_says_which_hand_and_why(
    schedule: object, players: int, at: int | None, words: list[str]
) -> None:
    with pytest.raises(RuleViolation) as caught:
        HouseRules.from_mapping({"schedule": schedule}, players)
    assert (caught.value.code, caught.value.key, caught.value.at) == ("bad-rule", "schedule", at)
    assert all(word in caught.value.reason for word in words), caught.value.reason


def test_a_schedule_that_goes_up_and_down_for_ever_takes_no_memory() -> None:
    assert len(parse_schedule("1-53-" * 200_000 + "1")) < 2000


def test_a_game_of_the_longest_schedule_can_be_written_down() -> None:
    assert MAX_SCHEDULE == MAX_HANDS
