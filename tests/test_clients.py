"""Other people's programs read what this one writes, and agree with it. Those that are not installed are passed over.

`BLUKE_NODE_MODULES` names a folder in which npm has installed ajv and yaml-language-server.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bluke_cli.audit.audit import examine_stream
from bluke_cli.record.schema import BEYOND_THE_SCHEMA
from tests.cli.running import bluke, environment, shell
from tests.sessions import ROOT
from tests.test_samples import INVALID, SCHEMA, TEXT_CODES, VALID, holds_broken

FINDING_SCHEMA = ROOT / "schemas/bluke-finding-1.schema.json"
RECORD_SCHEMA = ROOT / "schemas/bluke-record-1.schema.json"
NODE_MODULES = os.environ.get("BLUKE_NODE_MODULES", "")

needs_jq = pytest.mark.skipif(shutil.which("jq") is None, reason="no jq here")
needs_check_jsonschema = pytest.mark.skipif(shutil.which("check-jsonschema") is None, reason="no check-jsonschema here")
needs_ajv = pytest.mark.skipif(
    shutil.which("node") is None or not Path(NODE_MODULES, "ajv").is_dir(),
    reason="no node here, or BLUKE_NODE_MODULES names no folder with ajv",
)


def all_findings() -> list[Any]:
    run = bluke("-q", "validate", "--complete", "--format", "json", *map(str, [*INVALID, *VALID]))
    assert run.status == 1
    return run.objects


def judged() -> list[tuple[str, Any, set[str]]]:
    """Return name, value and structural codes of every sample that can be read at all; the value as plain JSON."""
    found = []
    for path in [*VALID, *INVALID]:
        with path.open("rb") as stream:
            for each in examine_stream(stream, path.name):
                if each.reading and each.reading.loaded.parsed and not holds_broken(each.reading.loaded.value):
                    codes = {finding.code for finding in each.reading.findings} - TEXT_CODES
                    found.append((f"{path.name}:{each.reading.document.number}", each.reading.loaded.value, codes))
    return found


def check_verdict(name: str, is_fitting: bool, codes: set[str]) -> None:
    """Check that what the schema refuses is refused here, and what only we refuse is on the documented list."""
    if is_fitting:
        assert codes <= set(BEYOND_THE_SCHEMA), name
    else:
        assert codes, name


def test_every_finding_fits_the_published_schema() -> None:
    schema = json.loads(FINDING_SCHEMA.read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    findings = all_findings()
    assert len(findings) > 80
    for finding in findings:
        assert [error.message for error in validator.iter_errors(finding)] == []
    assert not validator.is_valid({**findings[0], "code": "nonsense"})
    assert not validator.is_valid({**findings[0], "more": 1})


@needs_jq
def test_jq_reads_findings_and_records_as_they_are_meant(tmp_path: Path) -> None:
    text = bluke("-q", "validate", "--complete", "--format", "json", *map(str, INVALID)).out
    run = subprocess.run(["jq", "-c", "."], input=text.encode(), capture_output=True, check=True, timeout=60)
    assert list(map(json.loads, run.stdout.splitlines())) == list(map(json.loads, text.splitlines()))
    for path in VALID:
        lines = bluke("convert", "--to", "jsonl", str(path)).out
        read = subprocess.run(["jq", "-c", "."], input=lines.encode(), capture_output=True, check=True, timeout=60)
        assert list(map(json.loads, read.stdout.splitlines())) == list(map(json.loads, lines.splitlines()))
    count = f"bluke -q validate --format json '{INVALID[0]}' | jq -r .code | sort | uniq -c"
    assert shell(count, tmp_path, environment()).out.split() == ["1", "alias"]


@needs_jq
def test_jq_reads_sarif(tmp_path: Path) -> None:
    out = tmp_path / "a.sarif"
    bluke("validate", "--format", "sarif", "-o", str(out), *map(str, INVALID))
    read = subprocess.run(
        ["jq", "-r", ".runs[].results[].ruleId", out], capture_output=True, encoding="utf-8", check=True, timeout=60
    )
    findings = bluke("validate", "--format", "json", *map(str, INVALID)).objects
    assert read.stdout.split() == [finding["code"] for finding in findings]


@needs_check_jsonschema
def test_check_jsonschema_agrees_on_every_sample(tmp_path: Path) -> None:
    base = ["check-jsonschema", "-o", "json"]
    samples = judged()
    for at, (_, value, _) in enumerate(samples):
        (tmp_path / f"{at}.json").write_text(json.dumps(value))
    names = [str(tmp_path / f"{at}.json") for at in range(len(samples))]
    subprocess.run(["check-jsonschema", "--check-metaschema", RECORD_SCHEMA, FINDING_SCHEMA], check=True, timeout=120)
    run = subprocess.run(
        [*base, "--schemafile", RECORD_SCHEMA, *names], capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    told = json.loads(run.stdout)
    assert told["parse_errors"] == []
    refused = {error["filename"] for error in told["errors"]}
    assert refused
    for name, (sample, _, codes) in zip(names, samples, strict=True):
        check_verdict(sample, name not in refused, codes)


AJV = """
const Ajv = require(process.argv[1] + '/ajv/dist/2020').default;
const fs = require('fs');
const schema = JSON.parse(fs.readFileSync(process.argv[2]));
const check = new Ajv({strict: true, strictTypes: false, allErrors: true}).compile(schema);
for (const line of fs.readFileSync(0, 'utf8').split('\\n')) if (line) console.log(check(JSON.parse(line)));
"""


@needs_ajv
def test_ajv_agrees_on_every_sample() -> None:
    samples = judged()
    text = "".join(json.dumps(value) + "\n" for _, value, _ in samples)
    run = subprocess.run(
        ["node", "-e", AJV, NODE_MODULES, RECORD_SCHEMA],
        input=text, capture_output=True, encoding="utf-8", check=True, timeout=60,
    )  # fmt: skip
    verdicts = [line == "true" for line in run.stdout.split()]
    assert verdicts == [SCHEMA.is_valid(value) for _, value, _ in samples]
    for verdict, (name, _, codes) in zip(verdicts, samples, strict=True):
        check_verdict(name, verdict, codes)
    findings = "".join(json.dumps(finding) + "\n" for finding in all_findings())
    run = subprocess.run(
        ["node", "-e", AJV, NODE_MODULES, FINDING_SCHEMA],
        input=findings, capture_output=True, encoding="utf-8", check=True, timeout=60,
    )  # fmt: skip
    assert set(run.stdout.split()) == {"true"}


LANGUAGE_SERVER = Path(NODE_MODULES, "yaml-language-server/bin/yaml-language-server")


class Editor:
    """As much of an editor as a language server needs: messages of the protocol LSP over two pipes."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdin
        assert child.stdout
        self._stdin, self._stdout = child.stdin, child.stdout

    def send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._stdin.flush()

    def receive(self) -> Any:
        """Return the next message; questions about the settings are answered on the way."""
        length = 0
        while line := self._stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(self._stdout.read(length))
        if "id" in message and "method" in message:
            self.send(id=message["id"], result=[{}])
        return message


