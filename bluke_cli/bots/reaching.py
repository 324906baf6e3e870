"""From a bot's name to a bot that can be played: in this process, or as a program of its own.

What is built in plays here. A class from a file or module plays in a process of its own, over the protocol, unless
asked otherwise; a command always does. Nothing is started yet: `LoadedBot.try_out` does that.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path

from bluke_cli.bots.external import ExternalBot
from bluke_cli.bots.loading import LoadedBot, load_bot, reach_folder
from bluke_cli.bots.naming import BotName
from bluke_cli.bots.reach import Reach
from bluke_cli.errors import BlukeError

_ROOT = str(Path(__file__).parents[2])
_RUN = "import sys; sys.path[:] = [*filter(None, sys.path), sys.argv[1]]; from bluke_cli.bots.serving import run; run()"
"""What a Python class is run by: the current folder is no place to import this package from, its own folder is."""


def reach_bot(name: BotName, reach: Reach) -> LoadedBot:
    """Return the bot that *name* means. Raises BlukeError where that can be told without starting it."""
    if name.kind == "built-in" or (reach.in_process and name.kind != "command"):
        return load_bot(name)
    if os.name != "posix":
        raise BlukeError(f"{name.spec}: a bot of its own process needs Linux or another Unix; try --inproc")
    if name.kind == "command":
        command = shlex.split(name.target)
        return ExternalBot(name, command, _hash(_files_in(command)), reach)
    if name.kind == "file" and not Path(name.target).is_file():
        raise BlukeError(f"{name.spec}: there is no file {name.target}")
    source = Path(name.target) if name.kind == "file" else _file_of_module(name.target)
    command = [sys.executable, "-c", _RUN, _ROOT, f"{name.alias}={name.spec}"]
    return ExternalBot(name, command, _hash([source] if source else []), reach)


def _files_in(command: list[str]) -> Iterable[Path]:
    """Return the files that a command names, word for word; a bare first word is looked for elsewhere and is none."""
    for at, word in enumerate(command):
        if (at or "/" in word) and Path(word).is_file():
            yield Path(word)


def _hash(files: Iterable[Path]) -> str | None:
    """Return the SHA-256 of files one after the other, None if there is none to read."""
    digest, any_read = hashlib.sha256(), False
    for file in files:
        try:
            with open(file, "rb") as stream:
                while chunk := stream.read(1 << 20):
                    digest.update(chunk)
        except OSError:
            continue
        any_read = True
    return digest.hexdigest() if any_read else None


def _file_of_module(module: str) -> Path | None:
    """Return the file of a module without running any of it, None if it has none or cannot be found so."""
    reach_folder(Path.cwd())
    places, name = None, ""
    for part in module.split("."):
        name = f"{name}.{part}" if name else part
        spec = PathFinder.find_spec(name, places)
        if spec is None:
            return None
        places = None if spec.submodule_search_locations is None else list(spec.submodule_search_locations)
    return Path(spec.origin) if spec is not None and spec.origin and Path(spec.origin).is_file() else None
