"""Repairs beyond doubt are made, others are not."""

from __future__ import annotations

import json
from typing import Any

from bluke_cli.audit.audit import audit
from bluke_cli.audit.budget import Budget
from bluke_cli.audit.repair import set_values, sure_edits
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.record.models import GameRecord
from tests.audit.test_bookkeeper import sheet

GAME = json.loads(next(play(make_plan(["rules", "novice"], seed="repair", games=2))).line)


def repaired(plain: dict[str, Any]) -> dict[str, Any]:
    return set_values(plain, sure_edits(GameRecord.model_validate(plain), Budget()))


def test_a_sound_record_is_left_alone() -> None:
    assert sure_edits(GameRecord.model_validate(GAME), Budget()) == []
    assert repaired(sheet()) == sheet()


def test_a_sum_and_all_that_follows_from_it() -> None:
    assert repaired(sheet(carry=(1, 10))) == sheet()


def test_what_follows_from_number_and_turn_up() -> None:
    plain = json.loads(json.dumps(GAME))
    plain["hands"][3] |= {"size": 4, "dealer": plain["players"][2], "trump": "none"}
    fixed = repaired(plain)["hands"][3]
    assert fixed["size"] == 10
    assert audit(GameRecord.model_validate(repaired(plain))) == []


def test_who_deals_is_put_right_in_one_hand_but_not_in_all_from_one_on() -> None:
    """Where a hand was left out, the dealers are those of the others."""
    plain = sheet()
    wrong = [{**hand, "dealer": plain["players"][at % 3]} for at, hand in enumerate(plain["hands"], 2)]
    assert "dealer" in {finding.code for finding in audit(GameRecord.model_validate({**plain, "hands": wrong}))}
    assert repaired({**plain, "hands": wrong}) == {**plain, "hands": wrong}
    once = {**plain, "hands": [wrong[0], *plain["hands"][1:]]}
    assert repaired(once)["hands"][0]["dealer"] == plain["dealer"]


def test_nothing_is_repaired_where_it_is_in_doubt_which_hands_these_are() -> None:
    plain = json.loads(json.dumps(GAME))
    for hand in plain["hands"]:
        hand |= {"size": len(hand["tricks"])}
        hand.pop("hand", None)
    del plain["hands"][4:7]
    codes = {finding.code for finding in audit(GameRecord.model_validate(plain))}
    assert {"hand-size", "took"} <= codes
    assert repaired(plain) == plain


def test_a_card_that_the_seed_tells() -> None:
    plain = json.loads(json.dumps(GAME))
    cards = plain["hands"][0]["tricks"][4].split()
    plain["hands"][0]["tricks"][4] = " ".join([cards[1], *cards[1:]])
    assert repaired(plain) == GAME


def test_bid_and_took_exchanged() -> None:
    plain = sheet((0, "took", [1, 1, 2]), (0, "bids", [1, 2, 2]), score=True)
    assert repaired(plain) == sheet(score=True)


def test_a_number_of_tricks_that_all_the_rest_tells() -> None:
    assert repaired(sheet((1, "took", [0, 3, 2]))) == sheet()


def test_doubtful_faults_are_left_to_a_person() -> None:
    wrong = sheet((1, "took", [0, 3, 2]))
    for hand in wrong["hands"]:
        del hand["total"]
    assert repaired(wrong) == wrong
    plain = json.loads(json.dumps(GAME))
    del plain["deal"]
    plain["hands"][12]["tricks"][0] = " ".join([plain["hands"][12]["tricks"][0].split()[0]] * 4)
    plain["hands"][20]["total"][0] += 10  # nor is a sum touched while the cards are at fault
    assert repaired(plain) == plain
