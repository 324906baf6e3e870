from __future__ import annotations

import io
import json
import time
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluke_cli.record import tree
from bluke_cli.record.json_tree import fast_value, parse_json
from bluke_cli.record.limits import MAX_RECORD_BYTES
from bluke_cli.record.source import Document, read_documents
from bluke_cli.record.tree import BROKEN, Loaded, load
from tests.record import corpus


def read(text: str | bytes, line: int = 1) -> Loaded:
    raw = text if isinstance(text, bytes) else text.encode()
    return load(Document("f.json", 1, "json", raw, line))


def found(text: str | bytes) -> list[tuple[str, int | None, int | None]]:
    return [(finding.code, finding.line, finding.column) for finding in read(text).findings]


def slowly(document: Document) -> Loaded:
    with mock.patch.object(tree, "fast_value", return_value=(False, None)):
        return load(document)


def shape(loaded: Loaded) -> tuple[str, list[tuple[Any, ...]], bool]:
    places = [(one.code, one.line, one.column, one.path) for one in loaded.findings]
    return repr(loaded.value), places, loaded.parsed


SYNTAX = {
    "": (1, 1),
    " \n ": (2, 2),
    '{"a": 1': (1, 8),
    '{"a": 1,}': (1, 8),
    "[1,]": (1, 3),
    "[1,,2]": (1, 4),
    "[1 2]": (1, 4),
    '{"a" 1}': (1, 6),
    '{"a": }': (1, 7),
    "{a: 1}": (1, 2),
    "{'a': 1}": (1, 2),
    "{“a”: 1}": (1, 2),
    '{"a": 1} // x': (1, 10),
    '{"a": /* x */ 1}': (1, 7),
    "# x\n1": (1, 1),
    "[01]": (1, 2),
    "[+1]": (1, 2),
    "[.5]": (1, 2),
    "[1.]": (1, 2),
    "[-]": (1, 2),
    "[1e]": (1, 2),
    "[0x10]": (1, 2),
    "[1_000]": (1, 2),
    "[True]": (1, 2),
    "[nul]": (1, 2),
    "[nullx]": (1, 2),
    "[１]": (1, 2),
    '["a': (1, 2),
    '["a\nb"]': (1, 4),
    '["a\tb"]': (1, 4),
    '["a\\x"]': (1, 4),
    '["\\u12"]': (1, 3),
    '["a\\u+123"]': (1, 4),
    "1 2": (1, 3),
    '{"a": 1}\n}': (2, 1),
    "]": (1, 1),
    "[1\f]": (1, 3),
    "[1\xa0]": (1, 3),
    "[1\x00]": (1, 3),
    "[\u2028]": (1, 2),
    "\ufeff1": (1, 1),
    "a\n": (1, 1),
}


@pytest.mark.parametrize("text", SYNTAX)
def test_what_is_not_json_is_found_where_it_stands(text: str) -> None:
    assert found(text) == [("syntax", *SYNTAX[text])]
    assert not read(text).parsed
    assert read(text).value is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1 2]", "comma"),
        ("[1,]", "comma too many"),
        ('{"a": 1', "too early"),
        ("{'a': 1}", "double quotes"),
        ("[1] // x", "no comments"),
        ("[007]", "does not begin with 0"),
        ("[True]", "small letters"),
        ('["a\nb"]', "line ends inside"),
        ('["\x07"]', "code 7"),
        ("1 2", "after the end"),
    ],
)
def test_the_message_says_what_to_do(text: str, words: str) -> None:
    (finding,) = read(text).findings
    assert words in finding.message
    assert not finding.message.endswith(".")


