from __future__ import annotations

import copy
import io
import json
import tracemalloc
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluke_cli.diagnostics import CODES
from bluke_cli.record.kinds import Kind
from bluke_cli.record.mend import Mending
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading, _fitting, read_document, read_records
from bluke_cli.record.source import Document
from tests.record.made import FREE, HOSTILE, plain_records, reading, readings

HAND: dict[str, Any] = {
    "hand": 17,
    "dealer": "Ann",
    "trump": "H",
    "up": "7H",
    "dealt": ["TS", "2S"],
    "bids": [1, 1],
    "tricks": ["TS 2S"],
    "took": [1, 0],
    "score": [10, -10],
    "total": [10, -10],
    "note": "n",
}
GAME: dict[str, Any] = {
    "bluke": 1,
    "players": ["Ann", "Bo"],
    "dealer": "Ann",
    "scorekeeper": "Bo",
    "draw": ["AS", "2C"],
    "rules": {"hook": True},
    "deal": {"method": "bluke-deal-1", "seed": "s", "game": 1},
    "hands": [HAND],
    "final": [10, -10],
    "winners": ["Ann"],
    "bots": [None, "rules"],
    "match": {"block": 1},
}


def changed(*path: str | int, to: object) -> dict[str, Any]:
    """The game with the value at *path* changed."""
    game = copy.deepcopy(GAME)
    part: Any = game
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return game


def shape(read: Reading) -> list[tuple[str, str, int | None]]:
    return [(finding.code, finding.pointer, finding.card) for finding in read.findings]


def test_a_game_in_order_has_no_findings() -> None:
    read = reading(json.dumps(GAME), "jsonl")
    assert read.findings == []
    assert read.record is not None
    assert read.record.written() == GAME


