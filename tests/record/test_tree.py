from __future__ import annotations

import copy
import json
import time
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluke_cli.diagnostics import Finding
from bluke_cli.record.source import Document
from bluke_cli.record.tree import BROKEN, TEXT, TEXT_OR_NULL, Loaded, load

YAML = """\
---
bluke: 1
players: [Ann, 'Bo''s', "No\\u0020w", Zoë 😀]
draw:
- AS
-   4C
hands:
- {up: 7H, bids: [4, 3]}
- up: HI
  tricks:
  - TS 2S  5D 9S
  - "QS\\tKC \\x20TH AS"
  - 'QS
    KC

    TH'
  - |  # the whole hand
    2C 3C
     4C
  - >-
    5C
    6C
  - "7C \\
     8C\\n9C"
"odd key": ~
? other
: x
"""

PLACES: dict[tuple[str | int, ...], tuple[int, int]] = {
    (): (2, 1),
    ("bluke",): (2, 8),
    ("players",): (3, 10),
    ("players", 0): (3, 11),
    ("players", 1): (3, 16),
    ("players", 2): (3, 25),
    ("players", 3): (3, 38),
    ("draw",): (5, 1),
    ("draw", 0): (5, 3),
    ("draw", 1): (6, 5),
    ("hands", 0): (8, 3),
    ("hands", 0, "bids", 1): (8, 22),
    ("hands", 1): (9, 3),
    ("hands", 1, "up"): (9, 7),
    ("hands", 1, "tricks"): (11, 3),
    ("hands", 1, "tricks", 0): (11, 5),
    ("hands", 1, "tricks", 3): (17, 5),
    ("odd key",): (25, 12),
    ("other",): (27, 3),
}

KEYS: dict[tuple[str | int, ...], tuple[int, int]] = {
    ("bluke",): (2, 1),
    ("hands", 0, "bids"): (8, 12),
    ("hands", 1, "up"): (9, 3),
    ("odd key",): (25, 1),
    ("other",): (26, 3),
}

CARDS = {
    0: [(11, 5), (11, 8), (11, 12), (11, 15)],
    1: [(12, 6), (12, 10), (12, 17), (12, 20)],
    2: [(13, 6), (14, 5), (16, 5)],
    3: [(18, 5), (18, 8), (19, 6)],
    4: [(21, 5), (22, 5)],
    5: [(23, 6), (24, 6), (24, 10)],
}


def read(text: str, kind: Literal["yaml", "json", "jsonl"] = "yaml", shape: Any = None, line: int = 1) -> Loaded:
    return load(Document("-", 1, kind, text.encode(), line), shape)


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_value_has_its_place(path: tuple[str | int, ...], ends: str) -> None:
    assert read(YAML.replace("\n", ends)).place(path) == PLACES[path]


@pytest.mark.parametrize("path", KEYS)
def test_every_key_has_its_place(path: tuple[str | int, ...]) -> None:
    assert read(YAML).place(path, at_key=True) == KEYS[path]


@pytest.mark.parametrize("trick", CARDS)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_card_has_its_place(trick: int, ends: str) -> None:
    loaded = read(YAML.replace("\n", ends))
    path = ("hands", 1, "tricks", trick)
    assert loaded.value["hands"][1]["tricks"][trick].split()
    assert len(loaded.value["hands"][1]["tricks"][trick].split()) == len(CARDS[trick])
    assert [loaded.place(path, card) for card in range(len(CARDS[trick]))] == CARDS[trick]


def test_a_text_in_quotes_with_escapes_has_its_cards_in_json_too() -> None:
    loaded = read('{"é": "\\u0041S\\t2S \\ud83d\\ude00 \\/\\n9S"}', "json")
    assert [loaded.place(("é",), card) for card in range(5)] == [(1, 8), (1, 17), (1, 20), (1, 33), (1, 37)]


def test_a_word_may_go_on_behind_an_escaped_line_break() -> None:
    for ends in ("\n", "\r\n", "\r"):
        assert read(f'a: "7\\{ends}  C 8C"').place(("a",), card=1) == (2, 5)


