"""What part of a record is to be told, to whom; and whether the record has that part."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bluke_cli.diagnostics import Path, counted
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.table import hand_numbers


@dataclass(frozen=True, slots=True)
class Scope:
    """What is to be told: these hands and tricks by number (none named: all), to whom, and with reasons or without.

    `viewer` is the seat that the story is told for, None for somebody who sees all.
    """

    hands: Collection[int] = ()
    tricks: Collection[int] = ()
    viewer: int | None = None
    why: bool = False


def unknown_part(record: GameRecord, scope: Scope, damaged: Collection[Path] = ()) -> str | None:
    """Say which hand or trick of *scope* is not written in the record, and what is; None if all of them are.

    Tricks are not counted where some could not be read, as *damaged* tells.
    """
    numbers = hand_numbers(record)
    for number in scope.hands:
        if number not in numbers:
            return f"there is no hand {number}; {_written(numbers)}"
    hands = zip(numbers, record.hands, strict=True)
    tricks = {number: len(hand.tricks or ()) for number, hand in hands if not scope.hands or number in scope.hands}
    most = max(tricks.values(), default=0)
    beyond = next((number for number in scope.tricks if number > most), None)
    is_whole = not any(path[:1] == ("hands",) and path[2:3] in ((), ("tricks",)) for path in damaged)
    if beyond is None or not is_whole:
        return None
    if most == 0:
        return f"there is no trick {beyond}; no tricks are written"
    if len(tricks) == 1:
        return f"there is no trick {beyond}; hand {next(iter(tricks))} has {counted(most, 'trick')}"
    which = "no hand of these" if scope.hands else "no hand"
    return f"there is no trick {beyond}; {which} has more than {counted(most, 'trick')}"


def _written(numbers: Sequence[int]) -> str:
    if not numbers:
        return "no hands are written"
    first, last, count = numbers[0], numbers[-1], len(numbers)
    if count == 1:
        return f"hand {first} is written"
    if list(numbers) == list(range(first, first + count)):
        return f"hands {first} to {last} are written"
    return f"{count} hands between {min(numbers)} and {max(numbers)} are written"
