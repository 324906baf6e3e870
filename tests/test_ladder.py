"""The ladder, in small: it plays, counts blocks, and judges by intervals."""

from __future__ import annotations

import shutil
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView
from bluke_cli.match.difference import Difference
from tests.bots.oracles import Ismcts
from tests.bots.positions import some_decisions

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import ladder
import rival

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def difference(*blocks: int) -> Difference:
    found = Difference()
    for block in blocks:
        found.add(Fraction(block))
    return found


@pytest.mark.parametrize(
    ("blocks", "verdict"),
    [((99, 100, 101), "met"), ((9, 10, 11), "missed"), ((0, 50, 150), "open"), ((99, 99, 99), "open")],
)
def test_a_target_is_met_where_the_whole_interval_lies_above_it(blocks, verdict):
    assert ladder.Result(ladder.RUNGS[0], 4, 50, difference(*blocks)).verdict == verdict


def test_a_rung_is_played_in_blocks_against_the_mean_of_the_field():
    found = ladder.played(ladder.RUNGS[0], 3, 3)
    assert found.blocks == 3
    assert found.mean > 300


def test_the_page_has_a_table_for_each_number_of_players_the_worst_first():
    results = [
        ladder.Result(rung, players, rung.at_least[at], difference(1000 - 10 * number, 1001 - 10 * number))
        for number, rung in enumerate(ladder.RUNGS)
        for at, players in enumerate((4, 3, 2))
    ]
    text = ladder.page(results)
    titles = [line for line in text.split("\n") if line.startswith("## ")]
    assert titles == ["## 4 players", "## 3 players", "## 2 players"]
    assert text.split("## 4 players")[1].split("\n")[4].startswith("| novice | random |")


def test_the_ladder_leaves_what_is_written_about_the_rival(tmp_path, monkeypatch):
    page = tmp_path / "strength.md"
    page.write_text(f"old\n{ladder.RIVAL}\n\nkept\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "ladder", lambda *_: iter(()))
    monkeypatch.setattr(sys, "argv", ["ladder.py", str(page)])
    ladder.main()
    written = page.read_text(encoding="utf-8")
    assert "## 2 players" in written
    assert "old" not in written
    assert written.endswith(f"\n\n{ladder.RIVAL}\n\nkept\n")


@pytest.mark.parametrize("tool", [ladder, rival])
def test_what_was_played_is_not_lost_where_there_is_no_page_yet(tool, tmp_path, monkeypatch):
    page = tmp_path / "new.md"
    monkeypatch.setattr(ladder, "ladder", lambda *_: iter(()))
    monkeypatch.setattr(rival, "compiled", lambda: None)
    monkeypatch.setattr(rival, "line", lambda *_: "| 4 |")
    monkeypatch.setattr(sys, "argv", [f"{tool.__name__}.py", str(page)])
    tool.main()
    assert page.read_text(encoding="utf-8").startswith("# How strong" if tool is ladder else rival.RIVAL)


def test_the_rival_is_judged_by_blocks_beside_what_the_clock_says(tmp_path, monkeypatch):
    page = tmp_path / "strength.md"
    page.write_text(f"ladder\n\n{ladder.RIVAL}\n\nold\n", encoding="utf-8")

    def played(job):
        clock = rival.Clock()
        clock.seconds["master card"] += [0.015, 0.005]
        clock.seconds["ismcts card"] += [0.02, 0.01, 0.015]
        return rival.Result(Fraction(100 + job[1]), clock)

    monkeypatch.setattr(rival, "played", played)
    monkeypatch.setattr(rival, "Pool", lambda _jobs: _Here())
    monkeypatch.setattr(rival, "compiled", lambda: None)
    monkeypatch.setattr(sys, "argv", ["rival.py", str(page), "--players", "2", "--blocks", "3", "--iterations", "7"])
    rival.main()
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"ladder\n\n{ladder.RIVAL}\n\nWritten by")
    assert "old" not in written
    assert "| 2 | 7 | 10.00 / 15.00 ms | +102.0 ± 0.6 | +99.5 to +104.5 | 3 | +40 | met |" in written


@needs_compiler
def test_the_compiled_ismcts_plays_as_the_readable_one():
    checked = 0
    for seen, _ in some_decisions(3, 60):
        if seen.is_bidding or (seen.rules.points, seen.rules.overtrick) != (10, 1):
            continue
        answers = []
        for bot in (rival.Ismcts(40), Ismcts(40)):
            bot.start(GameView(seen.players, seen.seat, seen.dealer, seen.rules, (seen.size,)), Rng("seed"))
            answers.append(bot.play(seen))
        assert answers[0] == answers[1]
        checked += 1
    assert checked > 10


@needs_compiler
def test_one_block_against_the_rival_is_every_seat_once(monkeypatch):
    monkeypatch.setattr(rival.HouseRules, "hand_sizes", lambda *_: (2,) * 3)
    result = rival.played((3, 1, 5))
    assert abs(result.ahead) <= 60
    assert len(result.clock.seconds["ismcts card"]) > len(result.clock.seconds["master card"]) > 0


class _Here:
    """A pool that works in this process."""

    imap = staticmethod(map)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
