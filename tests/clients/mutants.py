"""Damaged records as values, the same ones every time: what independent readers of the JSON Schema are asked about.

A **mutant** is the value of a sample, or of a game with every claim, after one to three changes. Some change what a
record means, as in `tests/mutations.py`; most change its shape: another kind of value, a key misspelled or gone, an odd
character. All of them are JSON, so that every program can be asked.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from bluke_cli.audit.examine import examine_stream
from tests.mutations import full_game, mutations, score_sheet
from tests.test_samples import INVALID, VALID, holds_broken

COUNT, SEED = 1000, "independent clients"

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 10, 1.0, 2.5, 1e300, 10**17, 10**18, -(10**18)),
    *("", " ", "\n", "x", "Ann", "none", "H", "7H", "7H\n", " 7h\t", "10♥\ufe0f", "lb", "7C!", "HI LO", "7-1-7", "1H"),
    *([], [1], [None], ["7H"], ["Ann", "Bo"], {}, {"x-a": [1.5]}, [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]),
)
ODD_CHARACTERS = "\0\x07\x1c\x1f\x7f\x85\xa0\u2003\u2028\u2029\ufeff\u200b\u202e\ud800\udbff\udc00😀!é \n\r\t\v\fA♥7-,"
ODD_KEYS = ("x-note", "x-", "X-note", "x_note", "note ", "Hands", "hand", "took", "toook", "bluke", "", "constructor")


class Mutant(NamedTuple):
    """A damaged record; the same as text; and the codes of the errors that we find in it."""

    value: Any
    text: str
    errors: frozenset[str]


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return all mutants, each with what we say of it."""
    rng = random.Random(SEED)
    return tuple(judged(value) for value in _values(rng))


@cache
def spaced() -> tuple[Mutant, ...]:
    """Return records with a character between two cards that somebody takes for white space, or nobody."""
    game = {"bluke": 1, "players": ["Ann", "Bo"], "dealer": "Ann", "rules": {"schedule": [1]}, "stopped": "here"}
    spaces = [char for char in map(chr, range(0x10000)) if char.isspace()] + list("\ufeff\u200b\u180e\u2060\0")
    hands = [
        {"up": f"{space}7H", "dealt": ["2C", f"3C{space}"], "bids": [1, 1], "tricks": [f"3C{space}2C"]}
        for space in spaces
    ]
    return tuple(judged({**game, "hands": [hand]}) for hand in hands)


def judged(value: Any) -> Mutant:
    """Return a value with the errors that we find when we read it as JSON."""
    text = json.dumps(value)
    (examined,) = examine_stream(io.BytesIO(text.encode()), "-", "json")
    return Mutant(value, text, frozenset(each.code for each in examined.findings if each.severity == "error"))


def sources(rng: random.Random) -> list[Any]:
    """Return the values that mutants are made of."""
    return [*_samples(), *_games(rng)]


def _values(rng: random.Random) -> Iterator[Any]:
    values = sources(rng)
    for _ in range(COUNT):
        value = rng.choice(values)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            value = changed(value, rng)
        yield value


def _samples() -> list[Any]:
    found = []
    for path in (*VALID, *INVALID):
        with path.open("rb") as stream:
            for each in examine_stream(stream, path.name):
                loaded = each.reading and each.reading.loaded
                if loaded and loaded.parsed and not holds_broken(loaded.value):
                    found.append(loaded.value)
    return found


def _games(rng: random.Random) -> list[Any]:
    """Return small games with every claim, each with one change of what it means."""
    found = []
    for make in (full_game, score_sheet):
        game = make(rng, 3, schedule=[2, 1], hook=True)
        found += [each.record for each in rng.sample(list(mutations(game)), 20)]
    return found


def changed(value: Any, rng: random.Random) -> Any:
    """Return a copy of the value with one change somewhere in it."""
    value = deepcopy(value)
    places = list(_places(value))
    if not places:
        return deepcopy(rng.choice(ODD_VALUES))
    part, step = rng.choice(places)
    kind = rng.choice(("value", "character", "character", "drop", "key", "twice", "swap", "swap"))
    if kind == "character" and isinstance(part[step], str):
        at = rng.randint(0, len(part[step]))
        part[step] = part[step][:at] + rng.choice(ODD_CHARACTERS) * rng.choice((1, 1, 1, 70)) + part[step][at:]
    elif kind == "drop":
        del part[step]
    elif kind == "key" and isinstance(part, dict):
        key = rng.choice((*ODD_KEYS, step[:-1], step + "s", step.upper()))
        part[key] = part.pop(step) if rng.random() < 0.5 else deepcopy(part[step])
    elif kind in ("twice", "swap") and isinstance(part, list):
        other = rng.randrange(len(part))
        if kind == "twice":
            part.insert(other, deepcopy(part[step]))
        else:
            part[step], part[other] = part[other], part[step]
    else:
        part[step] = deepcopy(rng.choice(ODD_VALUES))
    return value


def _places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Yield everything inside a value: what holds it, and its key or number there."""
    for step in part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
        yield part, step
        yield from _places(part[step])
