"""`bluke replay`: which hands and tricks are told, in which form, to whom, and with what status it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import LINE, PLAYED, SHEET, Run, bluke, raw_controls, write

DEALT = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
rules: {schedule: [2]}
hands:
- {up: 7H, dealt: [2C 3C, 4C 5C], bids: [1, 1], tricks: [4C 2C]}
"""


def replay(*arguments: str, record: str = PLAYED) -> Run:
    return bluke("replay", "--input-format", "yaml", *arguments, stdin=record)


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
        ("--hand 3", "no hand 3; hands 1 to 2 are written"),
        ("--trick 3", "no trick 3; no hand has more than 2 tricks"),
        ("--hand 2 --trick 2", "no trick 2; hand 2 has 1 trick"),
        ("--hand 2 --hand 1 --trick 99", "no trick 99; no hand of these has more than 2 tricks"),
        ("--trick 0", "x>=1"),
        ("--to csv", "text"),
        ("--input-format xml", "yaml"),
    ],
)
def test_what_cannot_be_is_wrong_usage(line: str, hint: str) -> None:
    run = bluke("replay", *line.split(), stdin=PLAYED)
    assert (run.status, run.out) == (2, "")
    assert hint in run.err.splitlines()[-1]


# What is told to whom, and what cannot be told


@pytest.mark.parametrize(
    ("record", "status"),
    [
        (PLAYED, 0),
        (SHEET, 0),
        (PLAYED.replace("3C 4D", "3C"), 0),  # breaks off
        (PLAYED.replace("9S", "9D").replace("4D", "4S"), 0),  # a revoke is told, and play goes on
        (PLAYED.replace("4D", "2S"), 1),  # cannot be followed
        (PLAYED.replace("4D", "4X"), 1),  # cannot be read
        (PLAYED.replace("up: 7H", "note: ''"), 1),  # tricks without a turn-up
        (PLAYED.replace("players", "plyers"), 1),
        (SHEET.replace("[2, 0]", "[2, x]"), 1),
        (SHEET.replace("[2, 1]", "[2, 99]"), 1),  # no possible house rule
        ("# nothing\n", 1),
    ],
)
@pytest.mark.parametrize("to", ["text", "jsonl"])
def test_status_1_says_that_something_was_not_told(record: str, status: int, to: str) -> None:
    run = replay("--to", to, record=record)
    assert run.status == status
    assert status == 0 or run.err or "cut_short" in run.out or "Not followed" in run.out or "rules.schedule" in run.out


def test_a_record_that_cannot_be_read_hides_no_other() -> None:
    run = replay(record=f"{SHEET}---\nplayers: 3\n---\n{PLAYED}")
    assert run.status == 1
    assert run.out.count("Final: Ann") == 2
    assert "\n\n\n" not in run.out
    assert not run.out.startswith("\n")


def test_what_was_told_of_a_damaged_record_stays_in_order() -> None:
    run = replay("--to", "jsonl", record=PLAYED.replace("3C 4D", "3C 4X"))
    kinds = " ".join(event["event"] for event in run.objects)
    hand = "deal bid bid card card trick hand-end"
    assert kinds == f"game {hand} {hand} game-end"


@pytest.mark.parametrize(("seat", "own"), [("Ann", 0), ("1", 0), ("Bo", 1), ("2", 1)])
def test_a_seat_is_a_name_or_a_number(seat: str, own: int) -> None:
    run = replay("--from", seat, "--to", "jsonl", record=DEALT)
    (dealt,) = (event["dealt"] for event in run.objects if event["event"] == "deal")
    assert [text is not None for text in dealt] == [own == 0, own == 1]
    assert run.objects[0]["viewer"] == ["Ann", "Bo"][own]


def test_a_name_comes_before_a_number() -> None:
    run = replay("--from", "1", "--to", "jsonl", record=DEALT.replace("[Ann, Bo]", "[Ann, '1']"))
    assert run.objects[0]["viewer"] == "1"


@pytest.mark.parametrize("seat", ["Cy", "0", "3", "-1", "", "²"])
def test_nobody_of_that_name_is_wrong_usage_and_tells_nothing(seat: str) -> None:
    run = replay("--from", seat)
    assert (run.status, run.out) == (2, "")
    assert "no player" in run.err


def test_a_record_without_that_player_hides_no_other() -> None:
    other = PLAYED.replace("Bo", "Cy")
    run = replay("--from", "Cy", record=f"{PLAYED}---\n{other}")
    assert run.status == 2
    assert run.out.startswith("Ann, Cy;")
    run = replay("--hand", "2", record=f"{PLAYED.split('- up: HI')[0]}---\n{other}")
    assert run.status == 2
    assert "Hand 2: 1 card, Cy deals" in run.out


@pytest.mark.parametrize("to", ["text", "jsonl"])
@pytest.mark.parametrize("why", [[], ["--why"]])
def test_the_cards_of_the_others_are_nowhere_in_what_is_written(to: str, why: list[str]) -> None:
    shown = replay("--to", to, *why, record=DEALT)
    hidden = replay("--from", "Bo", "--to", to, *why, record=DEALT)
    assert "3C" in shown.out
    assert "3C" not in hidden.out
    assert "5C" in hidden.out
    assert replay("--from", "Bo", "--to", to, *why, record=DEALT.replace("3C", "AS")).out == hidden.out


def test_nothing_in_a_record_commands_a_terminal(tmp_path: Path) -> None:
    name = "A\u202en"
    record = PLAYED.replace("Ann", f'"{name}"') + f'stopped: "{name}"\n'
    record = record.replace("3C 4D", "3C 2S")  # so that she is named in a reason
    for arguments in ([], ["--why"], ["--from", name], ["--from", "Bo", "--to", "jsonl"], ["--from", "C\u202e"]):
        run = bluke("replay", *arguments, write(tmp_path, "game.yaml", record))
        assert raw_controls(run.out + run.err) == []


@pytest.mark.parametrize(
    ("hands", "options", "told"),
    [
        ("[]", "--hand 1", "there is no hand 1; no hands are written"),
        ("[{}]", "--hand 2", "there is no hand 2; hand 1 is written"),
        ("[{hand: 1}, {hand: 4}]", "--hand 2", "there is no hand 2; 2 hands between 1 and 4 are written"),
        ("[{up: 7H, bids: [1, 1], took: [1, 1]}]", "--trick 1", "there is no trick 1; no tricks are written"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(hands: str, options: str, told: str) -> None:
    head = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2, 1, 1, 1]}\n"
    run = replay(*options.split(), record=f"{head}hands: {hands}\n")
    assert (run.status, run.out, run.err) == (2, "", f"bluke: -, record 1: {told}\n")


def test_a_trick_that_cannot_be_read_is_not_called_missing() -> None:
    run = replay("--hand", "1", "--trick", "2", record=PLAYED.replace("3C 4D", "3C 4X"))
    assert run.status == 1
    assert "4X" in run.err
    assert "no trick" not in run.err
