"""The typo doctor finds what was played, where the rest of the hand tells it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bluke_cli.audit.audit import audit
from bluke_cli.audit.budget import Budget
from bluke_cli.diagnostics import Finding
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.record.models import GameRecord

GAMES = [json.loads(result.line) for result in play(make_plan(["rules", "novice"], seed="doctor", games=2))]


def errors(plain: dict[str, Any]) -> list[Finding]:
    record = GameRecord.model_validate(plain)
    return [finding for finding in audit(record, budget=Budget()) if finding.severity == "error"]


def slip(plain: dict[str, Any], kind: str, rng: random.Random) -> tuple[int, list[str]]:
    """Make one slip in a record; return the hand's index and its tricks as they were."""
    index = rng.choices(range(25), [len(hand["tricks"]) for hand in plain["hands"]])[0]
    tricks = plain["hands"][index]["tricks"]
    before = list(tricks)
    trick = rng.randrange(len(tricks))
    cards = tricks[trick].split()
    one, two = rng.sample(range(4), 2)
    if kind == "rank":
        cards[one] = rng.choice([rank for rank in "23456789TJQKA" if rank != cards[one][0]]) + cards[one][1]
    elif kind == "suit":
        cards[one] = cards[one][0] + rng.choice([suit for suit in "CDHS" if suit != cards[one][1]])
    elif kind == "swap":
        cards[one], cards[two] = cards[two], cards[one]
    else:
        del cards[one]
    tricks[trick] = " ".join(cards)
    return index, before


@pytest.mark.parametrize("kind", ["rank", "suit", "swap", "missing"])
def test_a_slip_is_undone_where_the_seed_is_known(kind: str) -> None:
    rng = random.Random(kind)
    done = right = 0
    while done < 12:
        plain = json.loads(json.dumps(rng.choice(GAMES)))
        index, before = slip(plain, kind, rng)
        if any(word in text for text in plain["hands"][index]["tricks"] for word in ("LC", "LD", "LH", "LS", "HC")):
            continue  # the slip made something that is no card
        try:
            found = errors(plain)
        except ValueError:
            continue
        done += 1
        edits = next((finding.edits for finding in found if finding.edits), ())
        tricks = list(plain["hands"][index]["tricks"])
        for path, value in edits:
            if path[:3] == ("hands", index, "tricks"):
                tricks[int(path[3])] = str(value)
        right += tricks == before
    assert right >= 11


def test_without_seed_a_card_that_stands_twice_is_told_from_the_rest() -> None:
    hand = {"up": "2C", "bids": [1, 1], "tricks": ["AS KS", "QH QH"], "took": [2, 0]}
    found = errors({"bluke": 1, "players": ["A", "B"], "dealer": "B", "rules": {"schedule": [2]}, "hands": [hand]})
    assert [finding.code for finding in found] == ["duplicate-card"]
    assert found[0].edits == ()  # it may have been many cards


def test_a_suit_mistaken_in_a_full_hand_is_the_only_repair() -> None:
    game = json.loads(json.dumps(GAMES[0]))
    del game["deal"]
    hand = game["hands"][0]
    cards = hand["tricks"][0].split()
    other = next(suit for suit in "CDHS" if suit != cards[0][1])
    before, hand["tricks"][0] = hand["tricks"][0], " ".join([cards[0][0] + other, *cards[1:]])
    found = errors(game)
    assert found[0].code in ("duplicate-card", "revoke")
    assert any(before in (finding.fix or "") for finding in found)


def test_a_stream_full_of_faults_costs_no_more_than_its_budget() -> None:
    budget = Budget(left=50)
    game = json.loads(json.dumps(GAMES[0]))
    for hand in game["hands"]:
        hand["tricks"][0] = hand["tricks"][0][:-2] + "2C"
    audit(GameRecord.model_validate(game), budget=budget)
    assert budget.left <= 0


def test_a_play_that_was_let_stand_is_not_touched() -> None:
    hand = {"up": "2C", "bids": [1, 1], "tricks": ["AS KH!", "QH QS"], "took": [2, 0]}
    found = errors({"bluke": 1, "players": ["A", "B"], "dealer": "B", "rules": {"schedule": [2]}, "hands": [hand]})
    assert found == []


def test_tricks_taken_are_not_written_where_the_cards_may_be_what_is_wrong() -> None:
    plain = json.loads(json.dumps(GAMES[0]))
    index = 3
    rng = random.Random(1)
    while True:  # a swap that keeps to the rules, and gives the trick to somebody else
        swapped = json.loads(json.dumps(plain))
        tricks = swapped["hands"][index]["tricks"]
        trick = rng.randrange(len(tricks))
        cards = tricks[trick].split()
        cards[0], cards[1] = cards[1], cards[0]
        tricks[trick] = " ".join(cards)
        taken = [finding for finding in errors(swapped) if finding.code == "took"]
        if taken and "did you mean" in taken[0].message:
            break
    assert taken[0].edits == ((("hands", index, "tricks", trick), plain["hands"][index]["tricks"][trick]),)
    assert not any(finding.edits for finding in taken[1:])
    del swapped["deal"]
    taken = [finding for finding in errors(swapped) if finding.code == "took"]
    assert "or else the cards" in taken[0].message
    assert not any(finding.edits for finding in taken)
