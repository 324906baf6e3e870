"""Bots in processes of their own: which process plays which game, clocks, transcripts, and what is left of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bluke_cli.bots.child import Child
from bluke_cli.bots.naming import parse_name
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.reach import BotRefused, Reach
from bluke_cli.bots.reaching import reach_bot
from bluke_cli.bots.wire_schema import answer_schema, request_schema
from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import MatchStopped, play
from bluke_cli.match.seating import FaultPolicy
from bluke_cli.rules.house import HouseRules
from tests.bots.processes import MARK, left_after, marked, needs_linux, new_mark
from tests.cli.running import environment

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples" / "bots"
HOSTILE = ROOT / "tests" / "bots" / "hostile"
SHORT = HouseRules(schedule=(3, 2))
REQUEST = Draft202012Validator(request_schema())
ANSWER = Draft202012Validator(answer_schema())


def lines_of(*bots, seed="external", blocks=2, rules=SHORT, **settings):
    plan = make_plan(list(bots), seed=seed, blocks=blocks, rules=rules, **settings)
    return [result.line for result in play(plan)]


def hands_of(*bots, **settings):
    return [json.loads(line)["hands"] for line in lines_of(*bots, **settings)]


def program(name):
    """Return the name of a sample bot as a program; skip where what runs it is not here."""
    runner = {"py": sys.executable, "js": "node", "sh": "sh"}[name.rpartition(".")[2]]
    for tool in (runner, *(["jq"] if runner == "sh" else [])):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    return f"cmd:'{runner}' '{SAMPLES / name}'"


# The worked bots.


@pytest.mark.parametrize("name", ["steady.py", "steady.js", "steady.sh"])
def test_the_same_bot_in_three_languages_plays_the_same_games(name):
    rules = HouseRules(schedule=(9, 2, 5), min_bid=0, hook=True)
    here = hands_of(f"steady={SAMPLES / 'steady.py'}", "novice", rules=rules, reach=Reach(in_process=True))
    assert hands_of(f"steady={program(name)}", "novice", rules=rules) == here


@pytest.mark.parametrize("name", ["steady.py", "steady.js", "steady.sh"])
def test_the_documents_show_the_worked_bots_as_they_are(name):
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    [shown] = re.findall(rf"^```\w+ samples/bots/{re.escape(name)}\n(.*?)^```$", text, re.S | re.M)
    assert shown == (SAMPLES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("bot", ["foxy.py?noise=30", "bookkeeper.py", "steady.py"])
def test_a_class_plays_the_same_in_a_process_of_its_own(bot):
    bots = f"bot={SAMPLES / bot}", "rules"
    assert lines_of(*bots) == lines_of(*bots, reach=Reach(in_process=True))


# Before the first game.


@pytest.fixture
def bot_file(tmp_path):
    def write(text, name="own.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return str(path)

    return write


PLAIN = """
    import sys
    from bluke_cli.bot import Bot

    class Plain(Bot):
        def __init__(self, depth: int = 1) -> None:
            print('made')
        def bid(self, view):
            return view.legal[0]
        def play(self, view):
            return view.legal[0]
