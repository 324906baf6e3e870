"""JSON to a tree with places, strictly by RFC 8259; and the fast way for text that is in order.

`parse_json` has the last word on what is JSON. `fast_value` uses the standard library's parser and returns what
`parse_json` and `tree` would, or declines.
Not here: numbers that the format refuses, duplicate keys and half surrogates (`tree` finds them in the tree).
"""

from __future__ import annotations

import json
import re
from json import decoder
from typing import Any

from bluke_cli.diagnostics import Finding
from bluke_cli.record.limits import MAX_DEPTH, MAX_DIGITS, MAX_VALUES
from bluke_cli.record.nodes import Lines, Node

_SPACE = re.compile(r"[ \t\r\n]*")
_BLANKS = frozenset(" \t\r\n")
_BEHIND_NUMBERS = frozenset([",", "]", "}", "", *_BLANKS])
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORD = re.compile(r"-?Infinity\b|[^\W\d]\w*")
# NaN and Infinity are not JSON, but nearly everybody's writer makes them; they are named as numbers, not as nonsense.
_WORDS = frozenset(["true", "false", "null", "NaN", "Infinity", "-Infinity"])


_scanstring = decoder.scanstring  # type: ignore[attr-defined]


class _NotJson(Exception):
    """Carries a finding out of the depths of the parser."""

    def __init__(self, code: str, message: str, offset: int) -> None:
        self.code, self.message, self.offset = code, message, offset


def parse_json(text: str, first_line: int = 1, line_end: str | None = None) -> tuple[Node | None, list[Finding]]:
    """Return the tree of *text*, or None and the one finding (`syntax` or `limit`) that stopped the parser."""
    lines = Lines(text, first_line, line_end)
    try:
        return _Parser(lines).document(), []
    except _NotJson as stop:
        return None, [lines.finding(stop.code, stop.message, stop.offset)]


TOO_MANY = f"the record holds more than {MAX_VALUES} values, the limit for one record"


