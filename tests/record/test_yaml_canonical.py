"""The quick way through canonical YAML reads what the parser reads, or nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_document
from bluke_cli.record.shape import RECORD_SHAPE
from bluke_cli.record.source import Document
from bluke_cli.record.tree import load, load_canonical
from bluke_cli.record.writer import write_yaml
from bluke_cli.record.yaml_canonical import canonical_value

SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.yaml"))
GAME = {
    "bluke": 1,
    "players": ["Ann", "Zoë", "no", "1"],
    "dealer": "1",
    "draw": ["AS 7D", "AC 2H", "3C", "HI"],
    "rules": {"schedule": [2, 1], "hook": True, "led_bluke": "next-suit"},
    "deal": {"method": "bluke-deal-1", "seed": "12", "game": 3},
    "hands": [
        {"hand": 1, "up": "7H", "bids": [1, 1, None, 2], "took": [1, 0, 0, 1]},
        {"up": "LO", "bids": [1, 1, 1, 1], "tricks": ["TS 2S! HI 9S"], "total": [-10, 0, 31, 21], "note": "a: b, [c]"},
    ],
    "stopped": "the last bus",
    "date": "2026-11-27",
    "bots": ["rules", None, "null", "x"],
    "match": {"plan": "ab", "block": 3, "timed": False, "faults": []},
}


def document(text: str) -> Document:
    return Document("x.yaml", 1, "yaml", text.encode(), 1)


@pytest.mark.parametrize("first", [True, False])
def test_a_canonical_record_is_read_quickly(first: bool) -> None:
    text = write_yaml(GAME, first=first)
    assert canonical_value(text) == GAME
    quick = load_canonical(document(text))
    assert quick is not None
    assert quick.place(("hands", 1, "tricks", 0), card=1) == (12 + (not first), 8)


def test_places_are_those_of_the_parser() -> None:
    text = write_yaml(GAME)
    quick, slow = load_canonical(document(text)), load(document(text), RECORD_SHAPE)
    assert quick is not None
    for path in [(), ("players", 1), ("hands", 0, "bids", 3), ("hands", 1, "note"), ("match", "block")]:
        assert quick.place(path) == slow.place(path)


def test_where_text_is_due_a_number_is_left_to_the_parser() -> None:
    text = write_yaml(GAME).replace('"1"', "1").replace('"12"', "12")
    assert text != write_yaml(GAME)
    reading = read_document(document(text))
    assert reading.findings == []
    assert reading.record is not None
    assert reading.record.players[3] == reading.record.dealer == "1"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_read_alike(path: Path) -> None:
    text = path.read_text("utf-8", "replace")
    assert_alike(text)


def test_a_character_changed_is_read_alike() -> None:
    rng = random.Random("canonical")
    text = write_yaml(GAME)
    quick = 0
    for _ in range(4000):
        at = rng.randrange(len(text))
        put = rng.choice(
            ["", " ", "\n", "x", "1", "-", ":", '"', "'", ",", "[", "{", "#", "\t", "~", "null", "0", "!", "é"]
        )
        quick += assert_alike(text[:at] + put + text[at + rng.randrange(3) :])
    assert quick > 40


SHEET = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
rules: {schedule: [1, 2]}
hands:
- {bids: [1, 1], took: [0, 1]}
- {bids: [1, 1], took: [1, 1]}
"""
BLOCKS = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
rules: {schedule: [1, 2]}
hands:
- bids: [1, 1]
  took: [0, 1]
- bids: [1, 1]
  took: [1, 1]
"""


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (SHEET, "}\n- {", "}, {"),
        (SHEET, "}\n- {", "},\n  {"),
        (SHEET, "- {bids: [1, 1], took: [0", "- {bids: [1, 1],\n  took: [0"),
        (SHEET, "[1, 1]}\n", "[1, 1]}\nfinal: [1000000000000000000, 1]\n"),
        (SHEET, "hands:", "hands:\n- {bids: [1, 1], took: [1, 0]}\nhands:"),
        (SHEET, "[1, 1]}\n", "[1, 1]}\nfinal: [1, 1]\nhands:\n- {bids: [1, 1]}\n"),
        (SHEET, "hands:", "bots:\n- \n- x\nhands:"),
        (BLOCKS, "- bids", "  {\n  bids"),
        (BLOCKS, "[0, 1]\n- ", "[0, 1]},{\n  "),
        (BLOCKS, "bids: [1", "bids: \n [1"),
        (BLOCKS, "bids: [1, 1]", "bids: [1,\n 1]"),
    ],
)
def test_what_could_pass_for_json_is_not_therefore_yaml(text: str, old: str, new: str) -> None:
    assert canonical_value(text) is not None
    mutant = text.replace(old, new, 1)
    assert mutant != text
    assert canonical_value(mutant) is None


def assert_alike(text: str) -> bool:
    """Assert that the quick value, if there is one and it is a record, is the parser's; return whether it was."""
    value = canonical_value(text)
    if value is None:
        return False
    try:
        GameRecord.model_validate(value)
    except ValueError:
        return False
    loaded = load(document(text), RECORD_SHAPE)
    assert loaded.findings == []
    assert loaded.value == value
    return True
