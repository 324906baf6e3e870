"""The quick way through YAML as the writer writes it, line by line, without a YAML parser.

The lines are read on trust; then the value is written again, and counts only if that gives the same text, to the last
character. So this module may misread what it likes, but it cannot read anything wrongly: `yaml_tree` reads the rest.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bluke_cli.record.limits import MAX_DEPTH
from bluke_cli.record.writer import write_yaml

_KEY_LINE = re.compile(r"(- |  |)([a-z]+):(?: (.+))?")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_MOST_BRACKETS = MAX_DEPTH - 2  # so that no line can be nested too deep: the record and a list are around it
_WORDS = {"null": None, "true": True, "false": False}
_TOKEN = re.compile(r'"[^"]*"|[^\s,:\[\]{}"](?:[^,:\[\]{}"]*[^\s,:\[\]{}"])?')


class _OtherwiseWritten(Exception):
    """The text is not as the writer writes it, or holds something seldom written."""


def canonical_value(text: str) -> dict[str, Any] | None:
    """Return the record in *text*, one YAML document, if it is written canonically and simply, else None.

    A plain word that looks like a number is one here, also where text is due: such a record does not fit the models,
    and is not canonical either.
    """
    if "\\" in text or "#" in text:
        return None
    is_marked = text.startswith("---\n")
    lines = text.split("\n")
    try:
        value = _record(lines[1:-1] if is_marked else lines[:-1])
        return value if write_yaml(value, first=not is_marked) == text else None
    except (_OtherwiseWritten, ValueError, TypeError):
        return None


def _record(lines: list[str]) -> dict[str, Any]:
    """Return what the lines say if the writer wrote them."""
    record: dict[str, Any] = {}
    part = record  # where a key goes that is indented: `match`, or a hand
    hands: list[Any] = []
    cards: list[str] = []
    bots: list[Any] | None = None
    for line in lines:
        if line.startswith("  - "):
            cards.append(line[4:])
            continue
        if bots is not None and line.startswith("- "):
            bots.append(_scalar(line[2:]))
            continue
        if line.startswith("- {"):
            hands.append(_flow(line[2:]))
            continue
        found = _KEY_LINE.fullmatch(line)
        if found is None:
            raise _OtherwiseWritten
        indent, key, text = found.groups()
        bots = None
        if indent == "- ":
            part = {}
            hands.append(part)
        goes_to = part if indent else record
        if text is not None:
            goes_to[key] = _scalar(text)
        elif indent:
            goes_to[key] = cards = []
        elif key == "hands":
            record[key] = hands
        elif key == "bots":
            record[key] = bots = []
        else:
            record[key] = part = {}
    return record


def _scalar(text: str) -> Any:
    if text[0] in '[{"':
        return _flow(text)
    if _INTEGER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)


def _flow(text: str) -> Any:
    """Return the value of a list, object or quoted text on one line: as JSON once its plain words are quoted."""
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise _OtherwiseWritten
    try:
        return json.loads(text)
    except ValueError:
        return json.loads(_TOKEN.sub(_as_json, text))


def _as_json(found: re.Match[str]) -> str:
    token = found[0]
    return token if token[0] == '"' or token in _WORDS or _INTEGER.fullmatch(token) else json.dumps(token)
