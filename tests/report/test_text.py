"""Nothing that is shown can command a terminal or a CI."""

from __future__ import annotations

import json

import pytest

from bluke_cli.report.text import escaped, json_visible, visible, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("  ::stop-commands::x", "  \\x3a:stop-commands::x"),
        ("\u3000::error::x", "\u3000\\x3a:error::x"),
        ("a ::error::x", "a ::error::x"),  # a command begins its line
        ("a##[error]x", "a#\\x23[error]x"),
        ("a##vso[task.setvariable]x", "a#\\x23vso[task.setvariable]x"),
        ("###[x]", "##\\x23[x]"),
        ("## a [heading]", "## a [heading]"),
        ("\n::error::x", "\\x0a::error::x"),
        ("a::b", "a::b"),
    ],
)
def test_no_line_is_a_command_of_a_ci(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_escaping_alone_leaves_colons() -> None:
    assert escaped("::a\x1b##[b]") == "::a\\x1b##[b]"


@pytest.mark.parametrize("value", ["##[error]x", "a\u202e##vso[b]", "###[[", "##", "\x7f##[a]"])
def test_json_stays_the_same_value(value: str) -> None:
    shown = json_visible(json.dumps(value, ensure_ascii=False))
    assert json.loads(shown) == value
    assert "##[" not in shown
    assert "##vso[" not in shown


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("ab", 2), ("李雷", 4), ("e\u0301", 1), ("♠\ufe0e", 1), ("ＡＢ", 4), ("Zoë", 3)]
)
def test_columns_of_a_terminal(text: str, columns: int) -> None:
    assert width(text) == columns
