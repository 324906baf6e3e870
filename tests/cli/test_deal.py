"""`bluke deal`: each option does what it says, and what cannot be is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import bluke


def deal(*options: str) -> Any:
    """Deal one game of the seed `friday`; return the record."""
    run = bluke("deal", "--seed", "friday", "--to", "jsonl", *options)
    assert (run.status, run.err) == (0, "")
    (record,) = run.objects
    return record


def test_a_seed_always_deals_the_same_and_another_another() -> None:
    assert deal() == deal()
    assert bluke("deal", "--seed", "saturday", "--to", "jsonl").objects[0]["hands"] != deal()["hands"]
    assert deal()["deal"] == {"method": "bluke-deal-1", "seed": "friday", "game": 1}


def test_without_a_seed_a_new_one_is_made_and_written_down() -> None:
    first, second = (bluke("deal", "--to", "jsonl").objects[0] for _ in range(2))
    seed = first["deal"]["seed"]
    assert len(seed) == 64
    assert seed != second["deal"]["seed"]
    assert bluke("deal", "--seed", seed, "--to", "jsonl").objects == [first]


@pytest.mark.parametrize("count", range(2, 16))
def test_players(count: int) -> None:
    record = deal("--players", str(count))
    assert record["players"] == [f"P{seat}" for seat in range(1, count + 1)]
    assert len(record["hands"][0]["dealt"]) == count


def test_names() -> None:
    assert deal("--name", "Ann", "--name", "No", "--players", "2")["players"] == ["Ann", "No"]


def test_several_games_from_any_on() -> None:
    run = bluke("deal", "--seed", "friday", "-n", "3", "--game", "5", "--to", "jsonl")
    assert [record["deal"]["game"] for record in run.objects] == [5, 6, 7]
    assert run.objects[1] == deal("--game", "6")


def test_only_some_hands() -> None:
    whole = deal()
    assert [hand["hand"] for hand in whole["hands"]] == list(range(1, 26))
    assert deal("--hand", "17", "--hand", "2", "--hand", "17")["hands"] == [whole["hands"][1], whole["hands"][16]]


def test_house_rules() -> None:
    record = deal("--rules", "schedule=2-1", "--rules", "hook=true", "--rules", "points=10")
    assert record["rules"] == {"schedule": [2, 1], "hook": True}
    assert [len(hand["dealt"][0].split()) for hand in record["hands"]] == [2, 1]


def test_every_format_holds_the_same() -> None:
    for count in ("1", "2"):
        options = ["--seed", "friday", "-n", count, "--hand", "3"]
        lines = bluke("deal", *options, "--to", "jsonl").out
        assert bluke("convert", "--to", "jsonl", stdin=bluke("deal", *options).out).out == lines
        assert bluke("deal", *options).out == bluke("deal", *options, "--to", "yaml").out
        assert bluke("convert", "--to", "jsonl", stdin=bluke("deal", *options, "--to", "json").out).out == lines
    assert json.loads(bluke("deal", "--seed", "friday", "--to", "json").out) == deal()


def test_text_is_for_reading_aloud() -> None:
    text = bluke("deal", "--seed", "friday", "--hand", "25", "--to", "text").out
    assert "P3 deals" in text
    assert deal("--hand", "25")["hands"][0]["dealt"][0] in text


def test_output(tmp_path: Path) -> None:
    path = tmp_path / "deal"
    run = bluke("deal", "--seed", "friday", "--to", "jsonl", "-o", str(path))
    assert (run.status, run.out) == (0, "")
    assert json.loads(path.read_text()) == deal()
    assert bluke("deal", "--seed", "friday", "--output", "-").out == bluke("deal", "--seed", "friday").out


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("--players 1", "2<=x<=15"),
        ("--players 16", "2<=x<=15"),
        ("--players 3 --name A --name B", "--players says 3"),
        ("--name A", "2 to 15 players"),
        ("--name A --name A", "two players are called"),
        ("-n 0", "x>=1"),
        ("--game 0", "--game"),
        ("--hand 0", "x>=1"),
        ("--hand 26", "no hand 26"),
        ("--hand 3 --rules schedule=2-1", "no hand 3"),
        ("--rules hook", "key=value"),
        ("--rules hook=maybe", "hook"),
        ("--rules bag_limit=5", "bag_penalty"),
        ("--rules schedule=30", "it can have 1 to 13"),
        ("--to csv", "yaml"),
        ("--seed", "--seed"),
        ("friday", "friday"),
    ],
)
def test_what_cannot_be_is_wrong_usage(line: str, hint: str) -> None:
    run = bluke("deal", *line.split())
    assert (run.status, run.out) == (2, "")
    assert hint in run.err.splitlines()[-1]


@pytest.mark.parametrize("seed", ["", "x" * 257, "\ud800"])
def test_a_seed_has_1_to_256_characters(seed: str) -> None:
    assert bluke("deal", "--seed", seed).status == 2
    assert bluke("deal", "--seed", "\U0001f0cf" * 256, "--hand", "1").status == 0
