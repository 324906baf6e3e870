"""The ladder, in small: it plays, counts blocks, and judges by intervals."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from bluke_cli.match.difference import Difference

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import ladder


def difference(*blocks: int) -> Difference:
    found = Difference()
    for block in blocks:
        found.add(Fraction(block))
    return found


@pytest.mark.parametrize(
    ("blocks", "verdict"), [((99, 100, 101), "met"), ((9, 10, 11), "missed"), ((0, 50, 150), "open")]
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
