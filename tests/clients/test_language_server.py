"""An editor's YAML language server follows the modeline to our schema, and marks what does not fit."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

from tests.clients.test_schemas import RECORD_SCHEMA
from tests.clients.tools import NODE_MODULES, needs_package

LANGUAGE_SERVER = "yaml-language-server/bin/yaml-language-server"


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


@needs_package(LANGUAGE_SERVER)
def test_the_yaml_language_server_follows_the_modeline(tmp_path: Path) -> None:
    shutil.copy(RECORD_SCHEMA, tmp_path)
    modeline = f"# yaml-language-server: $schema={RECORD_SCHEMA.name}\n"
    text = modeline + "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nevnt: x\nhands:\n- {up: 1H}\n"
    with subprocess.Popen(
        ["node", str(NODE_MODULES / LANGUAGE_SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
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