"""


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("", "", r"^{}: incompatible: \S*own.py defines no Bot"),
        ("raise OSError('no table')", "", "cannot run .*own.py: OSError: no table"),
        ("import sys\nsys.exit(3)", "", "cannot run .*own.py: SystemExit: 3"),
        (PLAIN, "?depth=x", "option depth is a whole number"),
        (PLAIN, "?breadth=1", "no option breadth; its options are depth"),
        (PLAIN.replace("print('made')", "1 / 0"), "", "exception: ZeroDivisionError"),
        (PLAIN.replace("print('made')", "sys.exit(4)"), "", "exit: the bot ended with exit status 1"),
        ("import os\nos._exit(5)", "", "exit: the bot ended with exit status 5"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGABRT)", "", "signal: the bot was killed by SIGABRT"),
    ],
)
def test_a_class_that_cannot_be_made_is_refused(bot_file, text, options, says):
    path = bot_file(text) + options
    with pytest.raises(BotRefused, match=says.format(re.escape(path))):
        lines_of(path, "novice")


def test_a_file_that_is_not_there_needs_no_trial():
    with pytest.raises(BlukeError, match=r"there is no file no/such\.py"):
        make_plan(["no/such.py", "novice"])


def test_what_a_bot_prints_is_kept_from_the_protocol(bot_file, tmp_path):
    text = PLAIN.replace("print('made')", "import os; print('made', os.write(1, b'raw'), repr(sys.stdin.read()))")
    lines = lines_of(bot_file(text), "novice", reach=Reach(transcripts=tmp_path / "talk"))
    assert all(json.loads(line)["match"]["faults"] == [] for line in lines)
    with pytest.raises(BotRefused) as caught:
        lines_of(bot_file(text.replace("import os;", "import os; self.start = 1;"), "other.py"), "novice")
    assert caught.value.said.splitlines() == ["rawmade 3 ''"]


def test_nothing_is_tried_twice_for_a_bot_in_several_seats(tmp_path):
    lines_of(
        f"cmd:{sys.executable} {SAMPLES / 'steady.py'}",
        f"cmd:{sys.executable} {SAMPLES / 'steady.py'}",
        reach=Reach(transcripts=tmp_path),
    )
    assert len(list(tmp_path.glob("trial-*"))) == 1


# Which process plays which game.


def processes_by_game(folder, **settings):
    """Play and return, by process, the blocks in which it played."""
    bot = folder / "numbered.py"
    bot.write_text(
        textwrap.dedent("""
            import os, pathlib, sys
            sys.path.insert(0, sys.argv[1])
            from honest import answer, play, send
            def otherwise(message):
                with open(sys.argv[2], "a") as log:
                    print(os.getpid(), message["t"], file=log)
                if message["t"] == "hello" and len(sys.argv) > 3:
                    send({**answer(message), "caps": sys.argv[3:]})
                    return True
                if message["t"] == "act" and message["want"] == "bid" and "lapse" in sys.argv:
                    send({"t": "do", "id": message["id"], "bid": 99})
                    return True
                return False
            play(otherwise)
        """)
    )
    log = folder / "log"
    caps = settings.pop("caps", "")
    lines_of(f"a=cmd:{sys.executable} -S {bot} {HOSTILE} {log} {caps}", "novice", players=2, blocks=3, **settings)
    played = {}
    for line in log.read_text().splitlines():
        process, kind = line.split()
        played.setdefault(process, []).append(kind)
    return list(played.values())


def games(messages):
    return messages.count("over")


def test_without_reset_each_game_has_its_own_process(tmp_path):
    found = processes_by_game(tmp_path)
    assert sorted(map(games, found)) == [0, 1, 1, 1, 1, 1, 1]
    assert all(messages[-1] == "quit" for messages in found)


def test_with_reset_a_process_plays_one_game_of_each_block(tmp_path):
    found = processes_by_game(tmp_path, caps="reset")
    assert sorted(map(games, found)) == [3, 3]
    assert all(messages.count("hello") == 1 and messages[-1] == "quit" for messages in found)


def test_a_process_that_was_at_fault_is_not_kept(tmp_path):
    found = processes_by_game(tmp_path, caps="reset lapse")
    assert sorted(map(games, found)) == [1, 1, 1, 1, 1, 1]  # that of the trial plays the first


# Clocks.


def test_a_clock_is_shown_and_makes_a_match_timed(tmp_path):
    bots = f"cmd:{sys.executable} {SAMPLES / 'steady.py'}", "novice"
    [line, *_] = lines_of(*bots, reach=Reach(move_time=5, game_time=9, transcripts=tmp_path))
    assert json.loads(line)["match"]["timed"] is True
    clocks = [message["clock"] for message in said(tmp_path / "block-1-lineup-1-rotation-0-seat-0.txt", ">", "act")]
    assert all(clock["move_ms"] == 5000 for clock in clocks)
    left = [clock["game_ms"] for clock in clocks]
    assert left[0] == 9000
    assert left == sorted(left, reverse=True)
    assert left[-1] < 9000
    [line, *_] = lines_of(*bots, reach=Reach(transcripts=tmp_path))
    assert json.loads(line)["match"]["timed"] is False
    assert all("clock" not in message for message in said(next(tmp_path.glob("block-*")), ">", "act"))


def test_the_time_for_a_game_runs_out():
    slow = f"a=cmd:{sys.executable} -S {HOSTILE / 'slow.py'}"
    begun = time.monotonic()
    lines = lines_of(slow, "novice", players=2, blocks=1, reach=Reach(game_time=0.4))
    assert time.monotonic() - begun < 8
    assert [[fault["code"] for fault in json.loads(line)["match"]["faults"]] for line in lines] == [["timeout"]] * 2


def test_a_clock_is_part_of_the_plan():
    plans = [
        make_plan(["rules", "novice"], seed="x", reach=reach) for reach in (Reach(), Reach(move_time=1), Reach(True))
    ]
    assert plans[0].hash != plans[1].hash
    assert plans[0].hash == plans[2].hash


@pytest.mark.parametrize(
    "limits", [{"move_time": 0}, {"move_time": 61}, {"start_time": -1}, {"game_time": float("inf")}]
)
def test_a_limit_that_is_none_is_refused(limits):
    with pytest.raises(BlukeError):
        Reach(**limits)


# What is done about faults.


def test_a_match_that_is_to_stop_ends_before_the_game_with_the_fault():
    bots = f"a=cmd:{sys.executable} -S {HOSTILE / 'illegal_card.py'}", "novice"
    games = play(make_plan(bots, seed="external", rules=SHORT, policy=FaultPolicy("stop")))
    with pytest.raises(MatchStopped) as caught:
        next(games)
    assert [fault.code for fault in caught.value.result.faults] == ["illegal-card"] * 2  # it has two seats


@pytest.mark.parametrize("most", [1, 2, 5])
def test_so_many_faults_a_bot_has(most):
    bots = f"a=cmd:{sys.executable} -S {HOSTILE / 'illegal_card.py'}", "novice"
    plan = make_plan(bots, players=2, seed="external", policy=FaultPolicy(max_faults=most), blocks=1)
    assert [len(result.faults) for result in play(plan)] == [most] * 2


def test_a_bot_hears_of_its_fault_with_the_next_request(tmp_path):
    bots = f"a=cmd:{sys.executable} -S {HOSTILE / 'illegal_bid.py'}", "novice"
    lines_of(*bots, players=2, reach=Reach(transcripts=tmp_path))
    [told, *_] = said(tmp_path / "block-1-lineup-1-rotation-0-seat-0.txt", ">", "fault")
    assert told == {"t": "fault", "code": "illegal-bid", "detail": "bid 4; legal: 1, 2, 3"}


# What is written down.


def said(path, mark, kind=None):
    lines = [line[2:] for line in path.read_text().splitlines() if line.startswith(mark)]
    return [message for message in map(json.loads, lines) if kind in (None, message["t"])]


def test_a_transcript_holds_every_message_and_each_fits_its_schema(tmp_path):
    lines_of(f"cmd:{sys.executable} {SAMPLES / 'steady.py'}", "novice", blocks=1, reach=Reach(transcripts=tmp_path))
    paths = sorted(tmp_path.glob("block-*"))
    assert len(paths) == 4
    for path in paths:
        asked, answered = said(path, ">"), said(path, "<")
        assert all(REQUEST.is_valid(message) for message in asked)
        assert all(ANSWER.is_valid(message) for message in answered)
        assert [message["id"] for message in asked] == [message["id"] for message in answered]
        assert [message["t"] for message in asked][-1] == "over"
        assert sum(message["t"] == "act" for message in asked) == 2 + 5


def test_no_message_names_the_others_the_deals_or_the_game(tmp_path):
    other = f"quokka={SAMPLES / 'foxy.py'}?noise=10"
    plan = make_plan(
        [f"zebra=cmd:{sys.executable} {SAMPLES / 'steady.py'}", other, "wombat=rules"],
        seed="platypus",
        blocks=2,
        rules=SHORT,
        reach=Reach(transcripts=tmp_path),
    )
    list(play(plan))
    keys = set()
    for path in tmp_path.glob("block-*"):
        for message in said(path, ">"):
            text = json.dumps(message)
            assert not re.search("zebra|quokka|wombat|platypus|foxy|bluke-deal", text)
            assert plan.hash not in text
            keys |= set(message)
    assert keys == {
        *("t", "id", "protocol", "versions", "players", "seat", "dealer", "rules", "seed", "options"),
        *("want", "events", "view", "legal", "scores", "ranks"),
    }


def test_the_plan_holds_what_the_files_of_a_command_hold(tmp_path):
    bot = tmp_path / "bot.sh"
    bot.write_text("one")
    first = reach_bot(parse_name(f"cmd:sh {bot} --x"), Reach()).source_hash
    bot.write_text("two")
    second = reach_bot(parse_name(f"cmd:sh {bot} --x"), Reach()).source_hash
    assert None not in (first, second)
    assert first != second
    assert reach_bot(parse_name("cmd:sh -c true"), Reach()).source_hash is None


@pytest.mark.parametrize("bot", ["tests.match.play:Lowest", "samples/bots/foxy.py"])
def test_a_class_has_the_same_hash_wherever_it_plays(bot, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = [reach_bot(parse_name(bot), reach).source_hash for reach in (Reach(), Reach(in_process=True))]
    assert found[0] is not None
    assert found[0] == found[1]


# What is left.


def running_match(mark, bot, **changes):
    command = [sys.executable, "-m", "bluke_cli", "match", f"cmd:{sys.executable} -S {HOSTILE / bot}.py", "novice"]
    settings = {"env": environment(**{MARK: mark}), "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, **changes}
    return subprocess.Popen([*command, "--players", "2", "--blocks", "1000"], **settings)


def playing(mark, child, least):
    """Wait until a game has been written and so many processes are there."""
    assert child.stdout.readline()
    end = time.monotonic() + 20
    while len(marked(mark)) < least and time.monotonic() < end:
        time.sleep(0.01)
    assert len(marked(mark)) >= least


@needs_linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_when_the_match_is_killed(number):
    mark = new_mark()
    with running_match(mark, "forks") as child:
        playing(mark, child, 4)  # the match, a guard, the bot, and what it let loose
        os.kill(child.pid, number)
        child.wait(timeout=20)
        assert left_after(mark, 3) == []


STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: open(sys.argv[1], "w").write("asked to go"))
print("ready", flush=True)
while True:
    time.sleep(1)
"""


