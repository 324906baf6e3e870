"""Good records one way and bad ones another, as they stand: nothing is lost and nothing changed."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path

import pytest

from tests.cli.running import LINE, SHEET, Run, bluke, needs_full_disk, raw_controls, shell, write

BAD_LINE = LINE.replace("[2,0]", "[2,1]")
BAD_SHEET = SHEET.replace("took: [2, 0]", "took: [2, 1]")
PRETTY = json.dumps(json.loads(LINE), indent=2) + "\n"
BAD_PRETTY = json.dumps(json.loads(BAD_LINE), indent=2) + "\n"
MISFIT = "for YAML, JSON and score sheets of spreadsheets do not fit into one stream"


def sieve(folder: Path, *arguments: str, stdin: bytes | str = b"") -> tuple[Run, bytes]:
    """Part the records of the input; return how that went, and the bad ones."""
    run = bluke("-q", "validate", "--skip-bad", "--keep-bad", str(folder / "bad"), *arguments, stdin=stdin)
    return run, (folder / "bad").read_bytes()


def test_lines_go_their_ways_byte_for_byte(tmp_path: Path) -> None:
    good = [LINE, LINE.replace(":", ": ").replace("\n", "\r\n"), LINE.replace("{", '{"note":"Zo\\u00eb\u2028",', 1)]
    bad = [BAD_LINE, "nonsense\n", '{"a": "\ud83d"}\n'.replace("\ud83d", "\\ud83d"), "[1,\t2]\r\n"]
    mixed = [line for pair in itertools.zip_longest(good, bad, fillvalue="") for line in pair]
    run, kept = sieve(tmp_path, "--input-format", "jsonl", stdin="".join(mixed))
    assert run.out == "".join(good)
    assert kept.decode() == "".join(bad)
    assert run.status == 1
    assert {line.split(":")[1] for line in run.err.splitlines()} == {"2", "4", "6", "7"}


def test_bytes_that_are_no_utf_8_are_kept(tmp_path: Path) -> None:
    run, kept = sieve(tmp_path, "--input-format", "jsonl", stdin=LINE.encode() + b'{"\xff\xfe": 1}')
    assert (run.out, kept) == (LINE, b'{"\xff\xfe": 1}\n')


def test_what_is_passed_on_is_what_was_good_whatever_the_order(tmp_path: Path) -> None:
    for order in itertools.product((LINE, BAD_LINE), repeat=4):
        run, kept = sieve(tmp_path, "--input-format", "jsonl", stdin="".join(order))
        assert run.out == LINE * order.count(LINE)
        assert kept.decode() == BAD_LINE * order.count(BAD_LINE)
        assert run.status == (1 if BAD_LINE in order else 0)


def test_yaml_records_are_parted_by_marks_and_keep_their_comments(tmp_path: Path) -> None:
    sheets = [f"# the {word} game\n{SHEET}# its end\n" for word in ("first", "second", "third")]
    stream = f"{sheets[0]}---\n{BAD_SHEET}--- # here\n{sheets[1]}...\n{sheets[2]}---\nbluke: ["
    run, kept = sieve(tmp_path, stdin=stream)
    assert run.out == f"{sheets[0]}--- # here\n{sheets[1]}...\n---\n{sheets[2]}"
    assert kept.decode() == f"---\n{BAD_SHEET}---\nbluke: [\n"
    ids = bluke("fmt", "--id", stdin=run.out)
    assert len(ids.out.splitlines()) == 3
    assert len(bluke("-q", "validate", "--format", "json", stdin=kept).objects) == 2


def test_many_yaml_files_become_one_stream(tmp_path: Path) -> None:
    names = [write(tmp_path, f"{at}.yaml", text.rstrip("\n")) for at, text in enumerate((SHEET, BAD_SHEET, SHEET))]
    run, kept = sieve(tmp_path, *names)
    assert run.out == f"{SHEET}---\n{SHEET}"
    assert kept.decode() == BAD_SHEET


def test_one_json_record_stays_and_several_are_a_line_each(tmp_path: Path) -> None:
    good, bad = write(tmp_path, "good.json", PRETTY), write(tmp_path, "b.json", BAD_PRETTY)
    run, kept = sieve(tmp_path, good, bad)
    assert (run.out, kept.decode()) == (PRETTY, BAD_PRETTY)
    lines = write(tmp_path, "a.jsonl", LINE + BAD_LINE)
    for order in ([good, bad, good, bad, lines], [lines, good, bad]):
        run, kept = sieve(tmp_path, *order)
        count = order.count(good) + 1
        assert [json.loads(line) for line in run.out.splitlines()] == [json.loads(LINE)] * count
        assert [json.loads(line) for line in kept.decode().splitlines()] == [json.loads(BAD_LINE)] * (
            order.count(bad) + 1
        )


def test_json_that_is_not_well_formed_is_kept_as_it_stands(tmp_path: Path) -> None:
    torn = '{\n "note": "a\nb",\n'
    names = [write(tmp_path, "a.json", BAD_PRETTY), write(tmp_path, "b.json", torn)]
    run, kept = sieve(tmp_path, *names)
    assert run.out == ""
    assert kept.decode().endswith(torn)
    assert json.loads(kept.decode().splitlines()[0]) == json.loads(BAD_PRETTY)


def test_yaml_and_json_do_not_go_into_one_stream(tmp_path: Path) -> None:
    names = [
        write(tmp_path, name, text) for name, text in (("a.yaml", SHEET), ("b.jsonl", LINE * 3), ("c.yaml", SHEET))
    ]
    run, _ = sieve(tmp_path, *names)
    assert run.out == f"{SHEET}---\n{SHEET}"
    assert run.status == 2
    assert run.err == f"bluke: {names[1]}: not passed on, {MISFIT}\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("before", ["", "sep={}\n", "\n{}{}\n", "bluke{}1\n"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_score_sheets_of_spreadsheets_are_parted_by_a_row_and_go_with_no_other(
    separator: str, before: str, end: str, tmp_path: Path
) -> None:
    rows = bluke("-q", "convert", "--to", "csv", stdin=SHEET).out.replace(",", separator).removesuffix("\n")
    sheet = before.format(separator, separator) + rows + end
    names = [write(tmp_path, name, sheet) for name in ("a.csv", "b.csv", "c.csv")]
    json_name = write(tmp_path, "d.json", LINE)
    run, _ = sieve(tmp_path, *names, json_name)
    assert (run.status, run.err) == (2, f"bluke: {json_name}: not passed on, {MISFIT}\n")
    assert run.out.startswith(sheet)
    again = bluke("validate", "--input-format", "csv", stdin=run.out)
    assert (again.status, again.err) == (0, "3 records: no findings\n")


def test_a_record_over_the_limit_is_kept_in_part_and_told(tmp_path: Path) -> None:
    long = LINE.replace("Ann", "A" * 5_000_000)
    run, kept = sieve(tmp_path, "--input-format", "jsonl", stdin=BAD_LINE + long + LINE)
    assert run.out == LINE
    assert kept.decode() == BAD_LINE + long[: 4 * 2**20] + "\n"
    assert "bluke: -: record 2 is kept in part only, the first 4,194,304 bytes\n" in run.err


def test_packed_files_are_passed_on_unpacked(tmp_path: Path) -> None:
    name = write(tmp_path, "a.jsonl.gz", gzip.compress((LINE + BAD_LINE).encode()))
    run, kept = sieve(tmp_path, name)
    assert (run.out, kept.decode()) == (LINE, BAD_LINE)


def test_warnings_are_good_unless_games_are_to_be_complete(tmp_path: Path) -> None:
    half = LINE.replace(',{"up":"HI","bids":[1,1],"took":[0,1]}', "")
    run, kept = sieve(tmp_path, stdin=half)
    assert (run.status, run.out, kept) == (0, half, b"")
    run, kept = sieve(tmp_path, "--complete", stdin=half)
    assert (run.status, run.out, kept.decode()) == (1, "", half)


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_findings_go_to_standard_error_in_every_format(form: str, tmp_path: Path) -> None:
    run, _ = sieve(tmp_path, "--format", form, stdin=LINE + BAD_LINE)
    alone = bluke("-q", "validate", "--format", form, stdin=LINE + BAD_LINE)
    assert (run.out, run.err) == (LINE, alone.out)


def test_a_document_of_findings_stays_whole_whatever_else_is_told(tmp_path: Path) -> None:
    torn = write(tmp_path, "torn.jsonl.gz", gzip.compress((LINE + BAD_LINE).encode(), mtime=0)[:-20])
    names = [
        torn,
        str(tmp_path / "missing"),
        write(tmp_path, "b.yaml", SHEET),
        write(tmp_path, "c.jsonl", LINE + BAD_LINE),
    ]
    run, _ = sieve(tmp_path, "--format", "sarif", *names)
    document, told = json.JSONDecoder().raw_decode(run.err)
    codes = [result["ruleId"] for result in document["runs"][0]["results"]]
    assert codes == ["syntax", "took-sum"]
    lines = run.err[told:].strip().splitlines()
    assert sorted(line.rpartition(": ")[2].split(",")[0] for line in lines) == [
        "No such file or directory",
        "not passed on",
        "record 1 is kept in part only",
    ]
    assert run.status == 2


def test_bad_ones_can_be_kept_while_findings_stay_on_standard_output(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    run = bluke("-q", "validate", "--keep-bad", str(bad), stdin=LINE + BAD_LINE)
    assert run.out.startswith("-:2:")
    assert bad.read_text() == BAD_LINE


def test_bad_records_never_take_the_place_of_what_is_read_or_written(tmp_path: Path) -> None:
    name = write(tmp_path, "a.jsonl", LINE + BAD_LINE + LINE)
    (tmp_path / "link").symlink_to(name)
    for kept, out in ((name, "-"), (str(tmp_path / "link"), "-"), (str(tmp_path / "new"), str(tmp_path / "new"))):
        run = bluke("-q", "validate", "--skip-bad", "-o", out, "--keep-bad", kept, name)
        assert (run.status, run.out) == (2, "")
    assert Path(name).read_text() == LINE + BAD_LINE + LINE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "link"]


def test_an_old_file_of_bad_records_does_not_stay_when_there_are_none(tmp_path: Path) -> None:
    write(tmp_path, "bad", "old")
    _, kept = sieve(tmp_path, stdin=LINE)
    assert kept == b""


def test_bad_records_are_not_mixed_with_what_is_on_standard_output() -> None:
    assert bluke("validate", "--keep-bad", "-", stdin=LINE).status == 2


@needs_full_disk
def test_a_full_disk_under_the_bad_records(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", BAD_LINE * 20_000)
    run = shell("bluke -q validate --max-findings 0 --keep-bad /dev/full a.jsonl", tmp_path)
    assert (run.status, run.out, run.err) == (2, "", "bluke: /dev/full: No space left on device\n")


def test_good_records_are_safe_on_a_terminal() -> None:
    stdin = LINE.replace("Ann", "\u202eAnn")
    run = bluke("-q", "validate", "--skip-bad", stdin=stdin, terminal=True)
    assert raw_controls(run.out) == []
    assert json.loads(run.out) == json.loads(stdin)


def test_the_pipeline_of_the_documents(tmp_path: Path) -> None:
    write(tmp_path, "games.jsonl.gz", gzip.compress((LINE + BAD_LINE + LINE).encode()))
    run = shell("zcat games.jsonl.gz | bluke -q validate --skip-bad --keep-bad bad.jsonl | bluke rescore", tmp_path)
    assert [json.loads(line)["winners"] for line in run.out.splitlines()] == [["Ann"], ["Ann"]]
    assert (tmp_path / "bad.jsonl").read_text() == BAD_LINE
    assert run.status == 1
