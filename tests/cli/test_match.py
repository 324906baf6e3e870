"""`bluke match`: seats, blocks, seeds, deals, rules, and what goes where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import LINE, bluke, write

SMALL = ("--rules", "schedule=2-1")


def match(*arguments: str, **settings: Any) -> list[Any]:
    """Run a match with short games; return its records."""
    run = bluke("match", *arguments, *SMALL, **settings)
    assert run.status == 0, run.err
    return run.objects


def test_records_go_to_standard_output_and_standings_to_standard_error() -> None:
    run = bluke("match", "rules", "random", "--seed", "7", "--blocks", "2", *SMALL)
    assert len(run.objects) == 4
    assert run.err.startswith("2 blocks, 4 games\n")
    quiet = bluke("-q", "match", "rules", "random", "--seed", "7", "--blocks", "2", *SMALL)
    assert (quiet.out, quiet.err) == (run.out, "")
    assert bluke("validate", "--complete", stdin=run.out).status == 0


def test_a_seed_plays_the_same_again() -> None:
    assert match("rules", "random", "--seed", "a") == match("rules", "random", "--seed", "a")
    assert match("rules", "random", "--seed", "a") != match("rules", "random", "--seed", "b")
    new = [match("rules", "random", "--blocks", "1")[0]["deal"]["seed"] for _ in range(2)]
    assert new[0] != new[1]


@pytest.mark.parametrize(
    ("bots", "seats", "games"), [(2, 2, 2), (2, 3, 6), (2, 4, 2), (3, 3, 3), (5, 5, 5), (4, 3, 12)]
)
def test_players(bots: int, seats: int, games: int) -> None:
    names = [f"{letter}=random" for letter in "abcde"[:bots]]
    records = match(*names, "--players", str(seats), "--blocks", "1", "--seed", "a")
    assert len(records) == games
    assert all(len(record["players"]) == seats for record in records)


def test_blocks_and_games() -> None:
    assert len(match("rules", "random", "--blocks", "3", "--seed", "a")) == 6
    assert len(match("rules", "random", "--games", "3", "--seed", "a")) == 4
    assert len(match("rules", "random", "--seed", "a")) == 40


def test_deals_from_a_file_or_a_pipe(tmp_path: Path) -> None:
    lines = bluke("deal", "--seed", "friday", "-n", "2", "--to", "jsonl", *SMALL).out
    run = bluke("match", "rules", "random", "--seed", "a", "--deals", "-", stdin=lines)
    assert run.status == 0
    assert len(run.objects) == 4
    path = write(tmp_path, "deals.jsonl", lines)
    assert bluke("match", "rules", "random", "--seed", "a", "--deals", path).out == run.out
    assert run.objects[0]["hands"][0]["up"] in lines


def test_output(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run = bluke("match", "rules", "random", "--seed", "a", "--blocks", "1", "-o", str(path), *SMALL)
    assert (run.status, run.out) == (0, "")
    assert path.read_text() == bluke("match", "rules", "random", "--seed", "a", "--blocks", "1", *SMALL).out


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("", "BOT"),
        ("rules", "at least two bots"),
        ("rules nobody", "nobody"),
        ("rules random --players 5", "seats"),
        ("rules random novice --players 4", "seats"),
        ("rules random --players 1", "2<=x<=15"),
        ("rules random --blocks 0", "x>=1"),
        ("rules random --games 0", "x>=1"),
        ("rules random --blocks 1 --games 1", "not both"),
        ("rules random --rules hook=maybe", "hook"),
        ("rules random --deals missing", "missing"),
        ("rules random --deals - --blocks 2", "leave those options out"),
        ("rules random --deals - --rules hook=true", "leave those options out"),
        ("rules random --deals - --players 3", "2 players"),
        ("rules random --blocks 1 -o no/where", "no/where"),
    ],
)
def test_what_cannot_be_is_wrong_usage(line: str, hint: str) -> None:
    deals = bluke("deal", "--seed", "a", "--players", "2", "--to", "jsonl", *SMALL).out
    run = bluke("match", *line.split(), stdin=deals)
    assert (run.status, run.out) == (2, "")
    assert hint in run.err.splitlines()[-1]


def test_deals_that_cannot_be_read_or_played_are_refused() -> None:
    for text in ("{", LINE + "{", ""):
        run = bluke("match", "rules", "random", "--deals", "-", stdin=text)
        assert (run.status, run.out) == (2, "")
        assert run.err.splitlines()[-1].startswith("bluke: ")
