"""Mutating any single fact or claim of a valid record is either found, or provably changes nothing.

Exactly: the records here carry every claim that the format knows. Each single change of one (a value, a card, an
entry, a key) gives a finding, or leaves every claim right, and the id and all results (tricks taken, points, totals,
winners) as they were; except where the changed record is as good a record of another game with the same results. That
is so in three cases:

- **less** is written, so that less is claimed: a key left out, an empty list of tricks;
- a **house rule** is changed that this game never came to;
- two **tricks** are exchanged that the same player led and took (nobody could have told).

Every player deals in these records, so none is named among the `players` alone. Score sheets hold less: there only the
numbers are claimed, and tricks that two players took can be exchanged where neither the points nor their sum betray
it. And where an overtrick brought as many points as a trick that was bid, no points would depend on the bid: no record
here is played by such rules.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from bluke_cli.audit.audit import audit
from bluke_cli.audit.rescore import rescored
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_records
from bluke_cli.replay.identity import identity, normalised
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.story import tell
from bluke_cli.replay.table import table_of
from tests.mutations import Mutation, Path, Plain, full_game, mutations, score_sheet

SMALL: dict[str, tuple[int, dict[str, Any]]] = {
    "three players": (3, {"schedule": [2, 1, 1]}),
    "two players": (2, {"schedule": [3, 1]}),
    "house rules": (
        4,
        {
            "schedule": [2, 1, 1, 1],
            "min_bid": 0,
            "hook": True,
            "led_bluke": "next-suit",
            "trump_lead": "broken",
            "no_trump_bluke": "powerless",
            "points": 5,
            "overtrick": 2,
            "bag_limit": 1,
            "bag_penalty": 7,
            "tie": "most-made",
        },
    ),
}
LARGE: dict[str, tuple[int, dict[str, Any]]] = {
    "default": (4, {}),
    "seven players": (7, {}),
    "broken": (3, {"schedule": [9, 5, 1, 5, 9], "trump_lead": "broken", "led_bluke": "trump", "hook": True}),
    "bags": (2, {"schedule": [13, 7, 2], "min_bid": 0, "bag_limit": 2, "bag_penalty": 30, "overtrick": 3}),
}
SAMPLE = 400


def read(record: Plain) -> tuple[GameRecord | None, bool]:
    """Return the record as read, and whether anything at all was found in it."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    (reading,) = read_records(io.BytesIO(text.encode()), "game.json", "json")
    if reading.record is None or reading.findings:
        return reading.record, True
    return reading.record, bool(audit(reading.record, reading.damaged))


def results(record: GameRecord) -> list[Any]:
    """Return what follows from the facts: by hand tricks taken, points and totals, and at the end who won."""
    settled, result = settle(record, table_of(record))
    hands = [(hand.took, hand.score, hand.total) for hand in settled]
    return [hands, result.final, result.winners]


def sums(record: GameRecord) -> list[Any]:
    """Return the results without the tricks taken."""
    hands, *end = results(record)
    return [[hand[1:] for hand in hands], *end]


def claims(record: Plain) -> dict[Path, Any]:
    """Return every single claim of a record, with its path; what has no order is put in order."""
    found: dict[Path, Any] = {}
    for key in ("scorekeeper", "draw", "deal", "final"):
        if key in record:
            found[key,] = record[key]
    if "winners" in record:
        found["winners",] = sorted(record["winners"])
    for number, hand in enumerate(record["hands"]):
        for key in ("hand", "size", "dealer", "trump", "score", "total"):
            if key in hand:
                found[number, key] = hand[key]
        for seat, text in enumerate(hand.get("dealt", ())):
            found[number, "dealt", seat] = sorted(text.split())
        for seat, count in enumerate(hand.get("took", ())):
            if count is not None and "tricks" in hand:  # else it is a fact
                found[number, "took", seat] = count
    return found


def sound(record: Plain) -> GameRecord:
    read_record, is_faulty = read(record)
    assert read_record is not None
    assert not is_faulty
    return read_record


def is_another_game(mutation: Mutation, before: Plain) -> bool:
    """Return whether a change that is not found is one of the three cases in which it cannot be."""
    kind, path, after = mutation
    if kind in ("less", "rule"):
        return True
    if path[-1] != "tricks":
        return False
    old, new = (record["hands"][path[1]]["tricks"] for record in (before, after))
    return not new or (kind == "swap" and sorted(old) == sorted(new))


