"""What was probably meant by a value that does not fit, and what exactly is wrong with a name or a schedule.

Not here: what is no card (`notation`), and keys and names that are nearly right (`wording`).
"""

from __future__ import annotations

import re
from typing import Any

from bluke_cli.record.limits import MAX_DIGITS
from bluke_cli.record.models import MAX_SCHEDULE, SCHEDULE_PATTERN
from bluke_cli.record.names import MAX_NAME

_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"))
_NUMBER = re.compile(f"[+-]?[0-9]{{1,{MAX_DIGITS}}}")
_LONGEST = 4 * MAX_SCHEDULE
_WORDS = {"true": ("yes", "y", "on", "true", "1"), "false": ("no", "n", "off", "false", "0")}
_LINE_ENDS = "\n\r\u2028\u2029\x0b\x0c\x85"


def meant(value: Any, due: str) -> str | None:
    """Return, as it is to be written, what *value* probably means as the kind that is *due*; None where that is open.

    >>> meant("\u221230", "a whole number"), meant("yes", "true or false"), meant(7, "text"), meant("x", "a list")
    ('-30', 'true', '"7"', None)
    """
    if due == "text" and type(value) is int:
        return f'"{value}"'
    if due == "a whole number" and isinstance(value, str):
        found = _NUMBER.fullmatch(value.strip().translate(_DASHES))
        return None if found is None else str(int(found[0]))
    if due == "true or false" and (isinstance(value, str) or type(value) is int):
        return next((word for word, texts in _WORDS.items() if str(value).strip().lower() in texts), None)
    return None


def hint(value: Any, fix: str | None) -> str:
    """Return the end of a message that says what to write instead."""
    if fix is None:
        return ""
    is_typographic = isinstance(value, str) and not value.isascii() and "-" in fix
    return f"; write {fix}" + (", with the plain sign - for minus" if is_typographic else "")


def name_fault(name: str) -> str:
    """Return what is wrong with a name that the format does not allow.

    >>> name_fault(""), name_fault("  ")
    ('a name cannot be empty', 'a name cannot be white space alone')
    """
    if not name:
        return "a name cannot be empty"
    for at, char in enumerate(name, 1):
        if char in _LINE_ENDS:
            return f"a name is one line; this one has a line break as character {at}"
        if ord(char) < 32 or 127 <= ord(char) < 160:
            return f"a name holds no control characters; this one has one (code {ord(char)}) as character {at}"
    if len(name) > MAX_NAME:
        return f"a name has {MAX_NAME} characters at most; this one has {len(name)}"
    return "a name cannot be white space alone"


def schedule_fault(value: str | list[Any]) -> tuple[str, str | None]:
    """Return what is wrong with the form of a schedule, and what was probably meant.

    >>> schedule_fault("7\u20131")
    ('`7–1` is no schedule; did you mean `7-1`?', '7-1')
    """
    if not value or (isinstance(value, str) and value.isspace()):
        return f"a schedule has 1 to {MAX_SCHEDULE} hands; this one is empty", None
    if isinstance(value, list):
        return f"a schedule has {MAX_SCHEDULE} hands at most; this one has {len(value)}", None
    shown = f"`{value if len(value) <= 40 else value[:39] + '…'}` is no schedule"
    if len(value) > _LONGEST:  # nobody means something by that, and looking would take long
        return f"{shown}: it has {len(value)} characters", None
    plain = re.sub(r"\s*(?:\.\.+|…|\bto\b)\s*", "-", value.translate(_DASHES)).replace(";", ",")
    plain = ",".join(part for part in re.sub(r"\s*([-,])\s*", r"\1", plain.strip()).split(",") if part)
    if plain != value and re.fullmatch(SCHEDULE_PATTERN, plain):
        return f"{shown}; did you mean `{plain}`?", plain
    return f'{shown}: that is a list of hand sizes, or text such as "7-1-7" or "13-1,1-13"', None
