from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bluke_cli.diagnostics import CODES
from bluke_cli.record.models import DealOrigin, GameRecord, HandRecord
from bluke_cli.record.nodes import TEXT, TEXT_OR_NULL
from bluke_cli.record.schema import BEYOND_THE_SCHEMA, finding_schema, record_schema
from bluke_cli.record.shape import GAME_KEYS, HAND_KEYS, ORIGIN_KEYS, RECORD_SHAPE
from tests.cli.running import bluke
from tests.record.made import plain_records, reading
from tests.record.test_reader import CASES, GAME, SPOTS, VALUES, changed

FILES = Path(__file__).parents[2] / "schemas"
RECORD = Draft202012Validator(record_schema())
FINDING = Draft202012Validator(finding_schema())


@pytest.mark.parametrize(
    ("name", "schema"),
    [("record", record_schema()), ("finding", finding_schema())],
)
def test_files_are_in_step(name: str, schema: dict[str, Any]) -> None:
    text = (FILES / f"bluke-{name}-1.schema.json").read_text("ascii")
    assert text == bluke("schema", name).out
    assert json.loads(text) == schema
    Draft202012Validator.check_schema(schema)
    assert list(schema)[:4] == ["$schema", "$id", "title", "description"]


def test_what_the_schema_must_not_say() -> None:
    text = json.dumps(record_schema())
    assert "discriminator" not in text
    assert '"default"' not in text
    for pattern in _patterns(record_schema()):
        assert pattern.isascii()


def _patterns(part: Any) -> list[str]:
    if isinstance(part, list):
        return [found for inner in part for found in _patterns(inner)]
    if not isinstance(part, dict):
        return []
    own = [value for key, value in part.items() if key == "pattern" and isinstance(value, str)]
    return own + [found for inner in part.values() for found in _patterns(inner)]


def test_every_key_is_described_and_has_an_example_that_fits() -> None:
    schema = record_schema()
    for part in (schema, *schema["$defs"].values()):
        for key, field in part["properties"].items():
            assert field["description"], key
            inner = Draft202012Validator({**field, "$defs": schema["$defs"]})
            assert all(inner.is_valid(example) for example in field["examples"]), key


@given(plain_records())
@settings(max_examples=80, deadline=None)
def test_the_schema_accepts_what_the_models_accept(plain: dict[str, Any]) -> None:
    assert list(RECORD.iter_errors(plain)) == []


@pytest.mark.parametrize(("path", "value", "findings", "damaged"), CASES)
def test_the_schema_refuses_what_the_reader_refuses(
    path: tuple[Any, ...], value: Any, findings: list[Any], damaged: set[Any]
) -> None:
    del damaged
    if not {code for code, _, _ in findings} <= set(BEYOND_THE_SCHEMA):
        assert not RECORD.is_valid(changed(*path, to=value))


@given(st.sampled_from(SPOTS), VALUES)
@example(("players", 0), "a\n")
@example(("rules", "schedule"), "7-1-7\n")
@example(("hands", 0, "up"), "7H\n")
@settings(max_examples=200, deadline=None)
def test_schema_and_reader_agree_on_anything(spot: tuple[Any, ...], value: Any) -> None:
    try:
        game = changed(*spot, to=value)
    except TypeError:  # an entry of what is no list
        return
    read = reading(json.dumps(game), "json")
    codes = {finding.code for finding in read.findings}
    if RECORD.is_valid(game):
        assert codes <= set(BEYOND_THE_SCHEMA), read.findings
    else:
        assert codes


@pytest.mark.parametrize("card", ["10H", "th", "T♥", "t♡\ufe0f", " TH ", "LB", "hb"])
def test_every_spelling_that_is_read_is_valid(card: str) -> None:
    game = copy.deepcopy(GAME)
    game["hands"][0] |= {"up": card, "dealt": [card, f"{card}\t{card}"], "tricks": [f"{card.strip()}! {card}"]}
    assert list(RECORD.iter_errors(game)) == []
    assert reading(json.dumps(game), "json").findings == []


def test_findings_are_described_as_they_are_printed() -> None:
    finding = dict.fromkeys(("file", "line", "column", "record", "hand", "trick", "player", "pointer", "fix", "id")) | {
        "code": "bad-card",
        "severity": "error",
        "message": "m",
    }
    FINDING.validate(finding)
    FINDING.validate({**finding, "line": 3, "pointer": "/hands/0/tricks/1", "hand": 17, "player": "Ann"})
    assert not FINDING.is_valid({**finding, "code": "other"})
    assert not FINDING.is_valid({**finding, "line": 0})
    assert not FINDING.is_valid({**finding, "pointer": "hands"})
    assert [choice["const"] for choice in finding_schema()["properties"]["code"]["oneOf"]] == list(CODES)


def test_codes_beyond_the_schema_are_codes() -> None:
    assert set(BEYOND_THE_SCHEMA) <= set(CODES)


def test_where_text_is_due() -> None:
    shape = RECORD_SHAPE
    assert (shape["players"], shape["bots"], shape["date"]) == ([TEXT], [TEXT_OR_NULL], TEXT)
    assert set(shape) == {
        *("players", "dealer", "scorekeeper", "draw", "rules", "deal", "hands", "stopped", "winners", "date"),
        *("event", "site", "note", "bots"),
    }
    assert set(shape["rules"]) == {"schedule", "led_bluke", "trump_lead", "no_trump_bluke", "tie"}
    assert shape["deal"] == {"method": TEXT, "seed": TEXT}
    assert shape["hands"] == [
        {"dealer": TEXT, "trump": TEXT, "up": TEXT, "dealt": [TEXT], "tricks": [TEXT], "note": TEXT}
    ]


def test_the_keys_stand_in_the_order_of_the_models() -> None:
    assert list(GAME_KEYS) == list(GameRecord.model_fields)
    assert list(HAND_KEYS) == list(HandRecord.model_fields)
    assert list(ORIGIN_KEYS) == list(DealOrigin.model_fields)


def test_where_text_is_due_is_what_the_schema_says() -> None:
    schema = record_schema()
    assert _shape(schema, schema) == RECORD_SHAPE


def _shape(part: dict[str, Any], schema: dict[str, Any]) -> Any:
    """The shape as the JSON Schema has it, made independently of the models."""
    if "$ref" in part:
        part = schema["$defs"][part["$ref"].rsplit("/", 1)[1]]
    if "properties" in part:
        shapes = {key: _shape(inner, schema) for key, inner in part["properties"].items()}
        return {key: shape for key, shape in shapes.items() if shape}
    if "anyOf" in part:
        kinds = {choice["type"] for choice in part["anyOf"]}
        return (TEXT_OR_NULL if "null" in kinds else TEXT) if "string" in kinds else None
    if part.get("type") == "array":
        inner = _shape(part["items"], schema)
        return [inner] if inner else None
    return TEXT if part.get("type") == "string" else None
