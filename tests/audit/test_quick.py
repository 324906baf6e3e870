"""The quick way agrees with the full audit: what it calls in order has no finding, and it does call whole games so."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bluke_cli.audit.audit import CLAIM_CODES, audit
from bluke_cli.audit.examine import examine
from bluke_cli.audit.frame import _are_sound
from bluke_cli.audit.quick import (
    Sums,
    is_in_order,
    right_sums,
    vouch_for_all,
    vouch_for_facts,
    with_sums,
)
from bluke_cli.audit.rescore import rescored
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_document, read_records
from bluke_cli.record.source import Document
from bluke_cli.record.writer import write_yaml
from bluke_cli.replay.identity import normalised
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.quick import is_quick

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
        assert is_in_order(plain)
        assert audit(record(plain)) == []


def test_a_score_sheet_is_seen_to_be_in_order() -> None:
    plain = games(HOUSES[1], 4)[0]
    del plain["deal"]
    for hand in plain["hands"]:
        del hand["tricks"]
    assert is_in_order(plain)
    assert audit(record(plain)) == []


def test_the_keys_of_a_hand_may_stand_in_any_order() -> None:
    plain = games(HOUSES[0], 4)[0]
    plain["hands"][3] = dict(reversed(plain["hands"][3].items()))
    assert is_in_order(plain)


def test_values_under_each_other_s_keys_are_seen() -> None:
    """With the keys exchanged, too, the values of a hand stand in the same order as those of all others."""
    hands = [{"bids": [1, 1], "took": [1, 1]}, {"bids": [1, 1], "took": [0, 1]}, {"took": [1, 1], "bids": [2, 1]}]
    game = {"bluke": 1, "players": ["Ann", "Bo"], "dealer": "Ann", "rules": {"schedule": "2-1-2"}, "hands": hands}
    assert is_in_order(game)
    hands[2] = {"took": [2, 1], "bids": [1, 1]}
    assert not is_in_order(game)


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_no_mutant_with_a_finding_is_called_in_order(rules: HouseRules) -> None:
    rng = random.Random(str(rules))
    found = 0
    for plain in games(rules, 4)[:2]:
        text = json.dumps(plain)
        for _ in range(150):
            mutant = json.loads(text)
            mutate(mutant, rng)
            in_order, right = is_in_order(mutant), right_sums(mutant)
            try:
                made = record(mutant)
            except ValueError:
                assert (in_order, right) == (False, None)
                continue
            findings = audit(made)
            found += bool(findings)
            assert not (in_order and findings), findings
            assert right is None or {finding.code for finding in findings} <= CLAIM_CODES, findings
    assert found > 150


ODD = [True, False, None, "", "x", "2", 0, 1, -1, 10**17, [], {}, [1], [[1, 2]], ["7H"], {"a": 1}, "none", "7H", "Ann"]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of everything in a plain value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def with_something_odd(plain: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a copy in which one value is replaced, left out, repeated or joined by another key."""
    mutant: dict[str, Any] = json.loads(json.dumps(plain))
    depth = rng.randint(1, 4)
    *path, last = rng.choice([path for path in places(mutant) if 0 < len(path) <= depth])
    within: Any = mutant
    for step in path:
        within = within[step]
    kind = rng.randrange(5)
    if kind == 0:
        del within[last]
    elif kind == 1 and isinstance(within, list):
        within.insert(last, within[last])
    elif kind == 2 and isinstance(within, dict):
        within[rng.choice(["x-mine", "note", "stopped", "cut", "dealt", "size", "date", "took"])] = rng.choice(ODD)
    elif kind == 3 and isinstance(within[last], int):
        within[last] += rng.choice([-1, 1])
    else:
        within[last] = rng.choice(ODD)
    return mutant


def turned(value: Any) -> Any:
    """Return a plain value with all keys the other way round."""
    if isinstance(value, dict):
        return {key: turned(part) for key, part in reversed(value.items())}
    return [turned(part) for part in value] if isinstance(value, list) else value