CASES: list[tuple[tuple[Any, ...], Any, list[tuple[str, str, int | None]], set[tuple[Any, ...]]]] = [
    # path, value, findings, damaged
    (("bluke",), True, [("wrong-type", "/bluke", None)], {("bluke",)}),
    (("dealer",), "Cy", [("unknown-player", "/dealer", None)], {("dealer",)}),
    (("dealer",), None, [("wrong-type", "/dealer", None)], {("dealer",)}),
    (("scorekeeper",), 3, [("wrong-type", "/scorekeeper", None)], {("scorekeeper",)}),
    (("winners",), ["Bo", "Cy"], [("unknown-player", "/winners/1", None)], {("winners",)}),
    (("draw",), ["AS"], [("wrong-type", "/draw", None)], {("draw",)}),
    (("draw",), ["AS", "AX 1OH"], [("bad-card", "/draw/1", 0), ("bad-card", "/draw/1", 1)], {("draw",)}),
    (("bots",), [None], [("wrong-type", "/bots", None)], {("bots",)}),
    (("final",), [1, 2, 3], [("wrong-type", "/final", None)], {("final",)}),
    (("final",), [1, "2"], [("wrong-type", "/final/1", None)], {("final",)}),
    (("match",), [], [("wrong-type", "/match", None)], {("match",)}),
    (("stopped",), None, [("wrong-type", "/stopped", None)], {("stopped",)}),
    (("rules",), [], [("wrong-type", "/rules", None)], {("rules",)}),
    (("rules", "hook"), "true", [("wrong-type", "/rules/hook", None)], {("rules", "hook")}),
    (("rules", "tie"), "both", [("bad-rule", "/rules/tie", None)], {("rules", "tie")}),
    (("rules", "tie"), 1, [("wrong-type", "/rules/tie", None)], {("rules", "tie")}),
    (("rules", "min_bid"), 2, [("bad-rule", "/rules/min_bid", None)], {("rules", "min_bid")}),
    (("rules", "points"), 0, [("bad-rule", "/rules/points", None)], {("rules", "points")}),
    (("rules", "schedule"), "7-", [("bad-rule", "/rules/schedule", None)], {("rules", "schedule")}),
    (("rules", "schedule"), [], [("bad-rule", "/rules/schedule", None)], {("rules", "schedule")}),
    (("rules", "schedule"), 7, [("wrong-type", "/rules/schedule", None)], {("rules", "schedule")}),
    (("rules", "schedule"), None, [("wrong-type", "/rules/schedule", None)], {("rules", "schedule")}),
    (
        ("rules", "schedule"),
        [1, 0, "2", True],
        [
            ("bad-rule", "/rules/schedule/1", None),
            ("wrong-type", "/rules/schedule/2", None),
            ("wrong-type", "/rules/schedule/3", None),
        ],
        {("rules", "schedule")},
    ),
    (("rules", "hok"), True, [("unknown-key", "/rules/hok", None)], set()),
    (("rules", "x-own"), True, [("unknown-key", "/rules/x-own", None)], set()),
    (("deal", "seed"), "", [("seed", "/deal/seed", None)], {("deal",)}),
    (("deal", "seed"), "s" * 257, [("seed", "/deal/seed", None)], {("deal",)}),
    (("deal", "game"), 0, [("seed", "/deal/game", None)], {("deal",)}),
    (("deal", "game"), "1", [("wrong-type", "/deal/game", None)], {("deal",)}),
    (("deal",), {"seed": "s"}, [("missing-key", "/deal", None), ("missing-key", "/deal", None)], {("deal",)}),
    (("hands",), {}, [("wrong-type", "/hands", None)], {("hands",)}),
    (("hands",), [{}] * 1001, [("limit", "/hands", None)], {("hands",)}),
    (("hands", 0), "x", [("wrong-type", "/hands/0", None)], {("hands", 0)}),
    (("hands", 0, "hand"), "1", [("wrong-type", "/hands/0/hand", None)], {("hands", 0, "hand")}),
    (("hands", 0, "dealer"), "Cy", [("unknown-player", "/hands/0/dealer", None)], {("hands", 0, "dealer")}),
    (("hands", 0, "trump"), "h", [("trump", "/hands/0/trump", None)], {("hands", 0, "trump")}),
    (("hands", 0, "trump"), None, [("wrong-type", "/hands/0/trump", None)], {("hands", 0, "trump")}),
    (("hands", 0, "up"), "", [("bad-card", "/hands/0/up", None)], {("hands", 0, "up")}),
    (("hands", 0, "up"), "7H 8H", [("bad-card", "/hands/0/up", 1)], {("hands", 0, "up")}),
    (("hands", 0, "up"), "7X", [("bad-card", "/hands/0/up", 0)], {("hands", 0, "up")}),
    (("hands", 0, "up"), "7C!", [("bad-card", "/hands/0/up", 0)], {("hands", 0, "up")}),
    (("hands", 0, "up"), 7, [("wrong-type", "/hands/0/up", None)], {("hands", 0, "up")}),
    (("hands", 0, "dealt"), ["TS"], [("wrong-type", "/hands/0/dealt", None)], {("hands", 0, "dealt")}),
    (("hands", 0, "bids"), [1, 1, 1], [("wrong-type", "/hands/0/bids", None)], {("hands", 0, "bids")}),
    (("hands", 0, "bids"), [True, 1], [("wrong-type", "/hands/0/bids/0", None)], {("hands", 0, "bids")}),
    (("hands", 0, "took"), [1], [("wrong-type", "/hands/0/took", None)], {("hands", 0, "took")}),
    (("hands", 0, "score"), [None, 1], [("wrong-type", "/hands/0/score/0", None)], {("hands", 0, "score")}),
    (
        ("hands", 0, "tricks"),
        ["TS QX", 7, "2S ZZ"],
        [
            ("bad-card", "/hands/0/tricks/0", 1),
            ("wrong-type", "/hands/0/tricks/1", None),
            ("bad-card", "/hands/0/tricks/2", 1),
        ],
        {("hands", 0, "tricks", 0), ("hands", 0, "tricks", 1), ("hands", 0, "tricks", 2)},
    ),
    (("hands", 0, "tricks"), ["AS"] * 55, [("trick-count", "/hands/0/tricks", None)], {("hands", 0, "tricks")}),
    (("hands", 0, "x-own"), {"a": 1.5}, [("wrong-type", "/hands/0/x-own/a", None)], {("hands", 0, "x-own")}),
    (
        ("hands", 0, "took"),
        [1.0, "x"],
        [("wrong-type", f"/hands/0/took/{i}", None) for i in (0, 1)],
        {("hands", 0, "took")},
    ),
    (("hands", 0, "xown"), 1, [("unknown-key", "/hands/0/xown", None)], set()),
    (("x_own",), 1, [("unknown-key", "/x_own", None)], set()),
]


@pytest.mark.parametrize("key", ["players", "draw", "hands", "final"])
def test_an_object_with_a_fault_where_a_list_is_due(key: str) -> None:
    """Found by mutants: the fault inside has a path with a name where others have a number."""
    codes = [finding.code for finding in reading(json.dumps(changed(key, to={"a": [1.5]})), "json").findings]
    assert codes[0] == "wrong-type"


