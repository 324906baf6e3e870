"""`match` with bots that fail: what is told, with which exit status, and how it is seen again."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from bluke_cli.bots.reach import Reach
from bluke_cli.match.plan import Game, make_plan
from bluke_cli.match.run import play
from bluke_cli.match.seating import Fault, FaultPolicy
from bluke_cli.report.faults import FaultReport, command_for
from bluke_cli.rules.house import HouseRules
from tests.cli.running import bluke

HOSTILE = Path(__file__).parents[1] / "bots" / "hostile"
SHORT = ("--rules", "schedule=3,2", "--players", "2")


def hostile(name, alias="bad"):
    return f"{alias}=cmd:'{sys.executable}' -S '{HOSTILE / name}.py'"


def test_a_fault_is_told_once_with_the_command_that_shows_it_again():
    run = bluke("match", hostile("illegal_card"), "novice", "--seed", "7", "--blocks", "2", *SHORT)
    assert run.status == 0
    told = run.err.splitlines()
    [fault] = [line for line in told if line.startswith("fault: ")]
    assert fault.endswith("[illegal-card]")
    [again] = [line.removeprefix("  again: bluke ") for line in told if "again:" in line]
    assert "further faults: bad illegal-card 11" in told
    once = bluke(*shlex.split(again))
    assert once.out == run.out.splitlines(keepends=True)[0]
    assert fault in once.err.splitlines()


def test_a_match_that_stops_writes_the_games_before_the_fault():
    run = bluke("match", hostile("dies_at_first_card"), "novice", "--on-fault", "stop", *SHORT)
    assert (run.status, run.out) == (1, "")
    assert "[exit]" in run.err
    assert "  bad wrote: cards are not for me\n" in run.err
    assert "--on-fault stop" in run.err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("dies_at_hello", "exit: "),
        ("other_version", "incompatible: "),
        ("banner", "noise: "),
        ("refuses", "incompatible"),
    ],
)
def test_a_bot_that_cannot_begin_is_exit_status_2_before_any_game(name, says):
    run = bluke("match", "novice", hostile(name), *SHORT)
    assert (run.status, run.out) == (2, "")
    assert says in run.err.splitlines()[-1]
    if name == "dies_at_hello":
        assert run.err.splitlines()[-2] == "  bad wrote: no table to be found"


def test_a_bot_that_names_no_version_is_told_to():
    run = bluke("match", "novice", "cmd:cat", *SHORT)
    assert (run.status, run.out) == (2, "")
    assert run.err.endswith("incompatible: in hello `version` is that of the protocol, 1\n")


def test_a_wrong_path_is_exit_status_2():
    run = bluke("match", "novice", "cmd:./no/such/bot", *SHORT)
    assert (run.status, run.out) == (2, "")
    assert run.err == "bluke: cmd:./no/such/bot: spawn: cannot start ./no/such/bot: No such file or directory\n"


def test_a_typed_seed_is_warned_of_where_a_bot_could_find_it():
    warned = bluke("match", hostile("honest"), "novice", "--seed", "7", "--blocks", "1", *SHORT).err
    assert "find the seed" in warned
    assert "find the seed" not in bluke("match", hostile("honest"), "novice", "--blocks", "1", *SHORT).err
    assert "find the seed" not in bluke("match", "rules", "novice", "--seed", "7", "--blocks", "1", *SHORT).err


def test_clocks_and_transcripts_are_options(tmp_path):
    talk = tmp_path / "talk"
    run = bluke(
        *("match", hostile("silent"), "novice", "--blocks", "1", *SHORT),
        *("--move-time", "0.2", "--start-time", "20", "--game-time", "9", "--transcripts", str(talk)),
    )
    assert {fault["code"] for record in run.objects for fault in record["match"]["faults"]} == {"timeout"}
    assert all(record["match"]["timed"] for record in run.objects)
    [path, *_] = sorted(talk.glob("block-1-*"))
    assert path.read_text().splitlines()[-1] == "! timeout: no answer within 0.2 s"
    assert "--start-time 20 --move-time 0.2 --game-time 9" in run.err


@pytest.mark.parametrize("options", [["--move-time", "1"], ["--transcripts", "talk"]])
def test_options_for_bots_of_their_own_process_are_told_where_there_is_none(options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = "No bot here has a process of its own"
    assert told in bluke("match", "rules", "novice", "--blocks", "1", *SHORT, *options).err
    assert told not in bluke("match", hostile("honest"), "novice", "--blocks", "1", *SHORT, *options).err
    assert told not in bluke("match", "rules", "novice", "--blocks", "1", *SHORT).err


@pytest.mark.parametrize(
    "options",
    [
        ["--move-time", "0"],
        ["--move-time", "61"],
        ["--max-faults", "0"],
        ["--on-fault", "ignore"],
        ["--seed", "7", "--only", "1/1"],
        ["--seed", "7", "--only", "1/1/x"],
        ["--seed", "7", "--only", "0/1/0"],
        ["--seed", "7", "--only", "1/2/0"],
        ["--seed", "7", "--only", "1/1/2"],
    ],
)
def test_wrong_options_are_exit_status_2(options):
    run = bluke("match", "rules", "novice", *SHORT, *options)
    assert (run.status, run.out) == (2, "")


def test_games_that_there_are_not_are_named_with_those_that_there_are():
    for only, said in (
        ("0/1/0", "there is no block 0; they begin with 1"),
        ("1/2/0", "there is no line-up 2; they are 1 to 1"),
        ("1/1/2", "there is no rotation 2; they are 0 to 1"),
    ):
        run = bluke("match", "rules", "novice", *SHORT, "--seed", "7", "--only", only)
        assert run.err == f"bluke: {said}\n"


def test_one_game_alone_needs_the_seed_of_its_match():
    run = bluke("match", "rules", "novice", "--only", "1/1/0")
    assert (run.status, run.out) == (2, "")
    assert run.err == "bluke: --only plays one game of a match again, so it needs the --seed of that match\n"


def test_one_game_alone_is_the_one_of_the_whole_match():
    whole = bluke(
        "match", "rules", "novice", "random", "a=random", "--seed", "7", "--blocks", "2", "--rules", "schedule=3"
    )
    for number, line in enumerate(whole.out.splitlines()):
        key = json.loads(line)["match"]
        only = f"{key['block']}/{key['lineup']}/{key['rotation']}"
        if number % 3 == 0:
            run = bluke(
                *("match", "rules", "novice", "random", "a=random", "--seed", "7", "--rules", "schedule=3"),
                "--only",
                only,
            )
            assert run.out == line + "\n"


def test_the_command_says_all_that_decides_a_game():
    rules = HouseRules(schedule=(3, 2), hook=True, min_bid=0)
    plan = make_plan(
        ["rules", "b_c=rules", "samples/bots/foxy.py?noise=3"],
        seed="it's",
        rules=rules,
        policy=FaultPolicy("substitute", 5),
        reach=Reach(True, move_time=1.5),
    )
    assert shlex.split(command_for(plan, Game(4, 1, 2, (0, 1, 2)))) == [
        *("bluke", "match", "rules", "b_c=rules", "samples/bots/foxy.py?noise=3", "--players", "3"),
        *("--rules", "schedule=3-2", "--rules", "min_bid=0", "--rules", "hook=true", "--seed", "it's"),
        *("--only", "4/1/2", "--max-faults", "5", "--move-time", "1.5", "--inproc"),
    ]
    assert "--deals my.jsonl --seed" in command_for(plan, Game(1, 1, 0, (0, 1, 2)), "my.jsonl")


def test_what_a_bot_writes_cannot_command_a_terminal():
    plan = make_plan(["rules", "novice"], seed="x", players=2)
    fault = Fault(0, 1, None, "noise", "\x1b[31m is no answer", "\x1b]0;owned\x07\nlast")
    for line in FaultReport(plan).lines(Game(1, 1, 0, (0, 1)), [fault]):
        assert line.isprintable()


def test_a_report_tells_three_faults_and_counts_the_others():
    plan = make_plan(["rules", "novice"], seed="x", players=2)
    report = FaultReport(plan)
    faults = [Fault(seat, 1, None, code, "?") for seat in (0, 1) for code in ("exit", "noise", "exit")]
    lines = list(report.lines(Game(1, 1, 0, (0, 1)), faults))
    assert sum(line.startswith("fault: ") for line in lines) == 3
    assert list(report.rest()) == ["further faults: novice exit 1, novice noise 1, rules exit 1"]
    assert list(play(make_plan(["rules", "novice"], seed="x", blocks=1)))  # and nothing is told of a match without any
    assert list(FaultReport(plan).rest()) == []
