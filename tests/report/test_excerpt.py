"""The line of a record, and the mark below it."""

from __future__ import annotations

import time

import pytest

from bluke_cli.record.source import Document
from bluke_cli.report.excerpt import INDENT, Source, excerpt, token_length
from bluke_cli.report.text import width


@pytest.mark.parametrize(
    ("line", "column", "marked"),
    [
        ("- 4S 10X 5S", 6, "10X"),
        ("- {up: 7X, bids: [1]}", 8, "7X"),
        ("players: [李雷, Zoë, 7]", 20, "7"),
        ('players: ["李 雷", Zoë]', 11, '"李 雷"'),
        ("dealer: 'Bo, Lee'  # he", 9, "'Bo, Lee'"),
        ("\t\tup:\t7X", 7, "7X"),
        ("a\x1b[31m\u202e b", 9, "b"),
        ("♠\ufe0f♠\ufe0f x", 6, "x"),
        ("e\u0301 x", 4, "x"),
        ("[1", 1, "["),
        ('"open end', 1, '"open end'),
    ],
)
def test_the_mark_stands_under_the_place(line: str, column: int, marked: str) -> None:
    shown, mark = excerpt(line, column, 80)
    assert token_length(line, column) == len(marked)
    assert mark.strip() == "^" + "~" * (width(marked) - 1)
    at = width(mark) - width(mark.strip())  # in columns
    rest = shown
    while rest and width(shown) - width(rest) < at:
        rest = rest[1:]
    assert rest.startswith(marked)
    assert not set(shown) & set("\t\x1b\u202e")


@pytest.mark.parametrize("column", [1, 2, 40, 70, 79, 80, 500, 999, 1000])
@pytest.mark.parametrize("room", [30, 80, 200])
def test_a_long_line_is_shown_in_part_and_never_breaks(column: int, room: int) -> None:
    line = "".join(f"{number:4}" for number in range(250))
    shown, mark = excerpt(line, column, room)
    assert max(width(shown), width(mark)) <= room
    place = len(mark) - len(mark.lstrip())
    assert shown[place] == line[column - 1]
    assert shown[place - 1 : place + 1] == line[column - 2 : column] or column < 2 or shown[place - 1] in "… "
    assert shown.startswith(INDENT)


def test_a_line_of_wide_characters_is_cut_by_columns() -> None:
    shown, mark = excerpt("李" * 500, 250, 80)
    assert width(shown) <= 80
    assert mark.rstrip("~").endswith("^")


def test_a_huge_line_takes_no_time() -> None:
    started = time.process_time()
    shown, _ = excerpt("x" * 4_000_000, 3_999_999, 80)
    assert len(shown) <= 80
    assert time.process_time() - started < 0.2


def test_a_place_behind_the_end() -> None:
    assert excerpt("ab", 3, 80) == ("    ab", "      ^")
    assert excerpt("", 1, 80) == ("    ", "    ^")


def test_lines_are_found_by_the_numbers_of_the_file() -> None:
    source = Source(Document("a", 2, "yaml", b"a\r\n\xff\nc\xe2\x80\xa8d", 11))
    assert [source.line(number) for number in (10, 11, 12, 13, 14)] == [None, "a", "\ufffd", "c\u2028d", None]


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
def test_lines_end_as_they_do_in_findings(ends: bytes) -> None:
    source = Source(Document("a", 1, "yaml", b"one\ntwo\n".replace(b"\n", ends), 1))
    assert [source.line(number) for number in (0, 1, 2)] == [None, "one", "two"]
