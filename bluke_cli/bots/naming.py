"""Naming a bot: ``[alias=]BOT[?key=value&…]``, as typed, taken apart; nothing is loaded here.

A **specification** is what stands behind the alias; it goes into the record and says what played. An **alias** is
1 to 32 letters, digits, ``_`` and ``-``; left out, it is the built-in's name, the class, or the stem of the file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.errors import BlukeError

Kind = Literal["built-in", "module", "file"]

_ALIAS = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
_MODULE = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")
_FILE = re.compile(r"(.+\.py)(?::([^\W\d]\w*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BotName:
    """A bot as named on the command line.

    `target` is a built-in's name, a module or a file's path; `class_name` is None where it was left out. `options` are
    pairs of key and value, not yet typed.
    """

    alias: str
    spec: str
    kind: Kind
    target: str
    class_name: str | None = None
    options: tuple[tuple[str, str], ...] = ()


def parse_name(text: str) -> BotName:
    """Return what *text* names. Raises BlukeError with what is wrong and what a name looks like.

    >>> parse_name("deep=master?worlds=40").alias if any(bot.name == "master" for bot in BUILT_IN) else "deep"
    'deep'
    >>> bot = parse_name("a=bots/foxy.py:Foxy?noise=0.5")
    >>> bot.alias, bot.spec, bot.target, bot.options
    ('a', 'bots/foxy.py:Foxy?noise=0.5', 'bots/foxy.py', (('noise', '0.5'),))
    """
    alias, spec = _split_alias(text)
    if spec.startswith("cmd:"):
        raise BlukeError(f"{text}: external programs are not supported yet in this version; a bot in Python is")
    body, mark, tail = spec.partition("?")
    options = _options(text, tail) if mark else ()
    kind, target, class_name = _target(text, body)
    if alias is None:
        alias = class_name or (PurePath(target).stem if kind == "file" else target)
        if not _ALIAS.fullmatch(alias):
            raise BlukeError(f"{text}: {alias!r} cannot be an alias; name it: some-name={text}")
    return BotName(alias, spec, kind, target, class_name, options)


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
    if not mark or text.startswith("cmd:") or "?" in before:
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
    names = ", ".join(bot.name for bot in BUILT_IN)
    raise BlukeError(f"{text}: there is no bot {body!r}; a bot is one of {names}, or path/bot.py, or pkg.mod:Class")
