"""What a repair changes in the text: applied, it makes the record that was meant, and touches nothing else."""

from __future__ import annotations

import pytest

from bluke_cli.diagnostics import Finding
from bluke_cli.record.kinds import Kind
from bluke_cli.record.patch import MAX_LENGTH, Patch, patch
from bluke_cli.record.reader import Reading, read_document
from bluke_cli.record.source import Document

YAML = """\
bluke: 1
players: [Ann, "Bo Li", Cy]   # clockwise
dealer: 'Bo  Lee'
evnt: Friday
rules: {schedule: [1]}
hands:
- up: 7H
  bids: [1, 1, 1]
  tricks:
  - 4S 10X 5S
  took: [0, 1, 20]
"""
JSON = (
    '{"bluke": 1, "players": ["Ann", "Bo Li", "Cy"],\n "dealer": "Bo  Lee", "evnt": "Friday",\n'
    ' "hands": [{"up": "7H", "tricks": ["4S 10X 5S"], "took": [0, 1, 20]}]}\n'
)


def read(text: str, kind: Kind, line: int = 1) -> Reading:
    return read_document(Document("a", 1, kind, text.encode(), line))


def applied(text: str, found: Patch, first: int = 1) -> str:
    """Return *text* with the patch made, by counting lines and columns as a stranger would."""
    starts = [0]
    for at, char in enumerate(text):
        if char == "\n":
            starts.append(at + 1)
    start, end = (starts[line - first] + column - 1 for line, column in (found.start, found.end))
    return text[:start] + found.text + text[end:]


def bare(text: str) -> str:
    return text.replace("'", "").replace('"', "")


CASES = [
    (Finding("took", "", ("hands", 0, "took", 2), edits=((("hands", 0, "took", 2), 0),)), "20", "0"),
    (Finding("took", "", ("hands", 0, "up"), edits=((("hands", 0, "up"), "9D"),)), "7H", "9D"),
    (Finding("bad-card", "", ("hands", 0, "tricks", 0), card=1, fix="TS"), "10X", "TS"),
    (Finding("unknown-player", "", ("dealer",), fix="Bo Li"), "Bo  Lee", "Bo Li"),
    (Finding("unknown-key", "", ("evnt",), at_key=True, fix="event"), "evnt", "event"),
]


@pytest.mark.parametrize(("finding", "old", "new"), CASES, ids=lambda value: getattr(value, "code", ""))
@pytest.mark.parametrize(("text", "kind"), [(YAML, "yaml"), (JSON, "json")], ids=["yaml", "json"])
def test_a_patch_changes_what_was_meant_and_nothing_else(
    text: str, kind: Kind, finding: Finding, old: str, new: str
) -> None:
    found = patch(read(text, kind).loaded, finding)
    assert found is not None
    assert bare(applied(text, found)) == bare(text.replace(old, new))


def test_two_changes_are_one_patch_and_whole_words() -> None:
    edits = ((("hands", 0, "took", 0), 1), (("hands", 0, "took", 2), 21))
    found = patch(read(YAML, "yaml").loaded, Finding("took", "", edits=edits))
    assert found == Patch((11, 10), (11, 18), "1, 1, 21")


def test_lines_are_those_of_the_file() -> None:
    (finding,) = [case[0] for case in CASES if case[0].code == "unknown-key"]
    found = patch(read(YAML, "yaml", line=101).loaded, finding)
    assert found == Patch((104, 1), (104, 5), "event")


@pytest.mark.parametrize("kind", ["yaml", "json"])
def test_there_is_no_patch_where_none_is_sure(kind: Kind) -> None:
    text = YAML if kind == "yaml" else JSON
    loaded = read(text, kind).loaded
    assert patch(loaded, Finding("took", "")) is None
    assert patch(loaded, Finding("score", "", ("hands", 0), fix="in words")) is None
    assert patch(loaded, Finding("took", "", edits=((("hands", 0, "took", 1), 1),))) is None  # it stands there already
    assert patch(loaded, Finding("unknown-key", "", ("evnt",), at_key=True, fix="hands")) is None
    assert patch(read("bluke: [1" if kind == "yaml" else '{"bluke"', kind).loaded, CASES[0][0]) is None


def test_a_long_record_is_left_alone() -> None:
    note = f"note: {'x' * MAX_LENGTH}\n"
    assert patch(read(YAML + note, "yaml").loaded, CASES[0][0]) is None
    assert patch(read(YAML + "note: x\n", "yaml").loaded, CASES[0][0]) is not None


def test_columns_count_characters_not_bytes() -> None:
    text = JSON.replace("Ann", "李雷 🂡")
    found = patch(read(text, "json").loaded, CASES[0][0])
    assert found is not None
    assert applied(text, found) == text.replace("20", "0")
