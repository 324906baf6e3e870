"""Deals that were written down, as the blocks of a match."""

from __future__ import annotations

import hashlib
import io
import json

import pytest

from bluke_cli.audit.examine import examine
from bluke_cli.errors import BlukeError
from bluke_cli.match.blocks import PackedBlock, hash_of, seeded_block
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.match.written import read_deals
from bluke_cli.record.reader import read_records
from bluke_cli.replay.dealt import dealt_game
from bluke_cli.rules.cards import cards_of, names
from bluke_cli.rules.house import HouseRules

NAMES = ["Ann", "Bo", "Cy", "Di"]
SHORT = HouseRules(schedule=(3, 1))


def records(*plain):
    text = "".join(json.dumps(record) + "\n" for record in plain)
    readings = list(read_records(io.BytesIO(text.encode()), "deals.jsonl", "jsonl"))
    assert all(reading.findings == [] for reading in readings)
    return [reading.record for reading in readings]


def dealt(game=1, rules=SHORT, players=4, **changes):
    return {**dealt_game("friday", game, NAMES[:players], rules), **changes}


def without(record, *keys):
    return {key: value for key, value in record.items() if key not in keys}


def lines(deals, bots=("rules", "random"), seed="s"):
    found = []
    for result in play(make_plan(bots, seed=seed, deals=deals)):
        [reading] = read_records(io.BytesIO(result.line.encode()), "match.jsonl", "jsonl")
        assert examine(reading, complete=True) == []
        found.append(json.loads(result.line))
    return found


def test_each_record_is_a_block_dealt_as_written():
    deals = read_deals(records(dealt(1), dealt(2)))
    played = lines(deals)
    assert [record["match"]["block"] for record in played] == [1, 1, 2, 2]
    assert [record["deal"]["game"] for record in played] == [1, 1, 2, 2]
    for record in played:
        source = dealt(record["deal"]["game"])
        assert [hand["up"] for hand in record["hands"]] == [hand["up"] for hand in source["hands"]]
        assert record["players"].index(record["dealer"]) == NAMES.index(source["dealer"])
        assert record["draw"] == source["draw"]
        assert record["rules"] == {"schedule": [3, 1]}
        assert record["match"]["seed"] == "s"


def test_a_deal_with_a_seed_alone_is_dealt_from_it():
    bare = dealt(3)
    bare["hands"] = []
    assert read_deals(records(bare)).blocks == read_deals(records(dealt(3))).blocks
    expected = seeded_block("friday", 3, (3, 1), 4)
    assert read_deals(records(bare)).blocks[0].unpacked() == expected


def test_an_extract_with_a_seed_is_a_whole_game():
    extract = dealt(3)
    del extract["hands"][0]
    assert read_deals(records(extract)).blocks == read_deals(records(dealt(3))).blocks


def test_cards_written_beat_the_seed_and_the_seed_is_then_not_claimed():
    changed = dealt(1)
    first = changed["hands"][0]["dealt"]
    first[0], first[1] = first[1], first[0]
    deals = read_deals(records(changed))
    whole = seeded_block("friday", 1, (3, 1), 4).hands[0].holdings
    assert deals.blocks[0].unpacked().hands[0].holdings == (whole[1], whole[0], *whole[2:])
    assert all("deal" not in record for record in lines(deals))


def test_tricks_show_the_cards_of_a_game_that_was_played():
    played = [json.loads(result.line) for result in play(make_plan(["rules", "random"], seed="friday", blocks=1))]
    deals = read_deals(records(*(without(record, "deal", "draw", "scorekeeper") for record in played)))
    expected = seeded_block("friday", 1, HouseRules().hand_sizes(4), 4)
    for block in deals.blocks:
        assert block.unpacked()._replace(draw=None, scorekeeper=None, origin=None) == expected._replace(
            draw=None, scorekeeper=None, origin=None
        )
        assert (block.origin, block.draw, block.scorekeeper) == (None, None, None)


def test_a_cut_is_kept():
    cut = dealt(1)
    cut["hands"] = [{"hand": 1, "cut": 5}]
    deals = read_deals(records(cut))
    assert deals.blocks[0].origin is not None
    played = lines(deals)
    assert [record["hands"][0]["cut"] for record in played] == [5, 5]
    assert played[0]["hands"][0]["up"] != dealt(1)["hands"][0]["up"]


def test_the_default_schedule_written_out_is_the_default():
    spelt = dealt(1, HouseRules())
    spelt["rules"] = {"schedule": "13-1-13"}
    assert read_deals(records(spelt)) == read_deals(records(dealt(1, HouseRules())))


