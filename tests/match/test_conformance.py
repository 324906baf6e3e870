"""`check-bot`: what it finds, in which bots, and what it says."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from bluke_cli.bots.naming import parse_name
from bluke_cli.bots.reach import Reach
from bluke_cli.bots.reaching import reach_bot
from bluke_cli.match.conformance import TRIALS, check_bot
from bluke_cli.report.checks import check_lines, summary
from tests.bots.processes import MARK, left_after, needs_linux, new_mark
from tests.bots.test_hostile import PLAYING, REFUSED
from tests.cli.running import bluke

HOSTILE = Path(__file__).parents[1] / "bots" / "hostile"
FOXY = str(Path(__file__).parents[2] / "samples" / "bots" / "foxy.py")
IN_GAMES = ("silent", "chatty", "half_line", "huge_line", "illegal_bid", "illegal_card", "wrong_id", "complains")


def checked(bot, **limits):
    return list(check_bot(reach_bot(parse_name(bot), Reach(start_time=10, **limits))))


def hostile(name):
    return f"bad=cmd:'{sys.executable}' -S '{HOSTILE / name}.py'"


def codes(checks):
    return [check.fault.code for check in checks if check.fault is not None]


@pytest.mark.parametrize("bot", [FOXY, f"{FOXY}?noise=40", hostile("honest"), "rules"])
def test_a_bot_that_is_right_passes(bot):
    checks = checked(bot)
    assert codes(checks) == []
    assert {trial.what for trial in TRIALS} <= {check.what for check in checks}
    assert len(checks) == (8 if bot == "rules" else 13)


@needs_linux
@pytest.mark.parametrize("name", IN_GAMES)
def test_the_first_game_shows_the_fault(name, monkeypatch):
    mark = new_mark()
    monkeypatch.setenv(MARK, mark)
    checks = check_bot(reach_bot(parse_name(hostile(name)), Reach(start_time=10, move_time=0.3)))
    failed = next(check for check in checks if check.fault is not None)
    assert failed.fault.code == PLAYING[name]
    checks.close()
    assert left_after(mark, 0) == []


@pytest.mark.parametrize("name", sorted(set(REFUSED) - {"no_hello", "dies_at_hello"}))
def test_a_bot_that_cannot_begin_is_not_tried_further(name):
    checks = checked(hostile(name))
    assert codes(checks) == [{"refuses": "wrong-answer"}.get(name, REFUSED[name])]
    assert checks[-1].fault is not None


def test_a_bot_that_does_not_go_is_told():
    [failed] = [check for check in checked(hostile("stays")) if check.fault is not None]
    assert failed.what == "ends within a second when told to quit"
    assert not failed.is_essential


BOT = """
    import random
    from bluke_cli.bot import Bot
    games = []
    class Own(Bot):
        def start(self, game, rng):
            super().start(game, rng)
            games.append(game)
        def bid(self, view):
            return view.legal[0]
        def play(self, view):
            return {}
"""


@pytest.mark.parametrize("choice", ["random.choice(view.legal)", "view.legal[0 if len(games) < 6 else -1]"])
def test_chance_of_its_own_and_memory_are_found(tmp_path, choice):
    path = tmp_path / "own.py"
    path.write_text(textwrap.dedent(BOT.format(choice)))
    [failed] = [check for check in checked(str(path)) if check.fault is not None]
    assert failed.what == "plays the same game again from the same seed"


def test_a_fault_is_told_with_the_place_and_the_last_words():
    checks = checked(hostile("dies_at_first_card"))
    failed = next(check for check in checks if check.fault is not None)
    assert list(check_lines(failed, "bad")) == [
        "FAIL  plays a game of 4: hand 1, trick 1: the bot ended with exit status 3 [exit]",
        "  bad wrote: cards are not for me",
    ]
    assert summary(4, 1, "cmd:a b") == "1 of 5 checks failed; again: bluke check-bot 'cmd:a b'"


def test_the_command_ends_with_the_first_fault_or_goes_on():
    first = bluke("check-bot", hostile("illegal_card"))
    assert first.status == 1
    assert first.out.splitlines()[-1].startswith("1 of 6 checks failed; again: bluke check-bot")
    full = bluke("check-bot", hostile("illegal_card"), "--on-fault", "substitute")
    assert full.status == 1
    assert full.out.splitlines()[-1].startswith("7 of 12 checks failed")
    assert bluke("check-bot", hostile("honest")).status == 0
    assert bluke("check-bot", "nobody").status == 2


def test_a_program_that_is_not_there_is_a_failed_check():
    run = bluke("check-bot", "cmd:./no/such/bot")
    assert run.status == 1
    assert run.out.startswith("FAIL  starts: cannot start ./no/such/bot: No such file or directory [spawn]\n")
