"""What `tuned` bids with two players, by what the other has bid; and the hands that it is taught from."""

from __future__ import annotations

import random
from array import array

import pytest

from bluke_cli.bots.builtin.rules import tabled_bid
from bluke_cli.bots.builtin.tuned import Tuned
from bluke_cli.bots.search import duel, estimate
from bluke_cli.bots.search.policies import CHANCES, LINEAR
from bluke_cli.bots.search.tables import tables
from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import cards, mask_of, names
from tests.bots.table import bidding

HELD = "AC JC 4C KD 9D 2H 7H KS LO"


def last_bid(held: str, other: int) -> int:
    """What `tuned` bids as the dealer, after the other's bid."""
    return Tuned().bid(bidding(held, up="2C", players=2, dealer=0, bids=(None, other)))


def test_the_other_bid_counts():
    bids = [last_bid(HELD, other) for other in range(1, 8)]
    assert bids == sorted(bids, reverse=True)
    assert bids[0] >= bids[-1] + 2


def test_who_bids_first_bids_more_with_better_cards():
    bids = [Tuned().bid(bidding(held, up="2C", players=2, dealer=1, bids=(None, None)))
            for held in ("3D 4D 6H 7H 5S 2S", "AC 9C KD 4D 2H 7S", "AC KC QC AD HI LO")]  # fmt: skip
    assert bids == sorted(bids)
    assert bids[0] == 1
    assert bids[-1] >= 5


def test_a_bid_is_the_nearest_legal_one():
    strong = bidding("AC KC QC AD HI LO", up="2C", players=2, dealer=1, bids=(None, None), legal_bids=(1, 2))
    assert Tuned().bid(strong) == 2


def test_with_more_players_or_cards_than_the_tables_know_it_bids_like_rules():
    chance = random.Random(3)
    for _ in range(40):
        three = bidding(names(chance.sample(range(1, 54), 9)), up="2C", players=3, dealer=2, bids=(None,) * 3)
        many = bidding(names(chance.sample(range(1, 54), 20)), up="2C", players=2, dealer=0, bids=(None, 1))
        assert Tuned().bid(three) == max(1, tabled_bid(three))
        assert Tuned().bid(many) == max(1, tabled_bid(many))


def test_features_are_those_of_the_holding_and_of_the_other_bid():
    holding = mask_of(cards(HELD))
    first, last = duel.features(holding, 0, None), duel.features(holding, 0, 2)
    known = len(estimate.FEATURES)
    assert first == estimate.hand_features(holding, 0, True, False) + [0] * (len(duel.FEATURES) - known)
    assert last[:known] == estimate.hand_features(holding, 0, False, True)
    assert dict(zip(duel.FEATURES[known:], last[known:], strict=True)) == {
        "other's bid": 2,
        "other's bid, squared": 4,
        "other's bid, trumps": 6,
        "other's bid, aces": 2,
        "other's bid, Blukes": 2,
        "other bids one": 0,
        "other bids two": 1,
        "other's bid, side voids": 0,
    }


def test_every_table_is_there_and_whole():
    cells = duel.cells()
    assert len(cells) == 13 * 2 * 2
    assert all(len(cell.weights) == len(duel.FEATURES) for cell in cells.values())
    assert all(len(cell.steps) == size and list(cell.steps) == sorted(cell.steps) for (size, *_), cell in cells.items())


needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel is not built, or turned off")


@needs_kernel
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_to_learn_from_are_whole(players):
    size, width = 7, len(estimate.FEATURES) + 2
    numbers = array("i", kernel().self_play(tables().packed, bytes([LINEAR] * players), size, 1, 5, 0, 50))
    rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    assert len(rows) == 50 * players
    for at in range(0, len(rows), players):
        hand = rows[at : at + players]
        assert sum(row[-1] for row in hand) == size
        assert [row[4:6].tolist() for row in hand] == [[s == 0, s == players - 1] for s in range(players)]
        for seat, row in enumerate(hand):
            cell = tables().bids[players, size, True]
            expected = estimate.estimate(row[:-2].tolist(), players, size, 0, tables())
            assert row[-2] == max(1, sum(step <= expected for step in cell.steps)), seat


@needs_kernel
def test_hands_to_learn_from_depend_on_the_policies():
    data = tables().packed
    found = {
        kernel().self_play(data, bytes(policies), 9, 1, 5, 0, 20)
        for policies in ([LINEAR, CHANCES], [CHANCES, LINEAR], [CHANCES, CHANCES])
    }
    assert len(found) == 3


@needs_kernel
@pytest.mark.parametrize(
    "changes",
    [{"tables": b""}, {"policies": b""}, {"policies": bytes(1)}, {"policies": bytes(5)}, {"policies": bytes([3, 4])},
     {"size": 0}, {"size": 14}, {"first": -1}, {"hands": 0}],
    ids=str,
)  # fmt: skip
def test_the_kernel_refuses_hands_that_there_are_not(changes):
    right = {"tables": tables().packed, "policies": bytes(2), "size": 5, "trump": 1, "seed": 1, "first": 0, "hands": 1}
    assert kernel().self_play(*right.values())
    with pytest.raises(ValueError, match="th"):
        kernel().self_play(*{**right, **changes}.values())
