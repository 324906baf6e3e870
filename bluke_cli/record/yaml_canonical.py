"""The quick ways through YAML as the writer writes it, without a YAML parser.

Lines are read on trust; then the value is written again, and counts only if that gives the same text, to the last
character. Hands without anything seldom written are not read line by line but made JSON: quotes are put where the
writer leaves them out, and what is no JSON then is declined. Only signs may occur in them that cannot mean one thing in
YAML and another in JSON. So this module may decline what it likes, but it cannot read anything wrongly: `yaml_tree`
reads the rest.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bluke_cli.record.json_tree import fast_value
from bluke_cli.record.limits import MAX_DEPTH
from bluke_cli.record.writer import write_yaml

_HANDS = "\nhands:\n"
_BEHIND_HANDS = re.compile(r"\n(?![ -])")
_EXPECTED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \n-:,[]{}"
_NUMBERS = ("hand", "size", "cut", "bids", "took", "score", "total")
_SIGNS = ("up", "trump")  # text that fits the models in a few forms only, so that it is not looked at here
_CARDS = ("dealt", "tricks")
_DEALER = re.compile(r"\n  dealer: ([A-Za-z0-9]+)(?=\n)")
_FLOW_NUMBERS = re.compile(r"([{,] ?)(hand|size|cut|bids|took|score|total): ")
_FLOW_WORD = re.compile(r"([{,] ?)(dealer|trump|up): ([A-Za-z0-9]+)(?=[,}])")
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
    lines = text[4 * is_marked :]
    try:
        return _with_hands_as_json(lines) or _checked(lines)
    except (_OtherwiseWritten, ValueError, TypeError):
        return None


def canonical_parts(text: str) -> tuple[dict[str, Any], str] | None:
    """Return what is around the hands of such a record, and the text of the hands; None for any other.

    The hands, a line for each key, are without the first ``- `` and the last line feed; nobody has looked at them.
    """
    if "\\" in text or _HANDS + "- {" in text or not text.endswith("\n"):
        return None  # or what is around the hands would be read in vain
    try:
        head, hands, tail = _parts(text[4 * text.startswith("---\n") :])
    except (_OtherwiseWritten, ValueError, TypeError):
        return None
    return ({**head, **tail}, hands[3:-1]) if hands.startswith("\n- ") else None


def _parts(text: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """Return what is before the hands, their text with a line feed at each end, and what is behind them."""
    start = text.find(_HANDS)
    if start < 0:
        raise _OtherwiseWritten
    behind = _BEHIND_HANDS.search(text, start + len(_HANDS))
    end = behind.start() if behind else len(text) - 1
    head, tail = _checked(text[: start + 1]), _checked(text[end + 1 :])
    if not tail.keys().isdisjoint({*head, "hands"}):
        raise _OtherwiseWritten
    return head, text[start + len(_HANDS) - 1 : end + 1], tail


def _with_hands_as_json(text: str) -> dict[str, Any] | None:
    """Return the record in *text* if its hands can be made JSON and the rest is canonical, else None."""
    if _HANDS not in text:
        return None
    head, hands, tail = _parts(text)
    items = _as_json(hands)
    if items is None:
        return None
    items = f"[{items}]"
    is_read, value = fast_value(items.encode(), items)
    return {**head, "hands": value, **tail} if is_read else None


def _as_json(hands: str) -> str | None:
    """Return the text of the hands, a line feed at each end, as JSON, or what is no JSON at all; None if not tried."""
    if hands.encode().translate(None, _EXPECTED):
        return None
    if hands.startswith("\n- {"):
        lines = hands.count("\n") - 1
        if not hands.count("\n- {") == hands.count("{") == hands.count("}\n") == lines:
            return None  # for a line is not one object
        items = _FLOW_WORD.sub(r'\1"\2":"\3"', _FLOW_NUMBERS.sub(r'\1"\2":', hands)).replace("\n- {", ",{")[1:]
    elif not hands.startswith("\n- ") or "{" in hands:
        return None
    else:
        items = hands.replace("\n- ", "\n},{\n  ").replace("\n  - ", '","')
        for key in _CARDS:
            items = _to_line_end(items, f'\n  {key}:","', f',"{key}":["', '"]')
        for key in _SIGNS:
            items = _to_line_end(items, f"\n  {key}: ", f',"{key}":"', '"')
        for key in _NUMBERS:
            items = items.replace(f"\n  {key}: ", f',"{key}":')
        items = _DEALER.sub(r',"dealer":"\1"', items)
        if items.count("\n") != hands.count("\n- ") + 1:
            return None  # for a line begins otherwise
        items = items.replace("{,", "{")[3:] + "}"
    return items


def _to_line_end(text: str, old: str, new: str, closing: str) -> str:
    """Return *text* with *new* for *old*, and *closing* at the end of each line where that was done."""
    first, *others = text.split(old)
    return new.join([first, *[other.replace("\n", closing + "\n", 1) for other in others]])


def _checked(text: str) -> dict[str, Any]:
    """Return what the lines of *text* say, if the writer would write that so; else raise _OtherwiseWritten."""
    value = _record(text.split("\n")[:-1])
    if (write_yaml(value) if value else "") != text:
        raise _OtherwiseWritten
    return value


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
    if text.startswith(("[", "{", '"')):
        return _flow(text)
    if _INTEGER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)


def _flow(text: str) -> Any:
    """Return the value of a list, object or quoted text on one line: as JSON once its plain words are quoted."""
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise _OtherwiseWritten
    for items in (text, _TOKEN.sub(_quoted, text)):
        is_read, value = fast_value(items.encode(), items)
        if is_read:
            return value
    raise _OtherwiseWritten


def _quoted(found: re.Match[str]) -> str:
    token = found[0]
    return token if token[0] == '"' or token in _WORDS or _INTEGER.fullmatch(token) else json.dumps(token)
