"""The slow oracle and the audit agree on 10,000 randomly damaged hands: whether and where there are illegal plays.

A hand that was played out has no deal but its cards: a seat held what it plays. A hand that breaks off and has a deal
is judged by the deal.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bluke_cli.audit.audit import audit
from bluke_cli.record.models import GameRecord
from tests import oracle

BATCHES, HANDS, DAMAGES = 10, 250, 4
SHAPES = ("trick-size", "trick-count")
CODES = frozenset({"duplicate-card", "card-not-held", "revoke", "trump-not-broken", *SHAPES})
NAMES = ["Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus"]
Hand = dict[str, Any]
Fault = tuple[int, int | None, str]


def random_rules(rng: random.Random) -> oracle.Rules:
    return oracle.rules_with(
        led_bluke=rng.choice(["any", "trump", "next-suit"]),
        trump_lead=rng.choice(["free", "broken"]),
        no_trump_bluke=rng.choice(["power", "powerless"]),
    )


def damaged(rng: random.Random, tricks: list[list[str]], up: str) -> list[list[str]]:
    """Return the tricks with one or two random slips."""
    tricks = [list(trick) for trick in tricks]
    for _ in range(rng.choice([1, 1, 1, 2])):
        trick, other = rng.choice(tricks), rng.choice(tricks)
        at, there = rng.randrange(len(trick)), rng.randrange(len(other))
        slip = rng.random()
        if slip < 0.4:
            trick[at], other[there] = other[there], trick[at]
        elif slip < 0.5:
            trick[at] = rng.choice(oracle.PACK)
        elif slip < 0.55:
            trick[at] = rng.choice([up, *other])
        elif slip < 0.8:
            position, place = tricks.index(trick), tricks.index(other)
            tricks[position], tricks[place] = other, trick
        elif slip < 0.9:
            rng.shuffle(trick)
        elif slip < 0.95 and len(trick) > 1:
            del trick[at]
        else:
            trick.insert(at, rng.choice(oracle.PACK))
    return tricks


def shape_fault(hand: Hand) -> Fault | None:
    """Return the first trick that has too many or too few cards, or is one too many."""
    for number, trick in enumerate(hand["tricks"]):
        is_last = number == len(hand["tricks"]) - 1
        if number >= hand["size"]:
            return number, None, "trick-count"
        if len(trick) > hand["players"] or (len(trick) < hand["players"] and not is_last):
            return number, None, "trick-size"
    return None


def told_by_oracle(hand: Hand) -> list[Fault]:
    """Return trick, place in the trick and code of each fault; the place is None where a whole trick is meant."""
    shape = shape_fault(hand)
    tricks = hand["tricks"] if shape is None else hand["tricks"][: shape[0]]
    is_whole = sum(map(len, hand["tricks"])) == hand["size"] * hand["players"]
    by_deal = hand["dealt"] is not None and not is_whole
    told: list[Fault] = []
    told += oracle.judge_hand({**hand, "tricks": tricks}, hand["rules"], holdings_known=by_deal)
    is_cut_short = bool(told) and told[-1][2] in ("duplicate-card", "card-not-held")
    return told if shape is None or is_cut_short else [*told, shape]


def found_by_audit(hand: Hand) -> list[Fault]:
    players = hand["players"]
    written: Hand = {"up": hand["up"], "tricks": [" ".join(trick) for trick in hand["tricks"]]}
    if hand["dealt"]:
        written["dealt"] = [" ".join(holding) for holding in hand["dealt"]]
    rules = {key: hand["rules"][key] for key in ("led_bluke", "trump_lead", "no_trump_bluke")}
    record = GameRecord.model_validate(
        {
            "bluke": 1,
            "players": NAMES[:players],
            "dealer": NAMES[hand["dealer"]],
            "rules": {"schedule": [hand["size"]], **rules},
            "hands": [written],
        }
    )
    found: list[Fault] = []
    for finding in audit(record):
        if finding.code in CODES and len(finding.path) == 4:
            assert finding.path == ("hands", 0, "tricks", (finding.trick or 0) - 1)
            found.append((finding.path[3], finding.card, finding.code))
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_illegal_plays_are_found_where_the_oracle_finds_them(batch: int) -> None:
    rng = random.Random(f"damaged-{batch}")
    codes: Counter[str | None] = Counter()
    for _ in range(HANDS):
        players, rules = rng.randint(2, 7), random_rules(rng)
        played = oracle.play_random_hand(rng, players, rng.randint(1, oracle.top_hand(players)), rules)
        for _ in range(DAMAGES):
            hand = {**played, "rules": rules, "dealt": None}
            hand["tricks"] = damaged(rng, played["tricks"], played["up"])
            if rng.random() < 0.4:
                hand["dealt"] = played["holdings"]
            if rng.random() < 0.03:
                hand["tricks"].append(rng.choice(hand["tricks"]))
            if rng.random() < 0.5:
                hand["tricks"][-1] = hand["tricks"][-1][: rng.randint(1, players)]
            told = told_by_oracle(hand)
            assert found_by_audit(hand) == told, hand
            codes[told[0][2] if told else None] += 1
    assert sum(codes.values()) == HANDS * DAMAGES
    assert all(codes[code] for code in (None, *CODES)), codes
