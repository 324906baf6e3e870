"""`bluke hint`: which choices are weighed, and what cannot be; and `bluke replay --review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import PLAYED, SHEET, bluke

VALID = Path(__file__).parents[2] / "samples" / "valid"
GAME = str(VALID / "every-card.yaml")
BIDDING = str(VALID / "unfinished-bidding.yaml")
UNFINISHED = str(VALID / "unfinished-hand.yaml")


def weighed(*arguments: str) -> list[tuple[int, int | None, str]]:
    run = bluke("hint", "--worlds", "2", "--to", "jsonl", *arguments)
    assert (run.status, run.err) == (0, "")
    lines = map(json.loads, run.out.splitlines())
    return [(line["hand"], line["trick"], line["player"]) for line in lines]


def test_which_choices_are_weighed() -> None:
    assert weighed(GAME, "--hand", "2", "--trick", "1") == [(2, 1, player) for player in ("No", "Zoë", "Ann", "Bo")]
    assert weighed(GAME, "--hand", "2", "--bids") == [(2, None, player) for player in ("No", "Zoë", "Ann", "Bo")]
    assert weighed(GAME, "--hand", "1", "--trick", "3", "--player", "Zoë") == [(1, 3, "Zoë")]
    assert weighed(GAME, "--hand", "1", "--bids", "--player", "3") == [(1, None, "No")]
    assert weighed(GAME)[0][:2] == (5, 3)
    assert weighed(UNFINISHED) == [(1, 2, "Ann")]
    assert weighed(BIDDING)[0][1] is None


def test_the_table() -> None:
    lines = bluke("hint", GAME, "--hand", "2", "--bids", "--player", "No").out.splitlines()
    assert lines[0] == "Hand 2: No bids, in 100 worlds"
    assert lines[1].split() == ["bid", "worth", "behind"]
    assert sum(line.endswith("  bid") for line in lines[2:]) == 1
    assert lines[2].split()[2] == "best"


def test_the_same_worlds_every_time() -> None:
    once, again = (bluke("hint", GAME, "--hand", "1", "--bids").out for _ in range(2))
    assert once == again
    assert once != bluke("hint", GAME, "--hand", "1", "--bids", "--worlds", "99").out


@pytest.mark.parametrize("worlds", [1, 2, 7])
def test_the_number_of_worlds_is_told(worlds: int) -> None:
    asked = (GAME, "--hand", "2", "--bids", "--player", "No", "--worlds", str(worlds))
    line = json.loads(bluke("hint", *asked, "--to", "jsonl").out)
    assert line["worlds"] == worlds
    assert {move["error"] is None for move in line["moves"]} == {worlds == 1}, "one world tells no standard error"
    head, *rows = bluke("hint", *asked).out.splitlines()
    assert head == f"Hand 2: No bids, in {worlds} world{'s' if worlds > 1 else ''}"
    assert any("± ?" in row for row in rows) == (worlds == 1)


def test_a_card_that_is_forced_is_weighed_in_as_many_worlds() -> None:
    asked = (GAME, "--hand", "1", "--trick", "3", "--player", "Zoë")
    few, many = (bluke("hint", *asked, "--worlds", worlds, "--to", "jsonl").out for worlds in ("1", "100"))
    assert len(json.loads(few)["moves"]) == 1
    assert json.loads(many)["worlds"] == 100
    assert json.loads(few)["moves"] != json.loads(many)["moves"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((GAME, "--hand", "9"), f"{GAME}, record 1: there is no hand 9"),
        ((GAME, "--hand", "2", "--trick", "3"), "there is no trick 3"),
        ((GAME, "--bids", "--trick", "1"), "--bids are not part of a trick"),
        ((GAME, "--player", "Eve"), "no player and no seat Eve"),
    ],
)
def test_what_is_not_there_is_wrong_usage(arguments: tuple[str, ...], reason: str) -> None:
    run = bluke("hint", *arguments)
    assert (run.status, run.out) == (2, "")
    assert reason in run.err


UNWEIGHED = {
    SHEET: "the choices of hand 2 cannot be weighed: not all cards that were held are known",
    PLAYED.replace("[2, 1]", "[2, 99]"): "the choices of hand 2 cannot be weighed: its size or its dealer is not known",
    f"{PLAYED.partition('hands:')[0]}hands: []\n": "no hands are written",
    PLAYED.replace("players", "plyers"): "[unknown-key]",
    PLAYED.replace("4D", "4X"): "[bad-card]",
    PLAYED.replace("bids: [1, 1]", "bids: [1, null]"): "not all bids",
    "bluke: [\n": "[syntax]",
}


@pytest.mark.parametrize("record", UNWEIGHED)
def test_a_record_that_cannot_be_weighed_hides_no_other(record: str) -> None:
    run = bluke("hint", "--worlds", "2", stdin=record)
    assert (run.status, run.out) == (1, "")
    assert UNWEIGHED[record] in run.err
    good = bluke("hint", "--worlds", "2", stdin=PLAYED)
    assert (good.status, good.err) == (0, "")
    among = bluke("hint", "--worlds", "2", stdin=f"{PLAYED}---\n{record}---\n{PLAYED}")
    assert (among.status, among.out) == (1, good.out * 2)
    assert UNWEIGHED[record] in among.err
    assert "record 2: " in among.err or "[" in among.err


@pytest.mark.parametrize("words", [["--bids"], []])
def test_a_choice_that_nobody_has_to_make_yet(words: list[str]) -> None:
    record = Path(BIDDING).read_text().replace("[1, null, 1]", "[null, null, 1]")
    run = bluke("hint", "--player", "Bo", *words, stdin=record)
    assert (run.status, run.out) == (2, "")
    assert run.err == "bluke: -, record 1: the choice that was asked for is not there yet\n"


def test_a_record_without_that_hand_hides_no_other() -> None:
    run = bluke("hint", "--worlds", "2", "--hand", "2", stdin=f"{PLAYED.split('- up: HI')[0]}---\n{PLAYED}")
    assert run.status == 2
    assert run.err == "bluke: -, record 1: there is no hand 2; hand 1 is written\n"
    assert run.out.startswith("Hand 2: ")
    run = bluke("hint", "--worlds", "2", "--player", "Cy", stdin=f"{PLAYED}---\n{PLAYED.replace('Bo', 'Cy')}")
    assert run.status == 2
    assert run.err == "bluke: -, record 1: there is no player and no seat Cy\n"
    assert run.out.startswith("Hand 2: Cy ")


def test_a_game_reviewed() -> None:
    run = bluke("replay", "--review", "--to", "jsonl", GAME)
    assert run.status == 0
    events = [json.loads(line) for line in run.out.splitlines()]
    made = [event["review"] for event in events if event["event"] in ("bid", "card")]
    reviews = [review for review in made if review is not None]
    assert len(made) > len(reviews), "a card that is forced is no choice"
    assert all(set(review) == {"best", "lost", "error", "worlds", "is_clear"} for review in reviews)
    assert {review["worlds"] for review in reviews} == {100, 400}
    assert list(events[-1]["review"]) == ["Ann", "Bo", "No", "Zoë"]
    text = bluke("replay", "--review", GAME).out
    assert text.count("   ? ") == sum(review["is_clear"] for review in reviews) > 0
    assert text.count("more in 400 worlds\n") == text.count("   ? ")
    assert "clearly not the best:\n  Ann  " in text


def test_a_sheet_without_cards_says_why_nothing_is_weighed() -> None:
    path = str(VALID / "score-sheet.yaml")
    lines = bluke("replay", "--review", path).out.splitlines()
    reason = "  ? Not weighed: the card turned up is not written down"
    assert [line for line in lines if line != reason] == bluke("replay", path).out.splitlines()
    assert lines.count(reason) == 25
    events = [json.loads(line) for line in bluke("replay", "--review", "--to", "jsonl", path).out.splitlines()]
    assert set(events[-1]["review"].values()) == {None}, "no choice was weighed, so nobody is told to have lost nothing"


def test_a_review_of_one_player_tells_nothing_that_others_held() -> None:
    text = bluke("replay", "--review", "--from", "Ann", GAME).out
    assert {line.split()[1] for line in text.splitlines() if "? " in line} == {"Ann"}
    assert text.splitlines()[-2] == "Points lost by choices that were clearly not the best:"
    assert text.splitlines()[-1].startswith("  Ann  ")
    run = bluke("replay", "--review", "--to", "jsonl", "--from", "2", GAME)
    events = [json.loads(line) for line in run.out.splitlines()]
    assert {event["player"] for event in events if "best" in (event.get("review") or {})} == {"Bo"}
    assert [player for player, points in events[-1]["review"].items() if points is not None] == ["Bo"]


@pytest.mark.parametrize("bid", [3, -1, 999999999999])
def test_a_bid_that_nobody_can_make_hides_no_other_record(bid: int) -> None:
    record = f"[1, {bid}]".join(PLAYED.rsplit("[1, 1]", 1))
    run = bluke("hint", "--worlds", "2", stdin=f"{record}---\n{PLAYED}")
    assert (run.status, run.out) == (1, bluke("hint", "--worlds", "2", stdin=PLAYED).out)
    assert "a bid is written that nobody can make" in run.err
    for how in ([], ["--to", "jsonl"], ["--from", "1"]):
        run = bluke("replay", "--review", *how, stdin=record)
        assert "a bid is written that nobody can make" in run.out
        assert run.err == ""


def test_cards_that_are_worth_the_same_and_what_is_against_the_rules() -> None:
    record = (
        "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [3]}\nhands:\n"
        "- {up: 4C, bids: [1, 1], tricks: [3S KH, 4S 2S, 9D TD]}\n"
    )
    run = bluke("hint", "--trick", "1", "--worlds", "20", stdin=record)
    assert [line for line in run.out.splitlines() if " 3S 4S " in line and line.endswith("  played 3S")]
    assert "\n  played KH, against the rules\n" in run.out
    run = bluke("hint", "--trick", "1", "--worlds", "20", "--to", "jsonl", stdin=record)
    ann, bo = map(json.loads, run.out.splitlines())
    assert {"3S", "9D"} == {move["move"] for move in ann["moves"]}
    assert ["3S", "4S"] in [move["alike"] for move in ann["moves"]]
    assert (bo["chosen"], [move["move"] for move in bo["moves"]]) == ("KH", ["2S"])


def test_a_play_that_cannot_be_followed() -> None:
    record = (
        "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [2]}\nhands:\n"
        "- {up: 4C, dealt: [2D 3D, HI 5S], bids: [1, 1], tricks: [2D 6S]}\n"
    )
    run = bluke("hint", "--trick", "1", stdin=record)
    assert (run.status, run.out) == (1, "")
    assert run.err == "bluke: -, record 1: the play of hand 1 cannot be followed\n"
    assert bluke("hint", "--bids", "--worlds", "2", stdin=record).status == 0
