"""Run the tool: inside this process, which is quick, or as a process of its own, where the process is the point."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bluke_cli
from bluke_cli.cli import main

PACKAGE = Path(bluke_cli.__file__).parent.parent

SHEET = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
rules: {schedule: [2, 1]}
hands:
- {up: 7H, bids: [1, 1], took: [2, 0]}
- {up: HI, bids: [1, 1], took: [0, 1]}
"""
"""A whole game of two hands as it is typed from paper, in canonical form. Ann ends with 1 point, Bo with 0."""

LINE = (
    '{"bluke":1,"players":["Ann","Bo"],"dealer":"Ann","rules":{"schedule":[2,1]},'
    '"hands":[{"up":"7H","bids":[1,1],"took":[2,0]},{"up":"HI","bids":[1,1],"took":[0,1]}]}\n'
)
"""The same as JSON Lines."""

SCORED = (
    LINE.replace('"took":[2,0]', '"took":[2,0],"score":[11,-10],"total":[11,-10]')
    .replace('"took":[0,1]', '"took":[0,1],"score":[-10,10],"total":[1,0]')
    .replace("}]}\n", '}],"final":[1,0],"winners":["Ann"]}\n')
)
"""The same with every claim, as `rescore` writes it."""

PLAYED = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
rules: {schedule: [2, 1]}
hands:
- up: 7H
  bids: [1, 1]
  tricks:
  - 2S 9S
  - 3C 4D
- up: HI
  bids: [1, 1]
  tricks:
  - 5C LO
"""
"""A whole game with its cards, in canonical form: Ann takes both tricks of hand 1, Bo the one of hand 2."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a run ended: exit status (negative: killed by that signal), standard output, standard error."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[Any]:
        """The lines of standard output as JSON."""
        return [json.loads(line) for line in self.out.split("\n")[:-1]]


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def bluke(*arguments: str, stdin: bytes | str | None = b"", terminal: bool = False) -> Run:
    """Run a command line in this process; `terminal` tells it that standard output is one, None that input is."""
    data = stdin.encode() if isinstance(stdin, str) else stdin or b""
    kept = sys.stdin, sys.stdout, sys.stderr
    out = (Terminal if terminal else io.TextIOWrapper)(io.BytesIO(), "utf-8", "backslashreplace", newline="\n")
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="\n")
    source = (Terminal if stdin is None else io.TextIOWrapper)(io.BytesIO(data), "utf-8")
    sys.stdin, sys.stdout, sys.stderr = source, out, err
    try:
        status = main._status(list(arguments))
        out.flush(), err.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    return Run(status, _bytes(out).decode(), _bytes(err).decode())


def _bytes(stream: io.TextIOWrapper) -> bytes:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def environment(**changes: str) -> dict[str, str]:
    """The environment of a child: this package, and no settings of others but those given."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "LC_", "LANG", "BLUKE", "GIT_"))
    }
    return {**kept, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8", **changes}


def start(*arguments: str, env: Mapping[str, str] | None = None, **settings: Any) -> subprocess.Popen[bytes]:
    """Start the tool as a process of its own, with pipes on all three streams where nothing else is said."""
    for stream in ("stdin", "stdout", "stderr"):
        settings.setdefault(stream, subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "bluke_cli", *arguments], env=env or environment(), **settings)


def process(*arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None, **settings: Any) -> Run:
    """Run the tool as a process of its own, to its end."""
    with start(*arguments, env=env, **settings) as child:
        try:
            out, err = child.communicate(stdin, timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
    return Run(child.returncode, (out or b"").decode(), (err or b"").decode())


def shell(command: str, folder: Path, env: Mapping[str, str] | None = None) -> Run:
    """Run a line of bash in *folder*, where `bluke` is the tool; its status is that of the last failure in a pipe.

    `home` in that folder is its home: an example may well write there.
    """
    home = folder / "home"
    home.mkdir(exist_ok=True)
    full = f"set -o pipefail; bluke() {{ '{sys.executable}' -m bluke_cli \"$@\"; }}; {command}"
    child = subprocess.Popen(
        ["bash", "-c", full],
        cwd=folder,
        env={**(env or environment()), "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = child.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise
    return Run(child.returncode, out.decode("utf-8", "backslashreplace"), err.decode("utf-8", "backslashreplace"))


def raw_controls(text: str) -> list[str]:
    """Return the characters of *text* that could command a terminal, line feeds left out."""
    return [each for each in text if each != "\n" and unicodedata.category(each) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]


def write(folder: Path, name: str, text: str | bytes) -> str:
    """Write a file; return its path as an argument."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n")


needs_full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
"""For tests that write to a disk that is always full."""
