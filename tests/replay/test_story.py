"""A record told in events: what happened, in order, as far as it is written down."""

from __future__ import annotations

import json
from typing import Any

from bluke_cli.replay.story import tell
from tests.replay.made import HEAD, record_of

GAME = (
    HEAD
    + """\
rules: {schedule: [2, 1]}
hands:
- up: 7H
  bids: [1, 1, 2]
  tricks: [4C 6C 2C, 7C 3C 5C]
- {trump: none, bids: [1, 1, 1], took: [0, 1, 0]}
"""
)


def told(text: str, **only: Any) -> list[dict[str, Any]]:
    return list(tell(record_of(text), **only))


def kinds(events: list[dict[str, Any]]) -> str:
    return " ".join(event["event"] for event in events)


def test_a_game_is_told_in_order() -> None:
    hand = "deal bid bid bid card card card trick card card card trick hand-end"
    assert kinds(told(GAME)) == f"game {hand} deal bid bid bid hand-end game-end"


def test_every_event_can_be_written_as_json() -> None:
    assert [json.loads(json.dumps(event)) for event in told(GAME)] == told(GAME)


def test_bids_are_told_in_the_order_they_were_made() -> None:
    bids = [(event["hand"], event["player"], event["bid"]) for event in told(GAME) if event["event"] == "bid"]
    assert bids == [(1, "Bo", 1), (1, "Cy", 2), (1, "Ann", 1), (2, "Cy", 1), (2, "Ann", 1), (2, "Bo", 1)]


def test_cards_and_tricks_are_told_with_their_players() -> None:
    events = told(GAME)
    cards = [(event["trick"], event["player"], event["card"]) for event in events if event["event"] == "card"]
    assert cards == [
        *((1, "Bo", "4C"), (1, "Cy", "6C"), (1, "Ann", "2C")),
        *((2, "Cy", "7C"), (2, "Ann", "3C"), (2, "Bo", "5C")),
    ]
    tricks = [(event["winner"], event["won"]) for event in events if event["event"] == "trick"]
    assert tricks == [("Cy", [0, 0, 1]), ("Cy", [0, 0, 2])]


def test_hands_and_game_end_with_their_sums() -> None:
    events = told(GAME)
    first, second = (event for event in events if event["event"] == "hand-end")
    assert (first["took"], first["score"], first["total"], first["ended"]) == (
        [0, 0, 2],
        [-10, -10, 20],
        [-10, -10, 20],
        None,
    )
    assert (second["took"], second["score"], second["total"]) == ([0, 1, 0], [-10, 10, -10], [-20, 0, 10])
    assert events[-1] == {"event": "game-end", "final": [-20, 0, 10], "winners": ["Cy"], "stopped": None}


def test_only_some_hands_or_tricks_are_told() -> None:
    assert kinds(told(GAME, hands=[2])) == "deal bid bid bid hand-end"
    assert kinds(told(GAME, hands=[1], tricks=[2])) == "card card card trick"
    (trick,) = (event for event in told(GAME, hands=[1], tricks=[2]) if event["event"] == "trick")
    assert trick["won"] == [0, 0, 2]  # all tricks so far, told or not
    (end,) = (event for event in told(GAME, hands=[2]) if event["event"] == "hand-end")
    assert end["total"] == [-20, 0, 10]


def test_a_revoke_is_told_at_its_card() -> None:
    events = told(HEAD + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2D, 7C 3C 5C]}\n")
    faults = [
        (event["player"], event["fault"] and event["fault"]["code"]) for event in events if event["event"] == "card"
    ]
    assert faults == [("Bo", None), ("Cy", None), ("Ann", "revoke"), ("Cy", None), ("Ann", None), ("Bo", None)]


def test_a_fault_that_ends_the_play_is_told_at_the_end_of_the_hand() -> None:
    events = told(HEAD + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C, 7C 4C 5C]}\n")
    assert kinds(events) == "game deal bid bid bid card card card trick card hand-end game-end"
    (end,) = (event for event in events if event["event"] == "hand-end")
    assert end["ended"].startswith("trick 2: ")
    assert end["took"] is None


def test_bids_have_an_entry_for_each_player() -> None:
    events = told(HEAD + "hands:\n- {bids: [4, 5], took: [6, 3, 4]}\n")
    assert kinds(events) == "game deal bid bid hand-end game-end"
    assert events[-2]["bids"] == [4, 5, None]


def test_what_is_not_written_is_null() -> None:
    (game, deal, end, last) = told("bluke: 1\nplayers: [Ann, Bo]\nhands:\n- {}\n")
    assert (game["dealer"], game["hands"]) == (None, 25)
    assert {key: deal[key] for key in ("dealer", "up", "trump", "dealt")} == dict.fromkeys(
        ("dealer", "up", "trump", "dealt")
    )
    assert (end["bids"], end["took"], end["score"], end["total"]) == (None, None, None, None)
    assert (last["final"], last["winners"]) == (None, None)


def test_tricks_that_cannot_be_followed_are_not_told_and_that_is_said() -> None:
    events = told(HEAD + "rules: {schedule: [2]}\nhands:\n- {bids: [1, 1, 1], tricks: [4C 6C 2C]}\n")
    assert kinds(events) == "game deal bid bid bid hand-end game-end"
    assert events[-2]["ended"]