def survivors(before: Plain, changed: Iterable[Mutation], derive: Any = results) -> list[Mutation]:
    """Return the changes that are not found although they change the id.

    One that changes a result, or leaves a claim that is not so, fails at once.
    """
    record = sound(before)
    known_id, known_results, right = identity(record), derive(record), claims(before)
    kept = []
    for mutation in changed:
        after, is_found = read(mutation.record)
        if is_found:
            continue
        assert after is not None
        assert derive(after) == known_results, mutation
        for path, claim in claims(mutation.record).items():
            assert claim == right[path], mutation
        if identity(after) != known_id:
            kept.append(mutation)
    return kept


@pytest.mark.parametrize("name", SMALL)
def test_every_mutation_of_a_small_game_is_found_or_changes_nothing(name: str) -> None:
    players, house = SMALL[name]
    before = full_game(random.Random(name), players, **house)
    left = [each for each in survivors(before, mutations(before)) if not is_another_game(each, before)]
    assert [(each.kind, each.path) for each in left] == []


@pytest.mark.parametrize("name", LARGE)
def test_mutations_of_a_large_game_are_found_or_change_nothing(name: str) -> None:
    players, house = LARGE[name]
    rng = random.Random(name)
    before = full_game(rng, players, **house)
    some = rng.sample(list(mutations(before)), SAMPLE)
    left = [each for each in survivors(before, some) if not is_another_game(each, before)]
    assert [(each.kind, each.path) for each in left] == []


@pytest.mark.parametrize("name", ["three players", "house rules", "default", "bags"])
def test_mutations_of_a_score_sheet_are_found_or_change_nothing(name: str) -> None:
    players, house = (SMALL | LARGE)[name]
    rng = random.Random(name)
    before = score_sheet(rng, players, **house)
    every = list(mutations(before))
    some = every if len(every) < SAMPLE else rng.sample(every, SAMPLE)
    left = [each for each in survivors(before, some, sums) if not is_another_game(each, before)]
    assert [(each.kind, each.path) for each in left if (each.kind, each.path[-1]) != ("swap", "took")] == []


def test_a_bare_score_sheet_claims_nothing_so_a_bid_can_be_changed() -> None:
    """What no claim contradicts cannot be found: this is why the records above carry every claim."""
    before = {
        "bluke": 1,
        "players": ["Ann", "Bo"],
        "dealer": "Ann",
        "rules": {"schedule": [2]},
        "hands": [{"bids": [1, 1], "took": [1, 1]}],
    }
    after = {**before, "hands": [{"bids": [1, 2], "took": [1, 1]}]}
    assert results(sound(before)) != results(sound(after))


@pytest.mark.parametrize("name", SMALL)
def test_no_number_of_mutations_is_a_fault_of_the_program(name: str) -> None:
    """Whatever is wrong with a record, all that can be done with it is done."""
    players, house = SMALL[name]
    rng = random.Random(f"many in {name}")
    for _ in range(25):
        make = rng.choice([full_game, score_sheet])
        changed = make(rng, players, **house)
        for _ in range(rng.randint(2, 5)):
            try:
                every = list(mutations(changed))
            except (AttributeError, KeyError, TypeError, IndexError):  # no game any more, so not to be mutated as one
                break
            changed = rng.choice(every).record
        record, is_found = read(changed)
        if record is not None:
            assert rescored(rescored(record)) == rescored(record)
            assert identity(normalised(record)) == identity(record)
            assert list(tell(record))
        assert record is not None or is_found


def test_the_mutations_are_many_and_of_every_kind() -> None:
    before = full_game(random.Random("kinds"), 3, schedule=[2, 1])
    every = list(mutations(before))
    kinds = {mutation.kind for mutation in every}
    assert kinds == {"number", "null", "text", "trump", "name", "card", "drop", "twice", "swap", "less", "rule"}
    keys = {mutation.path[-1] if len(mutation.path) < 3 else mutation.path[2] for mutation in every}
    hand = {"hand", "size", "dealer", "trump", "up", "dealt", "bids", "tricks", "took", "score", "total"}
    assert hand | {"scorekeeper", "seed", "game", "method", "final", "winners"} <= keys
    assert all(mutation.record != before for mutation in every)
