"""Every engine gives the same games in the same order, whatever becomes of its processes."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bluke_cli.bots.reach import BotRefused, Reach
from bluke_cli.errors import BlukeError
from bluke_cli.jobs import pool
from bluke_cli.match import packing, workers
from bluke_cli.match.blocks import Deals, PackedBlock
from bluke_cli.match.engines import Engine
from bluke_cli.match.order import in_order
from bluke_cli.match.packing import PlayedElsewhereError, Reply, pack, unpack
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import MatchStopped, batches, play
from bluke_cli.match.seating import FaultPolicy
from bluke_cli.rules.house import HouseRules
from tests.bots.processes import MARK, left_after, marked, needs_linux, new_mark
from tests.cli.running import environment

FOUR = ["rules", "novice", "random", "b=random"]
SHORT = HouseRules(schedule=(3, 1))
HERE = Engine()
TWO = Engine(jobs=2)


def plan_of(bots=FOUR, blocks=6, seed="x", **options):
    return make_plan(bots, seed=seed, blocks=blocks, rules=SHORT, **options)


def lines(engine, plan, games=None):
    return [result.line for result in engine.play(plan, plan.schedule() if games is None else games)]


def bot_file(folder, body, name="mine.py"):
    path = folder / name
    path.write_text(
        "import os, signal, sys, time\nfrom bluke_cli.bots.builtin.novice import Novice\n"
        f"class Mine(Novice):\n    def bid(self, view):\n        {body}\n        return super().bid(view)\n",
        encoding="utf-8",
    )
    return f"mine={path}"


def play_inproc(*bots):
    return plan_of(["novice", *bots], reach=Reach(in_process=True))


@pytest.fixture
def mark(monkeypatch):
    mark = new_mark()
    monkeypatch.setenv(MARK, mark)
    return mark


# The same games


@pytest.mark.parametrize("bots", [FOUR, ["rules", "random"], [*FOUR, "c=rules"]], ids=["table", "duel", "field"])
def test_two_processes_give_the_same_results_as_one(bots):
    plan = plan_of(bots)
    assert list(TWO.play(plan, plan.schedule())) == list(HERE.play(plan, plan.schedule())) == list(play(plan))


def test_more_processes_than_blocks():
    plan = plan_of(blocks=2)
    assert lines(Engine(jobs=5), plan) == lines(HERE, plan)


def test_no_games_start_no_process(monkeypatch):
    monkeypatch.setattr(pool, "Worker", None)
    plan = plan_of()
    assert lines(TWO, plan, []) == []


def test_any_games_can_be_played_also_the_rest_of_a_block():
    plan = plan_of()
    games = list(plan.schedule())[6:21]
    assert lines(TWO, plan, games) == lines(HERE, plan, games) == lines(HERE, plan)[6:21]


def test_blocks_that_end_late_come_in_order(tmp_path):
    bot = bot_file(tmp_path, "time.sleep(0.05 if view.hand == 1 and view.up % 2 else 0)")
    plan = play_inproc(bot)
    assert lines(Engine(jobs=3), plan) == lines(HERE, plan)


def test_bots_of_their_own_process_play_in_workers(tmp_path, mark):
    plan = plan_of(["novice", bot_file(tmp_path, "pass")], blocks=2)
    assert lines(TWO, plan) == lines(HERE, plan)
    assert left_after(mark, 5) == []


def test_a_bot_that_writes_to_standard_output_disturbs_nothing(tmp_path, capfd):
    bot = bot_file(tmp_path, "os.write(1, b'hello'); sys.stdin.read()")
    plan = play_inproc(bot)
    assert len(lines(TWO, plan)) == plan.games
    out, err = capfd.readouterr()
    assert out == ""
    assert "hello" in err


def test_deals_that_were_written_down_travel():
    source = plan_of()
    blocks = tuple(PackedBlock.of(source.block(number)) for number in (5, 2, 4))
    plan = make_plan(FOUR, seed="y", deals=Deals(4, SHORT, blocks))
    assert unpack(pack(plan)).deals == blocks
    assert lines(TWO, plan) == lines(HERE, plan)


# Order, and how much is under way


class Kept:
    def __init__(self, number, log):
        self.number, self.log = number, log

    def result(self):
        self.log.append(-self.number)
        return Reply([self.number])


def test_a_bounded_number_of_blocks_is_under_way():
    log = []

    def submit(number):
        log.append(number)
        return Kept(number, log)

    assert list(in_order(submit, range(1, 100), 7)) == list(range(1, 100))
    under_way = [sum(1 if number > 0 else -1 for number in log[:end]) for end in range(len(log) + 1)]
    assert max(under_way) == 7


def test_batches_are_blocks():
    plan = plan_of(blocks=3)
    assert [len(batch) for batch in batches(plan.schedule())] == [4, 4, 4]
    assert [{game.block for game in batch} for batch in batches(plan.schedule())] == [{1}, {2}, {3}]


# Faults


@pytest.mark.parametrize("engine", [HERE, TWO], ids=["here", "two"])
def test_a_match_stops_at_the_first_fault_in_the_order_of_the_plan(engine, tmp_path):
    bots = ["novice", bot_file(tmp_path, "if view.hand == 2 and view.up % 9 == 4: raise ValueError(view.up)")]
    reach = Reach(in_process=True)
    results = list(play(plan_of(bots, reach=reach, blocks=20)))
    first = next(at for at, result in enumerate(results) if result.faults)
    assert 0 < first < len(results) - 4  # a block that is being played when the match stops
    plan = plan_of(bots, reach=reach, policy=FaultPolicy("stop"), blocks=20)
    games = engine.play(plan, plan.schedule())
    assert [next(games).game for _ in range(first)] == [result.game for result in results[:first]]
    with pytest.raises(MatchStopped) as stop:
        next(games)
    assert stop.value.result.game == results[first].game
    assert stop.value.result.faults[0].code == "exception"


def test_a_bot_that_cannot_play_is_refused_before_any_process_is_started(monkeypatch):
    monkeypatch.setattr(workers, "Pool", None)
    plan = plan_of(["novice", "cmd:false"])
    with pytest.raises(BotRefused):
        next(iter(TWO.play(plan, plan.schedule())))


# Processes that die


def kill_a_worker(mark):
    """Kill one process of an engine, as the kernel does when memory is short."""
    found = [pid for pid in marked(mark) if b"bluke_cli.match.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(found[0], signal.SIGKILL)


@needs_linux
def test_a_worker_that_is_killed_loses_nothing(mark):
    plan = plan_of(blocks=30)
    expected = lines(HERE, plan)
    found = []
    for count, result in enumerate(TWO.play(plan, plan.schedule())):
        if count in (0, 20, 50):
            kill_a_worker(mark)
        found.append(result.line)
    assert found == expected
    assert left_after(mark, 5) == []


def test_a_block_that_kills_every_process_ends_the_match(tmp_path, mark):
    plan = play_inproc(bot_file(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)"))
    with pytest.raises(BlukeError, match="block 1: the process that played it died 3 times"):
        lines(TWO, plan)
    assert left_after(mark, 5) == []


def test_a_file_that_changed_since_the_match_began_is_refused(tmp_path):
    bot = bot_file(tmp_path, "pass")
    plan = play_inproc(bot)
    bot_file(tmp_path, "time.time()")
    with pytest.raises(BlukeError, match="has changed since the match began"):
        lines(TWO, plan)


def test_another_version_is_refused(monkeypatch):
    packed = pack(plan_of())
    monkeypatch.setattr(packing, "__version__", "9.9")
    with pytest.raises(BlukeError, match=r"has bluke 9\.9, not "):
        unpack(packed)


def test_a_fault_of_the_program_in_a_worker_is_told_with_its_traceback():
    plan = plan_of()
    games = [type(next(plan.schedule()))(1, 1, 0, (0, 1, 2, 99))]
    with pytest.raises(PlayedElsewhereError, match="IndexError"):
        lines(TWO, plan, games)


# Endings


def test_nothing_is_left_when_the_games_are_played(mark):
    plan = plan_of()
    assert len(lines(TWO, plan)) == plan.games
    assert left_after(mark, 0.5) == []


def test_nothing_is_left_when_nobody_wants_more(mark, tmp_path):
    plan = plan_of(["novice", bot_file(tmp_path, "time.sleep(0.01)")], blocks=1000)
    games = TWO.play(plan, plan.schedule())
    next(games)
    assert len(marked(mark)) > 4  # two workers, and in each at least one bot and its guard
    games.close()
    assert left_after(mark, 5) == []


RUN = """
import sys
from bluke_cli.bots.reach import Reach
from bluke_cli.match.engines import Engine
from bluke_cli.match.plan import make_plan
plan = make_plan(["novice", sys.argv[1]], seed="x", blocks=1000, reach=Reach(in_process=len(sys.argv) > 2))
for result in Engine(jobs=2).play(plan, plan.schedule()):
    print("a game", flush=True)