@pytest.mark.skipif(
    shutil.which("node") is None or not NODE_MODULES or not LANGUAGE_SERVER.is_file(),
    reason="no node here, or BLUKE_NODE_MODULES names no folder with yaml-language-server",
)
def test_the_yaml_language_server_follows_the_modeline(tmp_path: Path) -> None:
    shutil.copy(RECORD_SCHEMA, tmp_path)
    modeline = f"# yaml-language-server: $schema={RECORD_SCHEMA.name}\n"
    text = modeline + "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nevnt: x\nhands:\n- {up: 1H}\n"
    with subprocess.Popen(
        ["node", str(LANGUAGE_SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        timer = threading.Timer(60, child.kill)
        timer.start()
        editor, folder = Editor(child), tmp_path.as_uri()
        folders = [{"uri": folder, "name": "games"}]
        editor.send(
            id=1,
            method="initialize",
            params={"processId": None, "rootUri": folder, "capabilities": {}, "workspaceFolders": folders},
        )
        while editor.receive().get("id") != 1:
            pass
        editor.send(method="initialized", params={})
        document = {"uri": f"{folder}/a.bluke.yaml", "languageId": "yaml", "version": 1, "text": text}
        editor.send(method="textDocument/didOpen", params={"textDocument": document})
        found: list[Any] = []
        while not found:
            message = editor.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                found = message["params"]["diagnostics"]
        child.kill()
        timer.cancel()
    places = {(each["range"]["start"]["line"] + 1, each["range"]["start"]["character"] + 1) for each in found}
    assert places == {(5, 1), (7, 8)}