@pytest.mark.parametrize("key", ["dealt", "bids", "tricks", "took"])
def test_an_object_with_a_fault_where_a_list_of_a_hand_is_due(key: str) -> None:
    read = reading(json.dumps(changed("hands", 0, key, to={"a": [1.5]})), "json")
    assert {(finding.code, finding.hand, finding.trick) for finding in read.findings} == {("wrong-type", 17, None)}


@pytest.mark.parametrize(("path", "value", "findings", "damaged"), CASES)
def test_a_fault_is_found_where_it_is_and_costs_one_field(
    path: tuple[Any, ...], value: Any, findings: list[Any], damaged: set[Any]
) -> None:
    read = reading(json.dumps(changed(*path, to=value)), "json")
    assert shape(read) == findings
    assert read.damaged == damaged
    expected = copy.deepcopy(GAME)
    for gone in damaged | ({path} if not damaged else set()):
        _lose(expected, gone)
    assert read.record is not None
    assert read.record.written() == expected


def _lose(game: Any, path: tuple[Any, ...]) -> None:
    """Take the field at *path* out of *game* as the reader does."""
    part = game
    for step in path[:-1]:
        part = part[step]
    stand_in = {("bluke",): 1, ("hands",): [], ("hands", 0): {}}
    if path in stand_in:
        part[path[-1]] = stand_in[path]
    elif path[-2:-1] == ("tricks",):
        del part[path[-1] :]
    else:
        part.pop(path[-1], None)


@pytest.mark.parametrize(
    ("players", "findings"),
    [
        (["Ann"], [("wrong-type", "/players", None)]),
        (["Ann"] * 16, [("wrong-type", "/players", None)]),
        (["Ann", " "], [("bad-name", "/players/1", None)]),
        (["Ann", "x" * 65, "a\x07"], [("bad-name", "/players/1", None), ("bad-name", "/players/2", None)]),
        (["Ann", "Bo", "Ann", ""], [("duplicate-player", "/players/2", None), ("bad-name", "/players/3", None)]),
        (["Ann", 7], [("wrong-type", "/players/1", None)]),
        ("Ann", [("wrong-type", "/players", None)]),
    ],
)
def test_without_players_nothing_is_judged_but_the_rest_is_looked_at(players: Any, findings: list[Any]) -> None:
    read = reading(json.dumps({**GAME, "players": players, "zzz": 1, "dealer": 7}), "json")
    assert read.record is None
    assert shape(read) == [*findings, ("wrong-type", "/dealer", None), ("unknown-key", "/zzz", None)]


def test_names_are_not_trimmed() -> None:
    read = reading('{"bluke":1,"players":["Ann","Ann "],"hands":[]}', "json")
    assert read.findings == []


def test_a_newer_version_stops_the_reader() -> None:
    read = reading('{"bluke":2,"players":"new","hands":[1.5]}', "json")
    assert shape(read) == [("version", "/bluke", None)]
    assert read.record is None


@pytest.mark.parametrize("key", ["bluke", "players", "hands"])
def test_required_keys(key: str) -> None:
    game = {name: value for name, value in GAME.items() if name != key}
    read = reading(json.dumps(game), "json")
    assert shape(read) == [("missing-key", "", None)]
    assert (read.record is None) == (key == "players")


@pytest.mark.parametrize(("old", "new"), [("took", "tok"), ("tricks", "trick"), ("bids", "Bids"), ("total", "totals")])
def test_a_key_that_was_meant_is_named_and_not_missed(old: str, new: str) -> None:
    game = copy.deepcopy(GAME)
    game["hands"][0][new] = game["hands"][0].pop(old)
    read = reading(json.dumps(game), "json")
    (finding,) = read.findings
    assert (finding.code, finding.fix, finding.at_key, finding.hand) == ("unknown-key", old, True, 17)
    assert read.is_damaged("hands", 0, old)
    assert read.is_damaged("hands", 0, old, 1)
    assert not read.is_damaged("hands", 0, "up")


def test_a_misspelled_required_key_is_one_fault() -> None:
    game = {"player" if key == "players" else key: value for key, value in GAME.items()}
    read = reading(json.dumps(game), "json")
    assert [(finding.code, finding.fix) for finding in read.findings] == [("unknown-key", "players")]
    assert read.record is None


def test_no_suggestion_without_likeness() -> None:
    (finding,) = reading(json.dumps({**GAME, "weather": "rain"}), "json").findings
    assert (finding.code, finding.fix) == ("unknown-key", None)