@pytest.fixture
def stubborn(tmp_path, monkeypatch):
    """A process that does not go by itself, and the mark of all that comes of it."""
    mark = new_mark()
    monkeypatch.setenv(MARK, mark)
    child = Child([sys.executable, "-S", "-c", STUBBORN, str(tmp_path / "told")], time.monotonic() + 20)
    try:
        assert child.receive(time.monotonic() + 20) == b"ready"
        yield child, mark
    finally:
        child.close()


@needs_linux
def test_a_bot_dies_with_its_guard(stubborn):
    child, mark = stubborn
    assert len(marked(mark)) == 2
    child._guard.kill()
    child._guard.wait()
    assert left_after(mark, 3) == []
    with pytest.raises(BotFault) as caught:
        child.receive(time.monotonic() + 20)
    assert caught.value.code == "signal"


@needs_linux
def test_a_bot_is_asked_to_go_before_it_is_killed(stubborn, tmp_path):
    child, mark = stubborn
    begun = time.monotonic()
    child.close(b"")
    assert 1.9 < time.monotonic() - begun < 6
    assert (tmp_path / "told").read_text() == "asked to go"
    assert left_after(mark, 0) == []
    child.close()  # once more does no harm


@needs_linux
def test_a_bot_has_a_session_of_its_own_and_ctrl_c_does_not_reach_it(bot_file, tmp_path):
    path = bot_file("""
        import os, sys
        sys.path.insert(0, sys.argv[1])
        from honest import play
        print(os.getsid(0) == os.getpgid(0) == os.getpid(), os.environ["PYTHONHASHSEED"], file=open(sys.argv[2], "w"))
        play()
    """)
    lines_of(f"a=cmd:{sys.executable} -S {path} {HOSTILE} {tmp_path / 'facts'}", "novice", players=2, blocks=1)
    assert (tmp_path / "facts").read_text() == "True 0\n"
