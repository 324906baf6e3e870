"""Two records compared: facts, what follows from them, claims, and what is said about the game."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from bluke_cli.audit.diff import compare
from bluke_cli.audit.sides import Difference, paired, side_of
from bluke_cli.record.reader import Reading, read_records
from bluke_cli.record.shape import GAME_KEYS, HAND_KEYS

SAMPLES = Path(__file__).parents[2] / "samples/valid"
HEAD = "bluke: 1\nplayers: [Ann, Bo, Cy]\ndealer: Ann\n"
GAME = (
    HEAD
    + """\
rules: {schedule: [3, 2]}
hands:
- up: 7H
  bids: [1, 1, 2]
  tricks:
  - 4C 6C 2C
  - 7C 3C 5C
  - 3D 4D 5D
- {up: 9S, bids: [1, 1, 1], took: [0, 1, 1]}
"""
)


def read(text: str) -> Reading:
    (reading,) = read_records(io.BytesIO(text.encode()), "game.yaml", "yaml")
    return reading


def differences(old: str, new: str) -> list[Difference]:
    sides = []
    for text in (old, new):
        reading = read(text)
        assert reading.record
        sides.append(side_of(reading.record, reading.damaged))
    return compare(*sides)


def differing(*changes: tuple[str, str], game: str = GAME) -> list[tuple[Any, ...]]:
    """Return kind, what, old, new and the place of each difference that some replacements in a game make."""
    new = game
    for old_text, new_text in changes:
        assert old_text in new
        new = new.replace(old_text, new_text)
    found = [
        (each.kind, each.what, each.old, each.new, each.hand, each.trick, each.player)
        for each in differences(game, new)
    ]
    back = [(each.kind, each.what, each.new, each.old) for each in differences(new, game)]
    assert sorted(map(repr, back)) == sorted(repr(each[:4]) for each in found)  # the same from the other side
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.iterdir() if path.suffix in (".yaml", ".json")))
def test_a_record_does_not_differ_from_itself(name: str) -> None:
    kind = "yaml" if name.endswith("yaml") else "json"
    for reading in read_records(io.BytesIO((SAMPLES / name).read_bytes()), name, kind):
        assert reading.record
        assert compare(side_of(reading.record), side_of(reading.record)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hands:", "# a comment\nhands: # and another"),
        ("4C 6C 2C", "4c  6♣ 2C"),
        ("{schedule: [3, 2]}", "{schedule: '3-2', hook: false}"),
        ("- up: 7H", "- hand: 1\n  cut: 0\n  up: 7H"),
    ],
)
def test_how_it_is_written_is_no_difference(old: str, new: str) -> None:
    assert differing((old, new)) == []


def test_a_card_its_winner_and_what_it_is_worth() -> None:
    assert differing(("3D 4D 5D", "3D 4D TD")) == [("fact", "card", "5D", "TD", 1, 3, "Bo")]
    assert differing(("3D 4D 5D", "3D 4D 2D")) == [
        ("fact", "card", "5D", "2D", 1, 3, "Bo"),
        ("follows", "winner", "Bo", "Ann", 1, 3, None),
        ("follows", "took", 0, 1, 1, None, "Ann"),
        ("follows", "took", 1, 0, 1, None, "Bo"),
        ("follows", "score", -10, 10, 1, None, "Ann"),
        ("follows", "score", 10, -10, 1, None, "Bo"),
        ("follows", "final", -20, 0, None, None, "Ann"),
        ("follows", "final", 20, 0, None, None, "Bo"),
    ]


def test_a_new_winner_of_the_game() -> None:
    found = differing(("took: [0, 1, 1]", "took: [1, 0, 1]"))
    assert [each[:4] for each in found if each[1] in ("took", "winners")] == [
        ("fact", "took", 0, 1),
        ("fact", "took", 1, 0),
    ]
    found = differing(("bids: [1, 1, 2]", "bids: [1, 2, 1]"))
    assert ("follows", "winners", ["Cy"], ["Cy"]) not in [each[:4] for each in found]
    found = differing(("bids: [1, 1, 2]", "bids: [1, 1, 3]"))
    assert found[-1][:4] == ("follows", "winners", ["Cy"], ["Bo"])


def test_a_trick_that_another_wins_is_led_by_another_from_then_on() -> None:
    found = differing(("4C 6C 2C", "6C 4C 2C"))
    assert found[0] == ("fact", "order", "4C 6C 2C", "6C 4C 2C", 1, 1, None)
    assert [each[1:] for each in found if each[1] in ("leader", "winner")] == [
        ("winner", "Cy", "Bo", 1, 1, None),
        ("leader", "Cy", "Bo", 1, 2, None),
        ("winner", "Cy", "Bo", 1, 2, None),
        ("leader", "Cy", "Bo", 1, 3, None),
        ("winner", "Bo", "Ann", 1, 3, None),
    ]


def test_a_card_in_a_trick_that_others_lead_names_nobody() -> None:
    found = differing(("4C 6C 2C", "6C 4C 2C"), ("7C 3C 5C", "7C 3C 9C"))
    assert [each for each in found if each[1] == "card"] == [("fact", "card", "5C", "9C", 1, 2, None)]


def test_a_trick_more_moves_no_other() -> None:
    found = differing(("  - 7C 3C 5C\n", ""))
    assert [each[:6] for each in found if each[0] == "fact"] == [("fact", "trick", "7C 3C 5C", None, 1, 2)]
    assert [each[1] for each in found if each[0] == "follows"][:1] == ["ended"]


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)]),
        ("a b c", "a x c", [(0, 0), (1, 1), (2, 2)]),
        ("a b c", "a c", [(0, 0), (1, None), (2, 1)]),
        ("a c", "a b c", [(0, 0), (None, 1), (1, 2)]),
        ("a b", "x y z", [(0, 0), (1, 1), (None, 2)]),
        ("", "a", [(None, 0)]),
    ],
)
def test_tricks_are_paired(old: str, new: str, pairs: list[tuple[int | None, int | None]]) -> None:
    assert list(paired(old.split(), new.split())) == pairs


def test_a_mark_is_a_difference_of_the_card() -> None:
    assert differing(("3D 4D 5D", "3D 4D! 5D"))[0][:4] == ("fact", "card", "4D", "4D!")


def test_a_play_that_breaks_a_rule_on_one_side_only() -> None:
    found = differing(("4C 6C 2C", "4C 6D 2C"))
    (fault,) = (each for each in found if each[1] == "fault")
    assert (fault[2], fault[3]["code"], fault[4:]) == (None, "revoke", (1, 1, "Cy"))


def test_a_play_that_can_no_longer_be_followed_has_its_reason() -> None:
    found = differing(("7C 3C 5C", "7C 3C 4C"))
    (ended,) = (each for each in found if each[1] == "ended")
    assert ended[2] is None
    assert ended[3].startswith("trick 2, Bo: 4C was already played")
    assert ("follows", "final", [-20, 20, 30], None) in [each[:4] for each in found]
    assert "fault" not in {each[1] for each in found}


def test_a_revoke_in_a_trick_that_only_moved_is_no_difference() -> None:
    game = HEAD + "rules: {schedule: [3]}\nhands:\n- {up: 7H, tricks: [AS 2S 3S, 4C 6D 2C, 5C 7C 3C]}\n"
    kinds = {each[1] for each in differing(("AS 2S 3S, ", ""), game=game)}
    assert "trick" in kinds
    assert "fault" not in kinds
    assert "fault" in {each[1] for each in differing(("6D", "6C"), game=game)}


def test_tricks_taken_beside_the_tricks_are_a_claim() -> None:
    counted = GAME.replace("- 3D 4D 5D\n", "- 3D 4D 5D\n  took: [0, 1, 1]\n")
    assert differing(("took: [0, 1, 1]\n-", "took: [0, 1, 2]\n-"), game=counted) == [
        ("claim", "took", 1, 2, 1, None, "Cy"),
    ]


EVERY_FIELD: list[tuple[str, str, tuple[Any, ...]]] = [
    ("dealer: Ann", "dealer: Bo", ("fact", "dealer", "Ann", "Bo", None, None, None)),
    ("[3, 2]}", "[3, 2], points: 5}", ("fact", "rules.points", 10, 5, None, None, None)),
    ("[3, 2]}", "[3, 2], hook: true}", ("fact", "rules.hook", False, True, None, None, None)),
    ("[3, 2]}", "[3, 1]}", ("fact", "rules.schedule", [3, 2], [3, 1], None, None, None)),
    ("[3, 2]}", "[3, 99]}", ("fact", "rules.schedule", [3, 2], [3, 99], None, None, None)),
    ("hands:", "stopped: late\nhands:", ("fact", "stopped", None, "late", None, None, None)),
    ("up: 7H", "up: 7S", ("fact", "up", "7H", "7S", 1, None, None)),
    ("up: 7H", "trump: H", ("fact", "up", "7H", None, 1, None, None)),
    ("up: 9S", "trump: S", ("fact", "up", "9S", None, 2, None, None)),
    ("up: 9S", "up: 9S, cut: 3", ("fact", "cut", None, 3, 2, None, None)),
    ("[1, 1, 1]", "[1, 2, 1]", ("fact", "bids", 1, 2, 2, None, "Bo")),
    (", bids: [1, 1, 1]", "", ("fact", "bids", [1, 1, 1], None, 2, None, None)),
    ("hands:", "draw: [AS, 2C, 9D]\nhands:", ("fact", "draw", None, ["AS", "2C", "9D"], None, None, None)),
    ("up: 9S", "dealt: [2C 3C, 4C 5C, 6C 8C], up: 9S", ("fact", "dealt", None, ["2C 3C", "4C 5C", "6C 8C"], 2)),
    ("hands:", "date: today\nhands:", ("about", "date", None, "today", None, None, None)),
    ("hands:", "event: a feast\nhands:", ("about", "event", None, "a feast", None, None, None)),
    ("hands:", "site: the kitchen\nhands:", ("about", "site", None, "the kitchen", None, None, None)),
    ("hands:", "note: rain\nhands:", ("about", "note", None, "rain", None, None, None)),
    ("hands:", "bots: [a, b, null]\nhands:", ("about", "bots", None, ["a", "b", None], None, None, None)),
    ("hands:", "match: {block: 1}\nhands:", ("about", "match", None, {"block": 1}, None, None, None)),
    ("hands:", "x-mood: [1, {a: b}]\nhands:", ("about", "x-mood", None, [1, {"a": "b"}], None, None, None)),
    ("up: 9S", "note: late, up: 9S", ("about", "note", None, "late", 2, None, None)),
    ("up: 9S", "x-a: null, up: 9S", ("about", "x-a", None, None, 2, None, None)),
    ("hands:", "scorekeeper: Bo\nhands:", ("claim", "scorekeeper", None, "Bo", None, None, None)),
    ("up: 9S", "size: 3, up: 9S", ("claim", "size", None, 3, 2, None, None)),
    ("up: 9S", "dealer: Cy, up: 9S", ("claim", "dealer", None, "Cy", 2, None, None)),
    ("up: 9S", "trump: S, up: 9S", ("claim", "trump", None, "S", 2, None, None)),
    ("took: [0, 1, 1]", "took: [0, 2, 1]", ("fact", "took", 1, 2, 2, None, "Bo")),
    ("up: 9S", "score: [0, 1, 2], up: 9S", ("claim", "score", None, [0, 1, 2], 2, None, None)),
    ("up: 9S", "total: [0, 1, 2], up: 9S", ("claim", "total", None, [0, 1, 2], 2, None, None)),
    ("hands:", "final: [0, 1, 2]\nhands:", ("claim", "final", None, [0, 1, 2], None, None, None)),
    ("hands:", "winners: [Cy]\nhands:", ("claim", "winners", None, ["Cy"], None, None, None)),
]
"""A text of the game, another in its place, and the first difference that it makes."""

OF_THEIR_OWN = {
    "game": {
        "bluke": "there is one version",
        "players": "tested below",
        "deal": "tested below",
        "hands": "compared key by key",
    },
    "hand": {"hand": "the number by which hands are matched", "tricks": "tested above"},
}
"""The keys that have no row in EVERY_FIELD, and why."""


@pytest.mark.parametrize(("old", "new", "first"), EVERY_FIELD)
def test_every_field_is_compared(old: str, new: str, first: tuple[Any, ...]) -> None:
    found = differing((old, new))
    assert found[0][: len(first)] == first
    assert {each[0] for each in found[1:]} <= {"follows"}
    if first[0] in ("claim", "about"):
        assert len(found) == 1


def test_no_field_is_forgotten() -> None:
    rows = {("hand" if len(first) > 4 and first[4] else "game", first[1].split(".")[0]) for *_, first in EVERY_FIELD}
    compared = {
        part: {key for where, key in rows if where == part and not key.startswith("x-")} for part in OF_THEIR_OWN
    }
    assert compared["game"] | OF_THEIR_OWN["game"].keys() == {*GAME_KEYS}
    assert compared["hand"] | OF_THEIR_OWN["hand"].keys() == {*HAND_KEYS}


def test_a_draw_that_says_who_deals_is_no_other_dealer() -> None:
    assert [each[1] for each in differing(("dealer: Ann\n", "draw: [AS, 2C, 9D]\n"))] == ["draw"]
    drawn = GAME.replace("dealer: Ann\n", "draw: [AS, 2C, 9D]\n")
    assert differing(("9D", "8D"), game=drawn) == [("fact", "draw", "9D", "8D", None, None, "Cy")]
    assert [each[1] for each in differing(("9D", "HI"), game=drawn)][:2] == ["dealer", "draw"]


def test_the_origin_of_the_deal_is_a_claim() -> None:
    deal = HEAD + "deal: {method: bluke-deal-1, seed: a, game: 1}\nhands: []\n"
    assert differing(("seed: a, game: 1", "seed: b, game: 2"), game=deal) == [
        ("claim", "deal.seed", "a", "b", None, None, None),
        ("claim", "deal.game", 1, 2, None, None, None),
    ]


def test_a_deal_without_origin_is_one_difference() -> None:
    deal = HEAD + "deal: {method: bluke-deal-1, seed: a, game: 1}\nhands: []\n"
    origin = {"method": "bluke-deal-1", "seed": "a", "game": 1}
    found = differing(("deal: {method: bluke-deal-1, seed: a, game: 1}\n", ""), game=deal)
    assert found == [("claim", "deal", origin, None, None, None, None)]


def test_what_a_match_says_is_compared_key_by_key() -> None:
    match = HEAD + "hands: []\nmatch: {block: 1, seed: x}\nbots: [a, b, null]\n"
    assert differing(("block: 1", "block: 2"), ("a, b", "b, b"), game=match) == [
        ("about", "bots", ["a", "b", None], ["b", "b", None], None, None, None),
        ("about", "match.block", 1, 2, None, None, None),
    ]


def test_a_claim_that_is_right_on_both_sides_is_no_difference() -> None:
    right = GAME.replace("took: [0, 1, 1]", "took: [0, 1, 1], score: [-10, 10, 10], total: [-20, 20, 30]")
    right += "final: [-20, 20, 30]\nwinners: [Cy]\n"
    new = right.replace("took: [0, 1, 1], score: [-10, 10, 10], total: [-20, 20, 30]", "took: [1, 1, 0]")
    new = new.replace("took: [1, 1, 0]", "took: [1, 1, 0], score: [10, 10, -10], total: [0, 20, 10]")
    new = new.replace("final: [-20, 20, 30]\nwinners: [Cy]", "final: [0, 20, 10]\nwinners: [Bo]")
    assert {each.kind for each in differences(right, new)} == {"fact", "follows"}
    wrong = new.replace("total: [0, 20, 10]", "total: [0, 20, 11]")
    assert [each for each in differences(right, wrong) if each.kind == "claim"] == [
        Difference("claim", "total", -20, 0, 2, None, "Ann"),
        Difference("claim", "total", 30, 11, 2, None, "Cy"),
    ]


def test_a_dealt_holding_is_a_claim_once_every_card_is_played() -> None:
    game = (
        HEAD + "rules: {schedule: [1]}\nhands:\n- {up: 7H, dealt: [2C, 3C, 4C], bids: [1, 1, 1], tricks: [3C 4C 2C]}\n"
    )
    assert differing(("dealt: [2C", "dealt: [5C"), game=game) == [("claim", "dealt", "2C", "5C", 1, None, "Ann")]
    unplayed = game.replace(", tricks: [3C 4C 2C]", "").replace("[1]}", "[2]}").replace("[2C,", "[2C 9C,")
    assert differing(("2C 9C", "9C 2C"), game=unplayed) == []
    assert differing(("2C 9C", "9C 8C"), game=unplayed) == [("fact", "dealt", "2C 9C", "8C 9C", 1, None, "Ann")]


# Players


def test_a_player_with_another_name_is_one_difference() -> None:
    game = GAME + "scorekeeper: Bo\nwinners: [Cy]\n"
    new = game.replace("Bo", "Bob").replace("Cy", "Dee")
    assert differences(game, new) == [
        Difference("fact", "player", "Bo", "Bob"),
        Difference("fact", "player", "Cy", "Dee"),
    ]
    assert differences(
        game.replace("- {up: 9S", "- {dealer: Bo, up: 9S"), new.replace("- {up: 9S", "- {dealer: Bob, up: 9S")
    ) == (differences(game, new))


def test_wrong_claims_are_no_difference_only_for_another_name() -> None:
    game = GAME.replace("- {up: 9S", "- {dealer: Cy, up: 9S") + "winners: [Bo]\n"
    new = game.replace("Bo", "Bob").replace("Cy", "Dee")
    assert {each.what for each in differences(game, new)} == {"player"}


def test_new_names_are_used_in_what_follows() -> None:
    found = differing(("[Ann, Bo, Cy]", "[Ann, Bob, Cy]"), ("3D 4D 5D", "3D 4D 2D"))
    assert ("follows", "took", 1, 0, 1, None, "Bob") in found
    assert ("follows", "winner", "Bo", "Ann", 1, 3, None) in found


def test_players_at_other_seats_are_no_new_names() -> None:
    found = differing(("[Ann, Bo, Cy]", "[Bo, Ann, Cy]"))
    assert found[0][:4] == ("fact", "seats", ["Ann", "Bo", "Cy"], ["Bo", "Ann", "Cy"])


@pytest.mark.parametrize("seats", ["[Bo, Ann, Cy]", "[Bo, Cy, Ann]", "[Cy, Ann, Bo]", "[Ann, Cy, Bo]", "[Cy, Bo, Ann]"])
def test_what_is_the_same_person_at_another_seat_is_no_difference(seats: str) -> None:
    assert [change for change in differing(("[Ann, Bo, Cy]", seats)) if change[2] == change[3]] == []


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("name", ["full-game.yaml", "every-card.yaml", "marked-revoke.yaml", "unfinished-hand.yaml"])
def test_the_same_game_written_from_another_seat_differs_in_the_seats_alone(name: str, turn: int) -> None:
    """Everybody moves up some places, so the same player is on everybody's left."""
    text = (SAMPLES / name).read_text()
    record = read(text).record
    assert record is not None
    turn %= len(record.players)
    found = differences(text, json.dumps(_turned(record.written(), turn)))
    assert [change.what for change in found] == ["seats"] * (turn > 0)