@pytest.mark.parametrize("word", ["1.5", "1.0", "1e3", "-1E+2", "0.0", "NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_not_whole_is_a_wrong_type_and_the_rest_is_read(word: str) -> None:
    loaded = read(f'{{"a": [1, {word}], "b": 2}}')
    assert shape(loaded) == ("{'a': [1, BROKEN], 'b': 2}", [("wrong-type", 1, 11, ("a", 1))], True)
    assert loaded.value["a"][1] is BROKEN


def test_an_integer_may_have_18_digits() -> None:
    assert read("[999999999999999999, -999999999999999999, -0, 0]").value == [10**18 - 1, 1 - 10**18, 0, 0]
    for word in ("1000000000000000000", "-1000000000000000000", "1" * 5000):
        assert shape(read(f"[{word}]")) == ("[BROKEN]", [("limit", 1, 2, (0,))], True)


def test_digits_in_a_text_are_no_number() -> None:
    assert read('["12345678901234567890"]').value == ["12345678901234567890"]


def test_of_a_key_that_stands_twice_the_first_counts() -> None:
    loaded = read('{"a": 1,\n "b": {"a": 2, "\\u0061": 3},\n "a": 4, "a": 1.5}')
    assert loaded.value == {"a": 1, "b": {"a": 2}}
    assert [(one.code, one.line, one.column, one.path, one.at_key) for one in loaded.findings] == [
        ("duplicate-key", 2, 16, ("b", "a"), True),
        ("duplicate-key", 3, 2, ("a",), True),
        ("duplicate-key", 3, 10, ("a",), True),
    ]


def test_half_a_character_is_an_encoding_fault_of_its_text_only() -> None:
    loaded = read(
        '{"a": "x\\ud83d\\ude00y", "b": "x\\ud83d\\ude00\\ud83d", "\\uDC00": 1, "c": ["\\ude00\\ud83d", "\\\\ud800"]}'
    )
    assert loaded.value == {"a": "x😀y", "b": BROKEN, "c": [BROKEN, "\\ud800"]}
    assert [(one.code, one.column, one.path) for one in loaded.findings] == [
        ("encoding", 44, ("b",)),
        ("encoding", 54, ()),
        ("encoding", 73, ("c", 0)),
    ]


@pytest.mark.parametrize(
    ("raw", "line", "column"),
    [
        (b'{"a": "\xff"}', 1, 8),
        (b'\n"Zo\xc3\xab \xe4"', 2, 6),
        (b'["\xed\xa0\x80"]', 1, 3),
        (b'["\xc0\x80"]', 1, 3),
        (b'["\xf0\x9f\x98', 1, 3),
    ],
)
def test_bytes_that_are_not_utf_8_are_found_where_they_stand(raw: bytes, line: int, column: int) -> None:
    assert found(raw) == [("encoding", line, column)]
    assert not read(raw).parsed


def test_nesting_is_limited() -> None:
    assert read("[" * 16 + "]" * 16).findings == []
    assert found("[" * 17 + "]" * 17) == [("limit", 1, 17)]
    assert found('{"a":' * 17 + "1" + "}" * 17) == [("limit", 1, 81)]
    assert found("[" * 100_000) == [("limit", 1, 17)]
    assert found('{"a":[' * 100_000) == [("limit", 1, 49)]


@pytest.mark.parametrize(
    ("first", "last"), [("]", "["), ("[", "]"), ('"]"', '"["'), ("]\\", "[\\"), ("[]", ""), ('"[', '"]')]
)
def test_brackets_in_texts_do_not_hide_the_nesting(first: str, last: str) -> None:
    for depth in (16, 17):
        written = f"[{json.dumps(first)}," * (depth - 1) + "[]" + f",{json.dumps(last)}]" * (depth - 1)
        assert [code for code, _, _ in found(written)] == ["limit"] * (depth - 16)


def test_lines_go_on_from_where_the_document_stands() -> None:
    (finding,) = read('{"a":\n 1.5}', line=7).findings
    assert (finding.file, finding.record, finding.line, finding.column) == ("f.json", 1, 8, 2)


def test_the_tree_knows_where_everything_stands() -> None:
    text = '{"é": [1, "😀", {"b": null}]}'
    node, findings = parse_json(text)
    assert node is not None
    assert findings == []
    (key, value), *_ = node.value
    assert (node.kind, key.spelling, value.spelling) == ("map", '"é"', '[1, "😀", {"b": null}]')
    assert [(part.kind, part.spelling, part.column) for part in value.value] == [
        ("plain", "1", 8),
        ("text", '"😀"', 11),
        ("map", '{"b": null}', 16),
    ]


ODD = [
    '{"a":1,"a":1}',
    "[1.0]",
    "NaN",
    "[-Infinity]",
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\\\ud800"',
    "1" * 18,
    "1" * 19,
    "-" + "1" * 18,
    "[" * 16 + "]" * 16,
    "[" * 17 + "]" * 17,
    '"' + "1" * 30 + '"',
    '{"x":["]","["]}',
    f"[{','.join(['[1]'] * 124_999)}]",
    f"[{','.join(['{}'] * 249_999)}]",
    f"[{','.join(['[1]'] * 125_000)}]",
    "\ufeff1",
    "١",
    "[1]\x00",
    '"\x7f\x85\u2028"',
    *SYNTAX,
]


@pytest.mark.parametrize("text", ODD, ids=lambda text: text[:20])
def test_the_fast_way_says_what_the_slow_way_says(text: str) -> None:
    document = Document("-", 1, "json", text.encode(), 1)
    assert shape(load(document)) == shape(slowly(document))


def test_the_fast_way_is_taken() -> None:
    text = '{"bluke": 1, "players": ["Ann", "Zoë", "a\\nb"], "hands": [{"up": "7H", "bids": [1, null, -3]}]}'
    assert fast_value(text.encode(), text) == (True, json.loads(text))


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text('ab[]{}"\\\ud800é😀 \n'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('ab[]"', max_size=2), inner, max_size=4),
    max_leaves=30,
)


@given(_values, st.booleans(), st.sampled_from([None, 1]))
def test_every_value_is_read_alike(value: Any, ascii_only: bool, indent: int | None) -> None:
    raw = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    document = Document("-", 1, "json", raw, 1)
    loaded = load(document)
    assert shape(loaded) == shape(slowly(document))
    if loaded.parsed and not loaded.findings:
        assert loaded.value == value


@given(st.lists(st.sampled_from([*'[]{},:" \n01-.eE+/', "\\u", "ud8", "true", "null", "NaN", '"a"', '"a":', "é"])))
def test_any_text_is_read_alike_and_never_raises(tokens: list[str]) -> None:
    text = "".join(tokens)
    document = Document("-", 1, "json", text.encode(), 1)
    loaded = load(document)
    assert shape(loaded) == shape(slowly(document))
    try:
        expected = json.loads(text)
    except ValueError:
        assert not loaded.parsed
    else:
        assert loaded.findings or loaded.value == expected


@given(st.binary())
def test_any_bytes_give_a_value_or_findings(raw: bytes) -> None:
    loaded = read(raw)
    assert loaded.parsed or loaded.findings
    assert all(one.line is not None and one.column is not None for one in loaded.findings)


def test_other_peoples_json_is_judged_as_they_say() -> None:
    for path in corpus.files("jsontestsuite/test_parsing/*.json"):
        documents = list(read_documents(io.BytesIO(path.read_bytes()), "-", "json"))
        codes = {one.code for document in documents for one in load(document).findings} if documents else {"no-record"}
        if path.name.startswith("y_"):
            # floats, doubled keys and the like are JSON, but no part of the format
            assert codes <= {"wrong-type", "duplicate-key", "limit"}, path.name
        elif path.name.startswith("n_"):
            assert codes & {"syntax", "encoding", "limit", "no-record", "wrong-type"}, path.name


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_other_peoples_files_are_read_alike_in_no_time(kind: Any) -> None:
    for path in corpus.files():
        start = time.process_time()
        for document in read_documents(io.BytesIO(path.read_bytes()), "-", kind):
            assert shape(load(document)) == shape(slowly(document)), path
        assert time.process_time() - start < 5, path


@pytest.mark.parametrize(
    "text",
    [
        "[" + "0," * (2**18) + "1.5]",
        "[" + '{"a":1.5},' * 30_000 + "1]",
        '"' + "a " * (10**6) + '\\ud800"',
        "{" + '"a":1,' * 50_000 + '"b":2}',
    ],
)
def test_a_large_broken_record_takes_no_more_than_its_time(text: str) -> None:
    start = time.process_time()
    assert len(text) < MAX_RECORD_BYTES
    loaded = read(text)
    assert loaded.findings
    assert time.process_time() - start < 5 * len(text) / 2**20 + 1
