"""A record told in events: what happened, in order, as far as it is written down."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest

from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_records
from bluke_cli.replay.dealt import dealt_game
from bluke_cli.replay.scope import Scope
from bluke_cli.replay.story import tell
from bluke_cli.report.replay import event_json, event_lines
from bluke_cli.rules.cards import CARD_NAMES
from bluke_cli.rules.house import HouseRules
from tests.replay.made import HEAD, record_of

GAME = (
    HEAD
    + """\
rules: {schedule: [2, 1]}
hands:
- up: 7H
  bids: [1, 1, 2]
  tricks: [4C 6C 2C, 7C 3C 5C]
- {trump: none, bids: [1, 1, 1], took: [0, 1, 0]}
"""
)


def told(text: str, **only: Any) -> list[dict[str, Any]]:
    return list(tell(record_of(text), Scope(**only)))


def kinds(events: list[dict[str, Any]]) -> str:
    return " ".join(event["event"] for event in events)


def test_a_game_is_told_in_order() -> None:
    hand = "deal bid bid bid card card card trick card card card trick hand-end"
    assert kinds(told(GAME)) == f"game {hand} deal bid bid bid hand-end game-end"


def test_every_event_can_be_written_as_json() -> None:
    assert [json.loads(json.dumps(event)) for event in told(GAME)] == told(GAME)


def test_bids_are_told_in_the_order_they_were_made() -> None:
    bids = [(event["hand"], event["player"], event["bid"]) for event in told(GAME) if event["event"] == "bid"]
    assert bids == [(1, "Bo", 1), (1, "Cy", 2), (1, "Ann", 1), (2, "Cy", 1), (2, "Ann", 1), (2, "Bo", 1)]


def test_cards_and_tricks_are_told_with_their_players() -> None:
    events = told(GAME)
    cards = [(event["trick"], event["player"], event["card"]) for event in events if event["event"] == "card"]
    assert cards == [
        *((1, "Bo", "4C"), (1, "Cy", "6C"), (1, "Ann", "2C")),
        *((2, "Cy", "7C"), (2, "Ann", "3C"), (2, "Bo", "5C")),
    ]
    tricks = [(event["winner"], event["won"]) for event in events if event["event"] == "trick"]
    assert tricks == [("Cy", [0, 0, 1]), ("Cy", [0, 0, 2])]


def test_hands_and_game_end_with_their_sums() -> None:
    events = told(GAME)
    first, second = (event for event in events if event["event"] == "hand-end")
    assert (first["took"], first["score"], first["total"], first["ended"]) == (
        [0, 0, 2],
        [-10, -10, 20],
        [-10, -10, 20],
        None,
    )
    assert (second["took"], second["score"], second["total"]) == ([0, 1, 0], [-10, 10, -10], [-20, 0, 10])
    last = events[-1]
    assert (last["event"], last["final"], last["winners"]) == ("game-end", [-20, 0, 10], ["Cy"])
    assert (last["stopped"], last["ended"]) == (None, None)


def test_only_some_hands_or_tricks_are_told() -> None:
    assert kinds(told(GAME, hands=[2])) == "deal bid bid bid hand-end"
    assert kinds(told(GAME, hands=[1], tricks=[2])) == "card card card trick"
    (trick,) = (event for event in told(GAME, hands=[1], tricks=[2]) if event["event"] == "trick")
    assert trick["won"] == [0, 0, 2]  # all tricks so far, told or not
    (end,) = (event for event in told(GAME, hands=[2]) if event["event"] == "hand-end")
    assert end["total"] == [-20, 0, 10]


def test_a_revoke_is_told_at_its_card() -> None:
    events = told(HEAD + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2D, 7C 3C 5C]}\n")
    faults = [
        (event["player"], event["fault"] and event["fault"]["code"]) for event in events if event["event"] == "card"
    ]
    assert faults == [("Bo", None), ("Cy", None), ("Ann", "revoke"), ("Cy", None), ("Ann", None), ("Bo", None)]


def test_a_fault_that_ends_the_play_is_told_at_the_end_of_the_hand() -> None:
    events = told(HEAD + "rules: {schedule: [2]}\nhands:\n- {up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C, 7C 4C 5C]}\n")
    assert kinds(events) == "game deal bid bid bid card card card trick card hand-end game-end"
    (end,) = (event for event in events if event["event"] == "hand-end")
    assert end["ended"].startswith("trick 2")
    assert end["took"] is None


def test_bids_have_an_entry_for_each_player() -> None:
    events = told(HEAD + "hands:\n- {bids: [4, 5], took: [6, 3, 4]}\n")
    assert kinds(events) == "game deal bid bid hand-end game-end"
    assert events[-2]["bids"] == [4, 5, None]


def test_what_is_not_written_is_null() -> None:
    (game, deal, end, last) = told("bluke: 1\nplayers: [Ann, Bo]\nhands:\n- {}\n")
    assert (game["dealer"], game["hands"]) == (None, 25)
    assert {key: deal[key] for key in ("dealer", "up", "trump", "dealt")} == dict.fromkeys(
        ("dealer", "up", "trump", "dealt")
    )
    assert (end["bids"], end["took"], end["score"], end["total"]) == (None, None, None, None)
    assert (last["final"], last["winners"]) == (None, None)


def test_tricks_that_cannot_be_followed_are_not_told_and_that_is_said() -> None:
    events = told(HEAD + "rules: {schedule: [2]}\nhands:\n- {bids: [1, 1, 1], tricks: [4C 6C 2C]}\n")
    assert kinds(events) == "game deal bid bid bid hand-end game-end"
    assert events[-2]["ended"]


# Where it stops, and why


def endings(text: str) -> list[str | None]:
    return [event["ended"] for event in told(text) if event["event"] in ("hand-end", "game-end")]


ONE = HEAD + "rules: {schedule: [2]}\nhands:\n- "


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("{up: 7H}", "no bids are written"),
        ("{up: 7H, bids: [1, null, null]}", "Bo's is the first"),
        ("{up: 7H, bids: [null, 1, null]}", "Cy's is the first"),
        ("{up: 7H, bids: [1, 1]}", "Cy's is the first"),
        ("{up: 7H, bids: [1, 1, 1]}", "no tricks are written"),
        ("{up: 7H, bids: [1, 1, 1], took: [1, null, null]}", "not all tricks taken are written"),
        ("{bids: [1, 1, 1], tricks: [4C 6C 2C]}", "without the turn-up"),
        ("{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C]}", "after trick 1 of 2 nothing more is written; Cy is to lead"),
        ("{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C, 7C]}", "in trick 2 nothing more is written; Ann is to play"),
        ("{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C, 7C 4C 5C]}", "trick 2, Ann: 4C was already played to trick 1"),
        ("{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C, 7C 4C 5C]}", "; 2 cards are not told"),
        ("{up: 7H, bids: [1, 1, 1], tricks: [4C 6C, 7C 4C 5C]}", "; 5 cards are not told"),
        ("{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2C, 7C 3C 7H]}", "; 1 card is not told"),
    ],
)
def test_a_hand_that_is_not_told_to_its_end_says_why(hand: str, words: str) -> None:
    ended, of_the_game = endings(f"{ONE}{hand}\n")
    assert words in (ended or "")
    assert of_the_game is None


def test_without_a_dealer_nothing_can_be_followed() -> None:
    text = "bluke: 1\nplayers: [Ann, Bo]\nhands:\n- {hand: 26, up: 7H, bids: [1, 1], tricks: [2C 3C]}\n"
    assert "without the dealer, the size of the hand" in (endings(text)[0] or "")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ("1, 2, 3", None),
        ("1, 2", "hand 3 is not written"),
        ("1", "hands 2 to 3 are not written"),
        ("2", "2 of 3 hands are not written"),
    ],
)
def test_a_game_says_which_hands_are_missing(numbers: str, words: str | None) -> None:
    hands = "".join(f"- {{hand: {number}, up: 7H, bids: [1, 1, 1]}}\n" for number in numbers.split(", "))
    assert endings(f"{HEAD}rules: {{schedule: [1, 1, 1]}}\nhands:\n{hands}")[-1] == words


def test_a_revoke_that_the_table_let_stand_is_told_so() -> None:
    for mark, let_stand in (("!", True), ("", False)):
        events = told(f"{ONE}{{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2D{mark}, 7C 3C 5C]}}\n")
        (fault,) = (event["fault"] for event in events if event.get("fault"))
        assert (fault["code"], fault["let_stand"]) == ("revoke", let_stand)


# Reasons


def test_each_card_and_each_winner_has_its_reason() -> None:
    events = told(GAME, why=True, hands=[1])
    assert [event["why"] for event in events if event["event"] == "card"][:3] == [
        {"rule": "8", "reason": "leads, with any card", "legal": "4C 5C"},
        {"rule": "8", "reason": "follows clubs", "legal": "6C 7C"},
        {"rule": "8", "reason": "follows clubs", "legal": "2C 3C"},
    ]
    assert [event["why"] for event in events if event["event"] == "trick"] == [
        {"rule": "10", "reason": "6C is the highest card of the suit led"},
        {"rule": "10", "reason": "7C is the highest card of the suit led"},
    ]
    assert all("why" not in event for event in told(GAME))


def test_the_reasons_are_those_of_the_trick_that_is_told() -> None:
    every = [event for event in told(GAME, why=True) if event.get("trick") == 2]
    assert told(GAME, why=True, hands=[1], tricks=[2]) == every


# For the eyes of one player

DEALT = """\
rules: {schedule: [3]}
hands:
- up: 7H
  dealt: [AC 2D 5S, 4C 9D LO, 6C 3H KS]
  bids: [1, 1, 1]
  tricks: [4C 6C 2D, 3H]