@pytest.mark.parametrize("text", ["[]", "7", '"bluke"', "null", "true"])
def test_what_is_no_object_is_no_record(text: str) -> None:
    read = reading(text, "json")
    assert shape(read) == [("wrong-type", "", None)]
    assert read.record is None


def test_other_spellings_become_the_normal_form() -> None:
    hand = {"up": " 10♥ ", "dealt": ["lb  as", "HB\tt♠️"], "tricks": ["as! ", "2♧ 3♢"], "cut": 0}
    read = reading(json.dumps({**changed("hands", to=[hand]), "draw": ["10c", "q♤ 2s"]}), "json")
    assert read.findings == []
    assert read.damaged == set()
    assert read.record is not None
    assert read.record.draw == ["TC", "QS 2S"]
    assert read.record.written()["hands"] == [{"up": "TH", "dealt": ["LO AS", "HI TS"], "tricks": ["AS!", "2C 3D"]}]


def test_a_cut_of_no_cards_is_no_cut() -> None:
    record = reading(json.dumps(changed("hands", 0, "cut", to=0)), "json").record
    assert record is not None
    assert record.written() == GAME


PLACED = """\
# a comment
bluke: 1
players: [Ann, 7, "No"]
hands:
- {up: 7H, bids: [1, 1, x], took: [1, 1]}
- hand: 9
  tricks:
  - TS 1OH
    QX
  dealt: [2C, 3C ZZ, 4C]
  tok: [1, 2, 3]
"""


def test_places_in_yaml() -> None:
    found = [
        (finding.line, finding.column, finding.code, finding.hand, finding.trick, finding.player, finding.fix)
        for finding in reading(PLACED).findings
    ]
    assert found == [
        (5, 25, "wrong-type", 1, None, "No", None),
        (5, 35, "wrong-type", 1, None, None, None),
        (8, 8, "bad-card", 9, 1, None, "TH"),
        (9, 5, "bad-card", 9, 1, None, None),
        (10, 18, "bad-card", 9, None, "7", None),
        (11, 3, "unknown-key", 9, None, None, "took"),
    ]


def test_in_yaml_text_is_its_own_spelling_where_text_is_due() -> None:
    text = "bluke: 1\nplayers: [1, true, No]\ndealer: 1\ndate: 2026-11-27\nhands: []\nbots: [null, 7, random]\n"
    record = reading(text).record
    assert record is not None
    assert (record.players, record.dealer, record.date) == (["1", "true", "No"], "1", "2026-11-27")
    assert record.bots == [None, "7", "random"]


def test_faults_of_the_text_say_whom_they_concern() -> None:
    (finding,) = reading(json.dumps(changed("hands", 0, "took", to=[1, 1.5])), "json").findings
    assert (finding.code, finding.hand, finding.player) == ("wrong-type", 17, "Bo")


def test_a_broken_record_does_not_hide_the_others() -> None:
    good = "bluke: 1\nplayers: [A, B]\nhands: []\n"
    read = readings(f"{good}---\nbluke: [\n---\n{good}")
    assert [one.record is None for one in read] == [False, True, False]
    assert [(finding.code, finding.record) for one in read for finding in one.findings] == [("syntax", 2)]


def test_a_record_full_of_nonsense_takes_no_long_time() -> None:
    keys = ",".join(f'"k{number}":0' for number in range(3000))
    cards = " ".join(["Qx"] * 20_000)
    many = ",".join(["true"] * 20_000)
    hand = f'{{"tricks":["{cards}"],"up":"{"9" * 10_000}","bids":[{many}],"dealt":["Z", "Q Q"]}}'
    game = f'"bluke":1,"players":["A","B"],"hands":[{hand}],"rules":{{"schedule":[{many}]}},"final":[{many}]'
    read = reading(f"{{{game},{keys}}}", "json")
    assert Counter(finding.code for finding in read.findings) == {
        "bad-card": 54 + 1 + 3,
        "wrong-type": 2,
        "bad-rule": 1,
        "unknown-key": 100 + 1,
    }


@given(plain_records())
@settings(max_examples=120, deadline=None)
def test_the_short_way_and_the_long_way_agree(plain: dict[str, Any]) -> None:
    mending = Mending(copy.deepcopy(plain))
    assert mending.findings == []
    assert mending.record == _fitting(plain) == GameRecord.model_validate(plain)


