"""`validate`: its formats as they reach a terminal or a CI, and how many findings are written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import LINE, SHEET, bluke, raw_controls, write
from tests.report.test_github import commands

WRONG = SHEET.replace("took: [2, 0]", "took: [2, 1]").replace(
    "bids: [1, 1], took: [0, 1]", "bids: [1, 9], took: [1, 1]"
)
COLOUR = re.compile("\x1b\\[[0-9;]*m")
HOSTILE = "\x1b[31m\u202e\n::error::x##[error]y"


def test_on_a_terminal_the_line_is_shown_with_a_mark() -> None:
    run = bluke("--no-color", "validate", stdin=WRONG, terminal=True)
    assert run.out.splitlines()[1:3] == [
        "    - {up: 7H, bids: [1, 1], took: [2, 1]}",
        "                                   ^",
    ]
    assert len(run.out.splitlines()) == 3 * 3


def test_elsewhere_it_is_not(tmp_path: Path) -> None:
    assert len(bluke("validate", stdin=WRONG).out.splitlines()) == 3
    out = tmp_path / "out"
    run = bluke("validate", "-o", str(out), stdin=WRONG, terminal=True)
    assert (run.out, len(out.read_text().splitlines())) == ("", 3)
    assert COLOUR.search(out.read_text()) is None


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    run = bluke("validate", stdin=WRONG.replace("Bo", "Zoë"), terminal=True)
    plain = bluke("--no-color", "validate", stdin=WRONG.replace("Bo", "Zoë"), terminal=True)
    assert "\x1b[1;31merror\x1b[0m" in run.out
    assert COLOUR.sub("", run.out) == plain.out
    monkeypatch.setenv("NO_COLOR", "1")
    assert bluke("validate", stdin=WRONG.replace("Bo", "Zoë"), terminal=True).out == plain.out


def test_a_terminal_gets_no_control_character_of_a_record() -> None:
    hostile = json.dumps({**json.loads(LINE), "dealer": HOSTILE, HOSTILE: 1}, ensure_ascii=False) + "\n"
    for form in ("text", "json", "github", "sarif"):
        run = bluke("--no-color", "validate", "--format", form, stdin=hostile, terminal=True)
        assert run.status == 1
        assert raw_controls(run.out + run.err) == []
        assert len(run.out) > 100


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_no_name_commands_a_ci(form: str, tmp_path: Path) -> None:
    """Standard error, too, is read by a CI."""
    hostile = json.dumps({**json.loads(LINE), "dealer": "::error::x", "##[error]": 1, "a\n::error::b": 1})
    names = [
        write(tmp_path, "a\n::error::b", hostile),
        write(tmp_path, "c##[error]d.json", hostile),
    ]
    run = bluke("validate", "--format", form, *names, f"{tmp_path}/\n::error::missing", stdin=hostile)
    assert run.status == 2
    assert len(commands(run.out + run.err)) == (6 if form == "github" else 0)
    run = bluke("validate", "--format", form, "--stdin-filename", "::error::e", stdin=hostile)
    assert len(commands(run.out + run.err)) == (3 if form == "github" else 0)


def test_workflow_commands_name_file_place_and_code(tmp_path: Path) -> None:
    path = write(tmp_path, "a,b.yaml", WRONG)
    found = commands(bluke("validate", "--format", "github", path).out)
    assert [(name, properties["file"], properties["line"], properties["title"]) for name, properties, _ in found] == [
        ("error", path, "6", "took-sum"),
        ("error", path, "7", "bid-range"),
        ("error", path, "7", "took-sum"),
    ]


@pytest.mark.parametrize("form", ["text", "json", "github"])
@pytest.mark.parametrize("most", [0, 1, 2, 3, 4])
def test_so_many_findings_are_written_and_all_are_counted(form: str, most: int, tmp_path: Path) -> None:
    names = [
        write(tmp_path, "a.yaml", WRONG.split("- {up: HI")[0]),
        write(tmp_path, "b.yaml", SHEET),
        write(tmp_path, "c.yaml", WRONG),
    ]
    run = bluke("validate", "--format", form, "--max-findings", str(most), *names)
    everything = bluke("validate", "--format", form, *names)
    lines = everything.out.splitlines()
    assert len(lines) == 5
    assert run.out.splitlines() == lines[:most]
    assert run.status == everything.status == 1
    assert run.err == everything.err.rstrip("\n") + f"; {most} of 5 findings shown\n"


def test_a_sarif_document_is_whole_whatever_is_left_out() -> None:
    run = bluke("-q", "validate", "--format", "sarif", "--max-findings", "2", stdin=WRONG)
    assert len(json.loads(run.out)["runs"][0]["results"]) == 2


def test_findings_that_fit_are_not_said_to_be_left_out() -> None:
    assert "shown" not in bluke("validate", "--max-findings", "3", stdin=WRONG).err


def test_the_summary_counts_by_code_most_frequent_first() -> None:
    run = bluke("validate", stdin=WRONG)
    assert run.err == "1 record, 1 with errors: took-sum 2, bid-range 1\n"
    assert bluke("-q", "validate", stdin=WRONG).err == ""
