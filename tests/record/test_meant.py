"""What a message says of a value that does not fit, and what is to be written instead."""

from __future__ import annotations

import json
import time

import pytest

from bluke_cli.diagnostics import Finding
from tests.record.made import reading
from tests.record.test_reader import changed


def only(*path: str | int, to: object) -> Finding:
    (finding,) = reading(json.dumps(changed(*path, to=to)), "json").findings
    return finding


@pytest.mark.parametrize(
    ("path", "value", "fix"),
    [
        (("hands", 0, "total", 0), "\u221230", "-30"),
        (("hands", 0, "total", 0), "\u201330", "-30"),
        (("hands", 0, "total", 0), "+30", "30"),
        (("hands", 0, "total", 0), " 007 ", "7"),
        (("hands", 0, "total", 0), "-", None),
        (("hands", 0, "total", 0), "3-", None),
        (("hands", 0, "total", 0), "9" * 19, None),
        (("rules", "hook"), "yes", "true"),
        (("rules", "hook"), "Off", "false"),
        (("rules", "hook"), 1, "true"),
        (("rules", "hook"), "perhaps", None),
        (("date",), 2026, '"2026"'),
        (("date",), [2026], None),
    ],
)
def test_a_value_of_the_wrong_kind_with_one_meaning_has_a_fix_and_the_message_says_it(
    path: tuple[str | int, ...], value: object, fix: str | None
) -> None:
    finding = only(*path, to=value)
    assert (finding.code, finding.fix) == ("wrong-type", fix)
    assert finding.message.split("; write ")[1:] == [] if fix is None else f"; write {fix}" in finding.message
    assert ("plain sign" in finding.message) is (isinstance(value, str) and not value.isascii())


NAMES = ["", "  ", "\u2003", "a\nb", "a\u2028", "a\x1b[31m", "\x85", "x" * 65]


def test_each_way_in_which_a_name_is_bad_has_its_own_message() -> None:
    messages = {}
    for name in NAMES:
        finding = only("players", 1, to=name)
        assert finding.code == "bad-name"
        messages[name] = finding.message
    blank, broken = {messages["  "], messages["\u2003"]}, {messages["a\nb"], messages["a\u2028"]}
    assert len(blank) == 1
    assert len(broken) == 1  # both as character 2
    assert len(set(messages.values())) == 6
    assert "65" in messages["x" * 65]
    assert "code 27" in messages["a\x1b[31m"]


@pytest.mark.parametrize(
    ("schedule", "fix"),
    [
        ("7\u20131", "7-1"),
        ("7 - 1", "7-1"),
        ("13..1", "13-1"),
        ("13 to 1", "13-1"),
        ("13-1, 1-13", "13-1,1-13"),
        ("13-1;1-13,", "13-1,1-13"),
        ("7-", None),
        ("seven", None),
        ("", None),
        (" ", None),
        ([], None),
        ([1] * 1001, None),
        ("1" * 10, None),
        (" " * 5000 + "1", None),
    ],
)
def test_the_form_of_a_schedule(schedule: object, fix: str | None) -> None:
    finding = only("rules", "schedule", to=schedule)
    assert (finding.code, finding.fix) == ("bad-rule", fix)
    assert ("did you mean" in finding.message) is (fix is not None)
    assert len(finding.message) < 150


def test_a_long_text_for_a_schedule_takes_no_time() -> None:
    begun = time.process_time()
    only("rules", "schedule", to=" " * 3_000_000 + "x")
    assert time.process_time() - begun < 2
