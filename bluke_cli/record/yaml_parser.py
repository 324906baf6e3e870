"""PyYAML's parser, tamed: the C one where it was built, else the Python one with the same manners.

Not here: what its events mean (`yaml_tree`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError

from bluke_cli.record.nodes import Node

try:
    from yaml._yaml import CParser
except ImportError:  # PyYAML was installed without libyaml
    CParser = None  # type: ignore[assignment,misc]


def open_parser(text: str) -> Any:
    """Return a parser of *text*, with `get_event` and `dispose`."""
    return PlainParser(text) if CParser is None else CParser(text)


class PlainParser(Reader, Scanner, Parser):
    """PyYAML's own parser, taught to treat tabs as libyaml does: they separate, but never indent."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_to_next_token(self) -> None:
        """Pass over blanks, comments and line breaks; a tab where a line begins is not a blank."""
        while True:
            while self.peek() == " " or (self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0\r\n":
                    self.forward()
            if not self._line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str]:
        """Return what the blanks and breaks inside a plain scalar are worth, an empty list at its end."""
        length = 0
        while self.peek(length) in " \t":
            length += 1
        spaces = self.prefix(length)
        self.forward(length)
        if self.peek() not in "\r\n":
            return [spaces] if spaces else []
        breaks = [self._line_break()]
        self.allow_simple_key = True
        while not self._at_document_mark() and self.peek() in " \t\r\n":
            if self.peek() == "\t" and self.column < indent:
                problem = "found a tab character that violates indentation"
                raise ScannerError("while scanning a plain scalar", start_mark, problem, self.get_mark())
            if self.peek() in " \t":
                self.forward()
            else:
                breaks.append(self._line_break())
        if self._at_document_mark():
            return []
        return [" "] if len(breaks) == 1 else breaks[1:]

    def scan_block_scalar_indicators(self, _start_mark: yaml.Mark) -> tuple[bool | None, int | None]:
        """Return whether trailing breaks are kept, and the indentation, each None if not said."""
        keeps: bool | None = None
        indent: int | None = None
        while True:
            char = self.peek()
            if char in "+-" and keeps is None:
                keeps = char == "+"
            elif char in "123456789" and indent is None:
                indent = int(char)
            else:
                return keeps, indent
            self.forward()

    def scan_block_scalar_ignored_line(self, start_mark: yaml.Mark) -> None:
        """Pass over the rest of the indicator's line."""
        while self.peek() == "\t":
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def _line_break(self) -> str:
        return str(self.scan_line_break())  # type: ignore[no-untyped-call]

    def _at_document_mark(self) -> bool:
        return self.column == 0 and self.prefix(3) in ("---", "...") and self.peek(3) in "\0 \t\r\n"


_HIDDEN = "\x85\u2028\u2029\ufeff"
_HIDDEN_ANY = re.compile(f"[{_HIDDEN}]")
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


_REASONS: list[tuple[str, str, bool]] = [
    # what PyYAML says, what we say, and whether the place is where the construct began
    (r"unexpected end of stream|unexpected document", "The closing quote is missing.", True),
    (
        r"could not find expected ':'",
        "This line is neither a key with its value nor part of a text; a colon is missing.",
        True,
    ),
    (
        r"mapping values are not allowed",
        "A colon and a space cannot stand here; put the text in quotes, or check the indentation.",
        False,
    ),
    (r"tab character|'\\t'", "A tab cannot indent a line in YAML; use spaces.", False),
    (
        r"unknown escape|escape sequence|hexdecimal|escape code|chr\(\)|too large",
        "A backslash is followed by something that has no meaning in double quotes.",
        False,
    ),
    (r"undefined tag handle", "Tags, words that begin with !, are not part of the format.", False),
    (r"alphabetic or numeric", "A text that begins with * or & must stand in quotes.", False),
    (r"',' or '\]'", "A comma or the closing ] of the list is missing here.", False),
    (r"',' or '\}'", "A comma or the closing } of the object is missing here.", False),
    (
        r"<block end>|expected key|expected '-' indicator",
        "This line does not fit the lines above it; check its indentation.",
        False,
    ),
    (
        r"sequence entries are not allowed|mapping keys are not allowed",
        "A list or a key cannot begin here; check the line's indentation.",
        False,
    ),
    (r"node content", "A value is missing here.", False),
    (r"<document start>", "Something stands after the end of the record.", False),
]


def explain(error: Exception, text: str, offset: int) -> tuple[str, str, int]:
    """Return code, message and offset for what a parser of *text* raised, which had come as far as *offset*."""
    problem = str(getattr(error, "problem", None) or error)
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    offset = mark.index if mark else offset
    char = text[offset : offset + 1]
    if "cannot start any token" in problem and char and char != "\t":
        return "syntax", f"A text that begins with {char} must stand in quotes.", offset
    if "cannot start any token" in problem:
        problem = "tab character"
    for pattern, message, at_beginning in _REASONS:
        if re.search(pattern, problem):
            code = "alias" if "tag handle" in problem else "syntax"
            return code, message, context.index if at_beginning and context else offset
    return "syntax", "This is not YAML as a record is written in; check quotes, brackets and indentation.", offset
