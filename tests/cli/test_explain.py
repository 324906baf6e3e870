"""`explain`: a code's meaning with its records, and help with what is no code."""

from __future__ import annotations

from typing import Any

import pytest

from bluke_cli.diagnostics import CODES
from bluke_cli.report.explanations import explanations
from tests.cli.running import bluke, raw_controls


@pytest.mark.parametrize("code", CODES)
def test_the_records_shown_are_as_they_are_said_to_be(code: str) -> None:
    run = bluke("explain", code)
    assert run.status == 0
    lines = run.out.splitlines(keepends=True)
    blocks: list[str] = [""]
    for line in lines:
        if line.startswith("    "):
            blocks[-1] += line[4:]
        elif blocks[-1]:
            blocks.append("")
    wrong, right = filter(None, blocks)
    kind = explanations()[code].kind
    for text, codes in ((wrong, [code]), (right, [])):
        found = bluke("-q", "validate", "--complete", "--format", "json", "--input-format", kind, stdin=text).objects
        assert [finding["code"] for finding in found if is_meant(finding, code)] == codes


def is_meant(finding: dict[str, Any], code: str) -> bool:
    """Tell whether a finding counts: examples of other codes need not be complete games."""
    return finding["severity"] == "error" and (finding["code"] != "incomplete" or code == "incomplete")


def test_alone_it_lists_every_code() -> None:
    run = bluke("explain")
    assert [line.split()[0] for line in run.out.splitlines() if line.startswith("  ")] == list(CODES)


def test_several_codes_are_explained_in_turn() -> None:
    assert bluke("explain", "score", "took").out == bluke("explain", "score").out + "\n" + bluke("explain", "took").out


@pytest.mark.parametrize("spelling", ["[revoke]", "Revoke", "REVOKE"])
def test_a_code_may_be_copied_from_a_finding(spelling: str) -> None:
    assert bluke("explain", spelling).out == bluke("explain", "revoke").out


@pytest.mark.parametrize(
    ("typed", "meant"), [("revok", "revoke"), ("bad_card", "bad-card"), ("totals", "total"), ("trumps", "trump")]
)
def test_what_is_no_code_is_wrong_usage_and_the_nearest_is_named(typed: str, meant: str) -> None:
    run = bluke("explain", typed)
    assert (run.status, run.out) == (2, "")
    assert "did you mean" in run.err
    assert meant in run.err.split("did you mean")[1]


def test_what_is_like_no_code_is_told_too() -> None:
    run = bluke("explain", "\x1b[31mzzz")
    assert (run.status, run.out) == (2, "")
    assert "bluke explain lists them all" in run.err
    assert raw_controls(run.err) == []
