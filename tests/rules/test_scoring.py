"""Scoring: made and set, bags, ties and places."""

from __future__ import annotations

import pytest

from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import Tally, hand_score, places
from tests import oracle


def test_a_made_bid_scores_points_and_overtricks() -> None:
    assert hand_score(3, 5, HouseRules(points=7, overtrick=2)) == 21 + 4


def test_a_set_player_loses_the_bid_however_many_were_taken() -> None:
    assert {hand_score(5, took, HouseRules()) for took in range(5)} == {-50}


def test_an_overtrick_may_cost() -> None:
    assert hand_score(2, 5, HouseRules(overtrick=-3)) == 20 - 9


@pytest.mark.parametrize(("overtrick", "score"), [(1, 3), (0, 0), (-2, -6), (5, 15)])
def test_a_made_zero_scores_its_overtricks(overtrick: int, score: int) -> None:
    rules = HouseRules(min_bid=0, overtrick=overtrick)
    assert hand_score(0, 3, rules) == score
    assert hand_score(0, 0, rules) == 0


def test_scores_agree_with_the_oracle_for_every_bid_and_take() -> None:
    for points, overtrick in ((10, 1), (1, 0), (3, -2), (10, 10)):
        house = HouseRules(points=points, overtrick=overtrick)
        plain = oracle.rules_with(points=points, overtrick=overtrick)
        for bid in range(14):
            for took in range(14):
                assert hand_score(bid, took, house) == oracle.hand_score(bid, took, plain)


def test_a_bag_penalty_is_in_the_score_of_the_hand_that_reached_the_limit() -> None:
    tally = Tally(2, HouseRules(bag_limit=5, bag_penalty=100))
    assert tally.settle([1, 1], [5, 1]) == [14, 10]  # 4 bags
    assert tally.settle([1, 1], [2, 1]) == [11 - 100, 10]  # 5
    assert tally.settle([1, 1], [5, 1]) == [14, 10]  # 9
    assert tally.settle([1, 1], [3, 1]) == [12 - 100, 10]  # 11
    assert tally.totals == [14 + 11 + 14 + 12 - 200, 40]


def test_two_multiples_in_one_hand_cost_two_penalties() -> None:
    tally = Tally(2, HouseRules(bag_limit=3, bag_penalty=50))
    assert tally.settle([1, 1], [8, 1]) == [17 - 2 * 50, 10]


def test_only_made_bids_give_bags() -> None:
    tally = Tally(2, HouseRules(bag_limit=2, bag_penalty=50))
    assert tally.settle([5, 1], [4, 2]) == [-50, 11]
    assert tally.settle([1, 5], [2, 3]) == [11, -50]
    assert tally.bags == [1, 1]


def test_a_made_zero_gives_bags() -> None:
    tally = Tally(2, HouseRules(min_bid=0, bag_limit=3, bag_penalty=50))
    assert tally.settle([0, 1], [3, 1]) == [3 - 50, 10]


def test_a_negative_penalty_is_a_bonus() -> None:
    assert Tally(2, HouseRules(bag_limit=1, bag_penalty=-5)).settle([1, 1], [3, 0]) == [12 + 10, -10]


def test_no_limit_no_penalty() -> None:
    tally = Tally(2, HouseRules())
    for _ in range(50):
        tally.settle([1, 1], [13, 0])
    assert tally.totals[0] == 50 * 22


def test_most_made_parts_tied_leaders_by_the_sum_of_made_bids() -> None:
    shared, parted = Tally(3, HouseRules()), Tally(3, HouseRules(tie="most-made"))
    for tally in (shared, parted):
        tally.settle([2, 1, 1], [2, 1, 0])  # 20 10 -10
        tally.settle([1, 1, 1], [0, 1, 1])  # 10 20 0; seat 0 has 20 - 10
        tally.settle([1, 1, 4], [1, 0, 4])  # 20 10 40; made 3 2 5
        tally.settle([3, 1, 1], [3, 11, 0])  # 50 30 30
        tally.settle([1, 1, 1], [0, 11, 1])  # 40 50 40
        tally.settle([1, 1, 1], [1, 0, 1])  # 50 40 50; made 7, 4, 7
    assert shared.totals == parted.totals == [50, 40, 50]
    assert shared.winners() == parted.winners() == [0, 2]


def test_most_made_names_one_of_two_leaders() -> None:
    shared, parted = Tally(2, HouseRules()), Tally(2, HouseRules(tie="most-made"))
    for tally in (shared, parted):
        assert tally.settle([2, 1], [2, 11]) == [20, 20]
    assert (shared.winners(), shared.places()) == ([0, 1], [1, 1])
    assert (parted.winners(), parted.places()) == ([0], [1, 2])


def test_most_made_is_asked_only_among_leaders() -> None:
    rules = HouseRules(tie="most-made")
    assert places([30, 20, 20], [1, 9, 2], rules) == [1, 2, 2]
    assert places([20, 30, 30], [99, 4, 4], rules) == [3, 1, 1]
    assert places([30, 30, 30, 10], [4, 6, 6, 50], rules) == [3, 1, 1, 4]


def test_a_set_bid_is_not_a_made_bid() -> None:
    tally = Tally(2, HouseRules(tie="most-made"))
    tally.settle([5, 3], [4, 3])
    assert tally.made == [0, 3]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([51, 51, 40, -30], [1, 1, 3, 4]),
        ([5, 5, 5], [1, 1, 1]),
        ([1, 2, 2, 3], [4, 2, 2, 1]),
        ([-10, -20], [1, 2]),
        ([0, 0], [1, 1]),
    ],
)
def test_places(totals: list[int], expected: list[int]) -> None:
    assert places(totals, [0] * len(totals), HouseRules()) == expected == oracle.shared_places(totals)
