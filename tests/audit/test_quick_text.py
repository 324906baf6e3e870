"""What is seen to be in order in the text of a record is so; and it is seen wherever there is nothing odd."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

from bluke_cli.audit import quick_text
from bluke_cli.audit.audit import CLAIM_CODES, audit
from bluke_cli.audit.examine import examine
from bluke_cli.audit.frame import frame_of
from bluke_cli.audit.quick import is_in_order
from bluke_cli.audit.quick_text import rescored_line, vouch_for_text
from bluke_cli.audit.rescore import rescored
from bluke_cli.audit.text_columns import JSON, YAML, Spelling, text_columns
from bluke_cli.diagnostics import Finding
from bluke_cli.record.kinds import Kind
from bluke_cli.record.limits import MAX_VALUES
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_document
from bluke_cli.record.shape import keys_in_order
from bluke_cli.record.source import Document
from bluke_cli.record.writer import write_jsonl, write_yaml
from bluke_cli.record.yaml_canonical import canonical_parts
from bluke_cli.replay.identity import normalised
from bluke_cli.rules.house import HouseRules
from tests.audit.test_quick import games, mutate, sheet, turned, with_something_odd


@pytest.fixture(autouse=True, params=["kernel", "columns"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the kernel, then the columns."""
    if request.param == "columns":
        monkeypatch.setattr(quick_text, "kernel", lambda: None)
    elif quick_text.kernel() is None:
        pytest.skip("the kernel is not built, or turned off")


HOUSES = [
    HouseRules(),
    HouseRules(min_bid=0, points=7, overtrick=-2),
    HouseRules(schedule=(5, 1, 5, 2)),
    HouseRules(points=10**9, overtrick=10**9, schedule=(2, 1)),
    HouseRules(bag_limit=5, bag_penalty=30),
    HouseRules(tie="most-made"),
]
DECLINED = [
    HouseRules(led_bluke="trump"),
    HouseRules(trump_lead="broken"),
    HouseRules(hook=True),
    HouseRules(no_trump_bluke="powerless"),
]


def test_numbers_of_another_hand_are_seen() -> None:
    """All numbers of a column are there, and in the right order, but in a wrong hand."""
    hands = [{"bids": [1, 1], "took": [1, 1]}, {"bids": [1, 1], "took": [0, 1]}]
    game = {"bluke": 1, "players": ["Ann", "Bo"], "dealer": "Ann", "rules": {"schedule": [2, 1]}, "hands": hands}
    assert vouch_for_text(document(write_jsonl(game))) is (True if quick_text.kernel() is None else None)
    hands[0]["bids"], hands[1]["bids"] = [1], [1, 1, 1]
    assert vouch_for_text(document(write_jsonl(game))) is None
    assert rescored_line(document(write_jsonl(game))) is None


def test_a_line_that_is_no_item_of_yaml_is_seen() -> None:
    parts = canonical_parts(write_yaml(games(HOUSES[0], 3)[0]))
    assert parts is not None
    around, hands = parts
    frame = frame_of(around)
    assert frame is not None
    game = text_columns(hands, YAML, frame)
    assert game is not None
    assert game.took() is not None
    at = hands.index("\n  - ", hands.index("\n  - ") + 1)
    odd = text_columns(hands[:at] + "\n" + hands[at + 5 :], YAML, frame)
    assert odd is not None
    assert odd.took() is None


def sheet_of(first: str, second: str, name: str = "A") -> str:
    """Return a score sheet of two hands in YAML, each with a line of its own behind its number."""
    head = f"bluke: 1\nplayers: [{name}, B]\ndealer: {name}\nrules: {{schedule: [2, 1]}}\nhands:\n"
    hands = [
        f"- hand: {number}\n  {line}\n  bids: [1, 1]\n  took: [1, {2 - number}]\n"
        for number, line in enumerate((first, second), 1)
    ]
    return head + "".join(hands)


@pytest.mark.parametrize(
    "text",
    [
        sheet_of("size: 2", "size: 1")[:-1],
        sheet_of("size: 2", "size: 1")[:-1] + "X",
        sheet_of("up:rubbish", "up: 2C"),
        sheet_of("up: 2C", "  up: 2C"),
        sheet_of("trump: C", "]["),
        sheet_of("dealer: '# x'", "dealer: B", '"# x"'),
        sheet_of("dealer: # x", "dealer: B", '"# x"'),
    ],
)
def test_rubbish_in_yaml_is_left_to_others(text: str) -> None:
    assert vouch_for_text(document(text, "yaml")) is None


