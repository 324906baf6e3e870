"""Programs that know our JSON Schemas and nothing else of us agree with us, on every sample and on 1,000 mutants.

What the schema refuses has an error here, too. What it accepts has none, or errors of the codes that docs/format.md
lists: those of what a schema cannot say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bluke_cli.audit.examine import examine_stream
from bluke_cli.diagnostics import CODES
from bluke_cli.record.schema import BEYOND_THE_SCHEMA
from tests.cli.running import bluke
from tests.clients.mutants import COUNT, Mutant, mutants, spaced
from tests.clients.tools import NODE_MODULES, needs, needs_package, run
from tests.sessions import ROOT
from tests.test_samples import INVALID, TEXT_CODES, VALID, holds_broken

SCHEMAS = sorted((ROOT / "schemas").glob("*.json"))
RECORD_SCHEMA, FINDING_SCHEMA = (
    ROOT / "schemas/bluke-record-1.schema.json",
    ROOT / "schemas/bluke-finding-1.schema.json",
)
RECORD = Draft202012Validator(json.loads(RECORD_SCHEMA.read_text(encoding="utf-8")))
SHAPE = {"version", "unknown-key", "bad-card", "bad-name", "duplicate-player"}
"""What a schema can say wholly."""


@cache
def samples() -> tuple[Mutant, ...]:
    """Every sample that can be read as a value, with its errors; faults of the text no schema sees."""
    found = []
    for path in (*VALID, *INVALID):
        with path.open("rb") as stream:
            for each in examine_stream(stream, path.name, complete=path.name.startswith("incomplete")):
                loaded = each.reading and each.reading.loaded
                if loaded and loaded.parsed and not holds_broken(loaded.value):
                    codes = {finding.code for finding in each.findings if finding.severity == "error"}
                    found.append(Mutant(loaded.value, json.dumps(loaded.value), frozenset(codes - TEXT_CODES)))
    return tuple(found)


def everything() -> tuple[Mutant, ...]:
    return (*samples(), *mutants(), *spaced())


def documented() -> set[str]:
    """Return the codes of the table in docs/format.md."""
    text = (ROOT / "docs/format.md").read_text(encoding="utf-8")
    _, _, section = text.partition("## What a schema cannot say\n")
    rows = [line.split("|")[1] for line in section.partition("\n## ")[0].split("\n") if line.startswith("| `")]
    return {code for row in rows for code in re.findall("`([a-z-]+)`", row)}


def check_verdicts(accepted: Sequence[bool], asked: Sequence[Mutant] | None = None) -> None:
    """Check what a program says of everything, or of what it was asked, in that order."""
    for is_accepted, (_, text, errors) in zip(accepted, asked or everything(), strict=True):
        if is_accepted:
            assert errors <= documented(), text
        else:
            assert errors, text


def test_there_are_a_thousand_mutants_of_every_kind_and_the_same_every_time() -> None:
    assert len(mutants()) == COUNT == 1000
    assert len({mutant.text for mutant in mutants()}) > 900
    verdicts = [RECORD.is_valid(mutant.value) for mutant in mutants()]
    assert 200 < sum(verdicts) < 800
    assert {code for mutant in mutants() for code in mutant.errors} >= {*SHAPE, *BEYOND_THE_SCHEMA} - {"duplicate-key"}


def test_what_is_white_space_to_us_is_white_space_to_the_schema() -> None:
    assert {"bad-card" in mutant.errors for mutant in spaced()} == {True, False}
    for value, text, errors in spaced():
        assert RECORD.is_valid(value) is ("bad-card" not in errors), text


def test_the_documented_list_is_what_only_we_refuse_and_no_longer() -> None:
    seen = {code for value, _, errors in everything() if RECORD.is_valid(value) for code in errors}
    assert seen | TEXT_CODES == documented() == set(CODES) - SHAPE
    assert set(BEYOND_THE_SCHEMA) <= documented()


def test_jsonschema_agrees() -> None:
    check_verdicts([RECORD.is_valid(value) for value, _, _ in everything()])


@needs("check-jsonschema")
def test_check_jsonschema_agrees(tmp_path: Path) -> None:
    run("check-jsonschema", "--check-metaschema", *SCHEMAS)
    asked = [mutant for mutant in everything() if "encoding" not in mutant.errors]  # half a pair makes it stumble
    assert len(asked) > COUNT
    names = [str(tmp_path / f"{at}.json") for at in range(len(asked))]
    for name, mutant in zip(names, asked, strict=True):
        Path(name).write_text(mutant.text, encoding="utf-8")
    told = json.loads(run("check-jsonschema", "-o", "json", "--schemafile", RECORD_SCHEMA, *names, status=1))
    assert told["parse_errors"] == []
    refused = {error["filename"] for error in told["errors"]}
    check_verdicts([name not in refused for name in names], asked)


AJV = """
const Ajv = require(process.argv[1] + '/ajv/dist/2020').default;
const fs = require('fs');
const schema = JSON.parse(fs.readFileSync(process.argv[2]));
const check = new Ajv({strict: true, allowUnionTypes: true, allErrors: true}).compile(schema);
for (const line of fs.readFileSync(0, 'utf8').split('\\n')) if (line) console.log(check(JSON.parse(line)));
"""


def ajv(schema: Path, values: Sequence[str]) -> list[bool]:
    """Return what ajv in its strict mode says of each value."""
    told = run("node", "-e", AJV, NODE_MODULES, schema, text="".join(f"{value}\n" for value in values))
    return [line == "true" for line in told.split()]


@needs_package("ajv")
def test_ajv_agrees() -> None:
    check_verdicts(ajv(RECORD_SCHEMA, [text for _, text, _ in everything()]))


@needs_package("ajv")
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda path: path.stem)
def test_ajv_takes_every_schema_in_its_strict_mode(schema: Path) -> None:
    assert ajv(schema, ["[]"]) == [False]


# Findings


def all_findings() -> list[Any]:
    names = map(str, [*INVALID, *VALID])
    ended = bluke("-q", "validate", "--complete", "--format", "json", *names)
    assert ended.status == 1
    assert len(ended.objects) > 80
    return ended.objects


def test_every_finding_fits_its_schema() -> None:
    validator = Draft202012Validator(json.loads(FINDING_SCHEMA.read_text(encoding="utf-8")))
    findings = all_findings()
    for finding in findings:
        assert [error.message for error in validator.iter_errors(finding)] == []
    assert not validator.is_valid({**findings[0], "code": "nonsense"})
    assert not validator.is_valid({**findings[0], "more": 1})


@needs_package("ajv")
def test_ajv_accepts_every_finding() -> None:
    assert set(ajv(FINDING_SCHEMA, list(map(json.dumps, all_findings())))) == {True}
