"""What is missing from a complete game: one finding, a warning that `stopped` silences (docs/format.md, Findings)."""

from __future__ import annotations

import pytest

from tests.audit.marked import check, judged, only, unmarked, where

HEAD = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2, 1]}\n"
FIRST = "- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D KD]}\n"
SECOND = "- {up: 7H, bids: [1, 1], took: [0, 1]}\n"


def test_a_complete_game_has_every_hand_scored() -> None:
    check(HEAD + "hands:\n" + FIRST + SECOND)
    check(HEAD + "hands:\n" + FIRST + SECOND, complete=True)


@pytest.mark.parametrize(
    ("hands", "spot"),
    [
        (" «incomplete»[]\n", (None, None, None, "/hands")),
        ("\n«incomplete»" + FIRST, (None, None, None, "/hands")),
        ("\n«incomplete»- {hand: 2, up: 7H, bids: [1, 1], took: [0, 1]}\n", (None, None, None, "/hands")),
        ("\n" + FIRST + "- «incomplete»{up: 7H}\n", (2, None, None, "/hands/1")),
        ("\n" + FIRST + "- «incomplete»{up: 7H, bids: [1, 1]}\n", (2, None, None, "/hands/1")),
        ("\n" + FIRST + "- «incomplete»{up: 7H, bids: [1, null]}\n", (2, None, None, "/hands/1")),
        ("\n" + FIRST + "- «incomplete»{up: 7H, bids: [1, 1], tricks: [4S]}\n", (2, None, None, "/hands/1")),
        ("\n" + FIRST + "- «incomplete»{up: 7H, bids: [1, 1], took: [0, null]}\n", (2, None, None, "/hands/1")),
        ("\n" + FIRST + "- «incomplete»{took: [0, 1]}\n", (2, None, None, "/hands/1")),
        ("\n" + FIRST + "- «incomplete»{bids: [1, 1], tricks: [4S 9S], took: [1, 0]}\n", (2, None, None, "/hands/1")),
        ("\n- «incomplete»{up: 7H}\n- {up: 8H}\n", (1, None, None, "/hands/0")),
    ],
)
def test_what_is_missing_is_one_finding(hands: str, spot: tuple[object, ...]) -> None:
    text = HEAD + "hands:" + hands
    assert where(only(text, complete=True)) == spot
    assert where(only(text.replace("«incomplete»", "«incomplete?»"))) == spot
    plain, _ = unmarked(text)
    assert judged(plain + "stopped: here\n").findings == []
    assert judged(plain + "stopped: here\n").is_sound
    # `stopped` is a reason, not an excuse
    check(text + "stopped: here\n", complete=True)


@pytest.mark.parametrize(
    ("hands", "code", "pointer"),
    [
        ("- {up: 7H, bids: [1, 1], took: 1}\n", "wrong-type", "/hands"),
        ("- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D 9S]}\n", "duplicate-card", "/hands"),
        ("- nothing\n", "wrong-type", "/hands"),
        ("- {dealer: Bo, bids: [1, 1], took: [1, 1]}\n", "dealer", "/hands"),
        (FIRST + "- {dealer: Ann, bids: [1, 1]}\n", "dealer", "/hands/1"),
    ],
)
def test_what_is_missing_elsewhere_is_told_beside_a_fault(hands: str, code: str, pointer: str) -> None:
    found = judged(HEAD + "hands:\n" + hands).findings
    assert [each.code for each in found] == [code, "incomplete"]
    assert found[1].pointer == pointer


def test_a_hand_at_fault_is_not_incomplete_as_well() -> None:
    check(HEAD + "hands:\n- {up: 7H, bids: [1, 1], tricks: [4S 9S, 3D «duplicate-card»9S]}\n" + SECOND, complete=True)
    check(HEAD + "hands:\n" + FIRST + "- {up: 7H, bids: [1, 1], took: «wrong-type»1}\n", complete=True)
    check(HEAD + "hands:\n- «wrong-type»nothing\n" + SECOND, complete=True)
    check(HEAD + "hands: «wrong-type»nothing\n", complete=True)
    check(HEAD + "hands:\n- {up: 7H, bids: [«bid-missing»null, 1], took: [1, 1]}\n" + SECOND, complete=True)


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace("]}", "], led_bluke: «bad-rule»foo}"),
        HEAD.replace("]}", "], trump_lead: «wrong-type»[free]}"),
        HEAD.replace("dealer: Ann", "dealer: «unknown-player»Eve"),
        "«missing-key»" + HEAD.replace("dealer: Ann\n", ""),
    ],
)
def test_of_a_play_that_cannot_be_judged_nothing_is_missing_where_every_card_is_there(head: str) -> None:
    check(head + "hands:\n" + FIRST + SECOND, complete=True)
    check(head + "hands:\n" + FIRST + "- «incomplete»{up: 7H, bids: [1, 1], tricks: [4S]}\n", complete=True)


def test_points_that_cannot_be_judged_may_tell_the_tricks() -> None:
    head = HEAD.replace("]}", "], points: «wrong-type»ten}")
    check(head + "hands:\n- {up: 7H, bids: [1, 1], score: [11, -10]}\n" + SECOND, complete=True)
    check(head + "hands:\n- «incomplete»{up: 7H, bids: [1, 1]}\n" + SECOND, complete=True)


def test_a_reason_for_stopping_that_cannot_be_read_is_a_reason() -> None:
    check(HEAD + "hands: []\nstopped: «wrong-type»[here]\n")


def test_too_few_tricks_in_the_last_hand_are_incomplete_not_a_fault() -> None:
    check(
        HEAD.replace("[2, 1]", "[2]") + "hands:\n- «incomplete»{up: 7H, bids: [1, 1], tricks: [4S 9S]}\n", complete=True
    )


def test_without_a_schedule_nothing_is_missing() -> None:
    check(HEAD.replace("[2, 1]", "«bad-rule»30-1") + "hands: []\n", complete=True)


def test_what_may_have_been_merged_is_not_called_missing() -> None:
    """One cause, one finding: the merge key is refused, and nobody knows what it would have brought."""
    first = "- «alias»&base {up: 7H, bids: [1, 1], took: [2, 0]}\n"
    check(HEAD + "hands:\n" + first + "- {«alias»<<: *base, up: HI}\n", complete=True)
    check(HEAD + "hands:\n" + first + "- {«alias»<<: *base, «alias»<<: *base, up: «bad-card»7X}\n", complete=True)
    check("«alias»<<: {players: [Ann, Bo], dealer: Ann}\nbluke: 1\nhands: []\n", complete=True)
    check(
        "bluke: 1\nplayers: [Ann, Bo]\n«alias»<<: {dealer: Ann}\nrules: {schedule: [1]}\nhands:\n" + SECOND,
        complete=True,
    )
    check(HEAD + "hands:\n" + FIRST + "- {«unknown-key»'<<': {}, up: 7H, bids: [1, 1], took: [0, 1]}\n", complete=True)


def test_what_is_missing_is_told_after_what_is_wrong() -> None:
    text = HEAD.replace("Bo", "Bo, Cy") + "hands:\n- {up: 7H}\n- {up: 7H, bids: [3, 1, 1], took: [0, 1, 0]}\n"
    found = judged(text, complete=True).findings
    assert [(each.code, each.line) for each in found] == [("bid-range", 7), ("incomplete", 6)]
