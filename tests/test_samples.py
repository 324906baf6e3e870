"""The samples are what their folders and names say, and the JSON Schema agrees with the reader on each of them.

A file of `samples/invalid` is called after the one code that it gives: ``<code>-<what>.yaml``. Codes hold hyphens
themselves, so the longest code that fits is meant. Samples of `incomplete` are judged as complete games.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bluke_cli.audit.examine import Examined, examine_stream
from bluke_cli.diagnostics import CODES, Finding
from bluke_cli.record.kinds import kind_of
from bluke_cli.record.models import GameRecord
from bluke_cli.record.nodes import BROKEN
from bluke_cli.record.schema import BEYOND_THE_SCHEMA, record_schema
from bluke_cli.record.writer import write_json, write_jsonl, write_yaml
from bluke_cli.replay.identity import normalised
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.story import tell
from bluke_cli.replay.table import table_of
from bluke_cli.report.replay import event_lines
from bluke_cli.report.sheet import score_sheet

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
VALID = sorted((SAMPLES / "valid").iterdir())
INVALID = sorted((SAMPLES / "invalid").iterdir())
WARNINGS = {
    "deal.yaml": ["incomplete"],
    "marked-revoke.yaml": ["revoke"],
    "unfinished-hand.yaml": ["incomplete"],
}
"""Valid samples that are there to show a warning."""
CANONICAL = {
    *("deal.yaml", "full-game.yaml", "games.jsonl", "house-rules.yaml"),
    *("seven-players.yaml", "three-players.json", "two-players.yaml"),
}
"""Samples written by the tool itself."""
TEXT_CODES = {"syntax", "encoding", "limit", "duplicate-key", "alias", "no-record"}
"""Codes of the text, which a schema never sees."""
SCHEMA = Draft202012Validator(record_schema())


def code_of(path: Path) -> str:
    """Return the code that a file of `samples/invalid` is called after."""
    return max((code for code in CODES if f"{path.stem}-".startswith(f"{code}-")), key=len)


def examined(path: Path, *, complete: bool = False) -> list[Examined]:
    with path.open("rb") as stream:
        return list(examine_stream(stream, path.name, complete=complete))


def findings(path: Path, *, complete: bool = False) -> list[Finding]:
    return [finding for each in examined(path, complete=complete) for finding in each.findings]


def records(path: Path) -> list[GameRecord]:
    found = [each.reading.record for each in examined(path) if each.reading]
    assert None not in found
    return [record for record in found if record is not None]


def written(path: Path) -> str:
    """Return the records of *path* in canonical form, in its own kind."""
    plain = [normalised(record).written() for record in records(path)]
    kind = kind_of(path.name)
    if kind == "yaml":
        return "---\n".join(map(write_yaml, plain))
    return "".join(map(write_json if kind == "json" else write_jsonl, plain))


def holds_broken(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(holds_broken, value.values()))
    return value is BROKEN or (isinstance(value, list) and any(map(holds_broken, value)))


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", VALID, ids=name)
def test_a_valid_sample_has_no_errors(path: Path) -> None:
    found = [(finding.code, finding.severity) for finding in findings(path)]
    assert found == [(code, "warning") for code in WARNINGS.get(path.name, [])]


@pytest.mark.parametrize("path", [path for path in VALID if path.name in CANONICAL], ids=name)
def test_a_canonical_sample_is_written_as_it_stands(path: Path) -> None:
    assert written(path) == path.read_bytes().decode("utf-8")


@pytest.mark.parametrize("path", VALID, ids=name)
def test_a_valid_sample_survives_its_canonical_form(path: Path) -> None:
    kind = kind_of(path.name)
    again = [each.reading for each in examine_stream(io.BytesIO(written(path).encode()), path.name, kind)]
    assert [reading.record for reading in again if reading] == [normalised(record) for record in records(path)]


@pytest.mark.parametrize("path", INVALID, ids=name)
def test_an_invalid_sample_gives_exactly_its_code(path: Path) -> None:
    code = code_of(path)
    found = findings(path, complete=code == "incomplete")
    assert [(finding.code, finding.severity) for finding in found] == [(code, "error")]
    assert found[0].file == path.name
    assert (found[0].line or 0) >= 1
    assert (found[0].column or 0) >= 1


def test_every_code_has_a_sample_and_every_sample_a_code() -> None:
    assert {code_of(path) for path in INVALID} == set(CODES)
    assert set(WARNINGS) | CANONICAL <= {path.name for path in VALID}


def test_an_incomplete_sample_is_no_more_than_a_warning_without_complete() -> None:
    for path in INVALID:
        if code_of(path) == "incomplete":
            assert all(finding.severity == "warning" for finding in findings(path))


@pytest.mark.parametrize("path", INVALID, ids=name)
def test_what_is_wrong_is_said_in_the_file(path: Path) -> None:
    """A sample explains itself: by a comment, or where the kind has none by the value at fault or a text."""
    if path.suffix == ".yaml":
        first = path.read_bytes().decode("utf-8", "replace").split("\n")[:2]
        assert any(line.startswith("# ") for line in first)


# The JSON Schema and the reader


@pytest.mark.parametrize("path", VALID, ids=name)
def test_the_schema_accepts_a_valid_sample(path: Path) -> None:
    for each in examined(path):
        assert each.reading
        assert list(SCHEMA.iter_errors(each.reading.loaded.value)) == []


@pytest.mark.parametrize("path", INVALID, ids=name)
def test_the_schema_agrees_with_the_reader_on_an_invalid_sample(path: Path) -> None:
    """What the schema refuses the reader refuses; what only the reader refuses has a code of the documented list."""
    for each in examined(path):
        if each.reading is None or not each.reading.loaded.parsed or holds_broken(each.reading.loaded.value):
            continue
        is_fitting = SCHEMA.is_valid(each.reading.loaded.value)
        codes = {finding.code for finding in each.reading.findings} - TEXT_CODES
        if is_fitting:
            assert codes <= set(BEYOND_THE_SCHEMA)
        else:
            assert codes


@pytest.mark.parametrize("path", [*VALID, *INVALID], ids=name)
def test_what_can_be_read_of_a_sample_can_be_shown(path: Path) -> None:
    """Told card by card, and as a score sheet of as many columns as there are players."""
    for each in examined(path):
        record = each.reading and each.reading.record
        if not record:
            continue
        assert list(event_lines(tell(record), record.players))
        table = table_of(record)
        lines = score_sheet(record, table, *settle(record, table))
        assert len(lines) > len(record.hands)