def test_of_a_key_that_stands_twice_the_first_has_the_place() -> None:
    for others in (0, 100):
        text = "a: 1\na: 2\n" + "".join(f"k{number}: 3\n" for number in range(others))
        assert read(text).place(("a",)) == (1, 4)


def test_what_does_not_exist_has_the_place_of_what_is_above_it() -> None:
    loaded = read(YAML, line=11)
    assert loaded.place(("hands", 1, "bids", 2)) == loaded.place(("hands", 1)) == (19, 3)
    assert loaded.place(("hands", 7)) == loaded.place(("hands",)) == (18, 1)
    assert loaded.place(("hands", 1, "up", 0)) == loaded.place(("hands", 1, "up"))
    assert loaded.place(("nothing",), at_key=True) == (12, 1)
    assert loaded.place(("hands", 1, "tricks", 0), card=9) == (21, 5)
    assert loaded.place(("hands", 1, "tricks"), card=0) == (21, 3)


def test_what_could_not_be_read_has_the_place_of_its_beginning() -> None:
    loaded = read("[", line=5)
    assert loaded.place(("a", 1)) == (5, 1)
    assert loaded.node is None


def test_the_fault_of_a_document_is_passed_on() -> None:
    fault = Finding("limit", "Too long.", file="-", record=1, line=1, column=1)
    loaded = load(Document("-", 1, "yaml", b"a: 1", 1, fault))
    assert (loaded.value, loaded.findings, loaded.parsed) == (None, [fault], False)


def test_where_text_is_due_a_plain_scalar_is_its_own_spelling() -> None:
    text = (
        "{players: [No, 1, true, null, 007, 12345678901234567890], bots: [null, 1, ~], hands: [{up: 7, n: 7}], x: [1]}"
    )
    shape = {"players": [TEXT], "bots": [TEXT_OR_NULL], "hands": [{"up": TEXT}], "x": TEXT}
    loaded = read(text, shape=shape)
    assert loaded.findings == []
    assert loaded.value == {
        "players": ["No", "1", "true", "null", "007", "12345678901234567890"],
        "bots": [None, "1", "~"],
        "hands": [{"up": "7", "n": 7}],
        "x": [1],
    }


def test_nothing_at_all_is_null_even_where_text_is_due() -> None:
    assert read("{a: , b: '', c: null}", shape={"a": TEXT, "b": TEXT, "c": TEXT}).value == {
        "a": None,
        "b": "",
        "c": "null",
    }


def test_json_needs_no_shape() -> None:
    assert read('{"a": [1, null, 1.5]}', "json", {"a": [TEXT]}).value == {"a": [1, None, BROKEN]}


def test_broken_stays_one_and_the_same() -> None:
    assert copy.deepcopy([BROKEN])[0] is BROKEN
    assert repr(BROKEN) == "BROKEN"


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_many_places_in_one_record_take_no_more_than_their_time(kind: Any) -> None:
    cards = " ".join(["2C"] * 20_000)
    loaded = read(json.dumps({"cards": cards, **{f"key {number}": number for number in range(20_000)}}), kind)
    start = time.process_time()
    for number in range(20_000):
        loaded.place(("cards",), number)
        loaded.place((f"key {number}",), at_key=True)
    assert time.process_time() - start < 5


@given(
    st.recursive(
        st.integers(-9, 9) | st.none() | st.booleans() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=12,
    ),
    st.sampled_from([None, 1, 2]),
)
def test_every_place_is_where_the_value_is_written(value: Any, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    loaded = read(text, "json")
    lines = text.split("\n")
    decoder = json.JSONDecoder()

    def check(part: Any, path: tuple[str | int, ...]) -> None:
        line, column = loaded.place(path)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert decoder.raw_decode(rest)[0] == part
        for step, inner in (
            part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        ):
            if isinstance(part, dict):
                at, col = loaded.place((*path, step), at_key=True)
                assert decoder.raw_decode(lines[at - 1][col - 1 :])[0] == step
            check(inner, (*path, step))

    check(value, ())