def _turned(value: Any, turn: int) -> Any:
    """Return a plain value in which whatever stands by seat begins with another seat."""
    by_seat = ("players", "draw", "bots", "dealt", "bids", "took", "score", "total", "final")
    if isinstance(value, list):
        return [_turned(part, turn) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        key: part[turn:] + part[:turn] if key in by_seat and part else _turned(part, turn)
        for key, part in value.items()
    }


def test_what_changed_is_told_of_the_player_whose_it_is() -> None:
    sheet = "bluke: 1\nplayers: [Ann, Bo, Cy]\ndealer: %s\nrules: {schedule: [1]}\nhands:\n- {bids: %s, took: %s}\n"
    old = sheet % ("Ann", "[1, 0, 0]", "[1, 0, 0]")
    new = (sheet % ("Bo", "[0, 1, 1]", "[0, 1, 0]")).replace("Ann, Bo, Cy", "Bo, Ann, Cy")
    assert differences(old, new) == [
        Difference("fact", "seats", ["Ann", "Bo", "Cy"], ["Bo", "Ann", "Cy"]),
        Difference("fact", "dealer", "Ann", "Bo"),
        Difference("fact", "bids", 0, 1, 1, player="Cy"),
        Difference("follows", "score", 0, -10, 1, player="Cy"),
        Difference("follows", "final", 0, -10, player="Cy"),
    ]


