from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from bluke_cli.record.models import DealOrigin, GameRecord, HandRecord, RulesRecord

FIELDS = {
    GameRecord: "bluke players dealer scorekeeper draw rules deal hands "
    "stopped final winners date event site note bots match",
    HandRecord: "hand size dealer trump up cut dealt bids tricks took score total note",
    RulesRecord: "schedule min_bid hook led_bluke trump_lead no_trump_bluke points overtrick bag_limit bag_penalty tie",
    DealOrigin: "method seed game",
}
BARE: dict[str, Any] = {"bluke": 1, "players": ["Ann", "Bo"], "hands": []}


@pytest.mark.parametrize("model", FIELDS)
def test_fields_are_those_of_the_tables_in_their_order(model: type[GameRecord]) -> None:
    assert list(model.model_fields) == FIELDS[model].split()


@pytest.mark.parametrize("model", FIELDS)
def test_every_field_is_described_by_an_example_that_it_accepts(model: type[Any]) -> None:
    required = {key: field.examples[0] for key, field in model.model_fields.items() if field.is_required()}
    for key, field in model.model_fields.items():
        assert field.description
        assert field.examples
        for example in field.examples:
            model.model_validate({**required, key: example})


def test_what_is_not_written_is_none_and_not_written_again() -> None:
    record = GameRecord.model_validate({**BARE, "hands": [{"bids": [1, None]}]})
    assert (record.dealer, record.rules, record.hands[0].took) == (None, None, None)
    assert record.written() == {**BARE, "hands": [{"bids": [1, None]}]}


def test_keys_come_in_table_order_and_own_keys_last_as_they_were() -> None:
    record = GameRecord.model_validate(
        {
            "x-b": 1,
            "note": "n",
            "hands": [{"x-d": 0, "note": "", "up": "AS", "x-c": None}],
            "x-a": 2,
            **BARE,
            "rules": {},
        }
        | {"hands": [{"x-d": 0, "note": "", "up": "AS", "x-c": None}]}
    )
    assert list(record.written()) == ["bluke", "players", "rules", "hands", "note", "x-b", "x-a"]
    assert list(record.written()["hands"][0]) == ["up", "note", "x-d", "x-c"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("bluke", True), ("bluke", 2), ("bluke", "1"), ("players", ["A"]), ("players", ["A"] * 16), ("hands", None)),
        *(("players", ["A", " "]), ("players", ["A", ""]), ("players", ["A", "b" * 65]), ("players", ["A", "\u3000"])),
        *(("players", ["A", "b\x85"]), ("players", ["A", "b\u2028"]), ("players", ["A", "\x7fb"]), ("players", "AB")),
        *(("dealer", None), ("date", 7), ("final", [True, 1]), ("final", [None, 1]), ("draw", ["10H", "AS"])),
        *(("rules", {"hook": 1}), ("rules", {"x-a": 1}), ("rules", {"min_bid": True}), ("rules", {"points": 0})),
        *(("rules", {"schedule": []}), ("rules", {"schedule": "7-"}), ("rules", {"schedule": [0]}), ("match", [])),
        *(("deal", {"method": "m", "seed": "s"}), ("deal", {"method": "m", "seed": "s" * 257, "game": 1})),
        *(
            ("hands", [{"up": "5H 6H"}]),
            ("hands", [{"trump": "X"}]),
            ("hands", [{"tricks": ["AS  KS"]}]),
            ("hands", [1]),
        ),
        *(
            ("hands", [{"bids": [True]}]),
            ("hands", [{"dealt": ["7C!"]}]),
            ("hands", [{"took": None}]),
            ("hands", [{}] * 1001),
        ),
    ],
)
def test_what_is_no_record(key: str, value: object) -> None:
    with pytest.raises(ValidationError):
        GameRecord.model_validate({**BARE, key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("players", ["A", "b" * 64]), ("players", ["\U0001f0cf" * 64, "\u200b"]), ("players", [" A", "A "])),
        *(("players", list("ABCDEFGHIJKLMNO")), ("dealer", "who"), ("match", {"any": {"thing": [None]}})),
        *(("hands", [{"tricks": ["7C! LO", ""]}]), ("hands", [{}] * 1000), ("rules", {"schedule": "13-1,1-13"})),
    ],
)
def test_what_is_one(key: str, value: object) -> None:
    assert GameRecord.model_validate({**BARE, key: value}).written()[key] == value
