"""What each choice of a recorded hand cost: by the worlds that fit what its player saw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bluke_cli.api import read
from bluke_cli.audit.decisions import decisions
from bluke_cli.audit.review import AGAIN, Choice, weigh, with_review
from bluke_cli.kernel import kernel
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.replay.doubts import doubts_of
from bluke_cli.replay.scope import Scope
from bluke_cli.replay.story import tell
from tests.audit.settling import hand_of, settled

SAMPLES = Path(__file__).parents[2] / "samples"

HEAD = "bluke: 1\nplayers: [Ann, Bo, Cy]\ndealer: Cy\nrules: {schedule: [3]}\nhands:\n"
HAND = HEAD + "- {up: 4C, dealt: [%s], bids: [1, 1, 1], tricks: [TH 8H KH]}\n"
LEAD = HEAD + "- {up: 4C, dealt: [%s], bids: [3, 1, 1], tricks: [2D 9H]}\n"


def weighed(dealt: str) -> Choice:
    hand, table = hand_of(HAND % dealt)
    return weigh(decisions(hand, table)[-1], 30)


def test_hidden_cards_change_nothing() -> None:
    once = weighed("TH 2D 7S, 8H 9H AC, KH 3S LO")
    assert (once.trick, once.seat, once.chosen) == (2, 2, None)
    assert once == weighed("TH AC 9H, 8H 2D 7S, KH 3S LO")
    assert once != weighed("TH 2D 7S, 8H 9H AC, KH 3S 2S")


def test_what_is_not_chosen_by_the_rules_is_not_weighed() -> None:
    hand, table = hand_of(HAND.replace("TH 8H KH", "TH AC KH") % "TH 2D 7S, 8H 9H AC, KH 3S LO")
    made = {(decision.trick, decision.view.seat): decision for decision in decisions(hand, table)}
    assert made[1, 1].chosen is not None
    assert not made[1, 1].is_legal
    choice = weigh(made[1, 1], 5)
    assert choice.lost is None
    assert choice.is_against_rules
    assert made[1, 2].is_legal


def test_the_best_is_first_and_nothing_behind_itself() -> None:
    [record] = read(SAMPLES / "valid" / "full-game.yaml")
    hands, table = settled(record)
    for decision in decisions(hands[5], table):
        choice = weigh(decision, 20)
        behind = [worth.behind for worth in choice.moves]
        assert behind == sorted(behind)
        assert behind[0] == 0
        assert choice.lost in choice.moves
        assert weigh(decision, 20) == choice


def test_a_bid_that_fits_is_the_best() -> None:
    """The High Bluke is a trick, 5S is hardly one."""
    hand, table = hand_of(
        "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [2]}\nhands:\n"
        "- {up: 4C, dealt: [2D 3D, HI 5S], bids: [1, 1], tricks: [2D 5S, 3D HI]}\n"
    )
    bids = [weigh(decision, 50) for decision in decisions(hand, table) if decision.trick is None]
    assert bids[1].moves[0].move == 1
    assert bids[1].lost is not None
    assert not bids[1].lost.is_clear


def test_the_story_with_reviews() -> None:
    for path in ("full-game.yaml", "score-sheet.yaml", "marked-revoke.yaml", "unfinished-hand.yaml"):
        [record] = read(SAMPLES / "valid" / path)
        events = list(tell(record))
        found = list(with_review(iter(events), record, doubts_of(record, ()), 3))
        assert [without(event) for event in found] == events
        made: dict[str, list[dict[str, Any]]] = {player: [] for player in record.players}
        for event in found:
            if event["event"] in ("bid", "card") and event["review"]:
                made[event["player"]].append(event["review"])
        for player, told in found[-1]["review"].items():
            clear = [review for review in made[player] if review["is_clear"]]
            assert (told is None) == (not made[player])
            if told is not None:
                assert (told["weighed"], told["clear"]) == (len(made[player]), len(clear))
                assert told["lost"] == pytest.approx(sum(review["lost"] for review in clear), abs=0.05 * len(found))
                assert (told["error"] is None) == (not clear)
        json.dumps(found)


def without(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "review"}


def test_random_choices_cost_more_than_those_of_master() -> None:
    lost = {"master": 0.0, "random": 0.0}
    for seed in ("9", "1", "2", "3"):
        game = next(iter(play(make_plan(["master?worlds=30", "random"], players=2, seed=seed, games=2))))
        [record] = read(game.line.encode(), kind="jsonl")
        short = record.model_copy(update={"hands": record.hands[6:10]})
        end = list(with_review(tell(short), short, doubts_of(short, ()), 30))[-1]["review"]
        for player in lost:
            lost[player] += end[player]["lost"]
    assert lost["random"] > 3 * max(lost["master"], 1)


def reviews_for(viewer: int | None, text: str, worlds: int = 100) -> list[dict[str, Any]]:
    [record] = read(text.encode())
    doubts = doubts_of(record, ())
    return list(with_review(tell(record, Scope(viewer=viewer)), record, doubts, worlds, viewer))


@pytest.mark.parametrize(
    "dealt",
    [
        "AC 2D 3D, 8S TH 6C, KH 3S 7C",  # Bo was not dealt what he plays
        "AC 2D 3D, 8S 9H 6C, KH 6C 7C",  # a card of Cy's is Bo's too
        "AC 2D 3D, 8S 9H 6C, KH 3S 4C",  # Cy holds the turn-up
        "AC 2D 3D, 8S 9H 6C, KH 3S",  # Cy holds too few
        "AC 2D 3D, 8S 9H 6D, KH 3S 7C",  # Bo revokes
    ],
)
def test_what_others_hold_does_not_show_in_the_review_of_a_player(dealt: str) -> None:
    assert reviews_for(0, LEAD % dealt) == reviews_for(0, LEAD % "AC 2D 3D, 8S 9H 6C, KH 3S 7C")
    own = [event["review"] for event in reviews_for(0, LEAD % dealt) if event.get("player") == "Ann"]
    assert own[0] is not None
    assert own[1] is not None


def test_what_seems_lost_is_weighed_again_in_other_worlds() -> None:
    found = [event.get("review") for event in reviews_for(None, LEAD % "AC 2D 3D, 8S 9H 6C, KH 3S 7C", 50)]
    reviews = [review for review in found if isinstance(review, dict) and "best" in review]
    clear = [review for review in reviews if review["is_clear"]]
    assert {review["worlds"] for review in clear} == {50 * AGAIN}
    assert {review["worlds"] for review in reviews if not review["lost"]} == {50}


@pytest.mark.skipif(kernel() is None, reason="it takes minutes without the kernel")
def test_what_is_told_as_lost_is_not_more_than_it_is() -> None:
    """The best of several moves seems better than it is in the worlds in which it was found to be the best."""
    [game, *_] = play(make_plan(["a=tuned", "b=tuned", "c=tuned"], players=3, seed="2", games=1))
    [record] = read(game.line.encode(), kind="jsonl")
    events = list(with_review(tell(record), record, doubts_of(record, ())))
    told = sum(lost["lost"] for lost in events[-1]["review"].values())
    clear = {
        (event["hand"], event.get("trick"), event["player"])
        for event in events
        if event["event"] in ("bid", "card") and event["review"] and event["review"]["is_clear"]
    }
    hands, table = settled(record)
    better = 0.0
    for hand in hands:
        for decision in decisions(hand, table):
            if (hand.facts.number, decision.trick, table.players[decision.view.seat]) in clear:
                choice = weigh(decision, 2000)
                assert choice.lost is not None
                better += choice.lost.behind
    assert told == pytest.approx(better, rel=0.15)
