from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluke_cli.record import yaml_parser
from bluke_cli.record.source import Document, read_documents
from bluke_cli.record.tree import BROKEN, Loaded, load
from tests.record import corpus

CParser = yaml_parser.CParser  # type: ignore[attr-defined]  # where libyaml is
PARSERS = [pytest.param(None, id="plain")]
if CParser is not None:
    PARSERS.append(pytest.param(CParser, id="libyaml"))


@pytest.fixture(params=PARSERS, autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run every test with each parser there is."""
    monkeypatch.setattr(yaml_parser, "CParser", request.param)
    return request.param


def read(text: str | bytes, line: int = 1) -> Loaded:
    raw = text if isinstance(text, bytes) else text.encode()
    return load(Document("f.yaml", 1, "yaml", raw, line))


def found(text: str | bytes) -> list[tuple[str, int | None, int | None]]:
    return [(finding.code, finding.line, finding.column) for finding in read(text).findings]


def value(text: str) -> Any:
    loaded = read(text)
    assert loaded.findings == []
    return loaded.value


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("null", None),
        ("", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-0", 0),
        ("-17", -17),
        ("999999999999999999", 10**18 - 1),
        *(
            (word, word)
            for word in [
                "no",
                "Yes",
                "on",
                "NULL",
                "True",
                "~",
                "1:30",
                "1e3",
                "1.5",
                "2026-11-27",
                "007",
                "+1",
                "0x10",
                "1_000",
                ".inf",
                ".nan",
                "=",
                "١",
            ]
        ),
        ("7H", "7H"),
        ("a b  c", "a b  c"),
        ("a#b", "a#b"),
        ("a:b", "a:b"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("|-\n  1", "1"),
        (">-\n  null", "null"),
        ('"\\x41\\u00e9\\U0001F600\\n\\e\\_\\L\\/"', "Aé😀\n\x1b\xa0\u2028/"),
        ('"\\ud83d\\ude00 \\\\ud800 \\\\\\ud83d\\ude01"', "😀 \\ud800 \\😁"),
        ("'\\ud800'", "\\ud800"),
        ("\\U0000d800 \\uDC00", "\\U0000d800 \\uDC00"),
        ("|-\n  \\ud800", "\\ud800"),
        ('"a\n  b\n\n  c\\\n  d"', "a b\ncd"),
        ("'it''s'", "it's"),
        ("a\tb", "a\tb"),
        ("\ta", "a"),
        ("a\t# b", "a"),
        ("x\u2028y\x85z\u2029\ufeffw", "x\u2028y\x85z\u2029\ufeffw"),
        ('"x\u2028y\\u0085\ue000"', "x\u2028y\x85\ue000"),
    ],
)
def test_a_scalar_is_null_true_false_an_integer_or_text(word: str, expected: object) -> None:
    read_value = value(f"a: {word}\n")["a"]
    assert (read_value, type(read_value)) == (expected, type(expected))


def test_a_key_is_always_text() -> None:
    assert value('1: a\ntrue: b\nnull: c\n1.5: d\n"": e\n? k\n: f\n"<<": g') == {
        "1": "a",
        "true": "b",
        "null": "c",
        "1.5": "d",
        "": "e",
        "k": "f",
        "<<": "g",
    }


def test_blocks_and_brackets_say_the_same() -> None:
    block = "# c\na:\n- 1\n-\n  - x\n  - y: |\n      foo\n      é\n\n# c\nb:\n  c: []\n"
    assert value(block) == value('{"a": [1, [x, {y: "foo\\né\\n"}]], b: {c: []}}') == value(block.replace("\n", "\r\n"))


def test_tabs_separate_but_do_not_indent() -> None:
    assert value("a:\tb\nc:\t[1,\t2\t,\n\t3]\t# x\nd:\t|\t# y\n  x\ty\n") == {"a": "b", "c": [1, 2, 3], "d": "x\ty\n"}
    assert found("a:\n\tb: 1\n") == [("syntax", 2, 1)]
    assert found("a: b\n\tc\nd: 1\n") == [("syntax", 2, 1)]
    assert found("a: |\n\tb\n") == [("syntax", 2, 1)]


def test_question_marks_and_colons_in_brackets() -> None:
    assert value("[who?, a?b, http://x.y/z, a::b, {q: what? now}]") == [
        "who?",
        "a?b",
        "http://x.y/z",
        "a::b",
        {"q": "what? now"},
    ]
    assert found("{a:, b: 1}") == [("syntax", 1, 3)]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: 1\nb\n", 2, 1, "colon is missing"),
        ("a: b: c\n", 1, 5, "colon"),
        ("a: 1\n b: 2\n", 2, 3, "indentation"),
        ("a:\n  b: 1\n c: 2\n", 3, 2, "indentation"),
        ("- 1\na: 2\n", 2, 1, "indentation"),
        ("a: 'x\n", 1, 4, "closing quote"),
        ('a: "x\n', 1, 4, "closing quote"),
        ('a: "\\q"\n', 1, 5, "backslash"),
        ('a: "\\u12"\n', 1, 5, "backslash"),
        ('a: "\\U00110000"\n', 1, 5, "backslash"),
        ('a: "\\UFFFFFFFF"\n', 1, 5, "backslash"),
        ("{a: 1", 1, 6, "closing }"),
        ("[1, 2\n", 2, 1, "closing ]"),
        ("[1}", 1, 3, "closing ]"),
        ("[a] [b]", 1, 5, "after the end"),
        ("a: 1\n... b\n", 2, 5, "after the end"),
        ("a: @x\n", 1, 4, "begins with @"),
        ("a: `x\n", 1, 4, "begins with `"),
        ("a: %x\n", 1, 4, "begins with %"),
        ("a: **b**\n", 1, 5, "begin"),
        ("a: - b\n", 1, 4, "indentation"),
        ("a: [b, - c]\n", 1, 8, "missing"),
        ("%YAML 1.2\n", 1, 1, "directive"),
        ("# x\n\n%TAG ! !x\n", 3, 1, "directive"),
        ("a: \x00\n", 1, 4, "code 0"),
        ("a: b\x7f", 1, 5, "code 127"),
        ("a: b\x1b[0m", 1, 5, "code 27"),
        ("a: \ufffe", 1, 4, "code"),
        ("a: 1\r---\rb: 2\n", 1, 6, "---"),
        ("? [a]: b\n: c\n", 1, 3, "cannot be a key"),
        ("{[a]: 1}", 1, 2, "cannot be a key"),
        ("{a: 1}: 2\n", 1, 1, "cannot be a key"),
        ("", 1, 1, "nothing"),
    ],
)
def test_what_is_not_yaml_is_found_where_it_stands(text: str, line: int, column: int, words: str) -> None:
    (finding,) = read(text).findings
    assert (finding.code, finding.line, finding.column) == ("syntax", line, column)
    assert words in finding.message


@pytest.mark.parametrize(
    ("text", "expected", "column", "path"),
    [
        ("{a: &x 1}", {"a": 1}, 5, ("a",)),
        ("{a: &x [1, b]}", {"a": [1, "b"]}, 5, ("a",)),
        ("{a: &x 'y z'}", {"a": "y z"}, 5, ("a",)),
        ("{a: [0, *x]}", {"a": [0, BROKEN]}, 9, ("a", 1)),
        ("{a: !!str 1}", {"a": BROKEN}, 5, ("a",)),
        ("{a: ! 1}", {"a": BROKEN}, 5, ("a",)),
        ("{a: !<tag:yaml.org,2002:int> 1}", {"a": BROKEN}, 5, ("a",)),
        ("{a: !!seq [1], b: 2}", {"a": BROKEN, "b": 2}, 5, ("a",)),
        ("{<<: {a: 1}, b: 2}", {"<<": BROKEN, "b": 2}, 2, ()),
        ("{<<: *x, b: 2}", {"<<": BROKEN, "b": 2}, 2, ()),
        ("{&x a: 1}", {"a": 1}, 2, ()),
        ("{*x : 1, b: 2}", {"b": 2}, 2, ()),
        ("{!!str a: 1, b: 2}", {"b": 2}, 2, ()),
        ("&x {a: 1}", {"a": 1}, 1, ()),
    ],
)
def test_what_yaml_writes_once_and_uses_elsewhere_is_refused(
    text: str, expected: object, column: int, path: tuple[str | int, ...]
) -> None:
    loaded = read(text)
    assert [(one.code, one.line, one.column, one.path) for one in loaded.findings] == [("alias", 1, column, path)]
    assert loaded.value == expected


def test_a_tag_that_cannot_be_read_is_refused_too() -> None:
    assert found("a: 1\nb: !e!x y\n") == [("alias", 2, 4)]
    assert found("a: !!\n") == [("alias", 1, 4)]


def test_a_bad_key_takes_its_value_with_it_and_nothing_else() -> None:
    loaded = read("{[a, *x]: {b: *y}, c: 2, {d: e}: f, g: h}")
    assert loaded.value == {"c": 2, "g": "h"}
    assert [(one.code, one.column) for one in loaded.findings] == [("syntax", 2), ("syntax", 26)]


def test_an_anchor_does_not_move_the_cards_behind_it() -> None:
    assert read("a: &x '7H 8H'").place(("a",), card=1) == (1, 11)


def test_every_fault_that_does_not_stop_the_reader_is_found() -> None:
    text = 'a: 1\na: 2\nb: [1234567890123456789, *x]\n\'b\': 3\nc: {d: 1, d: 2}\n"\\udc00": 1\ne: "\\ud800"\n'
    loaded = read(text)
    assert loaded.value == {"a": 1, "b": [BROKEN, BROKEN], "c": {"d": 1}, "e": BROKEN}
    assert [(one.code, one.line, one.column, one.pointer, one.at_key) for one in loaded.findings] == [
        ("duplicate-key", 2, 1, "/a", True),
        ("limit", 3, 5, "/b/0", False),
        ("alias", 3, 26, "/b/1", False),
        ("duplicate-key", 4, 1, "/b", True),
        ("duplicate-key", 5, 11, "/c/d", True),
        ("encoding", 6, 2, "", False),
        ("encoding", 7, 5, "/e", False),
    ]


def test_lines_end_at_line_feeds_only() -> None:
    assert found("a: x\u2028y\x85z\n# \u2028 b: 1\nb: *x\n") == [("alias", 3, 4)]
    assert found("a: 1\rb: *x\r\nc: *y") == [("alias", 1, 9), ("alias", 2, 4)]


def test_columns_count_code_points_and_no_byte_order_mark() -> None:
    assert found("{é😀\u0301: *x}") == [("alias", 1, 7)]
    (document,) = read_documents(io.BytesIO(b"\xef\xbb\xbfa: *x"), "-")
    assert [(one.line, one.column) for one in load(document).findings] == [(1, 4)]


def test_lines_go_on_from_where_the_document_stands() -> None:
    (finding,) = read("---\na: *x\n", line=41).findings
    assert (finding.file, finding.record, finding.line, finding.column) == ("f.yaml", 1, 42, 4)


@pytest.mark.parametrize(
    ("raw", "column"), [(b"a: \xff", 4), ("é: \N{SNOWMAN}".encode()[:-1], 4), (b"a: \xed\xa0\x80", 4)]
)
def test_bytes_that_are_not_utf_8_are_found_where_they_stand(raw: bytes, column: int) -> None:
    assert found(raw) == [("encoding", 1, column)]


def test_nesting_is_limited() -> None:
    assert found("[" * 16 + "]" * 16) == []
    assert found("[" * 17 + "]" * 17) == [("limit", 1, 17)]
    assert found("- " * 17 + "x") == [("limit", 1, 33)]
    assert found("a: " + "[" * 100_000) == [("limit", 1, 19)]
    assert found("\n".join(" " * depth + "a:" for depth in range(3000))) == [("limit", 17, 17)]
    assert [code for code, _, _ in found("? " * 100_000)] == ["syntax", "limit"]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)
SLOW = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@SLOW
@given(JSON_VALUES)
def test_json_is_yaml(one: Any) -> None:
    assert value(json.dumps(one)) == one


@SLOW
@given(st.recursive(st.text("ab \n:-#'é\u2028", max_size=8), lambda inner: st.lists(inner, max_size=3), max_leaves=8))
def test_what_pyyaml_writes_is_read(one: Any) -> None:
    for style in (None, "'", '"', "|", ">"):
        text = yaml.safe_dump([one], allow_unicode=False, default_style=style)
        loaded = read(text)
        if "!!" not in text:
            assert loaded.value == ([one] if style or one != "" else [""])


TOKENS = [
    *["a", "[", "]", "{", "}", "'", '"', "|", ">", "!", "%", "@", "`", "~", "1", "é", "😀"],
    *("\n", "\n  ", "\t", " ", "\r\n", "\r", "- ", "? ", ": ", ", ", "# c", " # c"),
    *("&x ", "*x ", "!t ", "!!str ", "<<: ", "\\n", "\\ud800", "\\", "\u2028", "\x85", "\ufeff", "---", "... "),
    *("12345678901234567890", "null", "k: ", "k: "),
]


@SLOW
@given(st.lists(st.sampled_from(TOKENS), max_size=12).map("".join))
def test_any_text_gives_a_value_or_findings(text: str) -> None:
    loaded = read(text)
    assert loaded.parsed or loaded.findings
    assert all(one.line is not None and one.column is not None and one.column > 0 for one in loaded.findings)
    if loaded.parsed:
        loaded.place(("k", 0), card=1)


@SLOW
@given(st.binary())
def test_any_bytes_give_a_value_or_findings(raw: bytes) -> None:
    loaded = read(raw)
    assert loaded.parsed or loaded.findings


def everything(raw: bytes) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    for document in read_documents(io.BytesIO(raw), "-", "yaml"):
        loaded = load(document)
        yield repr(loaded.value), [(one.code, one.line, one.column, one.path) for one in loaded.findings]


def test_other_peoples_files_are_read_alike_in_no_time(parser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in corpus.files():
        raw = path.read_bytes()
        start = time.process_time()
        ours = list(everything(raw))
        assert time.process_time() - start < 5 + 5 * len(raw) / 2**20, path
        if parser is not None:
            monkeypatch.setattr(yaml_parser, "CParser", None)
            assert ours == list(everything(raw)), path
            monkeypatch.setattr(yaml_parser, "CParser", parser)


# Not YAML by the letter, but PyYAML's parsers read them, and what they read is what was meant.
LENIENT = {"9C9N", "9JBA", "CVW2", "DK95-01", "G5U8", "QB6E", "S98Z", "SU5Z", "X4QW", "Y79Y-003", "YJV2"}


def test_what_other_people_say_is_not_yaml_is_refused() -> None:
    passed = set()
    for path in corpus.files("yaml-test-suite/error/*"):
        raw = (path.parents[1] / "in" / f"{path.stem}.yaml").read_bytes()
        if not any(load(document).findings for document in read_documents(io.BytesIO(raw), "-", "yaml")):
            passed.add(path.stem)
    assert passed == LENIENT


@pytest.mark.parametrize(
    "text",
    [
        "[" + "0," * 100_000 + "*x]",
        "a: 1\n" * 20_000,
        "- *x\n" * 20_000,
        '"' + "\\ud800 " * 20_000 + '"',
        "- - - - 1\n" * 10_000,
        "k: '" + "\n" * 100_000,
        "# \u2028\n" * 50_000 + "a: *x",
    ],
)
def test_a_large_broken_record_takes_no_more_than_its_time(text: str, parser: Any) -> None:
    start = time.process_time()
    assert read(text).findings or "- - -" in text
    seconds = 5 if parser else 60  # a megabyte, on a slow machine
    assert time.process_time() - start < 2 + seconds * len(text) / 2**20
