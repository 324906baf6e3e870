"""A headless Chromium, for tests of pages; where none is to be found, those tests are skipped.

The one named by the variable BLUKE_CHROMIUM, or the first of the usual names on PATH.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("BLUKE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


def run(page: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page in the browser, with a profile of its own in *folder*."""
    assert CHROMIUM is not None
    common = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    command = [CHROMIUM, *common, *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=True)


def pdf_pages(page: Path, folder: Path) -> list[tuple[float, float]]:
    """Print a page; return width and height of each sheet of paper, in points."""
    out = folder / "out.pdf"
    run(page, folder, f"--print-to-pdf={out}", "--no-pdf-header-footer")
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", out.read_bytes())
    return [(float(width), float(height)) for width, height in boxes]


WIRED = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Runs a command with the two ends of a pipe as its streams 3 and 4, where a browser looks for them."""


class Browser:
    """A browser with one page open, spoken to over a pipe (the DevTools protocol); `troubles` are its complaints."""

    def __init__(self, page: Path, folder: Path) -> None:
        assert CHROMIUM is not None
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self._number = 0
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        command = [CHROMIUM, *options, f"--user-data-dir={folder / 'profile'}", "about:blank"]
        wired = [sys.executable, "-c", WIRED, str(theirs_in), str(theirs_out), *command]
        self._child = subprocess.Popen(wired, pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb", 0), os.fdopen(ours_in, "rb")
        try:
            self._open(page)
        except BaseException:
            self.__exit__()
            raise

    def _open(self, page: Path) -> None:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Runtime", "Log", "Network", "Page"):
            self.ask(f"{part}.enable")
        self.show(page)

    def show(self, page: Path) -> None:
        """Go to a page."""
        self.ask("Page.navigate", url=page.as_uri())
        while self.value("document.readyState + document.URL") != f"complete{page.as_uri()}":
            pass

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser to do something; return its answer."""
        self._number += 1
        session = {"sessionId": self._session} if hasattr(self, "_session") else {}
        message = {"id": self._number, "method": method, "params": parameters, **session}
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            told = json.loads(self._told())
            if told.get("id") == self._number:
                assert "error" not in told, told
                return dict(told["result"])
            self._note(told.get("method", ""), told.get("params", {}))

    def _told(self) -> bytes:
        data = bytearray()
        while (byte := self._in.read(1)) != b"\0":
            assert byte, "the browser went away"
            data += byte
        return bytes(data)

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
            self.troubles.append(json.dumps(told))
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])

    def value(self, expression: str) -> Any:
        """Return what an expression is worth in the page."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.wait()
        self._out.close()
        self._in.close()
