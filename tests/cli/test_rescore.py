"""`bluke rescore`: right sums, what differs, under which rules, in which form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import LINE, PLAYED, SCORED, SHEET, bluke, write

WRONG = SCORED.replace('"total":[1,0]', '"total":[2,0]')


def test_claims_are_added_and_put_right() -> None:
    for text in (LINE, SCORED, WRONG):
        run = bluke("rescore", stdin=text)
        assert (run.status, run.out, run.err) == (0, SCORED, "")


def test_a_record_with_cards_gets_what_was_taken_too() -> None:
    (record,) = bluke("rescore", "--to", "jsonl", stdin=PLAYED).objects
    assert [hand["took"] for hand in record["hands"]] == [[2, 0], [0, 1]]
    assert bluke("validate", "--complete", stdin=json.dumps(record)).status == 0


def test_check_says_only_what_differs(tmp_path: Path) -> None:
    assert bluke("rescore", "--check", stdin=LINE) == bluke("rescore", "--check", stdin=SCORED)
    path = write(tmp_path, "a.jsonl", SCORED + WRONG)
    run = bluke("rescore", "--check", path)
    assert run.status == 1
    column = WRONG.index('"total":[2,0]') + len('"total":') + 1
    assert run.out == f"{path}:2:{column}: hand 2: total: Ann 2 → 1\n"
    assert (tmp_path / "a.jsonl").read_text() == SCORED + WRONG


def test_other_house_rules() -> None:
    (record,) = bluke("rescore", "--rules", "points=5", "--rules", "overtrick=0", stdin=SCORED).objects
    assert record["rules"] == {"schedule": [2, 1], "points": 5, "overtrick": 0}
    assert record["final"] == [0, 0]
    assert record["winners"] == ["Ann", "Bo"]
    run = bluke("rescore", "--check", "--rules", "points=5", stdin=SCORED)
    assert run.status == 1
    assert "hand 1: score: Ann 11 → 6\n" in run.out


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl"])
def test_formats(form: str) -> None:
    run = bluke("rescore", "--to", form, stdin=LINE)
    assert run.out == bluke("convert", "--to", form, stdin=SCORED).out
    assert bluke("rescore", "--input-format", "yaml", "--to", form, stdin=SHEET).out == run.out


def test_a_table_for_people() -> None:
    run = bluke("rescore", "--to", "table", stdin=SCORED * 2)
    first, second = run.out.split("\n\n")
    assert first + "\n" == second
    assert second.endswith("Ann wins with 1 point.\n")


def test_output(tmp_path: Path) -> None:
    path = tmp_path / "out"
    assert bluke("rescore", "-o", str(path), stdin=LINE).out == ""
    assert path.read_text() == SCORED


def test_in_place_keeps_comments_and_layout(tmp_path: Path) -> None:
    text = SHEET.replace("took: [0, 1]}", "took: [0, 1],   total: [2, 0]}   # Bo added this up")
    path = write(tmp_path, "a.yaml", text)
    run = bluke("rescore", "--in-place", path)
    assert (run.status, run.out) == (0, "")
    changed = (tmp_path / "a.yaml").read_text()
    assert "# Bo added this up" in changed
    assert bluke("rescore", "--check", path).status == 0
    assert bluke("validate", "--complete", path).status == 0


def test_faults_that_are_no_sums_are_told_and_the_rest_is_scored() -> None:
    run = bluke("rescore", stdin=LINE.replace('"took":[0,1]', '"took":[1,1]'))
    assert run.status == 1
    assert "[took-sum]" in run.err
    assert len(run.objects) == 1


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("--check --to yaml", "--check"),
        ("--in-place", "--in-place"),
        ("--in-place --check a", "--in-place"),
        ("--in-place --rules points=5 a", "--in-place"),
        ("--in-place --to yaml a", "--in-place"),
        ("--in-place -o b a", "--in-place"),
        ("--in-place -", "standard input"),
        ("--rules points", "key=value"),
        ("--rules points=0", "points"),
        ("--to text", "table"),
    ],
)
def test_what_cannot_be_is_wrong_usage(line: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "a", LINE)
    run = bluke("rescore", *line.split(), stdin=LINE)
    assert (run.status, run.out) == (2, "")
    assert hint in run.err.splitlines()[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == LINE


@pytest.mark.parametrize(
    "change",
    [
        ("bids: [1, 1], took: [2, 0]", "bids: [999999999999999999, 1], took: [2, 0]"),
        ("bids: [1, 1], took: [2, 0]", "bids: [-999999999999999999, 1], took: [2, 0]"),
        ("schedule: [2, 1]", "schedule: [2, 1], points: 999999999999999999"),
        ("schedule: [2, 1]", "schedule: [2, 1], bag_limit: 1, bag_penalty: 999999999999999999"),
        ("{up: 7H,", "{hand: 2, total: [999999999999999999, 0], up: 7H,"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--to", "jsonl"]], ids=["yaml", "jsonl"])
def test_what_it_writes_can_be_read_whatever_the_numbers(change: tuple[str, str], options: list[str]) -> None:
    text = (
        SHEET.replace("[2, 1]", "[2, 1, 1]").replace("- {up: HI", "- {hand: 3, up: HI")
        if "hand: 2" in change[1]
        else SHEET
    )
    out = bluke("rescore", *options, stdin=text.replace(*change)).out
    assert out
    codes = {finding["code"] for finding in bluke("validate", "--format", "json", stdin=out).objects}
    assert codes <= {"bid-range", "bad-rule", "incomplete", "hand-size", "took", "took-sum"}
