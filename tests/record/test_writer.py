from __future__ import annotations

import json
import sys
import unicodedata
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings

from bluke_cli.record.models import GameRecord
from bluke_cli.record.notation import CARDS
from bluke_cli.record.writer import flow, json_line, write_json, write_jsonl, write_yaml
from tests.record.made import HOSTILE, plain_records, reading, readings

BARE: dict[str, Any] = {"bluke": 1, "players": ["Ann", "Bo"], "hands": []}
CANONICAL = """\
bluke: 1
players: [Ann, Bo, "No", Zoë]
dealer: Ann
scorekeeper: Bo
draw: [AS, 4C, TD, 9H]
rules: {schedule: [2, 1], led_bluke: trump}
deal: {method: bluke-deal-1, seed: friday, game: 1}
hands:
- {up: 7H, bids: [4, 3, 3, null], took: [4, 2, 4, 3], total: [40, -30, 31, 21]}
- up: HI
  dealt:
  - TS KC
  - 2S QS
  - 5D TH
  - 9S AS
  bids: [1, 1, 2, 1]
  tricks:
  - TS 2S 5D 9S
  - QS KC! TH AS
  note: "a: b\\n\\u2028c"
  x-own:
    a: []
    b:
    - - 1
      - {}
    - c: true
      "no": null
- {}
- {bids: [1, 1, 1, 1], x-b: {c: [1, Zoë], d: {}}}
- note: only this
stopped: the last bus
final: [40, -30, 31, 21]
winners: [Ann, "No"]
date: "2026-11-27"
bots:
- rules
- null
- "py.mod:Bot"
- "1"
match:
  block: 3
  faults: []
x-z: 1
x-a: ""
"""


def test_the_canonical_text_is_written_as_it_was_read() -> None:
    record = reading(CANONICAL).record
    assert record is not None
    assert write_yaml(record) == CANONICAL
    assert write_yaml(record.written()) == CANONICAL


def test_json_is_what_the_standard_library_writes() -> None:
    record = reading(CANONICAL).record
    assert record is not None
    plain = yaml.safe_load(CANONICAL)
    assert write_json(record) == json.dumps(plain, indent=2, ensure_ascii=False) + "\n"
    assert write_jsonl(record) == json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n"
    assert write_jsonl(record) == write_jsonl(plain) == json_line(plain) + "\n"


@given(plain_records())
@settings(max_examples=80, deadline=None)
@example({**BARE, "stopped": "".join(map(chr, [*range(0xD800), *range(0xE000, 0x10000), 0x1F0CF, 0x10FFFF]))})
@example({**BARE, "x-a": [10**18 - 1, -(10**18) + 1, True, False, None, {}, [], {"": ""}]})
def test_both_ways_to_a_line_are_one(plain: dict[str, Any]) -> None:
    record = GameRecord.model_validate(plain)
    assert write_jsonl(record) == write_jsonl(record.written())


@given(plain_records())
@settings(max_examples=120, deadline=None)
def test_what_is_written_is_read_back(plain: dict[str, Any]) -> None:
    record = GameRecord.model_validate(plain)
    assert record.written() == plain
    texts = {"yaml": write_yaml(record), "json": write_json(record), "jsonl": write_jsonl(record)}
    for kind, text in texts.items():
        read = reading(text, kind)  # type: ignore[arg-type]
        assert read.findings == []
        assert read.record == record
        assert read.record is not None
        again = {"yaml": write_yaml(read.record), "json": write_json(read.record), "jsonl": write_jsonl(read.record)}
        assert again == texts  # the order of keys, x- keys included, is kept too


@given(plain_records())
@settings(max_examples=120, deadline=None)
def test_another_yaml_reader_reads_the_same(plain: dict[str, Any]) -> None:
    text = write_yaml(plain)
    assert yaml.load(text, Loader=yaml.SafeLoader) == plain
    if yaml.__with_libyaml__:
        assert yaml.load(text, Loader=yaml.CSafeLoader) == plain


@pytest.mark.parametrize("text", [*HOSTILE, *CARDS, "x" * 1100, "x y" * 500, "é" * 1030, "a" + "\n" * 600])
def test_any_text_anywhere_is_read_back_as_it_was(text: str) -> None:
    plain: dict[str, Any] = {
        "bluke": 1,
        "players": ["A", "B"],
        "hands": [{"note": text, "x-" + text: {text: [text, {text: [[text]]}]}}, {"x-" + text: {text: [text]}}],
        "stopped": text,
        "bots": [text, None],
        "match": {text: {text: [{text: text}]}},
        "x-": [[text], {text: [text]}],
    }
    written = write_yaml(plain)
    assert yaml.safe_load(written) == plain
    record = reading(written).record
    assert record is not None
    assert record.written() == plain


@pytest.mark.parametrize(
    "text", ["Zoë", "Юля", "李雷", "a", "a b", "a  b", "a-b_c.d", "Ann 2", "n0", "nope", "a.", "TS 2S", "7C!"]
)
def test_plain_text(text: str) -> None:
    assert flow(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "No",
        "y",
        "NULL",
        "oFF",
        "",
        "a ",
        " a",
        "1",
        "2026-11-27",
        "a:b",
        "a,b",
        "2S  TS",
        "e\u0301",
        "-a",
        "_a",
        "Zoë ",
        "é ",
    ],
)
def test_quoted_text(text: str) -> None:
    assert flow(text) == json.dumps(text, ensure_ascii=False)


def test_escapes_are_those_of_json_and_no_line_is_broken() -> None:
    assert flow('"\\\n\t\x00') == r'"\"\\\n\t\u0000"'
    assert flow("\x7f\x85\u2028\ufeff\uffff") == r'"\u007f\u0085\u2028\ufeff\uffff"'
    assert "é\U0001f0cf" in flow("é\U0001f0cf:")


def test_letters_do_not_depend_on_the_version_of_python() -> None:
    new = [chr(code) for code in range(sys.maxunicode) if unicodedata.category(chr(code))[0] == "L"]
    newer_than_3_2 = [char for char in new if unicodedata.ucd_3_2_0.category(char) == "Cn"]
    assert newer_than_3_2
    assert all(flow(char).startswith('"') for char in newer_than_3_2)


def test_only_between_records_stands_a_line() -> None:
    plain = {"bluke": 1, "players": ["A", "B"], "hands": []}
    stream = write_yaml(plain) + write_yaml(plain, first=False)
    assert stream.split("---\n") == [write_yaml(plain), write_yaml(plain)]
    assert [read.record.written() for read in readings(stream) if read.record] == [plain, plain]


def test_what_no_record_holds_is_refused() -> None:
    with pytest.raises(TypeError):
        write_yaml({"bluke": 1, "x-a": 1.5})
