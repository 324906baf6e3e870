"""Findings as one document of SARIF 2.1.0, the format of code-scanning services and editors.

The document is written as the findings come, so that memory does not grow: `head`, a `result` for each, `tail`. Its
rules are the finding codes, with the explanations of the documents.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from bluke_cli import __version__
from bluke_cli.diagnostics import CODES, Finding
from bluke_cli.record.patch import Patch
from bluke_cli.report.explanations import explanations, plain
from bluke_cli.report.findings import located_message
from bluke_cli.report.text import json_visible, visible

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_INDICES = {code: at for at, code in enumerate(CODES)}


def head() -> str:
    """Return how the document begins: the tool with its rules."""
    driver = {"name": "bluke", "version": __version__, "rules": list(map(_rule, CODES))}
    tool = _json({"driver": driver})
    return (
        f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{{"tool":{tool},"columnKind":"unicodeCodePoints","results":['
    )


def tail(faults: list[str]) -> str:
    """Return how the document ends; *faults* are messages about inputs that could not be read."""
    invocation: dict[str, Any] = {"executionSuccessful": not faults}
    if faults:
        told = [{"level": "error", "message": {"text": visible(fault)}} for fault in faults]
        invocation["toolExecutionNotifications"] = told
    return f'\n],"invocations":[{_json(invocation)}]}}]}}\n'


def result(finding: Finding, end_column: int, patch: Patch | None) -> str:
    """Return one finding; *end_column* is the column behind what it speaks of, *patch* its repair in the text."""
    where = {"artifactLocation": {"uri": uri(finding.file or "-")}, "region": _region(finding, end_column)}
    location: dict[str, Any] = {"physicalLocation": where}
    if finding.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer, "kind": "value"}]
    text = visible(located_message(finding))
    values: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": _INDICES[finding.code],
        "level": finding.severity,
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {"blukeFinding/v1": fingerprint(finding)},
    }
    if patch is not None:
        values["fixes"] = [_fix(where["artifactLocation"], finding.fix or text, patch)]
    names = ("record", "hand", "trick", "player", "fix")
    values["properties"] = {name: value for name in names if (value := getattr(finding, name)) is not None}
    return _json(values)


def fingerprint(finding: Finding) -> str:
    """Return what tells a finding from others of its file, and stays when lines are put in above it."""
    parts = [finding.code, finding.record, finding.pointer, finding.card, finding.player]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def uri(file: str) -> str:
    """Return a file's name as a URI reference: relative to where the tool ran, unless the name is absolute.

    >>> uri("games/my game.yaml"), uri("/tmp/a.yaml"), uri("a:b")
    ('games/my%20game.yaml', 'file:///tmp/a.yaml', 'a%3Ab')
    """
    path = PurePath(file)
    quoted = quote(path.as_posix().encode("utf-8", "surrogateescape"))
    if not path.is_absolute():
        return quoted
    return f"file://{quoted}" if os.sep == "/" else f"file:///{quoted.replace('%3A', ':', 1)}"


def _region(finding: Finding, end_column: int) -> dict[str, Any]:
    return {"startLine": finding.line or 1, "startColumn": finding.column or 1, "endColumn": end_column}


def _fix(artifact: dict[str, Any], text: str, patch: Patch) -> dict[str, Any]:
    region = dict(zip(("startLine", "startColumn"), patch.start, strict=True))
    region |= dict(zip(("endLine", "endColumn"), patch.end, strict=True))
    replacement = {"deletedRegion": region, "insertedContent": {"text": patch.text}}
    return {
        "description": {"text": visible(text)},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": [replacement]}],
    }


def _rule(code: str) -> dict[str, Any]:
    found = explanations()[code]
    return {
        "id": code,
        "shortDescription": {"text": found.summary},
        "fullDescription": {"text": plain(found.meaning)},
        "help": {"text": plain(f"{found.meaning}\n\n{found.advice}"), "markdown": found.markdown},
        "defaultConfiguration": {"level": "warning" if code == "incomplete" else "error"},
    }


def _json(value: object) -> str:
    return json_visible(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
