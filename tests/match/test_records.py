"""The record of a game: canonical as written, and nothing in it that an audit would find."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from bluke_cli.audit.examine import examine
from bluke_cli.match.plan import make_plan
from bluke_cli.match.records import seat_names
from bluke_cli.match.run import play
from bluke_cli.record.reader import read_records
from bluke_cli.record.writer import write_jsonl
from bluke_cli.rules.house import HouseRules
from tests import oracle

FOUR = ["rules", "novice", "random", "b=random"]


def read(line):
    [reading] = read_records(io.BytesIO(line.encode()), "match.jsonl", "jsonl")
    return reading


@pytest.mark.parametrize(
    ("bots", "players", "rules"),
    [
        (FOUR, None, HouseRules()),
        (["rules", "random"], None, HouseRules()),
        (["novice", "random"], 2, HouseRules(led_bluke="next-suit", no_trump_bluke="powerless", min_bid=0, hook=True)),
        (["novice", "random"], 3, HouseRules(led_bluke="trump", trump_lead="broken", tie="most-made")),
        ([f"b{i}=random" for i in range(7)], 7, HouseRules(bag_limit=2, bag_penalty=30, points=5, overtrick=-1)),
        (FOUR, 3, HouseRules(schedule=(3, 2, 1))),
    ],
)
def test_every_line_is_canonical_and_without_a_finding(bots, players, rules):
    for result in play(make_plan(bots, players=players, seed="zoë", blocks=1, rules=rules)):
        reading = read(result.line)
        assert examine(reading, complete=True) == []
        assert reading.record is not None
        assert write_jsonl(reading.record) == result.line + "\n"


def test_a_record_says_where_it_stands_in_the_match():
    plan = make_plan([*FOUR, "c=novice"], seed="zoë", blocks=1, rules=HouseRules(schedule=(1,)))
    results = list(play(plan))
    assert len(results) == 5 * 4
    for result in results:
        record = json.loads(result.line)
        assert record["match"] == {
            "plan": plan.hash,
            "seed": "zoë",
            "block": 1,
            "lineup": result.game.lineup,
            "lineups": 5,
            "rotation": result.game.rotation,
            "rotations": 4,
            "timed": False,
            "faults": [],
        }
        assert list(record["match"]) == [
            *("plan", "seed", "block", "lineup", "lineups", "rotation", "rotations", "timed", "faults"),
        ]
    assert [(result.game.lineup, result.game.rotation) for result in results] == [
        (line_up, rotation) for line_up in range(1, 6) for rotation in range(4)
    ]


def test_a_record_has_the_keys_of_the_format_and_no_more():
    [first, *_] = play(make_plan(FOUR, seed="friday", blocks=1))
    record = json.loads(first.line)
    assert list(record) == [
        *("bluke", "players", "dealer", "scorekeeper", "draw", "deal", "hands", "final", "winners", "bots", "match"),
    ]
    assert {tuple(hand) for hand in record["hands"]} == {
        ("hand", "up", "bids", "tricks", "took", "score", "total"),
    }
    assert record["deal"] == {"method": "bluke-deal-1", "seed": "friday", "game": 1}
    assert record["dealer"] == record["players"][2]  # friday, game 1: 9H 2S AH 6H
    assert record["draw"] == ["9H", "2S", "AH", "6H"]
    assert record["scorekeeper"] == record["players"][1]


def test_what_goes_into_the_standings_is_what_the_record_says():
    for result in play(make_plan([*FOUR, "c=novice"], seed="zoë", blocks=1, rules=HouseRules(schedule=(3, 2, 1)))):
        record, outcome = json.loads(result.line), result.outcome
        assert (outcome.block, outcome.games, outcome.hands) == (1, 5 * 4, 3)
        assert list(outcome.bots) == record["players"]
        assert list(outcome.scores) == record["final"]
        assert list(outcome.places) == oracle.shared_places(record["final"])
        for seat in range(4):
            assert outcome.made[seat] == sum(hand["took"][seat] >= hand["bids"][seat] for hand in record["hands"])


def test_players_are_aliases_and_bots_are_specifications(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from bluke_cli.bots.builtin.novice import Novice\n"
        "class Mine(Novice):\n    def __init__(self, x: int = 0): pass\n",
        encoding="utf-8",
    )
    plan = make_plan([f"m={path}?x=3", "b=random"], seed="x", blocks=1, rules=HouseRules(schedule=(1,)))
    first, second = (json.loads(result.line) for result in play(plan))
    assert first["players"] == ["m/1", "b/1", "m/2", "b/2"]
    assert first["bots"] == [f"{path}?x=3", "random"] * 2
    assert second["players"] == ["b/1", "m/1", "b/2", "m/2"]


def test_names_are_numbered_only_where_a_bot_sits_more_than_once():
    assert seat_names(["a", "b", "a", "c", "a"]) == ["a/1", "b", "a/2", "c", "a/3"]
    assert seat_names(["a", "b"]) == ["a", "b"]


def test_rotations_share_the_cards_and_the_bots_move():
    results = [json.loads(result.line) for result in play(make_plan(FOUR, seed="x", blocks=1))]
    assert len({json.dumps([hand["up"] for hand in record["hands"]]) for record in results}) == 1
    for seat in range(4):
        holdings = {tuple(sorted(held(record, 0, seat))) for record in results}
        assert len(holdings) == 1
        assert len({record["players"][seat] for record in results}) == 4
    assert len({record["players"].index(record["dealer"]) for record in results}) == 1


def held(record, hand, seat):
    """Return the cards that a seat played in a hand, by a reading of its own."""
    entry, players = record["hands"][hand], len(record["players"])
    trump = oracle.trump_of(entry["up"])
    leader = (record["players"].index(record["dealer"]) + hand + 1) % players
    for trick in entry["tricks"]:
        cards = trick.split()
        yield cards[(seat - leader) % players]
        leader = (leader + oracle.winner(cards, trump, oracle.rules_with())) % players


def test_faults_are_written_down(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        "from bluke_cli.bot import Bot\n"
        "class Bad(Bot):\n"
        "    def bid(self, view): return 0\n"
        "    def play(self, view): return view.up\n",
        encoding="utf-8",
    )
    results = list(play(make_plan([str(path), "random"], players=2, seed="x", blocks=1)))
    for result, seat in zip(results, (0, 1), strict=True):
        assert json.loads(result.line)["match"]["faults"] == [
            {"seat": seat, "hand": 1, "trick": None, "code": "illegal-bid"},
            {"seat": seat, "hand": 1, "trick": 1, "code": "illegal-card"},
            {"seat": seat, "hand": 1, "trick": 2, "code": "illegal-card"},
        ]
        assert examine(read(result.line), complete=True) == []


def test_a_match_needs_neither_pydantic_nor_yaml():
    code = (
        "import sys; from bluke_cli.match.plan import make_plan; from bluke_cli.match.run import play\n"
        "next(play(make_plan(['random', 'rules'], blocks=1)))\n"
        "print({'pydantic', 'yaml'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
