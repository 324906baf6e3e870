"""The messages: what is refused, and the schemas in step with what is written and read."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bluke_cli.bots import wire
from bluke_cli.bots.events import BidMade, CardPlayed, HandDealt, HandEnded, TrickWon
from bluke_cli.bots.lines import FLOOD_LIMIT, LINE_LIMIT, Lines
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.serving import Server, _event, _game_view, _view
from bluke_cli.bots.view import GameView
from bluke_cli.bots.wire_schema import answer_schema, request_schema
from bluke_cli.rules.cards import card
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import default_schedule
from tests.bots.table import bidding, view
from tests.cli.running import bluke

FILES = Path(__file__).parents[2] / "schemas"
REQUEST = Draft202012Validator(request_schema())
ANSWER = Draft202012Validator(answer_schema())
EVENTS = [
    HandDealt(3, 11, 2, card("HI")),
    BidMade(1, 0),
    CardPlayed(0, card("TS")),
    TrickWon(3),
    HandEnded((1, 2), (1, 0), (10, -20), (10, -20)),
]


@pytest.mark.parametrize(("name", "schema"), [("request", request_schema()), ("answer", answer_schema())])
def test_the_files_are_in_step(name, schema):
    text = (FILES / f"bluke-bot-{name}-1.schema.json").read_text()
    assert text == bluke("schema", f"bot-{name}").out
    assert json.loads(text) == schema
    Draft202012Validator.check_schema(schema)


def requests():
    game = GameView(4, 2, 3, HouseRules(), default_schedule(4))
    other = GameView(2, 0, 1, HouseRules(schedule=(2, 1), min_bid=0, bag_limit=3, bag_penalty=10), (2, 1))
    events = [wire.event_object(event) for event in EVENTS]
    playing = view("AS KS LO", "HI", trick="2S", leader=3, tricks=[(1, "2C 3C 4C 5C", 0)])
    return [
        wire.hello_message(1),
        wire.game_message(2, game, "seed", {}),
        wire.game_message(2, other, "seed", {"noise": "30"}),
        wire.act_message(3, bidding("AS 2C", "QD"), events, None),
        wire.act_message(4, playing, [], {"move_ms": 500, "game_ms": 1}),
        wire.over_message(5, events, (3, 4), [2, 1]),
        wire.fault_message("illegal-card", "played KS"),
        json.loads(wire.QUIT),
    ]


@pytest.mark.parametrize("message", requests(), ids=lambda message: message["t"])
def test_every_message_fits_the_schema_and_each_of_its_fields_is_needed(message):
    message = json.loads(wire.line_of(message))
    assert list(REQUEST.iter_errors(message)) == []
    for key in set(message) - {"clock"}:
        assert not REQUEST.is_valid({other: value for other, value in message.items() if other != key})
    assert REQUEST.is_valid({**message, "unheard-of": 1})


@pytest.mark.parametrize("number", range(3))
def test_a_view_comes_back_as_it_was(number):
    game = GameView(4, 0, 3, HouseRules(), default_schedule(4))
    seen = [
        bidding("AS 2C", "QD"),
        view("AS KS LO", "HI", trick="2S", leader=3, legal_mask="AS KS LO"),
        view("AS HI", "7H", tricks=[(1, "2C 3C 4C 5C", 0)], won=(1, 0, 0, 0), scores=(-10, 0, 33, 1)),
    ][number]
    message = json.loads(wire.line_of(wire.act_message(1, seen, [], None)))
    assert _view(game, message, seen.tricks) == seen


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_comes_back_as_it_was(event):
    assert _event(json.loads(json.dumps(wire.event_object(event)))) == event


@pytest.mark.parametrize("rules", [HouseRules(), HouseRules(schedule=(2, 1)), HouseRules(hook=True, tie="most-made")])
def test_a_game_comes_back_as_it_was(rules):
    game = GameView(3, 2, 1, rules, rules.hand_sizes(3))
    assert _game_view(json.loads(wire.line_of(wire.game_message(1, game, "x", {})))) == game


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "noise"),
        (b"thinking", "noise"),
        (b"[1]", "noise"),
        (b"3", "noise"),
        (b"\xef\xbb\xbf{}", "noise"),
        (b"{", "malformed"),
        (b"{}", "malformed"),
        (b'{"t":"ok"}', "malformed"),
        (b'{"id":1}', "malformed"),
        (b'{"t":"ok","id":"1"}', "malformed"),
        (b'{"t":"ok","id":1.0}', "malformed"),
        (b'{"t":"ok","id":true}', "malformed"),
        (b'{"t":1,"id":1}', "malformed"),
        (b'{"t":"ok","id":1}x', "malformed"),
        (b'{"t":"ok","id":1,"id":1}', "malformed"),
        (b'{"t":"ok","id":1,"x":{"a":1,"a":1}}', "malformed"),
        (b'{"t":"ok","id":1,"x":NaN}', "malformed"),
        (b'{"t":"ok","id":1,"x":-Infinity}', "malformed"),
        (b'{"t":"ok","id":1,"x":"\xff"}', "malformed"),
        (b'{"t":"ok","id":1,"x":"\\ud800"}', "malformed"),
        (b'{"t":"ok","id":1,"x":"\t"}', "malformed"),
        (b'{"t":"ok","id":01}', "malformed"),
        (b'{"t":"ok","id":' + b"9" * 5000 + b"}", "malformed"),
        (b'{"t":' + b"[" * 60000, "malformed"),
    ],
)
def test_what_is_no_answer_is_refused(line, code):
    with pytest.raises(BotFault) as caught:
        wire.read_answer(line)
    assert (caught.value.code, caught.value.is_dead) == (code, False)
    assert len(caught.value.detail) < 300


@pytest.mark.parametrize("line", [b'{"t":"ok","id":7}', b' {"id": 7, "t": "ok", "x": ["\\ud83d\\ude00"]}\t\r'])
def test_spaces_and_further_fields_are_no_fault(line):
    assert wire.read_answer(line)[:2] == ("ok", 7)


@given(st.binary(max_size=80))
@settings(deadline=None)
def test_any_bytes_are_an_answer_or_a_fault(line):
    with contextlib.suppress(BotFault):
        wire.read_answer(line)


@given(
    st.dictionaries(
        st.sampled_from(["t", "id", "version", "name", "caps", "bid", "card", "code", "detail", "x"]),
        st.sampled_from(["hello", "ok", "do", "error", "KS", 1, 0, 2, 3.5, None, True, ["reset"], [1], {}]),
    )
)
@settings(max_examples=300, deadline=None)
def test_what_the_schema_accepts_can_be_read(message):
    if ANSWER.is_valid(message):
        answer = wire.read_answer(json.dumps(message).encode())
        assert answer.kind in ("hello", "ok", "do", "error")


def test_lines_are_cut_wherever_they_are_broken():
    whole = b'{"t":"ok","id":1}\n\nx\r\n' + b"y" * 100 + b"\n"
    for size in (1, 2, 3, 50, 1000):
        lines = Lines()
        for start in range(0, len(whole), size):
            lines.add(whole[start : start + size])
        assert [lines.next() for _ in range(5)] == [b'{"t":"ok","id":1}', b"", b"x\r", b"y" * 100, None]
        assert lines.fault is None


@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_a_line_may_have_64_kib_and_no_more(ending):
    lines = Lines()
    lines.add(b"x" * LINE_LIMIT + ending)
    assert lines.fault is None
    lines = Lines()
    lines.add(b"good\n" + b"x" * (LINE_LIMIT + 1) + ending)
    assert lines.fault is not None
    assert (lines.fault.code, lines.fault.is_dead) == ("oversize", True)
    assert lines.next() == b"good"
    lines.add(b"\nafterwards\n")
    assert not lines


def test_a_flood_is_counted_for_each_request():
    lines = Lines()
    for _ in range(3):
        lines.begin_request()
        lines.add(b"x\n" * (FLOOD_LIMIT // 2))
        assert lines.fault is None
    lines.add(b"x")
    assert lines.fault is not None
    assert lines.fault.code == "flood"


def test_a_server_answers_what_it_does_not_know_and_what_comes_too_early():
    server = Server(lambda: (None, None))
    assert server.answer({"t": "dance", "id": 4}) == {"t": "error", "id": 4, "code": "unsupported"}
    assert server.answer({"t": "fault", "code": "timeout"}) is None
    answer = server.answer({"t": "act", "id": 5, "events": []})
    assert (answer["t"], answer["id"], answer["code"]) == ("error", 5, "wrong-answer")
    assert server.answer({"t": "hello", "id": 6, "protocol": "bluke-bot", "versions": [2]}) == {
        "t": "error",
        "id": 6,
        "code": "unsupported",
    }
