"""`bluke fmt` and `bluke convert`: canonical form, what differs from it, ids, formats."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluke_cli.record.writer import write_jsonl
from tests.cli.running import LINE, PLAYED, SCORED, SHEET, Run, bluke, write
from tests.record.made import plain_records

TYPED = SHEET.replace("bluke: 1\n", "") + "bluke: 1   # last\n"


@pytest.mark.parametrize("text", [SHEET, LINE, SCORED, PLAYED, SHEET + "---\n" + PLAYED, LINE * 3])
def test_canonical_records_stay_as_they_are(text: str) -> None:
    assert bluke("fmt", stdin=text) == Run(0, text, "")
    assert bluke("fmt", "--check", stdin=text) == Run(0, "", "")
    assert bluke("fmt", "--diff", stdin=text) == Run(0, "", "")


def test_others_are_rewritten() -> None:
    assert bluke("fmt", stdin=TYPED) == Run(0, SHEET, "")
    wrong = SCORED.replace('"total":[1,0]', '"total":[7,7]')
    assert bluke("fmt", stdin=wrong).out == wrong, "a claim stays, right or wrong"


SLIGHTLY_OFF = [
    *(TYPED, SHEET + "\n", "\n" + SHEET, SHEET[:-1], SHEET.replace("\n", "\r\n"), "\ufeff" + SHEET, "---\n" + SHEET),
    *(SHEET + "...\n", SHEET + "---\n", SHEET + "# end\n", SHEET.replace("7H", "7h"), SHEET.replace("Bo", '"Bo"')),
    *(LINE[:-1], LINE + "\n", " " + LINE, LINE.replace(":", ": "), LINE + "\n" + LINE, LINE.replace("Bo", "B\\u006f")),
]


@pytest.mark.parametrize("text", SLIGHTLY_OFF)
def test_check_and_diff_see_every_difference(text: str, tmp_path: Path) -> None:
    path = write(tmp_path, "a", text)
    assert bluke("fmt", "--check", path) == Run(1, f"{path}: not in canonical form\n", "")
    run = bluke("fmt", "--diff", path)
    assert (run.status, run.err) == (1, "")
    assert run.out.startswith(f"--- {path}\n+++ {path} (canonical)\n@@ ")
    assert bluke("fmt", "--check", stdin=bluke("fmt", path).out).status == 0
    assert (tmp_path / "a").read_bytes() == text.encode(), "neither writes"


def test_a_difference_after_many_records_is_seen() -> None:
    assert bluke("fmt", "--check", stdin=LINE * 3000).status == 0
    assert bluke("fmt", "--check", stdin=LINE * 3000 + LINE.replace(":", ": ")).status == 1
    assert bluke("fmt", "--check", stdin="#" * 2**24 + "\n" + SHEET).status == 1


def test_what_cannot_be_read_is_told_and_not_called_uncanonical() -> None:
    for option in ("--check", "--diff"):
        run = bluke("fmt", option, stdin=LINE + "{\n")
        assert (run.status, run.out) == (1, "")
        assert "[syntax]" in run.err


def test_check_and_diff_refuse_packed_files(tmp_path: Path) -> None:
    import gzip

    path = write(tmp_path, "a.jsonl.gz", gzip.compress(LINE.encode()))
    for option in ("--check", "--diff"):
        run = bluke("fmt", option, path)
        assert (run.status, run.out) == (2, "")
        assert "packed" in run.err
    assert bluke("fmt", path).out == LINE


def test_the_diff_turns_one_into_the_other(tmp_path: Path) -> None:
    import shutil
    import subprocess

    if not shutil.which("patch"):
        pytest.skip("no patch here")
    path = write(tmp_path, "a", TYPED[:-1])
    diff = bluke("fmt", "--diff", path).out
    subprocess.run(["patch", "-s", path], input=diff.encode(), check=True)
    assert (tmp_path / "a").read_text() == SHEET


def test_the_id_is_that_of_the_facts() -> None:
    ids = {bluke("fmt", "--id", stdin=text).out for text in (SHEET, TYPED, LINE, SCORED)}
    assert len(ids) == 1
    (identity,) = ids
    assert len(identity) == 65
    assert bluke("fmt", "--id", stdin=LINE.replace("[1,1]", "[2,1]")).out != identity
    assert bluke("fmt", "--id", stdin=LINE * 2).out == identity * 2


def test_input_format_and_output(tmp_path: Path) -> None:
    path = tmp_path / "out"
    assert bluke("fmt", "--input-format", "yaml", "-o", str(path), stdin=LINE).out == ""
    assert path.read_text() == SHEET, "JSON is YAML too"


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl"])
@pytest.mark.parametrize("text", [SHEET, LINE, SCORED, PLAYED])
def test_convert_loses_nothing(form: str, text: str, tmp_path: Path) -> None:
    made = bluke("convert", "--to", form, stdin=text)
    assert (made.status, made.err) == (0, "")
    assert bluke("fmt", "--check", "--input-format", form, stdin=made.out).status == 0
    kind = "jsonl" if text.startswith("{") else "yaml"
    assert bluke("convert", "--to", kind, "--input-format", form, stdin=made.out).out == text
    path = tmp_path / "out"
    assert bluke("convert", "--to", form, "-o", str(path), stdin=text).out == ""
    assert path.read_text() == made.out


@settings(max_examples=60, deadline=None)
@given(st.lists(plain_records(), min_size=1, max_size=2))
def test_every_pair_of_formats_there_and_back(records: list[dict[str, Any]]) -> None:
    kinds = ["yaml", "json", "jsonl"] if len(records) == 1 else ["yaml", "jsonl"]
    lines = "".join(write_jsonl(record) for record in records)
    made = {kind: bluke("convert", "--input-format", "jsonl", "--to", kind, stdin=lines) for kind in kinds}
    assert {(run.status, run.err) for run in made.values()} == {(0, "")}
    for one, other in permutations(kinds, 2):
        there = bluke("convert", "--input-format", one, "--to", other, stdin=made[one].out)
        assert there == made[other]
        assert bluke("convert", "--input-format", other, "--to", one, stdin=there.out) == made[one]


def test_several_records_as_json_are_json_lines() -> None:
    assert bluke("convert", "--to", "json", stdin=LINE * 2).out == LINE * 2
    assert json.loads(bluke("convert", "--to", "json", stdin=LINE).out) == json.loads(LINE)
    assert bluke("convert", "--to", "yaml", stdin=LINE * 2).out == f"{SHEET}---\n{SHEET}"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("fmt --check --diff", "exclude each other"),
        ("fmt --check --id", "exclude each other"),
        ("fmt --diff --in-place a", "exclude each other"),
        ("fmt --in-place", "--in-place takes files"),
        ("fmt --in-place -o b a", "no -o"),
        ("fmt --in-place -", "standard input"),
        ("convert", "parquet"),
        ("convert --to xlsx", "jsonl"),
        ("convert --to yaml --input-format xlsx", "jsonl"),
    ],
)
def test_what_cannot_be_is_wrong_usage(line: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "a", TYPED)
    run = bluke(*line.split(), stdin=LINE)
    assert (run.status, run.out) == (2, "")
    assert hint in run.err.splitlines()[-1]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": TYPED}