def test_keys_are_put_in_order() -> None:
    plain = games(HOUSES[1], 3)[0]
    right = right_sums(turned({**plain, "match": {}}))
    assert right is not None
    assert write_yaml(with_sums(turned({**plain, "match": {}}), right)) == write_yaml({**plain, "match": {}})


@pytest.mark.parametrize("drawn", ["A", "AS ", "", "AS 7"])
def test_a_draw_that_is_no_card_is_not_in_order(drawn: str) -> None:
    plain = sheet(games(HOUSES[0], 3)[0])
    del plain["dealer"], plain["scorekeeper"]
    assert right_sums({**plain, "draw": ["AS", "4D", "9H"]}) is not None
    assert right_sums({**plain, "draw": [drawn, "4D", "9H"]}) is None


def sheet(plain: dict[str, Any]) -> dict[str, Any]:
    hands = [{key: hand[key] for key in ("bids", "took")} for hand in plain["hands"]]
    return {key: value for key, value in plain.items() if key not in ("deal", "match")} | {"hands": hands}


@pytest.mark.parametrize("rules", HOUSES, ids=str)
@pytest.mark.parametrize("form", ["jsonl", "yaml"])
def test_whatever_is_odd_the_quick_way_says_what_the_readable_way_says(rules: HouseRules, form: Kind) -> None:
    rng = random.Random(f"{rules}{form}")
    quick = [0, 0]
    for plain in games(rules, 3)[:1]:
        for base in (plain, sheet(plain), {**plain, "rules": {}}):
            for _ in range(120):
                value = with_something_odd(base, rng)
                try:
                    text = write_yaml(value) if form == "yaml" else json.dumps(value)
                except (TypeError, AttributeError, ValueError):
                    text = json.dumps(value)  # which is YAML, too
                document = Document("x", 1, form, text.encode(), 1)
                vouched, claimed = read_document(document, vouch_for_all), read_document(document, vouch_for_facts)
                reading = read_document(document)
                findings = examine(reading)
                if vouched.vouched:
                    quick[0] += 1
                    assert findings == []
                if claimed.vouched:
                    quick[1] += 1
                    assert isinstance(claimed.vouched, Sums)
                    assert {finding.code for finding in findings} <= CLAIM_CODES
                    assert reading.record is not None
                    right = normalised(rescored(reading.record)).written()
                    assert json.dumps(with_sums(claimed.loaded.value, claimed.vouched)) == json.dumps(right)
    if is_quick(rules):
        assert quick[1] > quick[0] > 5


@dataclass(frozen=True, slots=True)
class MoreRules(HouseRules):
    """House rules with a new one."""

    misere: bool = False


def test_a_house_rule_that_was_not_taught_is_not_quick() -> None:
    assert is_quick(MoreRules(min_bid=0, tie="most-made"))
    assert not is_quick(MoreRules(misere=True))


@pytest.mark.parametrize(
    "odd",
    [
        {"bluke": True},
        {"winners": {}},
        {"rules": {"bag_limit": None, "bag_penalty": None}},
        {"rules": {"schedule": None}},
        {"date": 20261127},
        {"bots": [1, 2, 3]},
        {"match": []},
        {"x-mine": 1},
    ],
    ids=str,
)
def test_what_does_not_fit_the_format_is_not_in_order(odd: dict[str, Any]) -> None:
    plain = games(HOUSES[0], 3)[0]
    assert right_sums(plain) is not None
    assert right_sums({**plain, **odd}) is None


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
                    if reading.loaded.parsed and not reading.loaded.findings and is_in_order(reading.loaded.value):
                        assert reading.findings == [], path
                        assert reading.record is not None
                        assert audit(reading.record) == [], path


def test_long_names_are_not_remembered() -> None:
    """Many of them would take more memory than a record may."""
    _are_sound.cache_clear()
    assert not is_in_order({"bluke": 1, "players": ["A", "B" * 65], "dealer": "A", "hands": []})
    assert _are_sound.cache_info().currsize == 0
