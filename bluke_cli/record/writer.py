"""Writing records in canonical form: YAML, JSON, JSON Lines (docs/format.md, How a record is written).

Every writer takes a `GameRecord`, or the same as plain dicts and lists with the keys in the order of the tables there
(so that a deal is written without loading pydantic). The bytes are the same on every platform and version of Python:
which characters are letters is asked of Unicode 3.2, the one version that each Python carries.
Not here: what is left out because it is the default, and the record's id (`replay`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from bluke_cli.record.notation import CARDS

if TYPE_CHECKING:
    from json import JSONEncoder

    from bluke_cli.record.models import GameRecord

_FLOW = {"players", "draw", "rules", "deal", "bids", "took", "score", "total", "final", "winners"}
_LINE_BY_LINE = {"dealt", "tricks", "note"}  # a hand with one of these does not fit on a line
_LONGEST_KEY = 1000  # YAML allows 1024 characters before the colon of a simple key

_CARDS = frozenset(CARDS) | {f"{card}!" for card in CARDS}
_SIGNS = "0123456789 _-."
_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + _SIGNS
_YAML_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})

# JSON escapes what is below the space; YAML readers refuse, or break lines at, these as well.
_NOT_PRINTABLE = "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"


def write_json(record: GameRecord | Mapping[str, Any]) -> str:
    """Return the record as one JSON object, indented by 2, with a line feed at the end."""
    import json  # dear to import, and a record is mostly written as YAML

    return json.dumps(_plain(record), indent=2, ensure_ascii=False) + "\n"


def write_jsonl(record: GameRecord | Mapping[str, Any]) -> str:
    """Return the record as one line of JSON Lines, with its line feed.

    If pydantic is there already, its writer does it, four times as fast; that both are equal is tested.
    """
    core = sys.modules.get("pydantic_core")
    line: str = json_line(_plain(record)) if core is None else core.to_json(_plain(record)).decode()
    return line + "\n"


def hasten() -> None:
    """Make `write_jsonl` fast for many records to come, by loading what it uses if it is there."""
    import pydantic_core  # noqa: F401


def json_line(plain: Mapping[str, Any]) -> str:
    """Return *plain* as JSON without spaces and without a line feed at the end: what an id is made of.

    >>> json_line({"bluke": 1, "players": ["Ann", "Zoë"]})
    '{"bluke":1,"players":["Ann","Zoë"]}'
    """
    return _line_encoder().encode(plain)


@cache
def _line_encoder() -> JSONEncoder:
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write_yaml(record: GameRecord | Mapping[str, Any], *, first: bool = True) -> str:
    """Return the record as a YAML document; where it is not the *first* of its stream, ``---`` goes before it."""
    lines = [] if first else ["---"]
    for key, value in _plain(record).items():
        if key == "hands" and value:
            lines.append("hands:")
            for hand in value:
                lines += _hand(hand)
        else:
            lines += _entry(key, value, "")
    return "\n".join(lines) + "\n"


def _plain(record: GameRecord | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the record as plain dicts and lists."""
    return record if isinstance(record, Mapping) else record.written()


def _hand(hand: Mapping[str, Any]) -> list[str]:
    """Return the lines of one hand, as an item of `hands`."""
    if _LINE_BY_LINE.isdisjoint(hand):
        return ["- " + flow(hand)]
    return _item([line for key, value in hand.items() for line in _entry(key, value, "  ")], "")


def _entry(key: str, value: Any, indent: str) -> list[str]:
    """Return the lines of one key of the record or of a hand: in flow style where it is a short list or object."""
    if key in _FLOW:
        return [f"{indent}{key}: {flow(value)}"]
    return _pair(key, value, indent)


def _pair(key: str, value: Any, indent: str) -> list[str]:
    """Return the lines of one key and its value in block style."""
    name = _text(key)
    head = f"{indent}? {name}\n{indent}:" if len(name) > _LONGEST_KEY else f"{indent}{name}:"
    if not _is_nested(value):
        return [f"{head} {flow(value)}"]
    return [head, *_block(value, indent + "  " if isinstance(value, dict) else indent)]


def _block(value: Any, indent: str) -> list[str]:
    """Return the lines of an object or list with something in it, in block style."""
    if isinstance(value, dict):
        return [line for key, inner in value.items() for line in _pair(key, inner, indent)]
    lines: list[str] = []
    for inner in value:
        lines += _item(_block(inner, indent + "  "), indent) if _is_nested(inner) else [f"{indent}- {flow(inner)}"]
    return lines


def _item(lines: list[str], indent: str) -> list[str]:
    """Return *lines*, indented by two more than *indent*, as an item of a list."""
    return [f"{indent}- {lines[0][len(indent) + 2 :]}", *lines[1:]]


def _is_nested(value: Any) -> bool:
    """Tell whether *value* takes lines of its own in block style."""
    return isinstance(value, (dict, list)) and bool(value)


def flow(value: Any) -> str:
    """Return *value* in YAML on one line: plain dicts, lists, text, integers, true, false, null."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(_flow_pair(key, inner) for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([flow(inner) for inner in value]) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    raise TypeError(f"a record holds no {type(value).__name__}")


def _flow_pair(key: str, value: Any) -> str:
    """Return one key and its value on one line."""
    name = _text(key)
    return f"{'? ' if len(name) > _LONGEST_KEY else ''}{name}: {flow(value)}"


def _text(text: str) -> str:
    """Return *text* as a scalar on one line: plain where every YAML reader takes it as it is, else in double quotes.

    >>> print(*map(_text, ["TS 2S", "Zoë", "No", "1:30", "a: b"]))
    TS 2S Zoë "No" "1:30" "a: b"
    """
    if _CARDS.issuperset(text.split(" ")) or (_looks_plain(text) and text.lower() not in _YAML_WORDS):
        return text
    import json
    import re

    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub(_NOT_PRINTABLE, lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _looks_plain(text: str) -> bool:
    """Tell whether *text* is a letter followed by letters, digits, spaces and ``_-.``, the last one no space."""
    if text.isascii():
        return text[:1].isalpha() and text[-1] != " " and not text.strip(_PLAIN)  # nothing else is in it
    return _is_letter(text[0]) and text[-1] != " " and all(char in _SIGNS or _is_letter(char) for char in text)


@lru_cache
def _is_letter(char: str) -> bool:
    """Tell whether *char* was a letter in Unicode 3.2."""
    from unicodedata import ucd_3_2_0 as unicode

    return unicode.category(char).startswith("L")
