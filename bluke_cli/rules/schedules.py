"""Schedules: the list of hand sizes of a game, in order, the text that means one (``13-1-13``), and who deals each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from bluke_cli.errors import RuleViolation

MAX_SCHEDULE = 1000

# A number has no leading zeros, as everywhere in a record. Compiled when first used: a start needs it seldom.
_SIZE = "(0|[1-9][0-9]*)"
_SCHEDULE_TEXT = f"{_SIZE}(-{_SIZE})*(,{_SIZE}(-{_SIZE})*)*"


def largest_hand(players: int) -> int:
    """Return the largest hand size that a schedule may have: a card is always left to turn up (RULES 3).

    >>> largest_hand(4), largest_hand(7)
    (13, 7)
    """
    return 53 // players


def top_hand(players: int) -> int:
    """Return the largest hand size of the default game (RULES 1).

    >>> top_hand(2), top_hand(7)
    (13, 7)
    """
    return min(13, largest_hand(players))


def dealer_of_hand(first: int, number: int, players: int) -> int:
    """Return the seat that deals hand *number* (from 1), seat *first* dealing hand 1: the deal passes left (RULES 5).

    >>> [dealer_of_hand(2, number, 3) for number in (1, 2, 3, 4)]
    [2, 0, 1, 2]
    """
    return (first + number - 1) % players


@lru_cache
def default_schedule(players: int) -> tuple[int, ...]:
    """Return the hand sizes of the default game: the top hand down to 1, and up again (RULES 3).

    >>> default_schedule(15)
    (3, 2, 1, 2, 3)
    """
    top = top_hand(players)
    return (*range(top, 0, -1), *range(2, top + 1))


def parse_schedule(text: str) -> list[int]:
    """Return the hand sizes that a schedule text means; RuleViolation ``bad-rule`` if it means none.

    >>> parse_schedule("3-1,1-3,2"), parse_schedule("2-1-2")
    ([3, 2, 1, 1, 2, 3, 2], [2, 1, 2])
    """
    if not re.fullmatch(_SCHEDULE_TEXT, text):
        raise RuleViolation("bad-rule", _schedule_slip(text), key="schedule")
    sizes: list[int] = []
    for part in text.split(","):
        words = part.split("-")
        huge = max(words, key=len)
        if len(huge) > 2:
            raise RuleViolation(
                "bad-rule", f"a hand of {huge[:20]} cards is not possible: there are 54", key="schedule"
            )
        turns = [int(word) for word in words]
        run = [turns[0]]
        for turn in turns[1:]:
            step = 1 if turn > run[-1] else -1
            run.extend(range(run[-1] + step, turn + step, step))
            if len(run) > MAX_SCHEDULE:
                break
        sizes += run
        if len(sizes) > MAX_SCHEDULE:
            break
    return sizes


def _schedule_slip(text: str) -> str:
    """Say what is wrong with the form of a schedule text."""
    shown = repr(text if len(text) <= 40 else text[:39] + "…")
    zero = " (a number has no leading zeros)" if re.search(r"\b0[0-9]", text) else ""
    return f'a schedule reads like "13-1-13", "7-1" or "13-1,1-13", not {shown}{zero}'


def schedule_text(sizes: Sequence[int]) -> str:
    """Return hand sizes as the shortest text that `parse_schedule` reads as them.

    >>> schedule_text([3, 2, 1, 1, 2, 3, 2]), schedule_text([7, 5, 5]), schedule_text([2, 1])
    ('3-1,1-3-2', '7,5,5', '2-1')
    """
    parts = [[sizes[0]]]
    direction = 0
    for before, size in pairwise(sizes):
        if abs(size - before) != 1:
            parts.append([size])
            direction = 0
        elif size - before == direction:
            parts[-1][-1] = size
        else:
            parts[-1].append(size)
            direction = size - before
    return ",".join("-".join(map(str, part)) for part in parts)


def checked_schedule(value: Any, players: int) -> tuple[int, ...]:
    """Return the hand sizes that a list or a text means; RuleViolation ``bad-rule`` where they cannot be dealt."""
    sizes = parse_schedule(value) if isinstance(value, str) else value
    if not isinstance(sizes, list | tuple) or not sizes:
        raise RuleViolation("bad-rule", "a schedule is a list of hand sizes, or a text", key="schedule")
    largest = largest_hand(players)
    for at, size in enumerate(sizes):
        if type(size) is not int or size < 1:
            raise RuleViolation("bad-rule", f"a hand has 1 card or more, not {size!r}", key="schedule", at=at)
        if size > largest:
            most = f"with {players} players it can have 1 to {largest}, for one of the 54 is turned up"
            reason = f"hand {at + 1} of the schedule has {size} cards; {most}"
            raise RuleViolation("bad-rule", reason, key="schedule", at=at)
    if len(sizes) > MAX_SCHEDULE:
        raise RuleViolation("bad-rule", f"a schedule has at most {MAX_SCHEDULE} hands", key="schedule")
    return tuple(sizes)