SPOTS = [("bluke",), ("players",), ("players", 0), *((key,) for key in GAME if key not in ("bluke", "players"))]
SPOTS += [("hands", 0), *(("hands", 0, key) for key in HAND), *(("hands", 0, key, 0) for key in HAND)]
SPOTS += [("rules", "hook"), ("rules", "schedule"), ("deal", "seed"), ("draw", 1), ("winners", 0), ("zzz",)]
VALUES = st.one_of(FREE, st.sampled_from([1.5, *HOSTILE]), st.dictionaries(st.sampled_from([*GAME, *HAND]), FREE))


@given(st.sampled_from(SPOTS), VALUES)
@settings(max_examples=120, deadline=None)
def test_anything_anywhere_is_read_or_found(spot: tuple[Any, ...], value: Any) -> None:
    if len(spot) == 4 and not isinstance(HAND[spot[2]], list):
        spot = spot[:3]
    text = json.dumps(changed(*spot, to=value))
    for read in (reading(text, "json"), reading(text, "yaml")):
        assert all(finding.code in CODES and finding.line for finding in read.findings)
        if read.record is not None:
            assert GameRecord.model_validate(read.record.written()) == read.record
            lost = {path[:3] for path in read.damaged}
            assert read.record.written() == GAME or read.findings or _is_normal(read, spot) or lost


def _is_normal(read: Reading, spot: tuple[Any, ...]) -> bool:
    """Whether the value put in at *spot* is in the record."""
    part: Any = read.record.written() if read.record else {}
    for step in spot[:-1]:
        part = part[step]
    return isinstance(part, list) or spot[-1] in part or spot[-1] == "cut"


def test_the_tricks_before_a_bad_card_are_kept() -> None:
    text = '{"bluke":1,"players":["A","B"],"dealer":"B","hands":[{"up":"2C","tricks":["AS KS","QH 1H","3D 4D"]}]}'
    read = read_document(Document("x.json", 1, "json", text.encode(), 1))
    assert [(finding.code, finding.trick) for finding in read.findings] == [("bad-card", 2)]
    assert read.record is not None
    assert read.record.hands[0].tricks == ["AS KS"]
    assert read.damaged == {("hands", 0, "tricks", 1)}


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_a_record_of_very_many_values_is_past_a_limit_and_takes_little_memory(kind: Kind) -> None:
    text = '{"bluke": 1, "players": [A, B], "x-many": [' if kind == "yaml" else '{"x-many": ['
    text += "1, " * 400_000 + "1]}"
    tracemalloc.start()
    read = read_document(Document("x", 1, kind, text.encode(), 1))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [finding.code for finding in read.findings] == ["limit"]
    assert "250000 values" in read.findings[0].message
    assert peak < 200 * 2**20


@pytest.mark.parametrize(("kind", "text"), [("yaml", "bluke: 1\r---\rbluke: 1\r"), ("jsonl", "{}\r{}\r")])
def test_records_that_carriage_returns_alone_part_are_told_apart_from_other_faults(kind: Kind, text: str) -> None:
    (old,) = readings(text, kind)
    assert [(finding.code, finding.line) for finding in old.findings] == [("syntax", 2)]
    assert "carriage returns" in old.findings[0].message
    assert not any("carriage" in finding.message for finding in reading(text.replace("\r", " "), kind).findings)


@pytest.mark.parametrize("text", ["{bluke: 1, hands: []}\n", "{\n  bluke: 1, # so\n  hands: []}\n"])
def test_yaml_that_begins_as_json_does_is_told_how_to_be_read(text: str) -> None:
    """Only where nobody said that it is JSON, and only once in a stream."""

    def messages(text: str, file: str = "-", kind: Kind | None = None) -> list[str]:
        found = list(read_records(io.BytesIO(text.encode()), file, kind))
        return [finding.message for reading in found for finding in reading.findings]

    (message,) = messages(text)
    assert "--input-format yaml" in message
    assert not any("--input-format" in each for each in messages(text, file="a.json") + messages(text, kind="jsonl"))
    assert not any("--input-format" in each for each in messages(text.replace("[", "[[")))
    assert sum("--input-format" in each for each in messages("{bluke: 1}\n" * 3)) == 1


@pytest.mark.parametrize(("more", "count"), [(0, 100), (1, 101), (2, 101), (50_000, 101)])
def test_of_very_many_unknown_keys_the_first_are_told(more: int, count: int) -> None:
    read = reading(json.dumps({**GAME, **{f"k{number}": 1 for number in range(100 + more)}}), "json")
    assert [finding.code for finding in read.findings] == ["unknown-key"] * count
    assert len({finding.pointer for finding in read.findings}) == count
    assert read.record is not None
