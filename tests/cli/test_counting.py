"""What a message counts reads right for one of them, too: the sentences are no promise, but they are English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bluke_cli.diagnostics import counted
from tests.cli.running import Run, bluke, write

HEAD = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\n"
ONE = HEAD + "rules: {schedule: [1]}\n"
TWO = HEAD + "rules: {schedule: [2, 1]}\n"
ZERO = HEAD + "rules: {schedule: [2], min_bid: 0}\n"
THREE = HEAD + "rules: {schedule: [3, 1]}\n"
LAST = "- {up: 7H, bids: [1, 1], took: [0, 1]}\n"
ILL = re.compile(
    r"(?<!\d)(?<!to )(?<!- )-?\b1 (?:more )?(?:bids|blocks|bytes|cards|checks|entries|findings|games|hands|keys|"
    r"names|players|points|records|tricks)\b|\b1 [a-z]+ are\b|\bone (?:more )?[a-z]+ are\b|here are 1\b|only 0\b"
)


def assert_reads_right(run: Run, word: str) -> None:
    told = run.out + run.err
    assert not ILL.search(told), told
    assert word in told, told


@pytest.mark.parametrize(
    ("record", "word"),
    [
        (ONE + "hands: []\n", "hand 1 is missing"),
        (ONE + "hands:\n- {size: 2, up: 7H, bids: [1, 1], took: [0, 1]}\n", "1 card a player, not 2"),
        (ONE + "hands:\n- {up: 7H, dealt: [2C 3C, 4C]}\n", "1 card a player, not 2"),
        (TWO + "hands:\n- {up: 7H, dealt: [2C, 4C 5C]}\n", "2 cards a player, not 1"),
        (TWO + "hands:\n- {up: 7H, bids: [1]}\n", "2 players bid, here is 1 bid"),
        (TWO + "hands:\n- {up: 7H, bids: []}\n", "2 players bid, here are 0 bids"),
        (TWO + "hands:\n- {up: 7H, bids: [1, 1], score: [1, 11]}\n", "gives 1 point for"),
        (ZERO + "hands:\n- {up: 7H, bids: [0, 1], score: [0, 10]}\n", "mean 1 trick,"),
        (ONE + "hands:\n- {up: 7H, bids: [1, 1], took: [2, 0]}\n", "this hand has 1 trick, "),
        (THREE + "hands:\n- {up: 7H, bids: [1, 1], tricks: [4S]}\n" + LAST, "none is complete"),
        (THREE + "hands:\n- {up: 7H, bids: [1, 1], tricks: [4S 5S, 6S]}\n" + LAST, "only one is complete"),
        (ONE + "hands:\n" + LAST + LAST, "the game has 1 hand,"),
        (ONE + "hands:\n- {up: 7H, bids: [1, 1], tricks: [4S 5S, 6S]}\n", "a hand of 1 has 1 trick "),
        (TWO + "hands:\n- {up: 7H, bids: [1, 1], took: [2]}\n", "1 entry for 2 players"),
        (HEAD + "hands: []\n" + "".join(f"k{at}: 1\n" for at in range(101)), "there is one more key here"),
    ],
)
def test_findings(record: str, word: str) -> None:
    assert_reads_right(bluke("validate", stdin=record), word)


def test_the_summary_of_findings() -> None:
    run = bluke("validate", "--max-findings", "0", stdin=ONE + "hands: []\n")
    assert_reads_right(run, "0 of 1 finding shown")
    run = bluke("validate", "--input-format", "jsonl", "--max-findings", "1000", stdin="{\n" * 1001)
    assert run.err == "1,001 records, 1,001 with errors: syntax 1,001; 1,000 of 1,001 findings shown\n"


def test_the_other_commands(tmp_path: Path) -> None:
    assert_reads_right(bluke("deal", "--rules", "schedule=1", "--hand", "2"), "the game has 1 hand,")
    assert_reads_right(bluke("deal", "--players", "3", "--name", "Ann"), "there is 1 name")
    assert_reads_right(bluke("replay", stdin=ONE + "hands:\n" + LAST), "1 hand\n")
    played = "- {up: 7H, tricks: [2S 3S]}\n"
    assert_reads_right(bluke("diff", _written(tmp_path, ""), _written(tmp_path, played)), ", 1 trick\n")
    match = ("match", "random", "random", "--players", "2", "--blocks", "1", "--rules", "schedule=1", "-o")
    assert_reads_right(bluke(*match, str(tmp_path / "run"), "--until", "ci:9999"), "after 1 block.")
    sheet = _written(tmp_path, LAST)
    assert_reads_right(bluke("sheet", "bids", sheet, "1", "1"), "after 1 hand ")
    assert_reads_right(bluke("sheet", "show", sheet), "wins with 10 points.")


def test_deals_of_a_match(tmp_path: Path) -> None:
    deals = write(tmp_path, "deals.yaml", TWO + "hands:\n- {up: 7H, dealt: [2C, 4C]}\n- {up: 7H, dealt: [2C, 4C]}\n")
    assert_reads_right(bluke("match", "random", "random", "--deals", deals, "--blocks", "1"), "has 1 card, not 2")


def _written(folder: Path, hands: str) -> str:
    return write(folder, f"{len(hands)}.yaml", ONE + ("hands:\n" + hands if hands else "hands: []\n"))


def test_counted() -> None:
    assert [counted(count, "trick") for count in (0, 1, -1, 2, 1000)] == [
        "0 tricks",
        "1 trick",
        "-1 trick",
        "2 tricks",
        "1,000 tricks",
    ]
