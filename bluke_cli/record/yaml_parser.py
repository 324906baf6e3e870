"""PyYAML's parser, tamed: the C one where it was built, else the Python one with the same manners.

Not here: what its events mean (`yaml_tree`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bluke_cli.record.limits import MAX_DEPTH
from bluke_cli.record.nodes import Node
from bluke_cli.record.yaml_plain import PlainParser

try:
    from yaml._yaml import CParser
except ImportError:  # PyYAML was installed without libyaml
    CParser = None  # type: ignore[assignment,misc]


def open_parser(text: str) -> Any:
    """Return a parser of *text*, with `get_event` and `dispose`."""
    return PlainParser(text) if CParser is None else CParser(text)


_HIDDEN = "\x85\u2028\u2029\ufeff"
_HALF = re.compile(r"\\(?:u|U0000)([dD][89a-fA-F][0-9a-fA-F]{2})")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")


class Veil:
    """Puts other characters, one for one, in place of those that would trouble the parser, and back again.

    Hidden are the line breaks of YAML 1.1 and the byte order mark, which are characters like any other here, and the
    digits of escapes of surrogates, which the parsers refuse or pass on as they happen to be built.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        hidden = [char for char in _HIDDEN if char in text] if not text.isascii() else []
        has_halves = "\\" in text and _HALF.search(text) is not None
        self.is_drawn = bool(hidden) or has_halves
        self._back: dict[int, str] = {}
        self._half = ""
        if not self.is_drawn:
            return
        spare = _unused(text)
        forth = {ord(char): next(spare, "\ufffd") for char in hidden}
        self._back = {ord(stand_in): chr(code) for code, stand_in in forth.items()}
        self.text = text.translate(forth)
        if has_halves:
            self._half = next(spare, "\ufffd")
            self.text = _HALF.sub(lambda found: found[0][:-4] + f"{ord(self._half):04x}", self.text)

    def lift(self, node: Node) -> str:
        """Return the text of *node* with everything as it was written."""
        value: str = node.value.translate(self._back)
        if not self._half:
            return value
        written = (found[1] for found in _HALF.finditer(node.spelling))

        def restore(found: re.Match[str]) -> str:
            digits = next(written)
            return found[1] + digits if found[1] else chr(int(digits, 16))

        digits = f"{ord(self._half):04x}"
        value = re.sub(rf"(\\(?:u|U0000)){digits}|{self._half}", restore, value)
        # Surrogates that stand side by side are one character; a lone one stays as it is.
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _unused(text: str) -> Iterator[str]:
    """Yield characters that *text* neither holds nor escapes, private ones first."""
    used = {ord(char) for char in set(text)}
    used.update(int(found[1] or found[2] or found[3], 16) for found in _ESCAPE.finditer(text))
    return (chr(code) for codes in (range(0xE000, 0xF900), range(0x3400, 0xD7A4)) for code in codes if code not in used)


TOO_DEEP = f"objects and lists are nested more than {MAX_DEPTH} deep, the limit for nesting"
_TAG_FAULT = "tags, words that begin with !, are not part of the format"
_ESCAPE_FAULT = "a backslash is followed by something that has no meaning in double quotes"
_REASONS: list[tuple[str, str, bool]] = [
    # what PyYAML says, what we say, and whether the place is where the construct began
    (r"unexpected end of stream|unexpected document", "the closing quote is missing", True),
    (
        r"could not find expected ':'",
        "this line is neither a key with its value nor part of a text; a colon is missing",
        True,
    ),
    (
        r"mapping values are not allowed",
        "a colon and a space cannot stand here; put the text in quotes, or check the indentation",
        False,
    ),
    (r"tab character|cannot start any token", "a tab cannot indent a line in YAML; use spaces", False),
    (r"unknown escape|escape sequence|hexdecimal|escape code|chr\(\)|too large", _ESCAPE_FAULT, False),
    (r"a tag:|undefined tag handle", _TAG_FAULT, True),
    (r"a directive:", "a line that begins with % is a directive of YAML; a record has none", False),
    (r"unexpected ':'", "a colon cannot stand here without a space after it; put the text in quotes", False),
    (r"alphabetic or numeric", "a text that begins with * or & must stand in quotes", False),
    (r"',' or '\]'", "a comma or the closing ] of the list is missing here", False),
    (r"',' or '\}'", "a comma or the closing } of the object is missing here", False),
    (
        r"<block end>|expected key|expected '-' indicator",
        "this line does not fit the lines above it; check its indentation",
        False,
    ),
    (
        r"sequence entries are not allowed|mapping keys are not allowed",
        "a list or a key cannot begin here; check the line's indentation",
        False,
    ),
    (r"node content", "a value is missing here", False),
    (r"<document start>", "something stands after the end of the record", False),
]


def explain(error: Exception, text: str, offset: int) -> tuple[str, str, int]:
    """Return code, message and offset for what a parser of *text* raised, which had come as far as *offset*."""
    problem = f"{getattr(error, 'context', None)}: {getattr(error, 'problem', None) or error}"
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    if "maximum nesting depth" in problem:
        return "limit", TOO_DEEP, offset
    offset = mark.index if mark else offset
    char = text[offset : offset + 1]
    if "cannot start any token" in problem and char and char != "\t":
        return "syntax", f"a text that begins with {char} must stand in quotes", offset
    for pattern, message, at_beginning in _REASONS:
        if re.search(pattern, problem):
            if message is _ESCAPE_FAULT:
                offset = text.rfind("\\", 0, offset + 1)  # the parsers stop at different characters of it
            code = "alias" if message is _TAG_FAULT else "syntax"
            return code, message, context.index if at_beginning and context else offset
    return "syntax", "this is not YAML as a record is written in; check quotes, brackets and indentation", offset
