"""jq, Miller and DuckDB read our JSON Lines as they are meant, and the examples of docs/at-home.md run in them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import bluke, environment, shell
from tests.clients.tools import needs, run
from tests.sessions import ROOT, blocks, differences, parse_steps
from tests.test_samples import INVALID, VALID

DOCUMENT = ROOT / "docs/at-home.md"
PROGRAMS = ("jq", "mlr", "duckdb")


def examples() -> dict[str, list[list[tuple[int, str]]]]:
    """Return the blocks of the document that need a program, by its name."""
    found: dict[str, list[list[tuple[int, str]]]] = {}
    for info, inside in blocks(DOCUMENT.read_text(encoding="utf-8")):
        if info.startswith("console needs "):
            found.setdefault(info.split()[-1], []).append(inside)
    return found


def valid_lines(folder: Path) -> tuple[Path, list[Any]]:
    """Write every valid sample as JSON Lines into one file; return it and the records."""
    text = "".join(bluke("convert", "--to", "jsonl", str(path)).out for path in VALID)
    path = folder / "all.jsonl"
    path.write_text(text, encoding="utf-8")
    return path, list(map(json.loads, text.splitlines()))


@pytest.mark.parametrize("program", [pytest.param(each, marks=needs(each)) for each in PROGRAMS])
def test_the_examples_answer_as_written(program: str) -> None:
    steps = [step for inside in examples()[program] for step in parse_steps(inside)]
    assert steps
    assert list(differences(steps)) == []


def test_there_is_an_example_for_each_program() -> None:
    assert set(examples()) == set(PROGRAMS)


@needs("jq")
def test_jq_reads_every_record_as_it_is(tmp_path: Path) -> None:
    path, records = valid_lines(tmp_path)
    assert list(map(json.loads, run("jq", "-c", ".", path).splitlines())) == records


@needs("mlr")
def test_miller_reads_every_record_as_it_is(tmp_path: Path) -> None:
    path, records = valid_lines(tmp_path)
    assert list(map(json.loads, run("mlr", "--ijsonl", "--ojsonl", "cat", path).splitlines())) == records


@needs("duckdb")
def test_duckdb_reads_all_records_as_one_table(tmp_path: Path) -> None:
    path, records = valid_lines(tmp_path)
    query = f"select players, len(hands) as hands, stopped, winners from '{path}'"
    expected = [
        {key: record.get(key) for key in ("players", "stopped", "winners")} | {"hands": len(record["hands"])}
        for record in records
    ]
    assert json.loads(run("duckdb", "-json", "-c", query)) == expected


@needs("jq")
def test_jq_reads_findings_as_they_are(tmp_path: Path) -> None:
    text = bluke("-q", "validate", "--complete", "--format", "json", *map(str, INVALID)).out
    read = subprocess.run(["jq", "-c", "."], input=text.encode(), capture_output=True, check=True, timeout=60)
    assert list(map(json.loads, read.stdout.splitlines())) == list(map(json.loads, text.splitlines()))
    count = f"bluke -q validate --format json '{INVALID[0]}' | jq -r .code | sort | uniq -c"
    assert shell(count, tmp_path, environment()).out.split() == ["1", "alias"]