def test_a_dealer_without_a_draw_is_kept():
    told = without(dealt(1), "draw", "deal")
    deals = read_deals(records(told))
    assert all("draw" not in record for record in lines(deals))
    assert lines(deals)[0]["scorekeeper"] == lines(deals)[0]["players"][NAMES.index(told["scorekeeper"])]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: without(r, "dealer", "draw"), "no dealer"),
        (lambda r: {**r, "dealer": next(n for n in NAMES if n != r["dealer"])}, "draw and the dealer disagree"),
        (lambda r: {**without(r, "deal"), "hands": r["hands"][:1]}, "hand 2: every card is needed"),
        (lambda r: {**r, "deal": {**r["deal"], "method": "other"}, "hands": []}, "hand 1: every card is needed"),
        (lambda r: hand(without(r, "deal"), up=None), "hand 1: the turn-up is needed"),
        (lambda r: hand(r, dealt=["2C 3C 4C", "5C 6C 7C", "8C 9C TC", "JC QC QC"]), "hand 1: a player has 2 cards"),
        (lambda r: hand(r, dealt=["2C 3C 4C", "5C 6C 7C", "8C 9C TC", "JC QC 2C"]), "hand 1: a card stands twice"),
        (lambda r: hand(r, up="2C", dealt=["2C 3C 4C", "5C 6C 7C", "8C 9C TC", "JC QC KC"]), "stands twice"),
        (lambda r: hand(r, cut=42), "cut of 42"),
        (lambda r: {**r, "hands": [*r["hands"], {"hand": 3, "up": "2C"}]}, "no hand 3"),
    ],
)
def test_what_cannot_be_played_is_refused(change, says):
    with pytest.raises(BlukeError, match=f"record 2 of the deals: .*{says}"):
        read_deals(records(dealt(1), change(dealt(2))))


def hand(record, **changes):
    first = {key: value for key, value in {**record["hands"][0], **changes}.items() if value is not None}
    return {**record, "hands": [first, *record["hands"][1:]]}


def test_all_deals_are_for_the_same_game():
    with pytest.raises(BlukeError, match="record 2 of the deals: the players or house rules"):
        read_deals(records(dealt(1), dealt(2, players=3)))
    with pytest.raises(BlukeError, match="record 2 of the deals: the players or house rules"):
        read_deals(records(dealt(1), dealt(2, rules=HouseRules(schedule=(3, 1), points=5))))


def test_no_record_is_refused():
    with pytest.raises(BlukeError, match="no deals"):
        read_deals([])


def test_the_plan_takes_players_rules_and_blocks_from_the_deals():
    deals = read_deals(records(dealt(1, players=3), dealt(2, players=3)))
    plan = make_plan(["rules", "random"], seed="s", deals=deals)
    assert (plan.players, plan.rules, plan.blocks) == (3, SHORT, 2)
    for options in ({"rules": SHORT}, {"blocks": 2}, {"games": 2}, {"players": 4}):
        with pytest.raises(BlukeError, match="deals"):
            make_plan(["rules", "random"], seed="s", deals=deals, **options)


def test_the_plans_hash_takes_in_every_deal():
    def plan_of(*games):
        return make_plan(["rules", "random"], seed="s", deals=read_deals(records(*map(dealt, games)))).hash

    assert len({plan_of(1), plan_of(2), plan_of(1, 2), plan_of(2, 1)}) == 4
    assert plan_of(1, 2) == plan_of(1, 2)
    facts = {
        "bots": {"random": {"bot": "random"}, "rules": {"bot": "rules"}},
        "deals": [hash_of(seeded_block("friday", number, (3, 1), 4)) for number in (1, 2)],
        "faults": {"max_faults": 3, "on_fault": "substitute"},
        "lineups": [["rules", "random"]],
        "players": 4,
        "rules": {"schedule": [3, 1]},
        "seed": "s",
    }
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    assert plan_of(1, 2) == hashlib.sha256(text.encode()).hexdigest()


def test_a_blocks_hash_is_of_its_dealer_and_cards_alone():
    block = seeded_block("friday", 1, (1,), 2)
    text = '{"dealer":%d,"hands":[{"dealt":["%s","%s"],"up":"%s"}]}'
    filled = text % (
        block.dealer,
        *(names(cards_of(holding)) for holding in block.hands[0].holdings),
        names([block.hands[0].up]),
    )
    assert hash_of(block) == hashlib.sha256(filled.encode()).hexdigest()


def test_packing_loses_nothing():
    for players in (2, 4, 15):
        block = seeded_block("pack", 1, HouseRules().hand_sizes(players), players)
        assert PackedBlock.of(block).unpacked() == block
