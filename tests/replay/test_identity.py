"""The id of a record, and its normal form (docs/format.md, How a record is written)."""

from __future__ import annotations

import hashlib

import pytest

from bluke_cli.replay.identity import facts, identity, normalised
from tests.replay.made import HEAD, record_of

GAME = (
    HEAD
    + """\
rules: {schedule: [2, 1, 1]}
hands:
- up: 7H
  bids: [1, 1, 2]
  tricks: [4C 6C 2C, 7C 3C! 5C]
- {trump: none, bids: [1, 1, 1], took: [0, 1, 0]}
- {up: LO, cut: 3, dealt: [9C, TS, 2C]}
"""
)
FACTS = (
    '{"bluke":1,"players":["Ann","Bo","Cy"],"dealer":"Ann","rules":{"schedule":[2,1,1]},"hands":['
    '{"hand":1,"up":"7H","bids":[1,1,2],"tricks":["4C 6C 2C","7C 3C! 5C"]},'
    '{"hand":2,"trump":"none","bids":[1,1,1],"took":[0,1,0]},'
    '{"hand":3,"up":"LO","cut":3,"dealt":["9C","TS","2C"]}]}'
)


def test_the_id_is_the_hash_of_the_facts_as_a_line_of_json() -> None:
    assert identity(record_of(GAME)) == hashlib.sha256(FACTS.encode()).hexdigest()
    assert identity(record_of(GAME)) == "272163be6ffb4c28c929909f937b9c4817482dab2e19bce5a4ff077aeca25a95"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dealer: Ann\n", "dealer: Ann\nscorekeeper: Bo\n"),
        ("dealer: Ann\n", "draw: [AS, 2C, 3C]\n"),  # the draw decides the same dealer
        ("dealer: Ann\n", "dealer: Ann\ndeal: {method: bluke-deal-1, seed: friday, game: 1}\n"),
        ("schedule: [2, 1, 1]", "schedule: [2, 1, 1], points: 10, hook: false"),
        ("[2, 1, 1]", '"2-1,1"'),
        ("- up: 7H\n", "- hand: 1\n  size: 2\n  dealer: Ann\n  trump: H\n  up: 7h\n"),
        ("- up: 7H\n", "- up: 7♥\n  cut: 0\n  note: anything\n  x-mine: 1\n"),
        ("  bids: [1, 1, 2]\n", "  dealt: [2C 5C, 4C 7C, 3C 6C]\n  bids: [1, 1, 2]\n"),
        ("5C]\n", "5C]\n  took: [0, 1, 1]\n  score: [1, 2, 3]\n  total: [4, 5, 6]\n"),
        ("[4C 6C 2C,", '[" 4c  6C 2C ",'),
        (
            "hands:\n",
            "final: [1, 2, 3]\nwinners: [Cy]\nstopped: here\ndate: today\nbots: [null, a, b]\nx-y: 1\nhands:\n",
        ),
    ],
)
def test_claims_and_spellings_do_not_change_the_id(old: str, new: str) -> None:
    assert old in GAME
    assert identity(record_of(GAME.replace(old, new, 1))) == identity(record_of(GAME))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("players: [Ann, Bo, Cy]", "players: [Ann, Bo, Cyn]"),
        ("dealer: Ann", "dealer: Bo"),
        ("[2, 1, 1]", "[2, 1, 2]"),
        ("schedule: [2, 1, 1]", "schedule: [2, 1, 1], points: 5"),
        ("up: 7H", "up: 8H"),
        ("bids: [1, 1, 2]", "bids: [1, 2, 1]"),
        ("bids: [1, 1, 2]", "bids: [1, 1, null]"),
        ("4C 6C 2C", "6C 4C 2C"),
        ("3C!", "3C"),
        ("trump: none", "trump: C"),
        ("took: [0, 1, 0]", "took: [0, 0, 1]"),
        ("cut: 3", "cut: 4"),
        ("dealt: [9C, TS", "dealt: [TS, 9C"),
        (", dealt: [9C, TS, 2C]", ""),
        ("- {up: LO", "- {hand: 4, up: LO"),
    ],
)
def test_every_fact_changes_the_id(old: str, new: str) -> None:
    assert old in GAME
    assert identity(record_of(GAME.replace(old, new, 1))) != identity(record_of(GAME))


def test_a_deal_is_sorted_and_counts_only_while_the_play_is_not_complete() -> None:
    head = HEAD + "rules: {schedule: [2]}\nhands:\n- {up: 7H, dealt: "
    one, other = (record_of(head + deal + "}\n") for deal in ("[LO 2C, 4C HI, 3C 6C]", "[2C LO, HI 4C, 6C 3C]"))
    assert identity(one) == identity(other)
    assert facts(one)["hands"] == [{"hand": 1, "up": "7H", "dealt": ["2C LO", "4C HI", "3C 6C"]}]


def test_what_is_not_known_is_left_out() -> None:
    record = record_of("bluke: 1\nplayers: [Ann, Bo]\nrules: {points: 10}\nhands:\n- {}\n")
    assert facts(record) == {"bluke": 1, "players": ["Ann", "Bo"], "hands": [{"hand": 1}]}


def test_names_are_hashed_as_utf_8() -> None:
    record = record_of("bluke: 1\nplayers: [Zoë, 李]\nhands: []\n")
    text = '{"bluke":1,"players":["Zoë","李"],"hands":[]}'
    assert identity(record) == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_the_normal_form_names_only_rules_that_differ() -> None:
    record = record_of(HEAD + 'rules: {schedule: "2-1-2", points: 10, hook: true}\nhands: []\n')
    made = normalised(record)
    assert made.rules is not None
    assert made.rules.written() == {"schedule": [2, 1, 2], "hook": True}
    assert normalised(made) == made
    assert normalised(record_of(HEAD + 'rules: {schedule: "13-1-13", tie: shared}\nhands: []\n')).rules is None
    assert normalised(record_of(HEAD + "hands: []\n")).rules is None


def test_wrong_house_rules_are_kept_as_they_stand() -> None:
    record = record_of(HEAD + "rules: {bag_limit: 5, points: 10}\nhands: []\n")
    assert normalised(record) == record


def test_the_normal_form_has_the_same_id() -> None:
    record = record_of(GAME.replace("[2, 1, 1]", '"2-1,1"').replace("schedule:", "points: 10, schedule:"))
    assert identity(normalised(record)) == identity(record)