def test_with_another_number_of_players_nothing_else_is_compared() -> None:
    assert differing(("[Ann, Bo, Cy]", "[Ann, Bo]")) == [
        ("fact", "players", ["Ann", "Bo", "Cy"], ["Ann", "Bo"], None, None, None)
    ]


# Hands


def test_a_hand_on_one_side_only() -> None:
    line = "- {up: 9S, bids: [1, 1, 1], took: [0, 1, 1]}\n"
    found = differing((line, ""))
    assert found[0] == ("fact", "hand", {"up": "9S", "bids": [1, 1, 1], "took": [0, 1, 1]}, None, 2, None, None)
    assert [each[:4] for each in found[1:]] == [
        ("follows", "final", [-20, 20, 30], None),
        ("follows", "winners", ["Cy"], None),
    ]


def test_hands_are_matched_by_number_not_by_position() -> None:
    hands = [f"- {{hand: {number}, up: 9S, bids: [1, 1, 1], took: [{number - 1}, 1, 1]}}\n" for number in (3, 4, 5)]
    one, two = HEAD + "hands:\n" + "".join(hands), HEAD + "hands:\n" + hands[0] + hands[2]
    assert [(each.what, each.hand) for each in differences(one, two)] == [("hand", 4)]


def test_an_unfinished_game_has_a_standing_instead_of_a_result() -> None:
    open_game = GAME.replace("[3, 2]", "[3, 2, 1]")
    found = differing(("took: [0, 1, 1]", "took: [1, 0, 1]"), game=open_game)
    assert found[-2:] == [
        ("follows", "standing", -20, 0, 2, None, "Ann"),
        ("follows", "standing", 20, 0, 2, None, "Bo"),
    ]


