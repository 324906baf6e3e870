"""`bluke validate`: what is found, where, how it is written, and the status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bluke_cli.diagnostics import CODES
from tests.cli.running import LINE, PLAYED, SCORED, SHEET, bluke, write

KEYS = [
    "code",
    "severity",
    "file",
    "line",
    "column",
    "record",
    "hand",
    "trick",
    "player",
    "pointer",
    "message",
    "fix",
    "id",
]


@pytest.mark.parametrize("text", [SHEET, LINE, SCORED, PLAYED])
def test_a_sound_record(text: str) -> None:
    run = bluke("validate", "--complete", stdin=text)
    assert (run.status, run.out, run.err) == (0, "", "1 record: no findings\n")


def test_a_finding_is_one_line_with_its_place(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", SHEET.replace("[0, 1]", "[1, 1]"))
    run = bluke("validate", path)
    assert run.status == 1
    (line,) = run.out.splitlines()
    assert line.startswith(f"{path}:7:32: error: hand 2: ")
    assert line.endswith("[took-sum]")
    assert run.err == "1 record, 1 with errors: took-sum 1\n"


def test_findings_as_json(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", PLAYED.replace("2S 9S", "2S 2S"))
    run = bluke("validate", "--format", "json", path)
    assert run.status == 1
    for found in run.objects:
        assert list(found) == KEYS
        assert found["code"] in CODES
    found = run.objects[0]
    place = [found[key] for key in ("code", "file", "line", "column", "record", "hand", "trick", "player", "pointer")]
    assert place == ["duplicate-card", path, 9, 8, 1, 1, 1, "Ann", "/hands/0/tricks/0"]
    assert found["id"] == bluke("fmt", "--id", path).out.strip()


def test_text_is_what_is_written_if_nothing_is_said() -> None:
    wrong = SHEET.replace("[0, 1]", "[1, 1]")
    assert bluke("validate", stdin=wrong).out == bluke("validate", "--format", "text", stdin=wrong).out


def test_what_is_not_complete_is_a_warning_or_an_error() -> None:
    text = SHEET.replace(", took: [0, 1]", "")
    loose, strict = bluke("validate", stdin=text), bluke("validate", "--complete", stdin=text)
    assert (loose.status, strict.status) == (0, 1)
    assert ": warning: " in loose.out
    assert loose.out.replace(": warning: ", ": error: ") == strict.out
    assert "[incomplete]" in loose.out


def test_output_and_quiet(tmp_path: Path) -> None:
    wrong = SHEET.replace("[0, 1]", "[1, 1]")
    path = tmp_path / "found"
    run = bluke("--quiet", "validate", "-o", str(path), stdin=wrong)
    assert (run.status, run.out, run.err) == (1, "", "")
    assert path.read_text() == bluke("-q", "validate", stdin=wrong).out


def test_every_file_counts_and_the_worst_status_holds(tmp_path: Path) -> None:
    sound, wrong = write(tmp_path, "a", SHEET), write(tmp_path, "b", SHEET.replace("[0, 1]", "[1, 1]"))
    assert bluke("validate", sound, sound).status == 0
    assert bluke("validate", sound, wrong, sound).status == 1
    assert bluke("validate", wrong, "missing", sound).status == 2
    assert bluke("validate", sound, "-", stdin=LINE).err == "2 records: no findings\n"


WRONG = LINE.replace('"took":[0,1]', '"took":[1,1]')


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([""], "0 records, 1 input without a record: no-record 1"),
        (["", "---\n", "# nothing\n"], "0 records, 3 inputs without a record: no-record 3"),
        ([SHEET, ""], "1 record, 0 with errors, 1 input without a record: no-record 1"),
        (["", "bluke: 2\n", SHEET], "2 records, 1 with errors, 1 input without a record: no-record 1, version 1"),
    ],
)
def test_an_input_without_a_record_is_not_counted_as_one(texts: list[str], told: str, tmp_path: Path) -> None:
    run = bluke("validate", *(write(tmp_path, f"{at}.yaml", text) for at, text in enumerate(texts)))
    assert (run.status, run.err) == (1, f"{told}\n")


def test_findings_for_a_ci() -> None:
    run = bluke("validate", "--format", "github", "--stdin-filename", "a,b:c.jsonl", stdin=WRONG)
    assert run.status == 1
    assert run.out.startswith("::error file=a%2Cb%3Ac.jsonl,line=1,")
    log = json.loads(bluke("validate", "--format", "sarif", stdin=WRONG).out)
    assert log["version"] == "2.1.0"
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["took-sum"]


def test_a_name_never_commands_a_ci() -> None:
    names = WRONG.replace("Bo", "\\n::error::x").replace('"took":[1,1]', '"took":[1,1],"score":[9,9]')
    for form in ("text", "json", "github"):
        lines = bluke("validate", "--format", form, stdin=names).out.splitlines()
        assert not any(line.startswith("::") and not line.startswith("::error file=") for line in lines)


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_no_more_findings_than_asked_for_but_all_are_counted(form: str) -> None:
    for most in (0, 1, 3, 9):
        run = bluke("validate", "--format", form, "--max-findings", str(most), stdin=WRONG * 5)
        assert len(run.out.splitlines()) == min(most, 5)
        assert (run.status, "took-sum 5" in run.err) == (1, True)


def test_good_records_go_on_and_bad_ones_are_kept(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    run = bluke("validate", "--skip-bad", "--keep-bad", str(bad), stdin=LINE + WRONG + "{\n" + LINE)
    assert (run.status, run.out) == (1, LINE * 2)
    assert bad.read_text() == WRONG + "{\n"
    assert "[took-sum]" in run.err
    run = bluke("validate", "--skip-bad", stdin=f"{SHEET}---\n{SHEET.replace('[0, 1]', '[1, 1]')}")
    assert (run.status, run.out) == (1, SHEET)
    assert bluke("validate", "--skip-bad", stdin=SHEET).out == SHEET


def test_folders_and_what_is_left_out_of_them(tmp_path: Path) -> None:
    (tmp_path / "drafts").mkdir()
    wrong = write(tmp_path, "a.bluke.jsonl", WRONG)
    draft = write(tmp_path / "drafts", "b.bluke.jsonl", WRONG)
    write(tmp_path, "c.yaml", "no record")
    assert [found["file"] for found in bluke("validate", "--format", "json", str(tmp_path)).objects] == [wrong, draft]
    for command in ("validate", "fmt", "rescore", "replay", "convert --to yaml"):
        run = bluke("-q", *command.split(), "--exclude", "drafts", "--exclude", "a.*", str(tmp_path))
        assert run.status == 2, "nothing is left"
    run = bluke("validate", "--exclude", "drafts", str(tmp_path))
    assert wrong in run.out
    assert draft not in run.out


def test_standard_input_has_the_name_and_kind_that_it_is_given() -> None:
    for command in ("validate", "fmt", "rescore", "replay", "convert --to yaml"):
        run = bluke(*command.split(), "--stdin-filename", "told.yaml", stdin="{")
        assert (run.out + run.err).startswith("told.yaml:1:")


def test_what_can_be_repaired_for_sure_is_written(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", SCORED.replace('"total":[1,0]', '"total":[1,9]'))
    assert bluke("validate", path).status == 1
    assert (tmp_path / "a.jsonl").read_text() != SCORED
    run = bluke("validate", "--fix", path)
    assert (run.status, run.out) == (0, "")
    assert (tmp_path / "a.jsonl").read_text() == SCORED


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("total", ["[1,  0]", "[1,0 ]", "[\n  1,\n  0\n]"])
def test_the_layout_of_json_is_kept_by_a_repair(mark: str, total: str, tmp_path: Path) -> None:
    right = mark + SCORED.replace(',"', ',\n\t"').replace('"total":[1,0]', f'"total": {total}')
    assert bluke("validate", "--input-format", "json", stdin=right).status == 0
    path = write(tmp_path, "a.json", right.replace(total, total.replace("0", "9")))
    assert bluke("validate", "--fix", path).status == 0
    assert (tmp_path / "a.json").read_text() == right


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_lines_end_as_before_a_repair(ends: str, tmp_path: Path) -> None:
    wrong = (SCORED + SCORED.replace('"total":[1,0]', '"total":[1,9]') + SCORED).replace("\n", ends)
    path = write(tmp_path, "a.jsonl", wrong)
    assert bluke("validate", "--fix", path).status == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (SCORED * 3).replace("\n", ends).encode()


@pytest.mark.parametrize(
    "line", ["--format xml", "--input-format xml", "--input-format", "--nonsense", "--fix", "--keep-bad -"]
)
def test_what_cannot_be_is_wrong_usage(line: str) -> None:
    run = bluke("validate", *line.split(), stdin=LINE)
    assert (run.status, run.out) == (2, "")
    assert line.split()[0] in run.err.splitlines()[-1]


def test_a_terminal_is_not_read() -> None:
    for command in ("validate", "fmt", "rescore", "replay", "convert --to yaml"):
        run = bluke(*command.split(), stdin=None)
        assert run.status == 2
        assert "name a FILE" in run.err
