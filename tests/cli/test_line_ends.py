"""Lines are counted by line feeds, in a file that has none by carriage returns; and by nothing else."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.running import LINE, SHEET, bluke, write

WRONG = "9]"
YAML = SHEET.replace("[0, 1]", f"[0, {WRONG}")
JSON = json.dumps(json.loads(LINE.replace("[0,1]", "[0,9]")), indent=1).replace("9\n", "9 \n") + "\n"
JSONL = LINE.replace("[0,1]", f"[0,{WRONG}")
ENDS = ["\n", "\r", "\r\n", "\n\r", "\r\r\n"]


def place_of(text: str, at: int) -> tuple[int, int]:
    """Count lines the way the documents say, in the plainest way."""
    end = "\n" if "\n" in text or "\r" not in text else "\r"
    before = text[:at]
    return before.count(end) + 1, at - before.rfind(end)


def found(text: str, kind: str) -> list[tuple[int, int]]:
    run = bluke("-q", "validate", "--format", "json", "--input-format", kind, stdin=text)
    assert run.status == 1
    return [(finding["line"], finding["column"]) for finding in run.objects]


def offsets(text: str, word: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(word, at)]


@pytest.mark.parametrize("ends", ENDS, ids=ascii)
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (YAML, "yaml"),
        ("\n\n# first\n" + YAML, "yaml"),
        (YAML.replace("dealer: Ann", 'note: "a\u2028\u2029\x85b"\ndealer: Ann # \u2028'), "yaml"),
        (JSON, "json"),
        ("\n" + JSON, "json"),
        (JSONL, "jsonl"),
        ("\n" + JSONL, "jsonl"),
        (JSONL.replace('"hands"', '"note":"a\u2028\u2029\x85b","hands"'), "jsonl"),
    ],
)
def test_a_wrong_number_stands_where_it_stands(text: str, kind: str, ends: str) -> None:
    text = text.replace("\n", ends)
    (at,) = offsets(text, "9 " if kind == "json" else WRONG)
    assert found(text, kind) == [place_of(text, at)]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r\r\n"], ids=ascii)
@pytest.mark.parametrize("strays", range(3))
@pytest.mark.parametrize(("text", "mark", "kind"), [(YAML, "---\n", "yaml"), (JSONL, "", "jsonl")])
def test_of_several_records_too(text: str, mark: str, kind: str, strays: int, ends: str) -> None:
    """A carriage return inside a line ends none where others end with a line feed."""
    stray = text.replace(",", ",\r") if kind == "jsonl" else text.replace(", ", ",\r      ")
    texts = [stray if at == strays else text for at in range(3)]
    whole = mark.join(texts).replace("\n", ends)
    for data in (whole, whole.removesuffix(ends)):
        assert found(data, kind) == [place_of(data, at) for at in offsets(data, WRONG)]


@pytest.mark.parametrize("ends", ENDS, ids=ascii)
@pytest.mark.parametrize("char", "\x0b\x0c")
def test_other_control_characters_end_no_line(char: str, ends: str) -> None:
    for text, kind in (
        (YAML.replace("dealer", f"x-a: 1{char}2\ndealer"), "yaml"),
        (JSON.replace("1", char, 1), "json"),
    ):
        text = text.replace("\n", ends)
        assert found(text, kind)[0] == place_of(text, text.index(char))


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=ascii)
@pytest.mark.parametrize("number", [0, 1])
def test_a_line_that_is_cut_off_is_at_fault_where_it_ends(number: int, ends: str) -> None:
    lines = [LINE.rstrip("\n")] * 2
    lines[number] = lines[number][:-1]
    text = "".join(line + ends for line in lines)
    run = bluke("-q", "validate", "--format", "json", "--input-format", "jsonl", stdin=text)
    assert [(one["code"], one["line"], one["column"]) for one in run.objects] == [
        ("syntax", number + 1, len(lines[number]) + 1)
    ]
    assert "carriage" not in run.out


def test_a_message_about_line_ends_comes_only_where_they_are_to_blame() -> None:
    two = LINE.rstrip("\n")
    run = bluke("-q", "validate", "--input-format", "jsonl", stdin=f"{two}\r{two}\r")
    assert run.out.startswith("-:2:1: ")
    assert "carriage returns only" in run.out
    run = bluke("-q", "validate", "--input-format", "jsonl", stdin=f"{two}\r{two}\n")
    assert run.out.startswith(f"-:1:{len(two) + 2}: ")
    assert "carriage" not in run.out


def test_the_line_is_shown_that_is_meant(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", JSONL.replace(",", ",\r", 3))
    run = bluke("-q", "--no-color", "validate", path, terminal=True)
    shown, mark = run.out.splitlines()[1:3]
    assert shown[mark.index("^")] == "9"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=ascii)
def test_data_that_is_torn_is_at_fault_where_it_ends(ends: str, tmp_path: Path) -> None:
    text = YAML.replace("\n", ends).partition("bids")[0]
    torn = gzip.compress(text.encode(), mtime=0)[:-8]
    run = bluke("-q", "validate", write(tmp_path, "a.yaml.gz", torn))
    assert [int(part) for part in run.out.split(":")[1:3]] == [6, 12]