def test_the_standing_is_that_of_the_last_hand_that_can_be_counted() -> None:
    open_game = GAME.replace("[3, 2]", "[3, 2, 1]").replace(", bids: [1, 1, 1]", "").replace(", took: [0, 1, 1]", "")
    found = differing(("3D 4D 5D", "3D 4D 2D"), game=open_game)
    assert [each for each in found if each[1] == "standing"] == [
        ("follows", "standing", -10, 10, 1, None, "Ann"),
        ("follows", "standing", 10, -10, 1, None, "Bo"),
    ]


def test_a_result_that_is_only_written_on_one_side_is_a_claim_even_if_it_is_right() -> None:
    found = differing((", took: [0, 1, 1]}", ", took: [0, 1, 1]}\nfinal: [-20, 20, 30]"))
    assert [each[:4] for each in found] == [("claim", "final", None, [-20, 20, 30])]


def test_a_result_that_is_written_with_the_last_hand_is_no_claim_of_its_own() -> None:
    unfinished = GAME.replace(", took: [0, 1, 1]", "")
    found = differing(
        (", bids: [1, 1, 1]}", ", bids: [1, 1, 1], took: [0, 1, 1]}\nfinal: [-20, 20, 30]"), game=unfinished
    )
    assert {each[0] for each in found} == {"fact", "follows"}


def test_what_cannot_be_read_is_compared_as_far_as_it_can() -> None:
    found = differences(GAME, GAME.replace("7C 3C 5C", "7C 3X 5C"))
    assert [(each.what, each.trick) for each in found if each.kind == "fact"] == [("trick", 2), ("trick", 3)]
    assert [each.new for each in found if each.what == "ended"] == ["trick 2 cannot be read"]
