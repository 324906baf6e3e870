"""What Python programs import: the names, and what goes wrong with them."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bluke_cli
from bluke_cli import api

SAMPLES = Path(__file__).parents[1] / "samples"


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True).stdout


def test_the_package_offers_what_the_api_holds() -> None:
    assert {*bluke_cli.__all__, "replay"} == set(api.__all__)
    for name in bluke_cli.__all__:
        assert getattr(bluke_cli, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = bluke_cli.nonsense  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing() -> None:
    assert (
        run("import bluke_cli, sys; print('pydantic' in sys.modules, 'bluke_cli.api' in sys.modules)")
        == "False False\n"
    )


@pytest.mark.parametrize("before", ["", "import bluke_cli.replay.story;", "import bluke_cli.api;"])
def test_replay_is_the_function_whatever_is_loaded(before: str) -> None:
    code = "from bluke_cli import deal, replay; print(len(list(replay(deal('x', 3), hands=[1]))))"
    assert run(before + code) == "2\n"


@pytest.mark.parametrize(
    "source",
    [str, Path, Path.read_bytes, lambda path: io.BytesIO(path.read_bytes())],
    ids=["text", "path", "bytes", "stream"],
)
def test_every_kind_of_source(source: Any) -> None:
    path = SAMPLES / "valid" / "games.jsonl"
    games = list(api.read(source(path)))
    assert len(games) == 3
    assert list(api.validate(source(path))) == []
    assert "".join(api.write(game, "jsonl") for game in games) == path.read_text("utf-8")


@pytest.mark.parametrize("path", sorted((SAMPLES / "valid").iterdir()), ids=lambda path: path.name)
def test_a_record_is_judged_like_its_text(path: Path) -> None:
    texts = [(finding.code, finding.path, finding.message) for finding in api.validate(path)]
    models = [
        (finding.code, finding.path, finding.message) for game in api.read(path) for finding in api.validate(game)
    ]
    assert models == texts


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: list(api.read("no/such/file.yaml")), "no/such/file.yaml: No such file"),
        (lambda: list(api.read(b"bluke: 1\nplayers: [Ann, Bo]\n")), "missing-key"),
        (lambda: api.deal("x", 1), "2 to 15 players"),
        (lambda: api.deal("x", ["Ann", "Ann"]), "two players are called"),
        (lambda: api.deal("", 4), "1 to 256 characters"),
        (lambda: api.deal("x", 4, hands=[26]), "hands 1 to 25"),
        (lambda: api.deal("x", 4, rules={"hook": 1}), "hook is one of"),
        (lambda: list(api.play(["nobody", "random"])), "nobody"),
        (lambda: list(api.replay(api.deal("x", 3), seat="Zoë")), "not one of the players"),
        (lambda: list(api.replay(api.deal("x", 3), hands=[99])), "there is no hand 99; hands 1 to 25"),
        (lambda: api.rescore(api.deal("x", 3), {"points": 0}), "at least 1"),
        (lambda: api.write(api.deal("x", 3), "csv"), "yaml, json, jsonl, not 'csv'"),
    ],
)
def test_what_the_user_can_mend_is_one_kind_of_error(call: Any, reason: str) -> None:
    with pytest.raises(api.BlukeError, match=reason):
        call()


def test_hands_are_dealt_in_their_order_and_once() -> None:
    dealt = api.deal("friday", 3, hands=[2, 1, 2])
    assert [hand.hand for hand in dealt.hands] == [hand.hand for hand in api.deal("friday", 3, hands=[1, 2]).hands]
    assert [finding.code for finding in api.validate(dealt)] == ["incomplete"]


def test_the_unreadable_record_says_all_that_is_wrong() -> None:
    with pytest.raises(api.UnreadableRecord) as caught:
        list(api.read(b"bluke: 1\nplayers: [Ann, Bo]\ndealer: Cy\nhands: [{bids: [1, 2, 3]}]\n"))
    assert [finding.code for finding in caught.value.findings] == ["unknown-player", "wrong-type"]


def test_the_same_seed_plays_the_same_games() -> None:
    once, again = (list(api.play(["novice", "random"], seed="7", rules={"schedule": "2-1"})) for _ in range(2))
    assert once == again
    assert len(once) == 2


def test_more_bots_than_seats_play_by_the_rules_of_the_seats() -> None:
    games = list(api.play(["random"] * 6, seed="7", rules={"schedule": "13-12"}))
    assert {len(game.players) for game in games} == {4}
    assert {tuple(game.rules.schedule or ()) for game in games if game.rules} == {(13, 12)}


def test_a_hand_begins_with_the_cards_that_are_dealt() -> None:
    rules = {"schedule": "5-1-5", "hook": True}
    for number in (1, 5, 9):
        [dealt] = api.deal("zoë", 3, game=4, hands=[number], rules=rules).hands
        hand = api.begin_hand("zoë", number, players=3, game=4, rules=rules)
        assert [set(api.card_names(api.cards_of(held)).split()) for held in hand.holdings] == [
            set(text.split()) for text in dealt.dealt or []
        ]
        assert (hand.size, hand.rules.hook) == (dealt.size or len((dealt.dealt or [""])[0].split()), True)
        whole = api.deal("zoë", 3, game=4, rules=rules)
        first = whole.players.index(whole.dealer or "")
        assert hand.dealer == (first + number - 1) % 3


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 1}, "a game has 2 to 15 players, not 1"),
        ({"number": 26}, "the game has hands 1 to 25"),
        ({"number": 0}, "the game has hands 1 to 25"),
        ({"game": 0}, "games are numbered from 1"),
        ({"seed": ""}, "a seed is 1 to 256 characters long"),
        ({"rules": {"hooks": True}}, "hooks"),
    ],
)
def test_a_hand_that_cannot_be_dealt(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(api.BlukeError, match=reason):
        api.begin_hand(**{"seed": "friday", **arguments})


def test_what_is_illegal_changes_nothing() -> None:
    hand = api.begin_hand("friday", 12, players=3)
    for refused in (-1, 54, 99):
        with pytest.raises(api.RuleViolation, match="no card is to be played now"):
            hand.play(refused)
    for bid in (1, 1, 2):
        hand.bid(bid)
    before = hand.turn, list(hand.holdings), hand.legal_plays()
    for refused, reason in ((-1, "-1 is none"), (54, "54 is none"), (0, "2C is not in the holding TC TD")):
        with pytest.raises(api.RuleViolation, match=reason):
            hand.play(refused)
    assert before == (hand.turn, list(hand.holdings), hand.legal_plays())


def test_what_is_legal_is_told_anew_after_each_bid() -> None:
    hand = api.begin_hand("friday", 12, players=3)
    while hand.is_bidding:
        assert hand.legal_plays() == hand.holdings[hand.turn]
        hand.bid(1)
    assert hand.legal_plays() == hand.holdings[hand.turn]


def test_a_negative_number_is_no_mask() -> None:
    with pytest.raises(ValueError, match="-1 is no mask of cards"):
        api.cards_of(-1)
