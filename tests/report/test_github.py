"""Workflow commands: what GitHub makes of them, read by its own rules."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from bluke_cli.diagnostics import Finding
from bluke_cli.report.github import github_line


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Read a log as GitHub's runner does: name, properties and message of each command in it."""
    found = []
    for line in re.split(r"\r\n|\r|\n", text):
        match = re.match(r"\s*::([\w-]+)(?: ([^:]*))?::(.*)$", line)
        if match:
            pairs = [pair.split("=", 1) for pair in (match[2] or "").split(",") if pair]
            properties = {key: unquote(value) for key, value in pairs}
            found.append((match[1], properties, unquote(match[3])))
        else:
            assert "##[" not in line
    return found


def test_a_finding_is_one_command() -> None:
    finding = Finding("revoke", "must follow 100 %", hand=3, trick=2, player="Bo", file="a.yaml", line=7, column=9)
    assert commands(github_line(finding)) == [
        (
            "error",
            {"file": "a.yaml", "line": "7", "col": "9", "title": "revoke"},
            "hand 3, trick 2, Bo: must follow 100 % [revoke]",
        )
    ]


def test_a_warning_is_a_warning() -> None:
    assert github_line(Finding("incomplete", "x", severity="warning")).startswith("::warning title=incomplete::")


@pytest.mark.parametrize(
    "evil",
    [
        "\n::error::x",
        "\r::error::x",
        "\r\n::set-output name=a::b",
        "::error::x",
        "a,line=1",
        "a::b",
        "%0A::error::x",
        "%25",
        "##[error]x",
        "\u2028::error::x",
        "\x85::error::x",
        "\x0b::error::x",
    ],
)
def test_no_name_leaves_its_place(evil: str) -> None:
    finding = Finding("score", f"{evil} is wrong", player=evil, file=evil, line=1, column=2)
    line = github_line(finding)
    assert line.isprintable()
    ((name, properties, message),) = commands(line)
    assert name == "error"
    assert set(properties) == {"file", "line", "col", "title"}
    if evil.isprintable():
        assert properties["file"] == evil
        assert message == f"{evil}: {evil} is wrong [score]"
