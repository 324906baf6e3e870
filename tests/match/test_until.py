"""Stopping: when a match is sure enough, and that it stops at the same block however it is played."""

from __future__ import annotations

import itertools
import random

import pytest

from bluke_cli.errors import BlukeError
from bluke_cli.match.engines import Engine
from bluke_cli.match.plan import make_plan
from bluke_cli.match.ranking import alpha_of, ranking
from bluke_cli.match.sequence import FIRST_LOOK
from bluke_cli.match.standings import Standings
from bluke_cli.match.until import Until, read_until
from bluke_cli.rules.house import HouseRules
from tests.match.test_standings import outcome

SHORT = HouseRules(schedule=(2, 1))


def after(rule, bots, scores_of, most=1000):
    """Return after how many blocks of one game each the rule stops a match; `most` if it never does."""
    standings = Standings(list(bots))
    games = (outcome(block, bots, scores_of(block), games=1) for block in itertools.count(1))
    for game in rule.watch(itertools.islice(games, most), standings):
        standings.add(game)
    return standings.blocks


def around(*means, seed=1, spread=10):
    chance = random.Random(seed)
    return lambda _: [mean + round(chance.gauss(0, spread)) for mean in means]


def test_a_rule_is_read_and_written():
    assert read_until("ci:2") == Until("ci", 2)
    assert read_until("best:97.5") == Until("best", 97.5)
    assert [str(read_until(text)) for text in ("ci:0.5", "best:95")] == ["ci:0.5", "best:95"]


@pytest.mark.parametrize(
    "text", ["", "ci", "ci:", "ci:0", "ci:-1", "ci:nan", "ci:1e3", "best:100", "best:49", "best:inf", "worst:5", "ci:٢"]
)
def test_what_is_no_rule_is_refused(text):
    with pytest.raises(BlukeError):
        read_until(text)


def test_ci_stops_at_the_first_block_at_which_the_sequence_is_narrow_enough():
    blocks = after(Until("ci", 3), "AB", around(0, 0))
    assert FIRST_LOOK < blocks < 1000
    standings = Standings(["A", "B"])
    scores_of = around(0, 0)
    for block in range(1, blocks + 1):
        standings.add(outcome(block, "AB", scores_of(block), games=1))
        half = standings.differences["A", "B"].watched_half_width(0.05)
        assert (half is not None and half <= 3) is (block == blocks)


def test_best_stops_when_one_bot_is_ahead_of_all_others():
    assert after(Until("best", 95), "ABC", around(100, 0, 0)) == FIRST_LOOK
    assert after(Until("best", 95), "ABC", around(0, 0, 100)) == FIRST_LOOK
    assert after(Until("best", 95), "ABC", around(100, 100, 0), most=200) == 200
    assert FIRST_LOOK < after(Until("best", 95), "AB", around(4, 0)) < 1000


def test_more_certainty_takes_more_blocks():
    found = [after(Until("best", percent), "AB", around(4, 0)) for percent in (50, 95, 99.9)]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_all_pairs_must_be_known_together():
    scores_of = around(0, 0, 0)
    blocks = after(Until("ci", 3), "ABC", scores_of)
    standings = Standings(["A", "B", "C"])
    scores_of = around(0, 0, 0)
    for block in range(1, blocks + 1):
        standings.add(outcome(block, "ABC", scores_of(block), games=1))
        halves = [each.watched_half_width(0.05 / 3) or 99 for each in standings.differences.values()]
        assert (max(halves) <= 3) is (block == blocks)


@pytest.mark.parametrize("rule", ["ci:1000", "best:50"])
def test_blocks_without_spread_never_stop_a_match(rule):
    chance = random.Random(3)
    assert after(read_until(rule), "AB", lambda _: [7, 7], most=100) == 100
    assert after(read_until(rule), "AB", lambda _: [9, 7], most=100) == 100
    assert after(read_until(rule), "AAAA", lambda _: [1, 2, 3, 4], most=50) == 50  # one bot alone

    def with_a_twin(_):
        return [score := chance.randrange(100), score, -500]

    assert after(read_until(rule), "ABC", with_a_twin, most=100) == 100


def test_a_match_that_is_sure_before_its_first_game_plays_none():
    standings = Standings(["A", "B"])
    for block in range(1, 41):
        standings.add(outcome(block, "AB", [block % 7, block % 5], games=1))
    assert list(Until("ci", 1000).watch(iter([1, 2]), standings)) == []
    assert list(Until("ci", 0.001).watch(iter([1, 2]), standings)) == [1, 2]


def lines(engine, rule, blocks=400):
    plan = make_plan(["novice", "random"], seed="x", blocks=blocks, rules=SHORT)
    standings = Standings(plan.aliases)
    found = []
    results = engine.play(plan, plan.schedule())
    for result in rule.watch(results, standings):
        found.append(result.line)
        standings.add(result.outcome)
    results.close()
    return found


def test_two_processes_stop_at_the_same_game_as_one():
    alone = lines(Engine(), Until("ci", 3))
    assert FIRST_LOOK * 2 < len(alone) < 800
    assert lines(Engine(jobs=2), Until("ci", 3)) == alone


# The ranking


def test_all_pairs_together_miss_with_five_per_cent():
    standings = Standings(["A", "B", "C"])
    assert alpha_of(standings) == pytest.approx(0.05)
    standings.add(outcome(1, "ABC", [3, 2, 1], games=1))
    assert alpha_of(standings) == pytest.approx(0.05 / 3)
    assert alpha_of(standings, 0.7) == pytest.approx(0.1)


def test_the_ranking_says_who_is_not_separated_from_whom():
    standings = Standings(["A", "B", "C", "D"])
    scores_of = around(0, 100, 1, 0, spread=5)
    for block in range(1, 11):
        standings.add(outcome(block, "ABCD", scores_of(block), games=1))
    ranks = {rank.bot: rank for rank in ranking(standings)}
    assert ranks["B"].place == 1
    assert ranks["B"].near == ()
    assert set(ranks["A"].near) == {"C", "D"}
    assert set(ranks["D"].near) == {"A", "C"}


def test_the_same_points_share_a_place():
    standings = Standings(["B", "A", "C"])
    for block in range(1, 4):
        standings.add(outcome(block, "ABC", [block, block, -block], games=1))
    assert [(rank.bot, rank.place, rank.near) for rank in ranking(standings)][:2] == [
        ("A", 1, ("B", "C")),
        ("B", 1, ("A", "C")),
    ]


def test_a_bot_is_not_separated_from_itself():
    """A real match of a bot with itself under two names: random plays otherwise each time, rules does not."""
    for bot, is_equal in (("random", False), ("rules", True)):
        plan = make_plan([f"a={bot}", f"b={bot}"], seed="a/a", blocks=60, rules=SHORT)
        standings = Standings(plan.aliases)
        for result in Engine().play(plan, plan.schedule()):
            standings.add(result.outcome)
        assert standings.differences["a", "b"].is_equal is is_equal
        assert [rank.near for rank in ranking(standings)] == [(other,) for other in ("b", "a")] or not is_equal
        assert all(rank.near for rank in ranking(standings))
