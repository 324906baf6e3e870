"""Naming a bot: ``[alias=]BOT[?key=value&…]``, as typed, taken apart; nothing is loaded here.

A **specification** is what stands behind the alias; it goes into the record and says what played. An **alias** is
1 to 32 letters, digits, ``_`` and ``-``; left out, it is the built-in's name, the class, or the stem of the file.
Behind ``cmd:`` everything is a command line, split as a shell would and run without one.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.errors import BlukeError

Kind = Literal["built-in", "module", "file", "command"]
COMMAND = "cmd:"

_ALIAS = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
_MODULE = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")
_FILE = re.compile(r"(.+\.py)(?::([^\W\d]\w*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BotName:
    """A bot as named on the command line.

    `target` is a built-in's name, a module, a file's path or a command line; `class_name` is None where it was left
    out. `options` are pairs of key and value, not yet typed.
    """

    alias: str
    spec: str
    kind: Kind
    target: str
    class_name: str | None = None
    options: tuple[tuple[str, str], ...] = ()


def parse_name(text: str) -> BotName:
    """Return what *text* names. Raises BlukeError with what is wrong and what a name looks like.

    >>> parse_name("deep=master?worlds=40").alias
    'deep'
    >>> bot = parse_name("a=bots/foxy.py:Foxy?noise=0.5")
    >>> bot.alias, bot.spec, bot.target, bot.options
    ('a', 'bots/foxy.py:Foxy?noise=0.5', 'bots/foxy.py', (('noise', '0.5'),))
    """
    alias, spec = _split_alias(text)
    if spec.startswith(COMMAND):
        line = spec.removeprefix(COMMAND)
        program = PurePath(_program(text, line)).stem
        return BotName(_alias(text, program) if alias is None else alias, spec, "command", line)
    body, mark, tail = spec.partition("?")
    options = _options(text, tail) if mark else ()
    kind, target, class_name = _target(text, body)
    if alias is None:
        alias = _alias(text, class_name or (PurePath(target).stem if kind == "file" else target))
    return BotName(alias, spec, kind, target, class_name, options)


def _program(text: str, line: str) -> str:
    """Return the first word of a command line. Raises BlukeError where there is none, or a quote is not closed."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BlukeError(f"{text}: the command cannot be split into words: {error}") from None
    if not words or not words[0]:
        raise BlukeError(f"{text}: a command is missing, as in cmd:./mybot --fast")
    return words[0]


def _alias(text: str, name: str) -> str:
    if not _ALIAS.fullmatch(name):
        raise BlukeError(f"{text}: {name!r} cannot be an alias; name it: some-name={text}")
    return name


def parse_names(texts: Sequence[str]) -> list[BotName]:
    """Return what each of *texts* names, in order. Raises BlukeError, also where one alias means two bots."""
    names = [parse_name(text) for text in texts]
    specs: dict[str, str] = {}
    for name in names:
        other = specs.setdefault(name.alias, name.spec)
        if other != name.spec:
            raise BlukeError(
                f"{name.alias} names both {other} and {name.spec}; give one an alias: {name.alias}2={name.spec}"
            )
    return names


def _split_alias(text: str) -> tuple[str | None, str]:
    before, mark, after = text.partition("=")
    if not mark or text.startswith(COMMAND) or "?" in before:
        return None, text
    if not _ALIAS.fullmatch(before):
        raise BlukeError(f"{text}: {before!r} is no alias; an alias is 1 to 32 letters A-Z a-z, digits, '_' and '-'")
    return before, after


def _options(text: str, tail: str) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    for part in tail.split("&"):
        key, mark, value = part.partition("=")
        if not mark or not key:
            raise BlukeError(f"{text}: options read like ?key=value&key=value, not {part!r}")
        if key in options:
            raise BlukeError(f"{text}: option {key} is given twice")
        options[key] = value
    return tuple(options.items())


def _target(text: str, body: str) -> tuple[Kind, str, str | None]:
    if any(bot.name == body for bot in BUILT_IN):
        return "built-in", body, None
    found = _FILE.fullmatch(body)
    if found:
        return "file", found[1], found[2]
    found = _MODULE.fullmatch(body)
    if found:
        return "module", found[1], found[2]
    if os.path.isfile(body) and os.access(body, os.X_OK):  # noqa: PTH113 - a name as typed, however long
        command = shlex.quote(body if os.sep in body else f"./{body}")
        raise BlukeError(
            f"{text}: {body} is a program, not a bot in Python; play it as {shlex.quote(COMMAND + command)}"
        )
    kinds = ", ".join([*(bot.name for bot in BUILT_IN), "path/bot.py", "pkg.mod:Class"])
    raise BlukeError(f"{text}: there is no bot {body!r}; a bot is one of {kinds} or cmd:COMMAND")
