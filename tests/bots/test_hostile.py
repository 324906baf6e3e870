"""Bots that do everything wrong: each ends with the fault that docs/bots.md names, in time, and leaves no process.

A hostile bot decides as the fallback does where it decides at all, so every game must be the one of honest bots.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

import pytest

from bluke_cli.bots.reach import BotRefused, Reach
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.rules.house import HouseRules
from tests.bots.processes import MARK, left_after, needs_linux, new_mark

FOLDER = Path(__file__).parent / "hostile"
DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"
MOVE_TIME = 0.5
RULES = HouseRules(schedule=(3, 2))

PLAYING = {
    "silent": "timeout",
    "slow": "timeout",
    "chatty": "noise",
    "half_line": "timeout",
    "dribble": "timeout",
    "bytewise": None,
    "crlf": None,
    "huge_line": "oversize",
    "deaf": "timeout",
    "floods_stderr": None,
    "drowns_stderr": "timeout",
    "floods_stdout": "flood",
    "forks": None,
    "breeds": "exit",
    "stays": None,
    "stays_silent": "timeout",
    "dies_at_first_card": "exit",
    "crashes": "signal",
    "dies_at_the_end": "exit",
    "answers_twice": None,
    "wrong_id": "wrong-answer",
    "illegal_bid": "illegal-bid",
    "illegal_card": "illegal-card",
    "no_card": "wrong-answer",
    "no_number": "malformed",
    "two_keys": "malformed",
    "no_text": "malformed",
    "nested": "malformed",
    "other_kind": "wrong-answer",
    "complains": "exception",
    "closes_stdout": "exit",
}
REFUSED = {
    "dies_at_hello": "exit",
    "other_version": "incompatible",
    "no_hello": "timeout",
    "banner": "noise",
    "refuses": "incompatible",
}

pytestmark = needs_linux


@pytest.fixture
def mark(monkeypatch):
    found = new_mark()
    monkeypatch.setenv(MARK, found)
    return found


def named(bot):
    return f"bad=cmd:'{sys.executable}' -S '{FOLDER / bot}.py'"


def match(bot, **settings):
    """Play two games of a few cards against an honest bot at three seats; return the results."""
    reach = Reach(start_time=20, move_time=MOVE_TIME)
    plan = make_plan([bot, "novice"], players=2, rules=RULES, seed="hostile", blocks=1, reach=reach, **settings)
    return list(play(plan))


@pytest.fixture(scope="module")
def honest_games():
    plan = make_plan(
        ["bad=tests.match.play:Lowest", "novice"],
        players=2,
        rules=RULES,
        seed="hostile",
        blocks=1,
        reach=Reach(in_process=True),
    )
    return [json.loads(result.line)["hands"] for result in play(plan)]


@pytest.mark.parametrize("bot", PLAYING)
def test_a_hostile_bot_ends_with_its_fault_and_nobody_else_suffers(bot, mark, honest_games):
    begun = time.monotonic()
    results = match(named(bot))
    took = time.monotonic() - begun
    code = PLAYING[bot]
    for result in results:
        record = json.loads(result.line)
        assert [fault["code"] for fault in record["match"]["faults"]] == [code] * len(result.faults)
        assert bool(result.faults) is (code is not None), result.faults
        assert len(result.faults) <= 3
    assert [json.loads(result.line)["hands"] for result in results] == honest_games
    assert left_after(mark, 0) == []
    # a start, at most three decisions at the limit, and two seconds to go, for two games and the trial
    assert took < 3 * (3 * MOVE_TIME + 2) + 5


@pytest.mark.parametrize("bot", REFUSED)
def test_a_bot_that_cannot_begin_stops_the_match_before_the_first_game(bot, mark):
    plan = make_plan([named(bot), "novice"], players=2, seed="x", blocks=1, reach=Reach(start_time=1))
    games = play(plan)
    with pytest.raises(BotRefused, match=f": {REFUSED[bot]}: ") as caught:
        next(games)
    assert caught.value.alias == "bad"
    if bot == "dies_at_hello":
        assert caught.value.said == "no table to be found\n"
    assert left_after(mark, 0) == []


@pytest.mark.parametrize(
    ("command", "says"),
    [("./no/such/bot", "No such file"), ("nobody-has-this-program", "No such file"), ("/", "Permission denied")],
)
def test_a_wrong_path_is_refused(command, says, mark):
    with pytest.raises(BotRefused, match=f"spawn: .*{says}"):
        next(play(make_plan([f"bad=cmd:{command}", "novice"], blocks=1)))
    assert left_after(mark, 0) == []


def test_every_hostile_bot_is_tried():
    assert {path.stem for path in FOLDER.glob("*.py")} == {"honest", *PLAYING, *REFUSED}


def test_the_table_in_the_documents_names_every_hostile_bot_and_its_code():
    rows = re.findall(r"^\| .* \| `([a-z_]+)` \| (none|`[a-z-]+`) \|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    assert {bot: code.strip("`") for bot, code in rows} == {
        bot: code or "none" for bot, code in {**PLAYING, **REFUSED}.items()
    }


def test_what_a_bot_wrote_to_standard_error_comes_with_its_fault():
    [first, *_] = match(named("dies_at_first_card"))[0].faults
    assert (first.said, first.detail) == ("cards are not for me\n", "the bot ended with exit status 3")


def test_standard_error_is_kept_up_to_a_limit():
    faults = match(named("drowns_stderr"))[0].faults
    assert len(faults[0].said) == 16 * 1024