def test_a_dealer_is_compared_as_yaml_writes_him() -> None:
    text = sheet_of('dealer: "# x"', "dealer: B", '"# x"')
    assert examine(read_document(document(text, "yaml"))) == []
    assert vouch_for_text(document(text, "yaml")) is True


@pytest.mark.parametrize("missing", ["draw", "up"])
def test_a_last_text_that_is_empty_is_seen(missing: str) -> None:
    game: dict[str, Any] = {"bluke": 1, "players": ["A", "B", "C"], "dealer": "A", "rules": {"schedule": [1, 1]}}
    game["hands"] = [{"up": "2C", "bids": [1, 1, 1], "took": [1, 0, 0]} for _ in range(2)]
    assert rescored_line(document(write_jsonl(game))) is not None
    if missing == "up":
        game["hands"][1]["up"] = ""
    else:
        game["draw"] = ["KH", "2C", ""]
        del game["dealer"]
    for way in (vouch_for_text, rescored_line):
        assert way(document(write_jsonl(game))) is None
    assert vouch_for_text(document(write_yaml(game), "yaml")) is None
    assert not is_in_order(game)


def test_more_winners_than_players_are_not_passed_over() -> None:
    game = {**games(HOUSES[0], 3)[0], "winners": ["b0"] * 16}
    assert rescored_line(document(write_jsonl(game))) is None


def test_layouts_are_made_for_texts_of_their_length_only() -> None:
    from bluke_cli.audit.text_columns import _layout

    _layout.cache_clear()
    keys = '"hand":1,"up":"","bids":[],"tricks":[]'
    text = '{"bluke":1,"players":["A","B"],"dealer":"A","rules":{"schedule":[%s]},"hands":[{%s]}'
    line = document(text % (",".join(["26"] * 900), keys + "},{" * 899 + "}"))
    assert vouch_for_text(line) is None
    assert _layout.cache_info().currsize == 0


@pytest.mark.parametrize(
    ("spelling", "first", "beginning"),
    [
        (JSON, '"bids":[1,1],"took":[1,0]},{', '"bids":['),
        (JSON, '"up":"2C","bids":[1,1],"tricks":["3C 4C"]},{', '"up":"","bids":[],"tricks":["'),
        (YAML, "bids: [1, 1]\n  took: [1, 0]\n- ", "bids: ["),
        (YAML, "up: 2C\n  bids: [1, 1]\n  took: [1, 0]\n- ", "up: "),
        (YAML, "trump: C\n  bids: [1, 1]\n  took: [1, 0]\n- ", "trump: "),
    ],
)
def test_many_beginnings_of_hands_take_little_time(spelling: Spelling, first: str, beginning: str) -> None:
    frame = frame_of({"bluke": 1, "players": ["A", "B"], "dealer": "A", "rules": {"schedule": [1, 1]}})
    assert frame is not None
    start = time.process_time()
    assert text_columns(first + beginning * 60_000, spelling, frame) is None
    assert time.process_time() - start < 1


@pytest.mark.parametrize(("spelling", "key"), [(JSON, '"%s":1,'), (YAML, "  %s: 1\n")])
def test_a_hand_with_many_keys_is_not_remembered(spelling: Spelling, key: str) -> None:
    """The keys of 256 hands as long as may be would take more than 700 MB."""
    frame = frame_of({"bluke": 1, "players": ["A", "B"], "dealer": "A", "rules": {"schedule": [1]}})
    assert frame is not None
    keys_in_order.cache_clear()
    assert text_columns("".join(key % word for word in ["bids", "took", *["up"] * 1000]), spelling, frame) is None
    assert keys_in_order.cache_info().currsize == 0


