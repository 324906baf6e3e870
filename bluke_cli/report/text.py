"""Text that is safe to show: nothing in a name or a note can command a terminal, or a CI that reads along."""

from __future__ import annotations

import json
import re
import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


# What a CI takes for a command: `::error::` at the beginning of a line, `##[error]` and `##vso[…]` anywhere.
_COMMAND = re.compile(r"(?P<start>\A\s*):(?=:)|(?<=#)#(?=\w*\[)")


def visible(text: str) -> str:
    r"""Return *text* with what could command a terminal or a CI written as escapes; see `escaped`.

    >>> print(visible("::error::x"), visible("##[error]x"))
    \x3a:error::x #\x23[error]x
    """
    text = escaped(text)
    if "::" in text or "##" in text:
        return _COMMAND.sub(lambda found: "\\x23" if found["start"] is None else found["start"] + "\\x3a", text)
    return text


def escaped(text: str) -> str:
    r"""Return *text* with control, format and bidi characters written as escapes, and so with line separators.

    >>> print(escaped("a\x1b[31m\u202eb"))
    a\x1b[31m\u202eb
    """
    if text.isprintable():  # of the characters in _HIDDEN none is
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def json_visible(text: str) -> str:
    r"""Return JSON text with what `visible` escapes written as JSON escapes; the value stays the same.

    >>> print(json_visible('"a\u202eb"'), json_visible('"##[error]"'))
    "a\u202eb" "#\u0023[error]"
    """
    if "##" in text:
        text = _COMMAND.sub(r"\\u0023", text)  # JSON never begins with a colon
    if text.isascii():
        return text.replace("\x7f", "\\u007f")
    if text.isprintable():
        return text
    return "".join(
        json.dumps(character)[1:-1] if unicodedata.category(character) in _HIDDEN else character for character in text
    )


def record_visible(text: str) -> str:
    r"""Return the text of records with the same escapes, for a terminal: such characters stand in quotes only.

    >>> print(record_visible('players: ["a\u202eb", Bo]\n'), end="")
    players: ["a\u202eb", Bo]
    """
    if text.isascii():
        return text
    return "\n".join(map(json_visible, text.split("\n")))


def columns(rows: list[list[str]], *, left: int = 1, gap: str = "  ") -> list[str]:
    """Return *rows* as lines with aligned columns: the first *left* columns to the left, the others to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for at, cell in enumerate(row):
            padding = " " * (widths[at] - width(cell))
            cells.append(cell + padding if at < left else padding + cell)
        lines.append(gap.join(cells).rstrip())
    return lines


def width(text: str) -> int:
    """Return how many columns of a terminal *text* takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(character) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
