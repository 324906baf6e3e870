"""Hands with the sizes of another game: told once, and judged by their own sizes (RULES 3)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.audit.marked import TWO, check, judged, only, where

DEFAULT = [*range(13, 0, -1), *range(2, 14)]


def sheet(sizes: Sequence[int], *, told: str = "size", mark: int | None = None) -> str:
    """Return a game of hands of these sizes as they are told; the hand at *mark* is where the finding should be."""
    lines = []
    for at, size in enumerate(sizes):
        here = "«hand-size»" if at == mark else ""
        cards = {
            "size": f"size: {here}{size}, bids: [1, 1], took: [{size}, 0]",
            "took": f"bids: [1, 1], took: {here}[{size}, 0]",
        }
        lines.append(f"- {{{cards[told]}}}\n")
    return TWO + "hands:\n" + "".join(lines)


@pytest.mark.parametrize("told", ["size", "took"])
@pytest.mark.parametrize(
    ("sizes", "schedule"),
    [
        ([7, 6, 5, 4, 3, 2, 1], "7-1"),
        ([7, 6, 5, 4, 5, 6, 7], "7-4-7"),
        ([*range(1, 12), *range(12, 0, -1)], "1-12-1"),
    ],
)
def test_a_short_game_without_its_schedule_is_told_once(sizes: list[int], schedule: str, told: str) -> None:
    finding = only(sheet(sizes, told=told, mark=0))
    assert where(finding) == (1, None, None, f"/hands/0/{told}")
    assert finding.fix is None
    assert f"schedule={schedule}" in finding.message


def test_named_as_the_message_says_nothing_is_found() -> None:
    named = sheet([7, 6, 5]).replace("hands:", 'rules: {schedule: "7-5"}\nhands:')
    check(named)


def test_the_finding_stands_at_the_first_hand_that_differs() -> None:
    doubled = [*range(13, 0, -1), *range(1, 14)]
    finding = only(sheet(doubled, mark=13))
    assert "schedule=13-1,1-13" in finding.message


def test_another_schedule_than_the_one_named() -> None:
    text = sheet([5, 4, 3, 2, 1], mark=0).replace("hands:", "rules: {schedule: 7-1-7}\nhands:")
    assert "schedule=5-1" in only(text).message


def test_cards_tell_sizes_too() -> None:
    one = "- {up: 7H, bids: [1, 1], tricks: [KS 2S]}\n- {up: 7H, bids: [1, 1], tricks: [KS 2S]}\n"
    finding = only(TWO + "hands:\n" + one.replace("tricks: [", "tricks: «hand-size»[", 1) + one)
    assert finding.pointer == "/hands/0/tricks"
    two = "- dealt: [AS KS, QS JS]\n"
    assert only(TWO + "hands:\n" + two.replace("[", "«hand-size»[") + two).pointer == "/hands/0/dealt"


def test_each_hand_is_judged_by_its_own_size() -> None:
    text = sheet([3, 2, 1], mark=0).replace("took: [2, 0]", "took: «took-sum»[1, 0]")
    check(text.replace("bids: [1, 1], took: [1, 0]", "bids: [«bid-range»2, 1], took: [1, 0]"))


def test_a_hand_left_out_is_told_once_and_the_others_keep_their_dealers() -> None:
    hands = sheet(DEFAULT[:2] + DEFAULT[3:], mark=2).split("- ")
    dealers = ["Ann", "Bo", *["Bo", "Ann"] * 11]
    dealt = [line.replace("{", f"{{dealer: {name}, ", 1) for name, line in zip(dealers, hands[1:], strict=True)]
    check("- ".join([hands[0], *dealt]))


def test_a_hand_left_out_is_missing_at_the_end() -> None:
    text = sheet(DEFAULT[:2] + DEFAULT[3:]).replace("stopped: here\n", "")
    left_out, missing = judged(text).findings
    assert (left_out.code, left_out.hand) == ("hand-size", 3)
    assert (missing.code, missing.message) == ("incomplete", "hand 3 is missing")


@pytest.mark.parametrize(
    "sizes",
    [
        [13, 12, 4, 10, 5, 8],  # two slips among six
        [13, 12, 12, 10],  # one slip
        [13, 11, 11, 9],  # half, but not one after the other
    ],
)
def test_slips_are_told_one_by_one(sizes: list[int]) -> None:
    slips = [size != due for size, due in zip(sizes, DEFAULT, strict=False)]
    found = [(finding.code, finding.hand) for finding in judged(sheet(sizes)).findings]
    numbers = [number for number, slip in enumerate(slips, 1) if slip]
    assert [hand for code, hand in found if code == "hand-size"] == numbers
    assert len(found) == 2 * len(numbers)


@pytest.mark.parametrize(
    "sizes",
    [
        *([12, 11], [12, 11, 11, 10], [12, 11, 10, 10], [12, 12, 12]),
        [13, 12, 11, 10, 11, 10, 9],  # one after the other, but most are as they should be
        [13, 12, 10, 9, 8],  # as if a hand was left out
    ],
)
def test_tricks_left_out_of_some_sums_speak_for_no_other_schedule(sizes: list[int]) -> None:
    codes = {finding.code for finding in judged(sheet(sizes, told="took")).findings}
    assert "hand-size" not in codes
    assert codes & {"took-sum", "took"}


def test_a_hand_that_is_being_played_tells_no_size() -> None:
    one = "- {up: 7H, bids: [1, 1], tricks: [KS 2S]}\n"
    assert "hand-size" not in {finding.code for finding in judged(TWO + "hands:\n" + one * 2).findings}


@pytest.mark.parametrize("numbers", [["x", "2", "3", "4"], ["1", "1", "2", "3"]])
def test_where_a_number_is_in_doubt_each_hand_is_told(numbers: list[str]) -> None:
    lines = (f"- {{hand: {number}, size: {size}}}\n" for number, size in zip(numbers, [7, 6, 5, 4], strict=True))
    found = judged(TWO + "hands:\n" + "".join(lines)).findings
    assert [finding.code for finding in found].count("hand-size") == 3


def test_of_a_schedule_with_gaps_the_name_is_not_known_nor_how_many_hands_there_are() -> None:
    hands = {1: 7, 2: 6, 4: 4}
    lines = (f"- {{hand: {number}, size: {size}, took: [{size}, 0], bids: [1, 1]}}\n" for number, size in hands.items())
    text = TWO.replace("stopped: here\n", "") + "hands:\n" + "".join(lines)
    assert "schedule=7-1-7" in only(text.replace("size: 7", "size: «hand-size»7")).message


def test_sizes_that_nobody_can_deal_are_no_schedule() -> None:
    check(TWO + "hands:\n- {size: «hand-size»99}\n- {size: «hand-size»98}\n")
