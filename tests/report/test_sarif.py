"""SARIF 2.1.0: the parts of the standard that this tool uses, checked by hand.

The standard's own schema and validator are asked in `tests/clients/test_sarif.py`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from bluke_cli.diagnostics import CODES, Finding
from bluke_cli.record.patch import Patch
from bluke_cli.report import sarif
from tests.cli.running import bluke, write

CARRIED_ON = {"total-carried-on.yaml"}
"""Samples with other sums that follow from the one that their finding mends."""

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples"


def document(*arguments: str, stdin: bytes = b"") -> dict[str, Any]:
    run = bluke("-q", "validate", "--format", "sarif", *arguments, stdin=stdin)
    loaded: dict[str, Any] = json.loads(run.out)
    return loaded


def every_sample() -> dict[str, Any]:
    return document("--complete", *sorted(map(str, SAMPLES.glob("*valid/*"))), "missing.yaml")


def check(value: Any, *keys: str, optional: tuple[str, ...] = ()) -> None:
    """Check that an object has these keys, perhaps some more, and no others."""
    assert isinstance(value, dict)
    assert set(keys) <= set(value) <= {*keys, *optional}


def check_region(region: Any, *, closed: bool) -> None:
    ends = ("startLine", "startColumn", "endLine", "endColumn")
    check(region, *(ends if closed else ("startLine", "startColumn", "endColumn")))
    assert all(type(number) is int and number >= 1 for number in region.values())
    start, end = (
        (region["startLine"], region["startColumn"]),
        (region.get("endLine", region["startLine"]), region["endColumn"]),
    )
    assert start <= end if closed else start < end


def check_result(result: Any, rules: list[Any]) -> None:
    required = ("ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "properties")
    check(result, *required, optional=("fixes",))
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in ("error", "warning")
    check(result["message"], "text")
    (location,) = result["locations"]
    check(location, "physicalLocation", optional=("logicalLocations",))
    physical = location["physicalLocation"]
    check(physical, "artifactLocation", "region")
    check(physical["artifactLocation"], "uri")
    check_region(physical["region"], closed=False)
    for logical in location.get("logicalLocations", []):
        check(logical, "fullyQualifiedName", "kind")
    assert re.fullmatch("[0-9a-f]{32}", result["partialFingerprints"]["blukeFinding/v1"])
    for fix in result.get("fixes", []):
        check(fix, "description", "artifactChanges")
        (change,) = fix["artifactChanges"]
        check(change, "artifactLocation", "replacements")
        assert change["artifactLocation"] == physical["artifactLocation"]
        (replacement,) = change["replacements"]
        check(replacement, "deletedRegion", "insertedContent")
        check_region(replacement["deletedRegion"], closed=True)
        check(replacement["insertedContent"], "text")


def check_document(value: Any) -> None:
    check(value, "$schema", "version", "runs")
    assert value["version"] == "2.1.0"
    (run,) = value["runs"]
    check(run, "tool", "columnKind", "results", "invocations")
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    check(driver, "name", "version", "rules")
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    for rule in driver["rules"]:
        check(rule, "id", "shortDescription", "fullDescription", "help", "defaultConfiguration")
        check(rule["help"], "text", "markdown")
    for result in run["results"]:
        check_result(result, driver["rules"])
    (invocation,) = run["invocations"]
    check(invocation, "executionSuccessful", optional=("toolExecutionNotifications",))


def test_the_document_is_built_as_the_standard_says() -> None:
    value = every_sample()
    check_document(value)
    assert len(value["runs"][0]["results"]) > 80


def test_results_are_the_findings_of_the_json_format() -> None:
    files = sorted(map(str, SAMPLES.glob("invalid/*")))
    findings = bluke("-q", "validate", "--format", "json", *files).objects
    results = document(*files)["runs"][0]["results"]
    told = []
    for result in results:
        physical = result["locations"][0]["physicalLocation"]
        region, properties = physical["region"], result["properties"]
        file = unquote(urlsplit(physical["artifactLocation"]["uri"]).path)
        place = (file, region["startLine"], region["startColumn"])
        told.append((result["ruleId"], result["level"], *place, properties.get("hand"), properties.get("fix")))
    keys = ("code", "severity", "file", "line", "column", "hand", "fix")
    assert told == [tuple(finding[key] for key in keys) for finding in findings]


def test_a_fix_made_by_a_stranger_makes_the_record_right(tmp_path: Path) -> None:
    """What is mended has no error left."""
    mended = 0
    for path in sorted(SAMPLES.glob("invalid/*")):
        for result in document(str(path))["runs"][0]["results"]:
            for fix in result.get("fixes", []):
                (replacement,) = fix["artifactChanges"][0]["replacements"]
                region = replacement["deletedRegion"]
                lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
                row = region["startLine"] - 1
                assert region["endLine"] == row + 1
                line = lines[row]
                new = replacement["insertedContent"]["text"]
                lines[row] = line[: region["startColumn"] - 1] + new + line[region["endColumn"] - 1 :]
                run = bluke("validate", write(tmp_path, path.name, "".join(lines)))
                assert (run.status, path.name) == (int(path.name in CARRIED_ON), path.name)
                mended += 1
    assert mended >= 10


def test_inputs_that_cannot_be_read_are_told_in_the_document() -> None:
    (invocation,) = document("missing\n.yaml")["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    (told,) = invocation["toolExecutionNotifications"]
    assert told["message"]["text"] == "missing\\x0a.yaml: No such file or directory"
    assert document(stdin=b"bluke: 2")["runs"][0]["invocations"] == [{"executionSuccessful": True}]


def test_a_document_without_findings_is_one_too() -> None:
    value = document(str(SAMPLES / "valid/score-sheet.yaml"))
    check_document(value)
    assert value["runs"][0]["results"] == []


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("games/a.yaml", "games/a.yaml"),
        ("a b%.yaml", "a%20b%25.yaml"),
        ("::error::", "%3A%3Aerror%3A%3A"),
        ("Zoë\n", "Zo%C3%AB%0A"),
        ("\udcff", "%FF"),
        ("-", "-"),
    ],
)
def test_a_name_is_a_uri_reference(file: str, uri: str) -> None:
    assert sarif.uri(file) == uri
    assert urlsplit(uri).scheme == ""


def test_a_fingerprint_stays_when_lines_move_and_differs_between_findings(tmp_path: Path) -> None:
    text = (SAMPLES / "invalid/score-set.yaml").read_text(encoding="utf-8")
    prints = []
    for name, content in (("a", text), ("b", "# moved\n\n" + text)):
        (result,) = document(write(tmp_path, f"{name}.yaml", content))["runs"][0]["results"]
        prints.append(result["partialFingerprints"]["blukeFinding/v1"])
    assert len(set(prints)) == 1
    found = [
        sarif.fingerprint(finding)
        for finding in (
            Finding("score", "", ("a",)),
            Finding("total", "", ("a",)),
            Finding("score", "", ("b",)),
            Finding("score", "", ("a",), record=2),
            Finding("score", "", ("a",), card=1),
            Finding("score", "", ("a",), player="Bo"),
        )
    ]
    assert len(set(found)) == len(found)


def test_names_stay_inside_their_strings() -> None:
    finding = Finding("score", 'a"\x1b\u202e##[error]', file='"', player="\u2028", fix="1")
    text = sarif.result(finding, 2, Patch((1, 1), (1, 2), "\x1b"))
    assert text.isprintable()
    assert "##[" not in text
    result = json.loads(text)
    assert result["properties"]["player"] == "\u2028"
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] == "\x1b"
