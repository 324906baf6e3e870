"""The options of `bluke validate` together: status, counts and streams are the same, however findings are written."""

from __future__ import annotations

import gzip
import json
import re
from itertools import product
from pathlib import Path

import pytest

from tests.cli.running import LINE, Run, bluke, write

BAD = LINE.replace("[2,0]", "[2,1]")
OPEN = LINE.replace(',"took":[0,1]', "")
CODES = ["took-sum", "incomplete", "took-sum", "no-record", "syntax"]
FAULT = "bluke: {}: No such file or directory"
TOLD = "6 records, 3 with errors, 1 input without a record: took-sum 2, incomplete 1, no-record 1, syntax 1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Valid and invalid records, packed and not, an empty file, one that is torn off, and a link to nothing."""
    games = tmp_path / "games"
    (games / "folder.bluke.yaml").mkdir(parents=True)
    write(games, "a.bluke.jsonl", LINE + BAD + OPEN)
    write(games, "b.bluke.jsonl.gz", gzip.compress((BAD + LINE).encode()))
    write(games, "c.bluke.yaml", "# nothing\n")
    write(games, "d.bluke.json", LINE[:-3])
    write(games, "left-out.bluke.jsonl", BAD)
    (games / "gone.bluke.json").symlink_to("nowhere")
    return games


def codes_in(form: str, text: str) -> list[str]:
    if form == "sarif":
        return [result["ruleId"] for result in json.loads(text)["runs"][0]["results"]]
    if form == "json":
        return [json.loads(line)["code"] for line in text.splitlines()]
    return re.findall(r"\[([a-z-]+)\]$", text, re.MULTILINE)


def validate(folder: Path, *options: str, stdin: str = "") -> Run:
    names = [str(folder), *(["-"] if stdin else [])]
    return bluke("validate", "--exclude", "left-*", *options, *names, stdin=stdin)


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_all_of_them(form: str, folder: Path, tmp_path: Path) -> None:
    kept, out = tmp_path / "kept", tmp_path / "out"
    fault = FAULT.format(folder / "gone.bluke.json")
    for most, skips, keeps, writes in product((None, 0, 2, 99), *[(False, True)] * 3):
        options = ["--format", form, *([] if most is None else ["--max-findings", str(most)])]
        options += ["--skip-bad"] * skips + ["--keep-bad", str(kept)] * keeps + ["-o", str(out)] * writes
        run = validate(folder, *options)
        shown = CODES[:most]
        more = "" if len(shown) == len(CODES) else f"; {len(shown)} of {len(CODES)} findings shown"
        lines = run.err.splitlines(keepends=True)
        told = [fault + "\n", f"{TOLD}{more}\n"]
        held = ["bluke: " + f"{out}: not written, for not all of the input can be read\n"] * (skips and writes)
        assert sorted(line for line in lines if line in told + held) == sorted(told + held), options
        findings = "".join(line for line in lines if line not in told + held)
        if not skips:
            assert findings == "", options
            findings = out.read_text() if writes else run.out
        assert codes_in(form, findings) == shown, options
        assert run.status == 2, options
        assert run.out == (LINE + OPEN + LINE if skips and not writes else findings if not writes and not skips else "")
        if keeps and not held:
            assert kept.read_text() == BAD + BAD + LINE[:-3] + "\n", options
        for path in (kept, out):
            path.unlink(missing_ok=True)


@pytest.mark.parametrize("name", ["x.jsonl", "x.yaml"])
def test_standard_input_under_a_name_counts_with_the_files(name: str, folder: Path) -> None:
    (folder / "gone.bluke.json").unlink()
    run = validate(folder, "--stdin-filename", name, "--format", "json", stdin=BAD)
    assert run.status == 1
    assert run.objects[-1]["file"] == name
    assert run.err.startswith("7 records, 4 with errors, 1 input without a record: ")
    first = validate(folder, "--stdin-filename", name, "--format", "json", "--max-findings", "1", stdin=BAD)
    assert first.objects == run.objects[:1]
    assert first.err == run.err.replace("\n", f"; 1 of {len(run.objects)} findings shown\n")
