"""The built-in bots: what they bid and play in clear cases, and that they play any rules legally."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import bluke_cli.bots.search
from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.bots.builtin.novice import Novice
from bluke_cli.bots.builtin.rules import Rules, tabled_bid
from bluke_cli.bots.builtin.uniform import Random
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView
from bluke_cli.rules.cards import card, names
from bluke_cli.rules.house import HouseRules
from tests.bots.table import bidding, view


@pytest.mark.parametrize(
    ("held", "up", "bid"),
    [
        ("2D 3D 4D", "2C", 1),  # nothing: the lowest legal bid
        ("LO HI 4D", "2C", 2),
        ("AC KC QC", "2C", 3),
        ("AC KC QC JC", "2C", 4),  # when three have been led, nobody else has a trump
        ("3C 4C 5C 6C 7C 8C", "2C", 3),  # the fourth trump and all behind it
        ("AD AH KS 3C", "2C", 2),  # side aces, no side king
        ("AD AH AS AC", "HI", 4),  # no trump: four side aces
    ],
)
def test_novice_counts_its_tricks(held, up, bid):
    assert Novice().bid(bidding(held, up)) == bid


def test_novice_bids_the_nearest_legal_bid():
    assert Novice().bid(bidding("LO HI 4D", legal_bids=(1, 3))) == 1
    assert Novice().bid(bidding("2D 3D 4D", legal_bids=(0, 1, 2, 3))) == 0


@pytest.mark.parametrize(
    ("held", "trick", "won", "played"),
    [
        ("AS KS 2C LO", "", 0, "LO"),
        ("AS KS 2C", "", 0, "AS"),  # trumps are kept while there is a plain card to lead
        ("4C 2C", "", 0, "4C"),
        ("AS KS 2C", "2H", 0, "2C"),  # a trump is above any plain card
        ("AS KS 2C LO", "", 1, "KS"),
        ("AS 2C LO", "", 1, "AS"),
        ("AS 2C LO", "2H", 1, "AS"),
    ],
)
def test_novice_plays_high_while_it_needs_tricks_and_then_low(held, trick, won, played):
    assert names([Novice().play(view(held, up="3C", trick=trick, won=(won, 0, 0, 0)))]) == played


@pytest.mark.parametrize(
    ("held", "trick", "legal", "played"),
    [
        ("AS TS 9S", "2S 3S 8S", "AS TS 9S", "9S"),  # last: as cheaply as it wins
        ("3S 2S KH", "AS 4S 5S", "3S 2S", "2S"),  # cannot win: the worst card
        ("KC 4C 3H", "AS 4S 5S", "KC 4C 3H", "4C"),  # ruff low when last
        ("AH 3H 2D", "AS LO 5S", "AH 3H 2D", "2D"),  # nothing beats the Bluke but the other one
        ("HI LO 3H", "2S 3S 4S", "HI LO 3H", "LO"),
        ("HI AC 3D", "2S 3S KC", "HI AC 3D", "AC"),  # the ace of trump is worth less later than the High Bluke
    ],
)
def test_rules_wins_as_cheaply_as_it_can_and_else_throws_its_worst(held, trick, legal, played):
    seen = view(held, up="2C", trick=trick, leader=1, legal_mask=legal)
    assert names([Rules().play(seen)]) == played


def test_rules_takes_another_trick_when_its_bid_is_made():
    seen = view("AS 2S", up="2C", trick="3S 4S 5S", leader=1, bids=(1, 1, 1, 1), won=(1, 0, 0, 0))
    assert names([Rules().play(seen)]) == "AS"


def test_rules_cashes_the_high_bluke_before_a_loser():
    assert names([Rules().play(view("HI 2D", up="2C"))]) == "HI"


def test_rules_bids_more_with_better_cards():
    weak, middling, strong = "2D 3D 4H 5H 6S", "AD 9C 4H 5H 6S", "AD AC KC LO HI"
    assert [tabled_bid(bidding(held, up="2C")) for held in (weak, middling, strong)] == [0, 1, 4]
    assert [Rules().bid(bidding(held, up="2C")) for held in (weak, middling, strong)] == [1, 1, 4]
    assert Rules().bid(bidding(strong, up="2C", legal_bids=(0, 1, 2, 3))) == 3


def test_random_makes_every_legal_choice_equally_often():
    bot = Random()
    bot.start(GameView(4, 0, 0, HouseRules(), (4,)), Rng("even"))
    seen = view("2C KD 3H HI", up="2D")
    plays = Counter(bot.play(seen) for _ in range(40_000))
    assert set(plays) == {card("2C"), card("KD"), card("3H"), card("HI")}
    assert sum((count - 10_000) ** 2 / 10_000 for count in plays.values()) < 16.3  # 3 degrees, 0.1 %
    bids = Counter(bot.bid(bidding("2C KD 3H HI", legal_bids=(1, 2, 4))) for _ in range(30_000))
    assert set(bids) == {1, 2, 4}
    assert sum((count - 10_000) ** 2 / 10_000 for count in bids.values()) < 13.9  # 2 degrees, 0.1 %


def test_built_in_bots_decide_without_floats_and_without_other_chance():
    """A float may round differently elsewhere; a set of texts is in another order in each process."""
    folder = Path(bluke_cli.bots.search.__file__).parent
    for path in (*folder.glob("*.py"), *folder.with_name("builtin").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Div), path
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] + [getattr(node, "module", None)]
                assert not {"random", "secrets", "os"} & set(names), path
                assert "time" not in names or path.name == "search.py", path  # for the option `ms`


def test_names_are_unique():
    assert len({bot.name for bot in BUILT_IN}) == len(BUILT_IN)
