"""The quick way agrees with the full audit: what it calls in order has no finding, and it does call whole games so."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bluke_cli.audit.audit import full_audit
from bluke_cli.audit.quick import is_in_order
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_records
from bluke_cli.rules.house import HouseRules

SAMPLES = Path(__file__).parents[2] / "samples"
HOUSES = [
    HouseRules(),
    HouseRules(min_bid=0, points=7, overtrick=2, bag_limit=5, bag_penalty=30, tie="most-made"),
    HouseRules(led_bluke="trump"),
    HouseRules(trump_lead="broken", hook=True),
    HouseRules(no_trump_bluke="powerless", schedule=(5, 1, 5, 2)),
]


def games(rules: HouseRules, players: int) -> list[dict[str, Any]]:
    bots = [f"b{seat}=random" for seat in range(players)]
    return [
        json.loads(result.line) for result in play(make_plan(bots, players=players, seed="quick", rules=rules, games=1))
    ]


def record(plain: dict[str, Any]) -> GameRecord:
    return GameRecord.model_validate(plain)


@pytest.mark.parametrize("players", [3, 4, 7])
def test_a_whole_game_is_seen_to_be_in_order(players: int) -> None:
    for plain in games(HOUSES[0], players):
        assert is_in_order(record(plain))
        assert full_audit(record(plain)) == []


def test_a_score_sheet_is_seen_to_be_in_order() -> None:
    plain = games(HOUSES[1], 4)[0]
    del plain["deal"]
    for hand in plain["hands"]:
        del hand["tricks"]
    assert is_in_order(record(plain))


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_no_mutant_with_a_finding_is_called_in_order(rules: HouseRules) -> None:
    rng = random.Random(str(rules))
    found = 0
    for plain in games(rules, 4)[:2]:
        text = json.dumps(plain)
        for _ in range(150):
            mutant = json.loads(text)
            mutate(mutant, rng)
            try:
                made = record(mutant)
            except ValueError:
                continue
            findings = full_audit(made)
            found += bool(findings)
            assert not (is_in_order(made) and findings), findings
    assert found > 150


def mutate(plain: dict[str, Any], rng: random.Random) -> None:
    """Change one thing in a record."""
    hand = rng.choice(plain["hands"])
    kind = rng.choice(["number", "card", "swap", "up", "drop", "seed", "dealer", "winners", "final", "claim", "mark"])
    if kind == "number":
        numbers = hand[rng.choice(["bids", "took", "score", "total"])]
        numbers[rng.randrange(len(numbers))] += rng.choice([-10, -1, 1, 10])
    elif kind in ("card", "swap", "mark"):
        at = rng.randrange(len(hand["tricks"]))
        cards = hand["tricks"][at].split()
        one, two = rng.sample(range(len(cards)), 2)
        if kind == "card":
            cards[one] = rng.choice("23456789TJQKA") + rng.choice("CDHS")
        elif kind == "mark":
            cards[one] += "!"
        else:
            cards[one], cards[two] = cards[two], cards[one]
        hand["tricks"][at] = " ".join(cards)
    elif kind == "up":
        hand["up"] = rng.choice("23456789TJQKA") + rng.choice("CDHS")
    elif kind == "drop":
        hand.pop(rng.choice(["up", "bids", "tricks", "took", "score", "total", "hand"]))
    elif kind == "seed":
        plain["deal"]["seed"] += "!"
    elif kind == "dealer":
        plain["dealer"] = rng.choice(plain["players"])
    elif kind == "winners":
        plain["winners"] = [rng.choice(plain["players"])]
    elif kind == "final":
        plain["final"][0] += 1
    else:
        hand.update(
            rng.choice([{"size": 3}, {"dealer": plain["players"][0]}, {"trump": "none"}, {"cut": 1}, {"hand": 2}])
        )


def test_samples() -> None:
    for path in sorted(SAMPLES.rglob("*.*")):
        if path.suffix in (".yaml", ".json", ".jsonl"):
            with path.open("rb") as stream:
                for reading in read_records(stream, str(path)):
                    if reading.record is not None and not reading.damaged and is_in_order(reading.record):
                        assert full_audit(reading.record) == [], path
