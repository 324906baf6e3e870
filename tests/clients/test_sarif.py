"""SARIF 2.1.0: the schema of the standard and the validator of its makers accept what `validate` writes.

The first stands in the package @microsoft/jest-sarif of npm, the other is @microsoft/sarif-multitool.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from jsonschema.validators import validator_for

from tests.cli.running import bluke, write
from tests.clients.tools import NODE_MODULES, needs, needs_package, run
from tests.test_samples import INVALID, VALID

SCHEMA = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
COMPLAINT = re.compile(r"\): (error|warning|note) ")
MULTITOOL = "@microsoft/sarif-multitool-linux/Sarif.Multitool"


@pytest.fixture
def documents(tmp_path: Path) -> list[Path]:
    """Documents of SARIF: every finding with its fix, none, only faults of reading, and hostile names."""
    hostile = write(tmp_path, "a%20 b?#\u202e::error::.yaml", '{bluke: 1, players: ["A\\e[31m", "<b>&"], hands: 3}')
    runs = {
        "every": ["--complete", *map(str, [*INVALID, *VALID])],
        "none": [str(VALID[0])],
        "unreadable": [str(tmp_path / "missing.yaml")],
        "hostile": [hostile],
    }
    found = []
    for name, arguments in runs.items():
        found.append(tmp_path / f"{name}.sarif")
        bluke("-q", "validate", "--format", "sarif", "-o", str(found[-1]), *arguments)
        assert found[-1].stat().st_size > 10_000
    return found


@needs_package(SCHEMA)
def test_the_schema_of_the_standard_accepts_it(documents: list[Path]) -> None:
    schema = json.loads((NODE_MODULES / SCHEMA).read_text(encoding="utf-8"))
    validator = validator_for(schema)(schema)
    for path in documents:
        assert [error.message for error in validator.iter_errors(json.loads(path.read_text("utf-8")))] == []
    assert not validator.is_valid({"version": "2.1.0", "runs": [{}]})


@needs_package(MULTITOOL)
def test_the_validator_of_its_makers_finds_no_fault(documents: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its advice, that there be a page about the tool, is not followed as long as there is none."""
    monkeypatch.setenv("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")
    if not os.access(NODE_MODULES / MULTITOOL, os.X_OK):
        pytest.skip("npm did not make Sarif.Multitool a program; chmod +x does")
    told = run(NODE_MODULES / MULTITOOL, "validate", *documents)
    complaints = [line for line in told.splitlines() if COMPLAINT.search(line) and " SARIF2005: " not in line]
    assert complaints == []
    assert f"{len(documents)} files scanned" in told


@needs("jq")
def test_jq_finds_its_way_in_it(documents: list[Path]) -> None:
    codes = run("jq", "-r", ".runs[].results[].ruleId", documents[0]).split()
    findings = bluke("validate", "--complete", "--format", "json", *map(str, [*INVALID, *VALID])).objects
    assert codes == [finding["code"] for finding in findings]
