"""Standings, against sums done by hand."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from bluke_cli.match.standings import Outcome, Standings


def outcome(block, bots, scores, places=None, made=None, games=2):
    count = len(scores)
    order = sorted(scores, reverse=True)
    return Outcome(
        block,
        games,
        tuple(bots),
        tuple(scores),
        tuple(places or (1 + order.index(score) for score in scores)),
        tuple(made or [0] * count),
        25,
    )


def standings(bots, outcomes):
    found = Standings(list(bots))
    for each in outcomes:
        found.add(each)
    return found


THREE_BLOCKS = [
    # A less B:     +10                                 −30, mean −10
    outcome(1, "ABAB", [50, 20, 10, 20]),
    outcome(1, "BABA", [40, 10, 40, 10]),
    #                +0                                 +4, mean +2
    outcome(2, "ABAB", [30, 30, 30, 30], made=[1, 2, 3, 4]),
    outcome(2, "BABA", [1, 5, 1, 5], made=[5, 6, 7, 8]),
    #               +20                                 +20, mean +20
    outcome(3, "ABAB", [0, -20, 0, -20]),
    outcome(3, "BABA", [-5, 15, -5, 15]),
]


def test_the_difference_is_the_mean_of_block_means_with_their_standard_error():
    found = standings("AB", THREE_BLOCKS).differences["A", "B"]
    assert found.blocks == 3
    assert found.mean == pytest.approx(4)  # (−10 + 2 + 20) / 3
    variance = (14**2 + 2**2 + 16**2) / 2
    assert found.error == pytest.approx(math.sqrt(variance / 3))


def test_averages_are_over_every_seat_of_a_bot():
    sums = standings("AB", THREE_BLOCKS).sums
    assert sums["A"].seats == sums["B"].seats == 12
    assert sums["A"].mean_score == pytest.approx((50 + 10 + 10 + 10 + 30 + 30 + 5 + 5 + 0 + 0 + 15 + 15) / 12)
    assert sums["A"].mean_place == pytest.approx((1 + 4 + 3 + 3 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1) / 12)
    assert sums["A"].made_share == pytest.approx((1 + 3 + 6 + 8) / (12 * 25))
    assert sums["B"].made_share == pytest.approx((2 + 4 + 5 + 7) / (12 * 25))


def test_joint_wins_count_their_share():
    sums = standings("AB", THREE_BLOCKS).sums
    assert sums["A"].win_share == pytest.approx((1 + 0 + 2 / 4 + 1 + 1 + 1) / 6)
    assert sums["A"].win_share + sums["B"].win_share == pytest.approx(1)
    assert sums["A"].games == 6


def test_the_order_of_the_games_changes_nothing():
    chance = random.Random(1)
    first = standings("AB", THREE_BLOCKS)
    for _ in range(20):
        shuffled = chance.sample(THREE_BLOCKS, len(THREE_BLOCKS))
        assert standings("AB", shuffled) == first


def test_an_incomplete_block_is_left_out_and_counted():
    found = standings("AB", THREE_BLOCKS[:-1])
    assert (found.blocks, found.games, found.incomplete) == (2, 4, 1)
    assert found.differences["A", "B"].mean == pytest.approx(-4)
    assert found.sums["A"].seats == 8


def test_a_pair_is_compared_only_where_both_sat():
    games = [
        outcome(1, "AB", [10, 0], games=3),
        outcome(1, "BC", [7, 3], games=3),
        outcome(1, "CA", [1, 6], games=3),
    ]
    found = standings("ABC", games).differences
    assert {pair: difference.mean for pair, difference in found.items()} == {
        ("A", "B"): 10,
        ("A", "C"): 5,
        ("B", "C"): 4,
    }
    assert found["A", "B"].error is None


def test_seats_of_one_bot_are_averaged_before_bots_are_compared():
    found = standings("AB", [outcome(1, "AAB", [10, 20, 6], games=1), outcome(2, "ABB", [10, 0, 4], games=1)])
    assert found.differences["A", "B"].mean == pytest.approx((9 + 8) / 2)


def test_bots_are_equal_where_no_block_has_a_difference():
    same = [outcome(block, "AB", [block, block], games=1) for block in range(3)]
    assert standings("AB", same).differences["A", "B"].is_equal
    assert not standings("AB", same[:1]).differences["A", "B"].is_equal
    steady = [outcome(block, "AB", [5, 1], games=1) for block in range(3)]
    assert not standings("AB", steady).differences["A", "B"].is_equal
    cancelling = [outcome(1, "AB", [5, 1], games=1), outcome(2, "AB", [1, 5], games=1)]
    assert not standings("AB", cancelling).differences["A", "B"].is_equal


def test_only_open_blocks_are_kept_in_memory():
    found = Standings(["A", "B"])
    for block in range(1000):
        for _ in range(2):
            found.add(outcome(block, "AB", [block, 0]))
        assert found.incomplete == 0
    assert len(found._open) == 0


def test_the_standard_error_is_that_of_blocks_not_of_games():
    """Games of a block that go together say no more than one: taking them as independent would halve the error."""
    chance = random.Random(2)
    games = []
    for block in range(200):
        level = chance.gauss(0, 10)
        games += [outcome(block, "AB", [round(level * 1000), 0], games=4) for _ in range(4)]
    found = standings("AB", games).differences["A", "B"]
    assert found.error == pytest.approx(10_000 / math.sqrt(200), rel=0.15)


def test_pairs_are_in_the_order_of_the_bots():
    assert list(Standings(["C", "A", "B"]).differences) == list(itertools.combinations("CAB", 2))