class _Parser:
    """Recursive descent; the depth limit keeps it far from Python's own."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.text = lines.text
        self.values = 0

    def document(self) -> Node:
        node, at = self._value(self._skip(0), 1)
        at = self._skip(at)
        if at < len(self.text):
            raise self._surprise(at, f"something stands after the end of the record{self.lines.about_ends()}")
        return node

    def _skip(self, at: int) -> int:
        if self.text[at : at + 1] not in _BLANKS:
            return at
        return _SPACE.match(self.text, at).end()  # type: ignore[union-attr]  # it always matches

    def _value(self, at: int, depth: int) -> tuple[Node, int]:
        self.values += 1
        if self.values > MAX_VALUES:
            raise _NotJson("limit", TOO_MANY, at)
        char = self.text[at : at + 1]
        if char == '"':
            return self._string(at)
        if char in ("{", "["):
            if depth > MAX_DEPTH:
                message = f"objects and lists are nested more than {MAX_DEPTH} deep, the limit for nesting"
                raise _NotJson("limit", message, at)
            return self._object(at, depth) if char == "{" else self._list(at, depth)
        found = _NUMBER.match(self.text, at)
        if found:
            after = self.text[found.end() : found.end() + 1]
            if after in _BEHIND_NUMBERS or not (after.isalnum() or after in "._+-"):
                return self._plain(at, found.end())
        word = _WORD.match(self.text, at)
        if word and word[0] in _WORDS:
            return self._plain(at, word.end())
        raise self._surprise(at, "a value is missing here", value=True)

    def _plain(self, start: int, end: int) -> tuple[Node, int]:
        return Node("plain", self.text[start:end], start, end, "", self.lines), end

    def _string(self, at: int) -> tuple[Node, int]:
        try:
            value, end = _scanstring(self.text, at + 1, True)
        except json.JSONDecodeError as error:
            at = error.pos
            if "escape" in error.msg:
                at = self.text.rfind("\\", 0, at + 1)  # of the escape, not somewhere in it
            raise _NotJson("syntax", _string_fault(self.text, error), at) from None
        return Node("text", value, at, end, '"', self.lines), end

    def _list(self, start: int, depth: int) -> tuple[Node, int]:
        values: list[Node] = []
        at = self._skip(start + 1)
        if self.text[at : at + 1] != "]":
            while True:
                value, at = self._value(at, depth + 1)
                values.append(value)
                at = self._separator(at, "]", "list")
                if self.text[at - 1] == "]":
                    break
                at = self._after_comma(at, "]")
        else:
            at += 1
        return Node("seq", values, start, at, "[", self.lines), at

    def _object(self, start: int, depth: int) -> tuple[Node, int]:
        pairs: list[tuple[Node, Node]] = []
        at = self._skip(start + 1)
        if self.text[at : at + 1] != "}":
            while True:
                if self.text[at : at + 1] != '"':
                    raise self._surprise(at, "a key in double quotes is missing here")
                key, at = self._string(at)
                at = self._skip(at)
                if self.text[at : at + 1] != ":":
                    raise self._surprise(at, "a colon is missing here, between the key and its value")
                value, at = self._value(self._skip(at + 1), depth + 1)
                pairs.append((key, value))
                at = self._separator(at, "}", "object")
                if self.text[at - 1] == "}":
                    break
                at = self._after_comma(at, "}")
        else:
            at += 1
        return Node("map", pairs, start, at, "{", self.lines), at

    def _separator(self, at: int, closing: str, what: str) -> int:
        """Return the offset just after a comma or the closing bracket."""
        at = self._skip(at)
        if self.text[at : at + 1] in (",", closing):
            return at + 1
        raise self._surprise(at, f"a comma or the closing {closing} of the {what} is missing here")

    def _after_comma(self, at: int, closing: str) -> int:
        comma, at = at - 1, self._skip(at)
        if self.text[at : at + 1] == closing:
            raise _NotJson("syntax", f"there is a comma too many before the closing {closing}", comma)
        return at

    def _surprise(self, at: int, message: str, value: bool = False) -> _NotJson:
        """Return the finding for something that cannot stand at *at*, with a better reason if one is known.

        *value* says that a value is due there, so that it was probably meant to be one.
        """
        rest = self.text[at : at + 12]
        if not rest:
            message = "the text ends too early; a closing bracket or a value is missing"
        elif rest[0] == "#" or rest[:2] in ("//", "/*"):
            message = "JSON has no comments"
        elif rest[0] in "'‘’“”`":
            message = "in JSON, text stands in straight double quotes"
        elif value and re.match(r"-?0[0-9]", rest):
            message = "a number does not begin with 0"
        elif value and re.match(r"\+|-?\.?[0-9]|-", rest):
            message = "this is not a number as JSON writes it"
        elif value and re.match(r"(?i)(?:true|false|null|none|nil)\b", rest):
            message = "in JSON it is true, false or null, in small letters"
        elif rest[0] in "]})":
            message = f"this {rest[0]} closes something that is not open, or comes too early"
        return _NotJson("syntax", message, at)


def _string_fault(text: str, error: json.JSONDecodeError) -> str:
    if error.msg.startswith("Invalid control character"):
        if text[error.pos] in "\r\n":
            return "the line ends inside the quotes; a closing quote is missing, or the break should be written \\n"
        return f"a control character (code {ord(text[error.pos])}) stands inside the quotes; write it as an escape"
    if error.msg.startswith("Invalid"):
        return "a backslash is followed by something that has no meaning in JSON"
    return "the closing quote is missing"


class _Doubt(Exception):
    """The fast way declines."""


def _decline(_: object) -> Any:
    raise _Doubt


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Doubt
    return value


_decode = json.JSONDecoder(parse_float=_decline, parse_constant=_decline).decode
_decode_watching = json.JSONDecoder(object_pairs_hook=_object).decode

_DIGITS_ALIKE = bytes(48 if 48 <= byte < 58 else 32 for byte in range(256))
_LONG = b"0" * (MAX_DIGITS + 1)
_BRACKETS_ALIKE = bytes.maketrans(b"[]{}", b"()()")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b'[]{}"')


def fast_value(raw: bytes, text: str) -> tuple[bool, Any]:
    """Return (True, the value of *text*) if nothing at all is wrong with it, else (False, None).

    *raw* is the same text in UTF-8; some questions are answered faster there.
    """
    if (
        (len(raw) > MAX_VALUES and sum(map(raw.count, (b",", b"[", b"{"))) >= MAX_VALUES)  # at least one a value
        or _LONG in raw.translate(_DIGITS_ALIKE)
        or (b"\\" in raw and (b"\\ud" in raw or b"\\uD" in raw))
    ):
        return False, None
    try:
        value = _decode(text)
        if raw.count(b":") != _count_keys(value):  # a colon for each key, if none stands twice, and no text has any
            _decode_watching(text)
    except (_Doubt, ValueError, RecursionError):
        return False, None
    return (True, value) if _is_shallow(raw, value) else (False, None)


def _count_keys(value: Any) -> int:
    """Return how many keys *value* and the objects in it have; rather too few, for then they are read more closely."""
    if type(value) is not dict:
        return 0
    count = len(value)
    for part in value.values():
        if type(part) is dict:
            count += _count_keys(part)
        elif type(part) is list and part and type(part[0]) is dict and set(map(type, part)) == {dict}:
            count += sum(map(len, part))
    return count


def _is_shallow(raw: bytes, value: Any) -> bool:
    """Return whether the nesting is within the limit; *raw* is known to be JSON."""
    if raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return True
    if b"\\" not in raw:
        # Without escapes the quotes pair up: those of a text without brackets stand side by side and vanish, and with
        # them all texts must have vanished, or a bracket in a text might hide the depth.
        bare = raw.translate(_BRACKETS_ALIKE, _NO_BRACKETS).replace(b'""', b"")
        if b'"' not in bare:
            for _ in range(MAX_DEPTH):
                bare = bare.replace(b"()", b"")
                if not bare:
                    return True
            return not bare
    layer = [value]
    for _ in range(MAX_DEPTH):
        layer = [
            part
            for whole in layer
            if type(whole) is dict or type(whole) is list
            for part in (whole.values() if type(whole) is dict else whole)
        ]
    return not any(type(part) is dict or type(part) is list for part in layer)
