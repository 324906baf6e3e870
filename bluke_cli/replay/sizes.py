"""Which schedule the hands of a record follow, where it is not the one that the record names.

A hand **tells** its size by `size`, by what is dealt, by its tricks, or by what the tricks taken add up to. Where a
short game does not name its schedule, no hand has the size that the default game gives it. Where a hand was left out,
each one behind it has the size of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.replay.table import Table, hand_numbers
from bluke_cli.rules.schedules import MAX_SCHEDULE, largest_hand

FEWEST_SUMS = 3
"""So many hands speak for another schedule where nothing but tricks taken tells their sizes."""


class Told(NamedTuple):
    """What one hand tells: its place in the list, its number, its size, and the key that tells it."""

    at: int
    number: int
    size: int
    key: str

    @property
    def is_written(self) -> bool:
        """Whether the size is written, or as many cards are."""
        return self.key != "took"


def told_sizes(record: GameRecord) -> list[Told]:
    """Return the hands that tell a size; none where their numbers are in doubt, or a size is none that can be dealt."""
    numbers = hand_numbers(record)
    if not all(before < after for before, after in pairwise([0, *numbers, MAX_SCHEDULE + 1])):
        return []
    hands = []
    for at, (hand, number) in enumerate(zip(record.hands, numbers, strict=True)):
        key, size = _told(hand, len(record.players), is_last=at == len(numbers) - 1)
        if size is not None:
            hands.append(Told(at, number, size, key))
    return hands if all(1 <= hand.size <= largest_hand(len(record.players)) for hand in hands) else []


def _told(hand: HandRecord, players: int, *, is_last: bool) -> tuple[str, int | None]:
    """Return the key that tells a hand's size, and the size; None if none does."""
    if hand.size is not None:
        return "size", hand.size
    if hand.dealt is not None:
        lengths = {len(cards.split()) for cards in hand.dealt}
        return "dealt", lengths.pop() if len(lengths) == 1 else None
    if hand.tricks is not None:
        is_whole = not is_last and all(len(trick.split()) == players for trick in hand.tricks)
        return "tricks", len(hand.tricks) if is_whole else None
    counts = [count for count in hand.took or () if count is not None]
    return "took", sum(counts) if len(counts) == players else None


def odd_ones(hands: Sequence[Told], table: Table) -> list[Told]:
    """Return the hands that tell another size than is due."""
    return [hand for hand in hands if hand.size != table.size_of(hand.number)]


def is_behind_one_left_out(hands: Sequence[Told], table: Table) -> bool:
    """Tell whether the last hands, two or more but not all, have the sizes that are due a hand later."""
    odd = odd_ones(hands, table)
    is_end = 2 <= len(odd) < len(hands) and hands[-len(odd) :] == odd
    return is_end and all(hand.is_written and hand.size == table.size_of(hand.number + 1) for hand in odd)


def is_another_schedule(hands: Sequence[Told], table: Table) -> bool:
    """Tell whether the hands follow another schedule, rather than hold some slips.

    Two in three have not the size that is due; or half have not, but all rise and fall by one from hand to hand. Where
    tricks taken tell it, one of which is easily left out, it takes more: some hands, most of them, and each step one.
    """
    odd = odd_ones(hands, table)
    steps = [(abs(after.size - hand.size), after.number - hand.number) for hand, after in pairwise(hands)]
    if not all(hand.is_written for hand in odd):
        is_run = all(step == count for step, count in steps)
        return len(odd) >= FEWEST_SUMS and 4 * len(odd) >= 3 * len(hands) and is_run
    is_run = all(step <= count for step, count in steps)
    return bool(odd) and (3 * len(odd) >= 2 * len(hands) or (2 * len(odd) >= len(hands) and is_run))
