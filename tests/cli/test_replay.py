"""`bluke replay`: which hands and tricks are told, in which form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import LINE, PLAYED, SHEET, bluke, write


def test_a_game_is_told_card_by_card() -> None:
    run = bluke("replay", stdin=PLAYED)
    assert (run.status, run.err) == (0, "")
    assert "1. Bo 2S, Ann 9S  → Ann" in run.out
    assert "1. Ann 5C, Bo LO  → Bo" in run.out
    assert run.out.endswith("\nFinal: Ann 1, Bo 0\nAnn wins.\n")
    assert run.out == bluke("replay", "--to", "text", stdin=PLAYED).out


def test_only_some_hands_and_tricks() -> None:
    events = bluke("replay", "--to", "jsonl", "--hand", "2", stdin=PLAYED).objects
    assert {event["hand"] for event in events if "hand" in event} == {2}
    assert [event["card"] for event in events if event["event"] == "card"] == ["5C", "LO"]
    events = bluke("replay", "--to", "jsonl", "--hand", "1", "--trick", "2", stdin=PLAYED).objects
    assert [event["card"] for event in events if event["event"] == "card"] == ["3C", "4D"]
    both = bluke("replay", "--hand", "2", "--hand", "1", "--trick", "1", "--trick", "2", stdin=PLAYED).out
    assert both.count("→") == 3


def test_a_sheet_without_cards_has_its_scores_told() -> None:
    assert "Ann" in bluke("replay", stdin=SHEET).out
    assert bluke("replay", "--input-format", "yaml", stdin=SHEET).out == bluke("replay", stdin=LINE).out


def test_a_play_against_the_rules_is_marked_and_the_hand_goes_on() -> None:
    revoke = PLAYED.replace("2S 9S", "2S 9C").replace("3C 4D", "2C 4S")
    run = bluke("replay", "--hand", "1", stdin=revoke)
    assert run.status == 0
    assert "!" in run.out
    assert "  2. " in run.out


def test_output_and_several_records(tmp_path: Path) -> None:
    path = tmp_path / "story"
    one = bluke("replay", stdin=PLAYED).out
    assert bluke("replay", "-o", str(path), "-", write(tmp_path, "b", PLAYED), stdin=PLAYED).out == ""
    assert path.read_text() == f"{one}\n{one}"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("--hand 0", "x>=1"),
        ("--hand 3", "no hand 3"),
        ("--trick 0", "x>=1"),
        ("--to csv", "text"),
        ("--input-format csv", "yaml"),
    ],
)
def test_what_cannot_be_is_wrong_usage(line: str, hint: str) -> None:
    run = bluke("replay", *line.split(), stdin=PLAYED)
    assert (run.status, run.out) == (2, "")
    assert hint in run.err.splitlines()[-1]
