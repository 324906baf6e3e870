"""PyYAML's parser in Python, taught the manners of the one in C (libyaml), so that both read the same.

They disagree about tabs (libyaml: they separate, but never indent), about question marks and colons in brackets, and
about tags. Only what differs is written anew here. The text must not hold other line breaks than CR and LF.
"""

from __future__ import annotations

import re
from typing import Any

from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken, TagToken

_WORD = re.compile(r"(?:[^\0 \t\r\n:]|:(?![\0 \t\r\n]))*")
_WORD_IN_BRACKETS = re.compile(r"(?:[^\0 \t\r\n:,\[\]{}]|:(?![\0 \t\r\n,?\[\]{}]))*")
_URI = r"(?:[\w;/?:@&=+$.!~*'()-]|%[0-9a-fA-F]{2})"
_TAG = re.compile(rf"!<(?:{_URI}|[,\[\]])+>|(![\w-]*!){_URI}+|!{_URI}*", re.ASCII)


class PlainParser(Reader, Scanner, Parser):
    """Reader, scanner and parser in one, as PyYAML's loaders are."""

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

    def scan_plain(self) -> ScalarToken:
        """Return a scalar without quotes; in brackets, a question mark is a character like any other."""
        chunks: list[str] = []
        word = _WORD_IN_BRACKETS if self.flow_level else _WORD
        start = end = self.get_mark()
        spaces: list[str] = []
        while self.peek() != "#":
            found = word.match(self.buffer, self.pointer)
            length = len(found[0]) if found else 0
            if self.flow_level and self.peek(length) == ":" and self.peek(length + 1) in ",?[]{}":
                self.forward(length)
                raise ScannerError("while scanning a plain scalar", start, "found unexpected ':'", self.get_mark())
            if not length:
                break
            self.allow_simple_key = False
            chunks += [*spaces, self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(self.indent + 1, start)
            if not spaces or (not self.flow_level and self.column <= self.indent):
                break
        return ScalarToken("".join(chunks), True, start, end)

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str]:
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

    def scan_block_scalar_indicators(self, _start_mark: Any) -> tuple[bool | None, int | None]:
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

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        """Pass over the rest of the indicator's line."""
        while self.peek() == "\t":
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Any]:
        """Return the breaks before the first line, and its indentation."""
        found: tuple[list[str], int, Any] = super().scan_block_scalar_indentation()
        if self.peek() == "\t":
            problem = "found a tab character where an indentation space is expected"
            raise ScannerError("while scanning a block scalar", None, problem, self.get_mark())
        return found

    def scan_tag(self) -> TagToken:
        """Return a tag, whatever it means; it will be refused."""
        start = self.get_mark()
        found = _TAG.match(self.buffer, self.pointer)
        self.forward(len(found[0]) if found else 1)
        ends = self.peek() in "\0 \t\r\n" or (self.flow_level and self.peek() == ",")
        if not found or not ends:
            raise ScannerError("while scanning a tag", start, "expected a blank", self.get_mark())
        return TagToken((found[1] or "!", found[0]), start, self.get_mark())

    def _line_break(self) -> str:
        return str(self.scan_line_break())  # type: ignore[no-untyped-call]

    def _at_document_mark(self) -> bool:
        return self.column == 0 and self.prefix(3) in ("---", "...") and self.peek(3) in "\0 \t\r\n"
