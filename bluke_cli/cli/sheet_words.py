"""How bids and tricks taken are typed: ``3``, ``4 3 3 2`` or ``Ann=4 Bo=3``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bluke_cli.errors import BlukeError
from bluke_cli.record.limits import MAX_DIGITS

_NUMBER = re.compile(r"[+-]?[0-9]+")


def read_counts(words: Sequence[str], players: Sequence[str], seat: int | None = None) -> dict[int, int]:
    """Return the numbers by seat: one for each player in their order, or named, or the one of the *seat* that is due.

    BlukeError where the words are none of these.

    >>> read_counts(["4", "3"], ["Ann", "Bo"]), read_counts(["bo=3"], ["Ann", "Bo"]), read_counts(["3"], ["A", "B"], 1)
    ({0: 4, 1: 3}, {1: 3}, {1: 3})
    """
    if words and all("=" in word for word in words):
        return _named(words, players)
    numbers = [_number(word) for word in words]
    if len(numbers) == len(players):
        return dict(enumerate(numbers))
    if len(numbers) == 1 and seat is not None:
        return {seat: numbers[0]}
    one = f"one number, for {players[seat]}, or " if seat is not None else ""
    order = " ".join(players)
    raise BlukeError(f"type {one}{len(players)} numbers, in the order {order}, or {players[0]}=3; not {len(numbers)}")


def _named(words: Sequence[str], players: Sequence[str]) -> dict[int, int]:
    found: dict[int, int] = {}
    for word in words:
        name, _, number = word.rpartition("=")
        seat = seat_begun(players, name)
        if seat in found:
            raise BlukeError(f"{players[seat]} is named twice")
        found[seat] = _number(number)
    return found


def seat_begun(players: Sequence[str], begun: str) -> int:
    """Return the seat of the player who is called so, or the only one whose name begins so; BlukeError if none is."""
    if begun in players:
        return players.index(begun)
    fitting = [seat for seat, name in enumerate(players) if begun and name.casefold().startswith(begun.casefold())]
    if len(fitting) != 1:
        several = f"several players' names begin with {begun!r}" if fitting else f"there is no player {begun!r}"
        raise BlukeError(f"{several}; there are {', '.join(players)}")
    return fitting[0]


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise BlukeError(f"{word!r} is not a whole number")
    if len(word.lstrip("+-")) > MAX_DIGITS:
        raise BlukeError(f"{word!r} has more than {MAX_DIGITS} digits, the limit for a number")
    return int(word)
