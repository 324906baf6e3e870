"""Luck of the deal: sums done by hand, what it must be where the cards rotate, and that it explains what it should."""

from __future__ import annotations

import io
import json

import pytest

from bluke_cli.match.luck import Luck
from bluke_cli.match.told import ToldGame, ToldHand, told_game
from bluke_cli.record.reader import read_records
from bluke_cli.rules.house import HouseRules
from tests.match.test_groups import FIELD, SHORT, grouped_of, lines_of, only

HAND = {"up": "7H", "bids": [1, 1], "tricks": ["AH 2H", "2C 3C"], "took": [0, 2]}
"""Of Ann, who deals, and Bo, who leads and has the ace of trumps."""


def game(*hands, **changes):
    """Return a game of two, as JSON, whose hands have two cards."""
    rules = {"schedule": [2] * len(hands)}
    return json.dumps(
        {"bluke": 1, "players": ["Ann", "Bo"], "dealer": "Ann", "rules": rules, "hands": hands, **changes}
    )


def expected_of(text):
    """Return what the cards of each hand should take, hand by hand."""
    [reading] = read_records(io.BytesIO(text.encode()), "-")
    return [hand.expected for hand in told_game(reading.record, None, 1).told]


def told(points, took, expected, bots=("a", "b")):
    """Return a game of one hand after another, each a row in the three lists; the block is 1."""
    hands = tuple(ToldHand(2, 0, (1, 1), t, (True, True), p, e) for p, t, e in zip(points, took, expected, strict=True))
    return ToldGame(1, 1, bots, (0, 0), (1, 1), (1, 1), len(hands), 1, 0, hands, (0, 0))


def test_the_sums_by_hand():
    """Luck of a: 2, 0, 1 tricks in three blocks. Points above the mean: 15, 5, 4; tricks above a share: 1, 0, 0.

    About their means 1 and 8 the worth is (1 * 7 + -1 * -3 + 0 * -4) / (1 + 1) = 5. The rest is 15 - 10, 5, 4 - 5.
    """
    luck = Luck()
    luck.enter([told([(20, -10)], [(2, 0)], [(5 * 1024, 1024)])])
    luck.enter([told([(10, 0)], [(1, 1)], [(1024, 1024)])])
    luck.enter([told([(8, 0)], [(1, 1)], [(3 * 1024, 1024)])])
    assert (luck.hands, luck.worth) == (3, 5)
    a, b = luck.shares["a"], luck.shares["b"]
    assert (a.hands, a.tricks.mean, a.luck.mean, a.tricks_beyond) == (3, 1 / 3, 1, -2 / 3)
    assert (a.points.mean, a.by_cards(luck.worth), a.rest(luck.worth).mean) == (8, 5, 3)
    assert a.rest(luck.worth).deviation == 12**0.5
    assert (b.tricks.mean, b.luck.mean, b.rest(luck.worth).mean) == (-1 / 3, -1, -3)


def test_whoever_is_better_does_not_change_what_a_trick_is_worth():
    """Here a has the better cards in both hands, and 100 points more a hand as well: these are no luck."""
    luck = Luck()
    for more, expected in ((5, 3 * 1024), (0, 2 * 1024)):
        luck.enter([told([(100 + more, -100 - more)], [(1, 1)], [(expected, 1024)])])
    assert luck.worth == 10


def test_hands_without_all_cards_do_not_count():
    luck = Luck()
    luck.enter([told([(20, -10), (10, 10)], [(2, 0), (1, 1)], [None, (1024, 1024)])])
    assert (luck.hands, luck.shares["a"].hands, luck.shares["a"].points.mean, luck.worth) == (1, 1, 0, 0)
    luck = Luck()
    luck.enter([told([(20, -10)], [(2, 0)], [None])])
    assert (luck.hands, dict(luck.shares)) == (0, {})


def test_better_cards_are_expected_to_take_more():
    [(ann, bo)] = expected_of(game(HAND))
    assert ann + 400 < bo
    [(with_ace, _)] = expected_of(game({**HAND, "tricks": ["2C AC", "2H AH"]}))
    [(with_bluke, _)] = expected_of(game({**HAND, "tricks": ["2C HI", "AH 2H"]}))
    assert ann < with_ace
    assert ann < with_bluke


def test_cards_count_as_played_or_as_dealt():
    dealt = {"dealt": ["2H 3C", "AH 2C"]}
    bare = {key: value for key, value in HAND.items() if key != "tricks"}
    [played] = expected_of(game(HAND))
    assert [played] == expected_of(game({**bare, **dealt})) == expected_of(game({**HAND, "dealt": ["HI LO", "2S 3S"]}))
    assert played is not None


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"dealt": ["2H 3C", "AH"]},
        {"dealt": ["2H 3C", "AH 3C"]},
        {"dealt": ["2H 3C", "7H 2C"]},
        {"dealt": ["2H 3C"]},
        {"tricks": ["AH 2H"]},
        {"tricks": ["AH 2H", "AH 3C"]},
        {"up": None, "dealt": ["2H 3C", "AH 2C"]},
    ],
)
def test_what_is_not_known_whole_is_not_expected(change):
    hand = {key: value for key, value in {**HAND, "tricks": None, **change}.items() if value is not None}
    assert expected_of(game(hand)) == [None]


def test_without_a_dealer_nobody_knows_the_turns():
    record = json.loads(game({**HAND, "dealt": ["2H 3C", "AH 2C"]}))
    del record["dealer"], record["hands"][0]["tricks"]
    assert expected_of(json.dumps(record)) == [None]


@pytest.mark.parametrize(
    ("bots", "players", "rules"),
    [
        (FIELD, None, HouseRules(schedule=(5, 3, 1))),
        (["novice", "random"], None, SHORT),
        (["novice", "random"], 3, SHORT),
        ([*FIELD, "c=novice"], None, SHORT),
        ([*FIELD, "c=novice"], 5, HouseRules(schedule=(6, 4))),
        (["novice", "random"], 2, HouseRules(schedule=(15,))),
    ],
)
def test_rotation_leaves_no_luck(bots, players, rules):
    _, lines = lines_of(bots, players=players, rules=rules, blocks=2)
    luck = only(grouped_of("\n".join(lines))).luck
    assert luck.hands == len(lines) * len(rules.schedule)
    assert [(share.luck.total, share.luck.squares) for share in luck.shares.values()] == [(0, 0)] * len(luck.shares)


def test_luck_explains_much_of_what_equals_score():
    """Among equals the cards decide half of the points, and a trick is worth about ten of them."""
    bots = [f"{name}=rules" for name in "abcd"]
    _, lines = lines_of(bots, blocks=12, rules=HouseRules(schedule=(9, 7, 5)))
    records = [json.loads(line) for line in lines[::4]]
    for record in records:
        del record["match"]
    luck = only(grouped_of("\n".join(map(json.dumps, records)))).luck
    assert 7 < luck.worth < 14
    for share in luck.shares.values():
        rest = share.rest(luck.worth)
        assert rest.deviation < share.points.deviation
        assert rest.mean + share.by_cards(luck.worth) == pytest.approx(share.points.mean)
