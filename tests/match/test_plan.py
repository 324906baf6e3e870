"""The plan of a match, against an independent reading of docs/matches.md."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest

from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.replay.dealt import new_seed
from bluke_cli.rules.cards import card, mask_of
from bluke_cli.rules.house import HouseRules
from tests import oracle

FOUR = ["rules", "novice", "random", "b=random"]


def aliases(plan, seating):
    return [plan.bots[bot].name.alias for bot in seating]


def order_of(items, name):
    """Shuffle by step 3 of the dealing method, written anew."""
    stream = iter(hashlib.shake_256(name.encode()).digest(4096))
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        byte = next(stream)
        while byte >= 256 - 256 % (i + 1):
            byte = next(stream)
        items[i], items[byte % (i + 1)] = items[byte % (i + 1)], items[i]
    return items


@pytest.mark.parametrize(
    "bots", [FOUR, FOUR[:3], ["rules", "random", "rules", "random"], [*FOUR, "c=rules", "d=rules"]]
)
def test_the_order_is_drawn_for_each_block_and_line_up(bots):
    plan = make_plan(bots, seed="zoë", blocks=4)
    seats = plan.players
    expected = []
    for block in range(1, 5):
        line_ups = [range(len(bots))] if len(bots) == seats else list(combinations(range(len(bots)), seats))
        for number, line_up in enumerate(line_ups, 1):
            order = order_of(line_up, f"bluke-order-1\n{block}\n{number}\nzoë")
            for rotation in range(seats):
                seating = tuple(order[(seat + rotation) % seats] for seat in range(seats))
                expected.append((block, number, rotation, seating))
    assert [(game.block, game.lineup, game.rotation, game.seating) for game in plan.schedule()] == expected
    assert plan.games == len(expected)


def test_the_order_is_not_the_same_in_all_blocks():
    plan = make_plan(FOUR, seed="friday", blocks=50)
    assert len({game.seating for game in plan.schedule() if game.rotation == 0}) > 12


@pytest.mark.parametrize(
    ("players", "seatings"),
    [
        (2, ["AB", "BA"]),
        (3, ["AAB", "ABA", "BAA", "ABB", "BAB", "BBA"]),
        (4, ["ABAB", "BABA"]),
        (None, ["ABAB", "BABA"]),
    ],
)
def test_two_bots_duel_in_fixed_seatings(players, seatings):
    plan = make_plan(["rules", "random"], players=players, seed="friday", blocks=2)
    letters = {"rules": "A", "random": "B"}
    found = ["".join(letters[alias] for alias in aliases(plan, game.seating)) for game in plan.schedule()]
    assert found == seatings * 2


def test_more_bots_than_seats_play_in_all_subsets():
    plan = make_plan([*FOUR, "c=rules"], players=3, seed="friday", blocks=1)
    assert plan.line_ups == tuple(combinations(range(5), 3))
    sat = Counter(bot for game in plan.schedule() for bot in game.seating)
    assert sat == dict.fromkeys(range(5), 6 * 3)


@pytest.mark.parametrize(
    ("count", "players", "seats"), [(2, None, 4), (3, None, 3), (4, None, 4), (6, None, 4), (7, 7, 7)]
)
def test_the_number_of_players_follows_from_the_bots(count, players, seats):
    plan = make_plan([f"b{i}=random" for i in range(count)], players=players, seed="x", blocks=1)
    assert plan.players == seats


@pytest.mark.parametrize(
    ("bots", "options", "says"),
    [
        (["rules"], {}, "at least two bots"),
        (["rules", "random"], {"players": 5}, "duel at 2, 3 or 4"),
        (["rules", "random", "novice"], {"players": 4}, "cannot fill 4 seats"),
        (["rules", "random"], {"players": 16}, "2 to 15 players"),
        (["rules", "random"], {"players": 1}, "2 to 15 players"),
        (["rules", "random"], {"blocks": 0}, "at least one block"),
        (["rules", "random"], {"games": 0}, "at least one block"),
        (["rules", "random"], {"blocks": 1, "games": 1}, "not both"),
        (["rules", "random"], {"seed": ""}, "1 to 256 characters"),
        (["rules", "random"], {"seed": "x" * 257}, "1 to 256 characters"),
        (["rules", "random"], {"seed": "\ud800"}, "UTF-8"),
        (["rules", "a=rules?x=1"], {}, "no option x"),
        (["rules", "random"], {"rules": HouseRules(schedule=(14,))}, "cannot be dealt to 4"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_before_any_game(bots, options, says):
    with pytest.raises(BlukeError, match=says):
        make_plan(bots, **options)


def test_games_are_rounded_up_to_blocks():
    assert [make_plan(FOUR, seed="x", games=games).blocks for games in (1, 4, 5, 8)] == [1, 1, 2, 2]
    assert make_plan(["rules", "random"], players=3, seed="x", games=7).blocks == 2
    assert make_plan(FOUR, seed="x").blocks == 20


def test_a_bots_seed_follows_from_block_seat_of_the_deal_and_alias():
    plan = make_plan(FOUR, seed="zoë", blocks=1)
    name = "bluke-bot-1\n3\n2\nb\nzoë".encode()
    assert plan.bot_seed(3, 2, 3) == hashlib.shake_256(name).digest(32).hex()
    twice = make_plan(["rules", "random", "rules", "random"], seed="zoë", blocks=1)
    assert twice.bot_seed(3, 2, 0) == twice.bot_seed(3, 2, 2)


def test_blocks_are_dealt_by_the_dealing_method():
    plan = make_plan(FOUR, seed="zoë", blocks=3)
    block = plan.block(3)
    drawn = oracle.draw("zoë", 3, 4)
    assert block.dealer == drawn["dealer"]
    for number in (1, 13, 25):
        size = oracle.default_schedule(4)[number - 1]
        deal = oracle.deal(oracle.shuffled_pack("zoë", 3, number), 4, size, (block.dealer + number - 1) % 4)
        hand = block.hands[number - 1]
        assert hand.up == card(deal["up"])
        assert list(hand.holdings) == [mask_of(map(card, cards)) for cards in deal["holdings"]]


def test_a_longer_match_begins_with_the_games_of_a_shorter_one():
    rules = HouseRules(schedule=(3, 1))
    short = [result.line for result in play(make_plan(FOUR, seed="friday", blocks=2, rules=rules))]
    longer = [result.line for result in play(make_plan(FOUR, seed="friday", blocks=3, rules=rules))]
    assert longer[: len(short)] == short
    assert len(longer) == 12


def test_the_hash_is_that_of_the_canonical_facts(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from bluke_cli.bots.builtin.novice import Novice\nclass Mine(Novice):\n    pass\n", encoding="utf-8"
    )
    plan = make_plan(["a=rules", "random", f"m={path}"], seed="zoë", rules=HouseRules(hook=True), blocks=1)
    facts = {
        "bots": {
            "a": {"bot": "rules"},
            "m": {"bot": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()},
            "random": {"bot": "random"},
        },
        "faults": {"max_faults": 3, "on_fault": "substitute"},
        "lineups": [["a", "random", "m"]],
        "players": 3,
        "rules": {"hook": True},
        "seed": "zoë",
    }
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert plan.hash == hashlib.sha256(text.encode()).hexdigest()


def test_the_hash_does_not_depend_on_the_number_of_blocks_but_on_all_else():
    plan = make_plan(FOUR, seed="x", blocks=1).hash
    assert make_plan(FOUR, seed="x", blocks=9).hash == plan
    others = [
        make_plan(FOUR, seed="y", blocks=1),
        make_plan([*FOUR[:3], "c=random"], seed="x", blocks=1),
        make_plan([*FOUR[:3], "b=rules"], seed="x", blocks=1),
        make_plan(FOUR[::-1], seed="x", blocks=1),
        make_plan(FOUR, seed="x", blocks=1, rules=HouseRules(points=5)),
        make_plan(FOUR, players=3, seed="x", blocks=1),
    ]
    assert len({plan, *(other.hash for other in others)}) == 7


def test_a_new_seed_has_256_random_bits():
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert make_plan(FOUR, blocks=1).seed != make_plan(FOUR, blocks=1).seed


def test_a_match_is_the_same_in_another_process():
    code = (
        "from bluke_cli.match.plan import make_plan; from bluke_cli.match.run import play\n"
        "from bluke_cli.rules.house import HouseRules; import hashlib\n"
        "bots = ['rules', 'novice', 'random', 'b=random']\n"
        "plan = make_plan(bots, seed='x', blocks=2, rules=HouseRules(schedule=(5, 2)))\n"
        "print(hashlib.sha256(''.join(result.line for result in play(plan)).encode()).hexdigest())"
    )
    plan = make_plan(FOUR, seed="x", blocks=2, rules=HouseRules(schedule=(5, 2)))
    here = hashlib.sha256("".join(result.line for result in play(plan)).encode()).hexdigest()
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == here