"""


def test_a_player_sees_their_own_cards_only() -> None:
    (deal,) = (event for event in told(HEAD + DEALT, viewer=1) if event["event"] == "deal")
    assert deal["dealt"] == [None, "4C 9D LO", None]


def test_a_player_knows_their_cards_from_a_play_that_is_complete() -> None:
    (deal, _) = (event for event in told(GAME, viewer=2) if event["event"] == "deal")
    assert deal["dealt"] == [None, None, "6C 7C"]
    assert [event["dealt"] for event in told(GAME) if event["event"] == "deal"] == [None, None]


def test_a_revoke_that_only_hidden_cards_show_is_not_seen() -> None:
    everything = [event["fault"] for event in told(HEAD + DEALT) if event["event"] == "card"]
    assert [fault and fault["code"] for fault in everything] == [None, None, "revoke", None]
    for viewer in (1, 2):
        events = told(HEAD + DEALT, viewer=viewer)
        assert [event["fault"] for event in events if event["event"] == "card"] == [None] * 4
        assert [event["faults"] for event in events if event["event"] == "hand-end"] == [[]]
    own = [event["fault"] for event in told(HEAD + DEALT, viewer=0) if event["event"] == "card"]
    assert [fault and fault["code"] for fault in own] == [None, None, "revoke", None]


def test_a_revoke_that_later_cards_show_is_told_when_they_lie_on_the_table() -> None:
    text = f"{ONE}{{up: 7H, bids: [1, 1, 1], tricks: [4C 6C 2D, 7C 3C 5C]}}\n"
    events = told(text, viewer=1, why=True)
    assert all(event["fault"] is None for event in events if event["event"] == "card")
    (end,) = (event for event in events if event["event"] == "hand-end")
    assert [(fault["trick"], fault["player"], fault["code"]) for fault in end["faults"]] == [(1, "Ann", "revoke")]
    whys = {event["player"]: event["why"] for event in events if event["event"] == "card" and event["trick"] == 1}
    assert whys["Ann"]["reason"] == "may play anything, for no club is held, as far as the cards show"
    assert (whys["Ann"]["legal"], whys["Bo"]["legal"]) == (None, "4C 5C")


def test_a_card_of_one_s_own_holding_in_another_s_play_is_seen() -> None:
    events = told(HEAD + DEALT.replace("3H]", "3H 9D]"), viewer=1)
    (end,) = (event for event in events if event["event"] == "hand-end")
    assert end["ended"].startswith("trick 2, Ann: 9D was dealt to another player")
    assert end["faults"] == []  # it is the reason for the end already
    events = told(HEAD + DEALT.replace("3H]", "KC]"), viewer=1)
    (end,) = (event for event in events if event["event"] == "hand-end")
    assert end["is_cut_short"] is False  # whoever it was dealt to, it was not Bo


def hidden_cards_permuted(record: GameRecord, viewer: int, chance: random.Random) -> GameRecord:
    """Deal the cards that the viewer never saw anew among the others: any that is not theirs and never played."""
    hands = []
    for hand in record.hands:
        assert hand.dealt is not None
        seen = {*hand.dealt[viewer].split(), *" ".join(hand.tricks or ()).split(), str(hand.up)}
        pool = [card for card in CARD_NAMES if card not in seen]
        chance.shuffle(pool)
        dealt = []
        for seat, text in enumerate(hand.dealt):
            cards = text.split()
            if seat != viewer:
                cards = [card if card in seen else pool.pop() for card in cards]
                chance.shuffle(cards)
            dealt.append(" ".join(cards))
        hands.append(hand.model_copy(update={"dealt": dealt}))
    return record.model_copy(update={"hands": hands})


@pytest.mark.parametrize("why", [False, True])
@pytest.mark.parametrize("house", [{}, {"led_bluke": "next-suit", "trump_lead": "broken"}])
def test_cards_that_a_player_never_saw_change_no_byte_of_their_story(why: bool, house: dict[str, Any]) -> None:
    chance = random.Random("secrets")
    changed = 0
    for game in range(1, 13):
        rules = HouseRules(**house, schedule=(5, 3))
        plain = dealt_game("secrets", game, ["Ann", "Bo", "Cy"], rules)
        for hand in plain["hands"]:  # a play of a few cards, legal or not
            left = [text.split() for text in hand["dealt"]]
            hand["bids"] = [1, 1, 1]
            players = [facing.pop(chance.randrange(len(facing))) for facing in left]
            first = (plain["players"].index(plain["dealer"]) + hand["hand"]) % 3
            hand["tricks"] = [" ".join(players[(first + at) % 3] for at in range(chance.randint(1, 3)))]
        record = GameRecord.model_validate(plain)
        for viewer in range(3):
            scope = Scope(viewer=viewer, why=why)
            other = hidden_cards_permuted(record, viewer, chance)
            assert other != record
            one, two = list(tell(record, scope)), list(tell(other, scope))
            assert [event_json(event) for event in one] == [event_json(event) for event in two]
            assert list(event_lines(one, record.players)) == list(event_lines(two, record.players))
            changed += list(tell(record, Scope(why=why))) != list(tell(other, Scope(why=why)))
    assert changed == 36  # to somebody who sees all, it is another story


# What the reader dropped


def told_of(text: str) -> list[dict[str, Any]]:
    (reading,) = read_records(io.BytesIO(text.encode()), "game.yaml", "yaml")
    assert reading.findings
    assert reading.record
    return list(tell(reading.record, damaged=reading.damaged))


def test_a_damaged_hand_costs_that_hand_and_is_named() -> None:
    events = told_of(GAME.replace("7C 3C 5C", "7C 3X 5C"))
    told_up_to_there = "deal bid bid bid card card card trick hand-end"
    assert kinds(events) == f"game {told_up_to_there} deal bid bid bid hand-end game-end"
    assert [event["left_out"] for event in events if event["event"] == "deal"] == [["tricks"], []]
    ends = [event for event in events if event["event"] == "hand-end"]
    assert [(end["ended"], end["is_cut_short"]) for end in ends] == [("trick 2 cannot be read", True), (None, False)]
    assert events[-1]["final"] is None


def test_a_fault_before_a_blot_is_the_reason() -> None:
    (end, _) = (e for e in told_of(GAME.replace("6C 2C, 7C 3C 5C", "4C 2C, 7C 3X 5C")) if e["event"] == "hand-end")
    assert end["ended"].startswith("trick 1, Cy: 4C was already played")
    three = f"{HEAD}rules: {{schedule: [3]}}\nhands:\n- {{up: 7H, tricks: [4C 6D 2C, 5C 7C 3C, 8C 4X 9C]}}\n"
    events = told_of(three)
    assert [event["fault"] and event["fault"]["code"] for event in events if event["event"] == "card"][1] == "revoke"
    assert events[-2]["ended"] == "trick 3 cannot be read"  # play goes on from a revoke


def test_a_hand_without_a_number_has_no_dealer_and_no_size() -> None:
    deal = next(event for event in told_of(GAME.replace("- up", "- hand: x\n  up")) if event["event"] == "deal")
    assert (deal["size"], deal["dealer"]) == (None, None)


@pytest.mark.parametrize(
    ("old", "new", "ended"),
    [
        ("bids: [1, 1, 1]", "bids: [1, 1, x]", "the bids cannot be read"),
        ("took: [0, 1, 0]", "took: [0, 1, x]", "the tricks taken cannot be read"),
        ("took: [0, 1, 0]", "tricks: [4X 5C 6C]", "the tricks cannot be read"),
        ("took: [0, 1, 0]", "tricks: 4", "the tricks cannot be read"),
        ("- {trump: none, bids: [1, 1, 1], took: [0, 1, 0]}", "- none", "the hand cannot be read"),
    ],
)
def test_what_cannot_be_read_is_not_called_unwritten(old: str, new: str, ended: str) -> None:
    (_, end) = (event for event in told_of(GAME.replace(old, new)) if event["event"] == "hand-end")
    assert end["ended"] == ended


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("up: 7H", "up: 7X", "the turn-up"),
        ("up: 7H", "{hand: one, up: 7H", "the number of the hand"),
        ("{schedule: [2, 1]}", "{schedule: [2, 1], led_bluke: never}", "the house rule led_bluke"),
        ("{schedule: [2, 1]}", "{schedule: [2, 99]}", "the size of the hand"),
    ],
)
def test_what_hangs_on_something_damaged_is_left_out_not_guessed(old: str, new: str, what: str) -> None:
    if new.startswith("{hand"):
        old, new = "- up: 7H", "- hand: one\n  up: 7H"
    (reading,) = read_records(io.BytesIO(GAME.replace(old, new).encode()), "game.yaml", "yaml")
    assert reading.record
    events = list(tell(reading.record, damaged=reading.damaged))
    assert "card" not in kinds(events).split()
    end = next(event for event in events if event["event"] == "hand-end")
    assert f"without {what}" in end["ended"]
    assert end["is_cut_short"]


@pytest.mark.parametrize(
    ("old", "new", "of_game", "of_hand", "without"),
    [
        ("- up: 7H", "- <<: *other\n  up: 7H", [], ["<<"], "what << merges"),
        ("- up: 7H", "- <<: *other\n  up: 7X", [], ["<<", "up"], "the turn-up, what << merges"),
        (
            "dealer: Ann\nrules: {schedule: [2, 1]}",
            "<<: *other\ndealer: Eve",
            ["<<", "dealer"],
            [],
            "the house rules, the dealer, the size",
        ),
        ("[2, 1]}", "[2, 1], <<: *other}", ["rules.<<"], [], "what << merges into rules"),
        (
            "[2, 1]}",
            "[2, 1], led_bluke: 3, <<: *other}",
            ["rules.<<", "rules.led_bluke"],
            [],
            "the house rule led_bluke, what",
        ),
        ("{schedule: [2, 1]}", "!!map {schedule: [2, 1]}", ["rules"], [], "the house rules, the size"),
        ("{schedule: [2, 1]}", "[2, 1]", ["rules"], [], "the house rules, the size"),
    ],
)
def test_what_may_have_been_merged_has_one_name(
    old: str, new: str, of_game: list[str], of_hand: list[str], without: str
) -> None:
    assert old in GAME
    events = told_of(GAME.replace(old, new))
    assert (events[0]["left_out"], events[1]["left_out"]) == (of_game, of_hand)
    end = next(event for event in events if event["event"] == "hand-end")
    assert end["ended"].startswith(f"the play cannot be judged without {without}")
    assert end["is_cut_short"]


def test_a_sheet_line_that_merges_says_so() -> None:
    events = told_of(GAME.replace("{trump: none, bids: [1, 1, 1], took: [0, 1, 0]}", "{<<: *other, bids: [1, 1, 1]}"))
    (_, end) = (event for event in events if event["event"] == "hand-end")
    assert end["ended"] == "what << merges cannot be read"
    lines = list(event_lines(events, ["Ann", "Bo", "Cy"]))
    assert "  Left out, for it cannot be read: what << merges" in lines
    rules = told_of(GAME.replace("[2, 1]}", "[2, 1], <<: *other}"))
    assert "Left out, for it cannot be read: what << merges into rules" in event_lines(rules, ["Ann", "Bo", "Cy"])


def test_tricks_are_not_told_from_points_under_a_guessed_rule() -> None:
    sheet = HEAD + "rules: {schedule: [2], points: ten}\nhands:\n- {up: 7H, bids: [1, 1, 1], score: [10, 10, -10]}\n"
    end = next(event for event in told_of(sheet) if event["event"] == "hand-end")
    assert (end["took"], end["score"], end["ended"]) == (None, None, "no tricks are written")


def test_points_are_not_told_under_a_guessed_rule() -> None:
    events = told_of(GAME.replace("[2, 1]}", "[2, 1], points: ten}"))
    assert events[0]["left_out"] == ["rules.points"]
    ends = [event for event in events if event["event"] == "hand-end"]
    assert [(end["took"], end["score"], end["total"]) for end in ends] == [
        ([0, 0, 2], None, None),
        ([0, 1, 0], None, None),
    ]
    assert (events[-1]["final"], events[-1]["winners"]) == (None, None)


def test_a_rule_about_ties_matters_only_to_a_tie() -> None:
    sheet = HEAD + "rules: {schedule: [1], tie: never}\nhands:\n- {up: 7H, bids: [1, 1, 1], took: [1, 0, 0]}\n"
    assert told_of(sheet)[-1]["winners"] == ["Ann"]
    tied = sheet.replace("[1], ", "[2], ").replace("[1, 0, 0]", "[1, 1, 0]")
    assert (told_of(tied)[-1]["final"], told_of(tied)[-1]["winners"]) == ([10, 10, -10], None)
