"""What the reader says about a record that does not fit: messages, suggestions, and whom a finding concerns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.limits import MAX_HANDS, MAX_SEED
from bluke_cli.record.meant import hint, meant, name_fault, schedule_fault
from bluke_cli.record.models import MAX_PLAYERS, MAX_SCHEDULE, MAX_TRICKS
from bluke_cli.record.names import MAX_NAME
from bluke_cli.record.nodes import BROKEN

_LONGEST_SHOWN = 40
_BY_PLAYER = {"draw", "final", "bots", "dealt", "bids", "took", "score", "total"}

_DUE = {
    "int_type": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "literal_error": "text",
}


def shown(text: str) -> str:
    """Return *text* as messages show it: between backquotes, and not too long.

    >>> shown("tirck"), shown("x" * 100)
    ('`tirck`', '`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`')
    """
    return f"`{text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + '…'}`"


def kind(value: object) -> str:
    """Return what kind of value *value* is, for a message.

    >>> [kind(value) for value in (None, True, 7, "7", [], {})]
    ['null', 'true', 'a number', 'text', 'a list', 'an object']
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return {int: "a number", str: "text", list: "a list", dict: "an object"}[type(value)]


def about(finding: Finding, written: Any) -> Finding:
    """Return *finding* with hand, trick and player filled in, from its path and the record as it was *written*."""
    path = finding.path
    hand = trick = None
    player = finding.player
    if len(path) > 1 and path[0] == "hands" and isinstance(path[1], int):
        hand = _hand_number(_step(_step(written, "hands"), path[1]), path[1] + 1)
        path = path[2:]
        if len(path) > 1 and path[0] == "tricks" and isinstance(path[1], int):
            trick = path[1] + 1
    if len(path) > 1 and path[0] in _BY_PLAYER:
        name = _step(_step(written, "players"), path[1])
        player = name if isinstance(name, str) else None
    if hand is None and player == finding.player:
        return finding
    return replace(finding, hand=hand, trick=trick, player=player)


def _step(value: object, step: str | int) -> object:
    """Return what is one *step* further down in *value*, or None."""
    if isinstance(value, dict):
        return value.get(step)
    return value[step] if isinstance(value, list) and isinstance(step, int) and step < len(value) else None


def _hand_number(hand: object, position: int) -> int:
    """Return the number that a hand gives itself, where that can be one, else its position."""
    number = _step(hand, "hand")
    return number if type(number) is int and number > 0 else position


def close_key(key: str, known: Iterable[str], *, with_own: bool) -> str | None:
    """Return the key that was probably meant by *key*, if one is near."""
    if with_own and key[:2].lower() in ("x_", "x-"):
        return "x-" + key[2:]
    return close_name(key.lower().replace("-", "_"), known, likeness=0.7)


def close_name(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str | None:
    """Return the one of *known* that was probably meant by *name*, if one is near."""
    if len(name) > MAX_NAME:  # the search for likeness takes long for long texts
        return None
    return next(iter(get_close_matches(name, list(known), n=1, cutoff=likeness)), None)


def unknown_key(key: str, close: str | None, *, with_own: bool) -> str:
    """Return the message for a key that the format does not know."""
    if close:
        return f"there is no key {shown(key)}; did you mean {shown(close)}?"
    return f"there is no key {shown(key)} here" + ("; keys of your own begin with `x-`" if with_own else "")


def unknown_keys(count: int) -> str:
    """Return the message for the last *count* of many keys that the format does not know."""
    if count == 1:
        return "there is one more key here that the format does not know"
    return f"there are {count} more keys here that the format does not know"


def missing_key(key: str, path: Path) -> str:
    """Return the message for a required key that is not there."""
    return f"`{path[-1]}` needs the key `{key}`" if path else f"a record needs the key `{key}`"


def bad_card(token: str, fix: str | None, *, is_marked: bool) -> str:
    """Return the message for something that is no card; *is_marked*: a card, but marked outside a trick."""
    if is_marked:
        return f"{shown(token)}: only a card in a trick is marked with `!`"
    if fix:
        return f"{shown(token)} is no card; did you mean {shown(fix)}?"
    return f"{shown(token)} is no card: that is a rank 2–9 T J Q K A and a suit C D H S, or LO, HI"


def misfits(path: Path, error: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the findings for one *error* of pydantic at *path*; none where the value was reported before."""
    value = error["input"]
    if value is BROKEN or error["type"] == "missing":
        return
    key = str(next(step for step in reversed(path) if isinstance(step, str)))
    due = _DUE.get(error["type"])
    if key == "schedule":
        yield from _schedule_misfits(path, value)
    elif due and not (error["type"] == "literal_error" and isinstance(value, str)):
        fix = meant(value, due)
        yield Finding("wrong-type", f"`{key}` takes {due} here, not {kind(value)}{hint(value, fix)}", path, fix=fix)
    elif path[0] == "rules":
        yield Finding("bad-rule", f"`{key}` cannot be {shown(str(value))}: {_range(error)}", path)
    else:
        yield Finding(*_out_of_range(key, value, error), path)


def _out_of_range(key: str, value: Any, error: Mapping[str, Any]) -> tuple[str, str]:
    """Return code and message for a value of the right kind that the format does not allow."""
    if key == "players" and isinstance(value, list):
        return "wrong-type", f"a game has 2 to {MAX_PLAYERS} players, not {len(value)}"
    if key == "players":
        return "bad-name", name_fault(value)
    if key == "hands":
        return "limit", f"the record has more than {MAX_HANDS} hands, the limit for one record"
    if key == "tricks":
        return "trick-count", f"a hand has at most {MAX_TRICKS} tricks, not {len(value)}"
    if isinstance(value, list):
        return "wrong-type", f"`{key}` has {len(value)} entries; it needs one for each player, {MAX_PLAYERS} at most"
    if key == "trump":
        return "trump", f"a trump is one of C, D, H, S or none, not {shown(value)}"
    if key == "seed":
        return "seed", f"a seed is 1–{MAX_SEED} characters; this one has {len(value)}"
    if key == "game":
        return "seed", f"games of a seed are numbered from 1; this is {value}"
    return "wrong-type", f"`{key}` cannot be {shown(str(value))}: {_range(error)}"


def _schedule_misfits(path: Path, value: Any) -> Iterator[Finding]:
    """Yield what is wrong with a schedule, once for the whole of it or once for each hand size."""
    if isinstance(value, list) and 0 < len(value) <= MAX_SCHEDULE:
        for number, size in enumerate(value):
            if type(size) is int and size < 1:
                yield Finding("bad-rule", f"a hand has 1 card or more, not {size}", (*path, number))
            elif type(size) is not int and size is not BROKEN:
                message = f"`schedule` takes whole numbers, not {kind(size)}"
                yield Finding("wrong-type", message, (*path, number))
    elif isinstance(value, str | list):
        message, fix = schedule_fault(value)
        yield Finding("bad-rule", message, path, fix=fix)
    else:
        yield Finding("wrong-type", f"`schedule` takes a list of hand sizes, or text, not {kind(value)}", path)


def _range(error: Mapping[str, Any]) -> str:
    """Return what pydantic says the value should be, as the end of a sentence."""
    context = error.get("ctx", {})
    if "expected" in context:
        return f"it is one of {context['expected']}".replace("'", "")
    return f"it is at least {context['ge']}" if "ge" in context else f"it is at most {context.get('le')}"