def test_a_seed_is_not_asked_where_cards_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The streams of a thousand hands that are named in a few bytes take 5 ms."""
    plain = games(HOUSES[0], 3)[0]
    assert vouch_for_text(document(write_jsonl(plain))) is True
    monkeypatch.setattr(quick_text, "_streams", lambda _: pytest.fail("the seed was asked"))
    assert vouch_for_text(document(write_jsonl({**plain, "hands": plain["hands"][:2]}))) is None


def test_a_document_at_fault_is_not_looked_at() -> None:
    line = document(write_jsonl(games(HOUSES[0], 3)[0]))
    line.fault = Finding("syntax", "cut short")
    assert vouch_for_text(line) is None


def document(text: str | bytes, kind: Kind = "jsonl") -> Document:
    return Document("x", 1, kind, text.encode() if isinstance(text, str) else text, 1)


def as_yaml(value: dict[str, Any]) -> str:
    """Return a value as YAML, canonical where the writer can write it."""
    try:
        return write_yaml(value)
    except (TypeError, AttributeError, ValueError):
        return json.dumps(value)


def readable_line(text: Document) -> str | None:
    """Return what is written of a document that has nothing wrong but sums, by the readable ways."""
    reading = read_document(text)
    if reading.record is None or not {finding.code for finding in examine(reading)} <= CLAIM_CODES:
        return None
    return write_jsonl(normalised(rescored(reading.record)))


def assert_rescored_rightly(text: Document) -> None:
    line = rescored_line(text)
    assert line is None or line == readable_line(text), text.raw


@pytest.mark.parametrize("players", [2, 3, 4, 7, 15])
@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_a_whole_game_is_seen_to_be_in_order(rules: HouseRules, players: int) -> None:
    if players * max(rules.hand_sizes(players)) > 53:
        pytest.skip("too many cards")
    for plain in games(rules, players):
        bare = {key: value for key, value in plain.items() if key not in ("deal", "match", "final", "winners")}
        unnumbered = {**bare, "hands": [{key: hand[key] for key in ("up", "bids", "tricks")} for hand in bare["hands"]]}
        for value in (plain, bare, unnumbered):
            line = document(write_jsonl(value).rstrip("\n"))
            assert vouch_for_text(line) is True
            assert audit(GameRecord.model_validate(value)) == []
            assert rescored_line(line) == readable_line(line)
            for is_first in (True, False):
                assert vouch_for_text(document(write_yaml(value, first=is_first), "yaml")) is True


@pytest.mark.parametrize("rules", [*HOUSES, *DECLINED], ids=str)
def test_a_score_sheet_is_rescored_as_text(rules: HouseRules) -> None:
    """Whatever stands around the hands is put in order on the way."""
    for plain in games(rules, 3):
        line = document(write_jsonl({**turned(sheet(plain)), "hands": sheet(plain)["hands"]}).rstrip("\n"))
        assert_rescored_rightly(line)
        assert (rescored_line(line) is not None) == (rules in HOUSES)


def test_keys_in_another_order_are_not_written_so() -> None:
    plain = games(HOUSES[0], 3)[0]
    hands = [{key: hand[key] for key in ("bids", "up", "tricks", "took")} for hand in plain["hands"]]
    line = document(write_jsonl({**plain, "hands": hands}))
    assert readable_line(line) is not None
    assert_rescored_rightly(line)


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ('"hands":[{', '"hands":[{},{'),
        ('"hands":[{', '"hands":[{}],"hands":[{'),
        ('"bids":[', '"bids":[['),
        ('"bids":[', '"bids":('),
        ('"bids":[', '"bids":[1,'),
        ('"bids":[', '"bids":[01,'),
        ('"tricks":["', '"tricks":["","'),
        ('},{"hand":2', ',"hand":2'),
        ('},{"hand":2', '}],[{"hand":2'),
        ('"took":', '"took":[],"took":'),
        ('"hand":3', '"hand":4'),
        ('"hand":3', '"hand": 3'),
        ('"hand":3', '"x":3'),
    ],
)
def test_an_odd_text_is_left_to_others(there: str, instead: str) -> None:
    line = write_jsonl(games(HOUSES[0], 3)[0]).rstrip("\n")
    assert vouch_for_text(document(line)) is True
    odd = document(line.replace(there, instead, 1))
    assert odd.raw != line.encode()
    assert vouch_for_text(odd) is None
    assert rescored_line(odd) is None


def test_hands_that_break_off_or_are_empty_are_left_to_others() -> None:
    line = write_jsonl(games(HOUSES[0], 3)[0]).rstrip("\n")
    odd = document(line[: line.rfind("]", 0, line.rfind('"tricks"'))] + ")" + line[line.rfind(',"tricks"') :])
    assert vouch_for_text(odd) is None
    for hands in ("", "{}", "{},{}"):
        assert vouch_for_text(document(f'{{"bluke":1,"players":["A","B"],"dealer":"A","hands":[{hands}]}}')) is None


@pytest.mark.parametrize("rules", DECLINED, ids=str)
def test_what_is_not_known_is_left_to_others(rules: HouseRules) -> None:
    for plain in games(rules, 3):
        assert vouch_for_text(document(write_jsonl(plain))) is None


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_whatever_is_odd_in_a_value_is_not_vouched_for(rules: HouseRules) -> None:
    chance = random.Random(str(rules))
    seen = [0, 0]
    for plain in games(rules, 3)[:2]:
        for turn in range(250):
            if turn % 2:
                value = with_something_odd(plain, chance)
            else:
                value = json.loads(json.dumps(plain))
                mutate(value, chance)
            text = document(json.dumps(value, separators=(",", ":"), ensure_ascii=False))
            for one in (text, document(as_yaml(value), "yaml")):
                if vouch_for_text(one):
                    assert examine(read_document(one)) == []
            assert_rescored_rightly(text)
            seen[vouch_for_text(text) is None] += 1
    assert seen[1] > 300
    assert seen[0] > 5


@pytest.mark.parametrize("form", ["jsonl", "yaml"])
def test_whatever_is_odd_in_the_bytes_is_not_vouched_for(form: Kind) -> None:
    chance = random.Random(7)
    write = write_yaml if form == "yaml" else write_jsonl
    lines = [write(plain).rstrip("\n").encode() for rules in HOUSES[:3] for plain in games(rules, 3)[:1]]
    marks = [
        b'"',
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b" ",
        b"\\",
        b"0",
        b"-",
        b"1",
        b"\0",
        b"\xff",
        b"#",
        b"hands",
        b"\n",
        b", ",
        b"'",
        b"!",
    ]
    vouched = 0
    for _ in range(3000):
        line = bytearray(chance.choice(lines))
        for _ in range(chance.randint(1, 2)):
            at, kind = chance.randrange(len(line)), chance.randrange(4)
            if kind == 0:
                line[at : at + chance.randint(1, 3)] = b""
            elif kind == 1:
                line[at:at] = chance.choice(marks)
            elif kind == 2:
                line[at : at + 1] = chance.choice(marks)
            else:
                start = chance.randrange(len(line))
                line[at:at] = line[start : start + chance.choice([1, 5, 40])]
        text = document(bytes(line) + b"\n" * (form == "yaml"), form)
        if vouch_for_text(text):
            vouched += 1
            assert examine(read_document(text)) == [], bytes(line)
        assert_rescored_rightly(text)
    assert 10 < vouched < 1000


def test_hands_elsewhere_are_not_taken_for_those_of_the_game() -> None:
    line = write_jsonl(games(HOUSES[2], 3)[0]).rstrip("\n")
    hands = line[line.index('"hands":') : line.index("}]") + 2]
    head, tail = line.split(hands)
    assert vouch_for_text(document(line)) is True
    for other in (
        f'{head}"x-mine":{{{hands}}}{tail}',
        f'{head}"hands":[],"x-mine":{{{hands}}}{tail}',
        f'{head}"h\\u0061nds":[],"match":{{{hands}}},"final"{tail.partition("final")[2][1:]}',
        f'{head}{hands},"#":0{tail}',
        f"{head}{hands},{hands}{tail}",
        f'{head}"note":"{hands[:30]}",{hands}{tail}',
    ):
        assert vouch_for_text(document(other)) is None, other
    assert vouch_for_text(document(line, "yaml")) is None
    assert vouch_for_text(document(json.dumps(json.loads(line), indent=2), "json")) is None


def test_a_vouched_text_is_read_when_it_is_asked_for() -> None:
    plain = games(HOUSES[0], 3)[0]
    reading = read_document(document(write_jsonl(plain).rstrip("\n")), None, vouch_for_text)
    assert reading.vouched is True
    assert reading.loaded.value == plain
    assert reading.record is not None
    assert reading.record.written() == plain


def test_the_values_around_the_hands_and_in_them_are_counted_together() -> None:
    plain = {**games(HOUSES[2], 3)[0], "match": {"many": [0] * (MAX_VALUES - 60)}}
    text = document(write_jsonl(plain).rstrip("\n"))
    assert [finding.code for finding in examine(read_document(text))] == ["limit"]
    assert vouch_for_text(text) is None
