"""Differences as lines: one line a place, facts first, and nothing in them that commands a terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bluke_cli.audit.sides import Difference
from bluke_cli.report.diff import difference_json, difference_lines
from tests.cli.running import raw_controls


def fact(what: str, old: Any, new: Any, *place: Any) -> Difference:
    return Difference("fact", what, old, new, *place)


def follows(what: str, old: Any, new: Any, *place: Any) -> Difference:
    return Difference("follows", what, old, new, *place)


@pytest.mark.parametrize(
    ("difference", "line"),
    [
        (fact("player", "Bo", "Bob"), "player Bo → Bob"),
        (fact("seats", ["Ann", "Bo"], ["Bo", "Ann"]), "seats: Ann, Bo → Bo, Ann"),
        (fact("dealer", "Ann", None), "dealer: Ann → nothing"),
        (fact("rules.hook", False, True), "house rule hook: false → true"),
        (fact("rules.bag_limit", None, 3), "house rule bag_limit: none → 3"),
        (fact("rules.schedule", [3, 2, 1], [2, 1, 2]), "house rule schedule: 3-1 → 2-1-2"),
        (fact("stopped", None, "late"), "stopped: nothing → late"),
        (fact("up", "7H", "7S", 3), "hand 3 turn-up: 7H → 7S"),
        (fact("bids", 1, None, 3, None, "Ann"), "hand 3 bids: Ann 1 → nothing"),
        (fact("bids", [1, None], [1], 3), "hand 3 bids: 1 – → 1"),
        (
            fact("hand", None, {"up": "7H", "bids": [1, None], "tricks": ["2C 3C"]}, 3),
            "hand 3 added: up 7H, bids 1 –, 1 trick",
        ),
        (fact("hand", {}, None, 3), "hand 3 removed: empty"),
        (fact("trick", None, "2C 3C", 3, 2), "hand 3 trick 2: added 2C 3C"),
        (fact("trick", "2C 3C", None, 3, 2), "hand 3 trick 2: removed 2C 3C"),
        (fact("trick", "2C 3C", "2C", 3, 2), "hand 3 trick 2: 2C 3C → 2C"),
        (fact("order", "2C 3C", "3C 2C", 3, 2), "hand 3 trick 2: order 2C 3C → 3C 2C"),
        (fact("card", "2C", "3C", 3, 2, "Ann"), "hand 3 trick 2: Ann 2C → 3C"),
        (fact("card", "2C", "3C", 3, 2), "hand 3 trick 2: 2C → 3C"),
        (follows("trump", "C", "none", 3), "so hand 3: trump C → none"),
        (follows("leader", "Ann", "Bo", 3, 2), "so hand 3 trick 2: leader Ann → Bo"),
        (follows("winner", "Ann", None, 3, 2), "so hand 3 trick 2: winner Ann → nobody"),
        (
            follows("fault", None, {"code": "revoke", "reason": "why"}, 3, 2, "Bo"),
            "so hand 3 trick 2: Bo breaks a rule: why",
        ),
        (
            follows("fault", {"code": "revoke", "reason": "why"}, None, 3, 2, "Bo"),
            "so hand 3 trick 2: Bo no longer breaks a rule (why)",
        ),
        (follows("ended", None, "why", 3), "so hand 3: not told to its end: why"),
        (follows("ended", "why", None, 3), "so hand 3: told to its end"),
        (follows("standing", 3, 1, 3, None, "Bo"), "so hand 3 total: Bo 3 → 1 (-2)"),
        (follows("final", [1, 2], None), "so final: 1 2 → nothing"),
        (follows("winners", ["Ann"], ["Bo"]), "so winner: Ann → Bo"),
        (follows("winners", ["Ann", "Bo"], ["Bo"]), "so winners: Ann and Bo → Bo"),
        (Difference("claim", "total", 3, 1, 3, None, "Bo"), "claim hand 3 total: Bo 3 → 1"),
        (Difference("claim", "deal.seed", "a", "b"), "claim seed: a → b"),
        (Difference("about", "note", None, "late", 3), "about hand 3 note: nothing → late"),
        (Difference("about", "x-a", {"a": 1}, [1.5]), 'about x-a: {"a": 1} → [1.5]'),
    ],
)
def test_a_difference_is_a_line_of_its_own(difference: Difference, line: str) -> None:
    assert list(difference_lines([difference])) == [line]


def test_the_winner_stands_beside_the_card_and_the_numbers_of_a_player_together() -> None:
    found = [
        fact("card", "3D", "3H", 11, 2, "Ann"),
        fact("card", "4D", "5D", 11, 2, "Bo"),
        follows("winner", "Ann", "Bo", 11, 2),
        follows("leader", "Ann", "Bo", 11, 3),
        follows("took", 3, 2, 11, None, "Ann"),
        follows("took", 1, 2, 11, None, "Bo"),
        follows("score", 30, -30, 11, None, "Ann"),
        follows("final", 100, 40, None, None, "Ann"),
        follows("final", 80, 81, None, None, "Bo"),
    ]
    assert list(difference_lines(found)) == [
        "hand 11 trick 2: Ann 3D → 3H, Bo 4D → 5D, winner Ann → Bo",
        "so hand 11 trick 3: leader Ann → Bo",
        "so hand 11: Ann took 3 → 2, score 30 → -30; Bo took 1 → 2",
        "so final: Ann 100 → 40 (-60), Bo 80 → 81 (+1)",
    ]


def test_the_same_in_many_hands_is_one_line() -> None:
    points = [follows("score", 10, 5, number, None, name) for number in (1, 2, 3, 7) for name in ("Ann", "Bo")]
    found = [fact("rules.points", 10, 5), *points, follows("final", 40, 20, None, None, "Ann")]
    lines = list(difference_lines(found))
    assert lines[1:] == ["so hands 1 to 3, 7: other points", "so final: Ann 40 → 20 (-20)"]
    few = list(difference_lines([each for each in found if each.hand != 7]))
    assert len(few) == 5
    own = list(difference_lines([found[0], fact("up", "7H", "8H", 2), *found[1:]]))
    assert "so hand 2: Ann score 10 → 5; Bo score 10 → 5" in own
    assert "so hands 1, 3, 7: other points" not in own  # three are few


def test_claims_that_are_written_on_one_side_only_share_a_line() -> None:
    found = [Difference("claim", "score", None, [1, 2], number) for number in range(1, 26)]
    found += [Difference("claim", "total", [1, 2], None, 4)]
    assert list(difference_lines(found)) == [
        "claim hands 1 to 25: score written",
        "claim hand 4: total no longer written",
    ]


def test_json_holds_everything_and_is_one_line() -> None:
    line = difference_json(fact("card", "3D", "3H", 11, 2, "Ann"), 4)
    assert json.loads(line) == {
        "record": 4,
        "kind": "fact",
        "what": "card",
        "old": "3D",
        "new": "3H",
        "hand": 11,
        "trick": 2,
        "player": "Ann",
    }


def test_names_and_notes_command_no_terminal() -> None:
    evil = "a\x1b[31m\u202e\nb"
    for each in (
        fact("player", evil, "b"),
        fact("bids", 1, 2, 3, None, evil),
        Difference("about", evil, evil, {evil: evil}),
    ):
        (line,) = difference_lines([each])
        assert raw_controls(line + difference_json(each, 1)) == []
        assert "\n" not in line