"""


@needs_linux
@pytest.mark.parametrize("inproc", [["in this process"], []], ids=["inproc", "children"])
def test_nothing_is_left_when_this_process_is_killed(inproc, tmp_path):
    mark, flag = new_mark(), tmp_path / "flag"
    bot = bot_file(tmp_path, f"time.sleep(60 if os.path.exists({str(flag)!r}) else 0)")
    child = subprocess.Popen(
        [sys.executable, "-c", RUN, bot, *inproc], env=environment(**{MARK: mark}), stdout=subprocess.PIPE
    )
    with child:
        assert child.stdout.readline() == b"a game\n"
        flag.touch()
        time.sleep(1)  # now every bot is asleep, in the middle of a block
        assert len(marked(mark)) > 2
        child.kill()
    assert left_after(mark, 3) == []


@needs_linux
def test_a_bot_that_is_deaf_does_not_keep_a_worker_alive(tmp_path, mark, monkeypatch):
    monkeypatch.setattr(pool, "GRACE", 0.5)
    body = "\n        ".join(["while view.hand == 2:", "    try: time.sleep(9)", "    except BaseException: pass"])
    plan = play_inproc(bot_file(tmp_path, body))
    monkeypatch.setattr(pool.Worker, "ask", _impatient)
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        lines(TWO, plan)
    assert left_after(mark, 5) == []
    assert time.monotonic() - started < 20


def _impatient(worker, batch):
    """Give a batch to a worker, and give up waiting for it a little later."""
    pickle.dump(worker._packed, worker.process.stdin)
    pickle.dump(batch, worker.process.stdin)
    worker.process.stdin.flush()
    time.sleep(2)
    raise TimeoutError


@pytest.mark.parametrize("jobs", [0, -1])
def test_there_is_at_least_one_job(jobs):
    with pytest.raises(BlukeError, match="at least one job"):
        Engine(jobs=jobs)
