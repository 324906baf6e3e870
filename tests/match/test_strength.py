"""Each rung of the built-in bots beats the one below, by far more than chance; the samples play without a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.match.standings import Standings

SAMPLES = Path(__file__).parents[2] / "samples" / "bots"


@pytest.mark.parametrize(
    ("bots", "players", "blocks", "at_least"),
    [
        (["novice", "random"], 4, 5, 600),
        (["novice", "random"], 2, 8, 300),
        (["rules", "novice"], 4, 10, 100),
        (["rules", "novice"], 3, 4, 100),
        (["rules", "novice"], 2, 12, 200),
    ],
)
def test_a_higher_rung_wins(bots, players, blocks, at_least):
    plan = make_plan(bots, players=players, seed="ladder", blocks=blocks)
    standings = Standings(plan.aliases)
    for result in play(plan):
        assert result.faults == []
        standings.add(result.outcome)
    [difference] = standings.differences.values()
    assert difference.mean > at_least
    assert difference.mean > 4 * difference.error


def test_a_bot_does_not_beat_itself():
    plan = make_plan(["a=rules", "b=rules"], seed="ladder", blocks=3)
    standings = Standings(plan.aliases)
    for result in play(plan):
        standings.add(result.outcome)
    assert standings.differences["a", "b"].is_equal


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.py")), ids=lambda path: path.name)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_bot_plays_without_a_fault(sample, players):
    for result in play(make_plan([str(sample), "random"], players=players, seed="samples", blocks=1)):
        assert result.faults == []


def test_there_are_samples():
    assert len(list(SAMPLES.glob("*.py"))) >= 2
