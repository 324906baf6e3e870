"""Hands whose sizes are those of another game: one cause, told once; then each hand is judged by its own size.

A hand **tells** its size by `size`, by what is dealt, by its tricks, or by what the tricks taken add up to. Where a
short game does not name its schedule, no hand has the size that the default game gives it. Where a hand was left out,
each one behind it has the size of the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from bluke_cli.audit.notebook import Notebook
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.record.writer import flow
from bluke_cli.replay.table import Table, hand_numbers
from bluke_cli.rules.cards import PACK_SIZE
from bluke_cli.rules.house import MAX_SCHEDULE, schedule_text

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


def check_sizes(record: GameRecord, table: Table, notes: Notebook) -> tuple[Table, int | None]:
    """Report, once, hands that follow another schedule, or from one on the schedule of the hands behind them.

    Returns the table by which to judge each hand, and the index of the first hand behind one left out, if one was.
    """
    hands = _told_hands(record, table, notes)
    odd = [hand for hand in hands if hand.size != table.size_of(hand.number)]
    if len(odd) < 2:
        return table, None
    first = odd[0]
    left_out = None
    if _are_behind_one_left_out(hands, odd, table):
        left_out = first.at
        size = table.size_of(first.number)
        reason = f"from here on each hand has the size of the next one: a hand of {size} seems to be left out (RULES 3)"
    elif _is_another_schedule(hands, odd):
        told = {hand.number: hand.size for hand in hands}
        sizes = tuple(told.get(number, 0) for number in range(1, max(hand_numbers(record)) + 1))
        reason = _other_schedule(odd, sizes, table)
        table = replace(table, sizes=sizes)
    else:
        return table, None
    notes.report("hand-size", reason, ("hands", first.at, first.key), hand=first.number)
    return table, left_out


def _told_hands(record: GameRecord, table: Table, notes: Notebook) -> list[Told]:
    """Return the hands that tell a size; none where their numbers are in doubt, or a size is none that can be dealt."""
    numbers = hand_numbers(record)
    rising = all(before < after for before, after in pairwise([0, *numbers, MAX_SCHEDULE + 1]))
    if not rising or any(notes.is_damaged("hands", index, "hand") for index in range(len(numbers))):
        return []
    hands = []
    for index, (hand, number) in enumerate(zip(record.hands, numbers, strict=True)):
        key, size = _told(hand, len(table.players), is_last=index == len(numbers) - 1)
        if size is not None and not notes.is_damaged("hands", index, key):
            hands.append(Told(index, number, size, key))
    most = (PACK_SIZE - 1) // len(table.players)
    return hands if all(1 <= hand.size <= most for hand in hands) else []


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


def _are_behind_one_left_out(hands: Sequence[Told], odd: Sequence[Told], table: Table) -> bool:
    """Tell whether the last hands, but not all, have the sizes that are due a hand later."""
    is_end = len(odd) < len(hands) and hands[-len(odd) :] == odd
    return is_end and all(hand.is_written and hand.size == table.size_of(hand.number + 1) for hand in odd)


def _is_another_schedule(hands: Sequence[Told], odd: Sequence[Told]) -> bool:
    """Tell whether the hands follow another schedule, rather than hold some slips.

    None has the size that is due; or half have not, but all rise and fall by one from hand to hand. Where tricks taken
    tell it, one of which is easily left out, it takes more: some hands, most of them, and each step one.
    """
    steps = [(abs(after.size - hand.size), after.number - hand.number) for hand, after in pairwise(hands)]
    if not all(hand.is_written for hand in odd):
        is_run = all(step == hands_between for step, hands_between in steps)
        return len(odd) >= FEWEST_SUMS and 4 * len(odd) >= 3 * len(hands) and is_run
    is_run = all(step <= hands_between for step, hands_between in steps)
    return len(odd) == len(hands) or (2 * len(odd) >= len(hands) and is_run)


def _other_schedule(odd: Sequence[Told], sizes: Sequence[int], table: Table) -> str:
    """Say what sizes the hands have, what is due, and how a schedule is named."""
    more = " …" if len(odd) > 3 else ""
    shown = ", ".join(str(hand.size) for hand in odd[:3]) + more
    due = ", ".join(str(table.size_of(hand.number) or "none") for hand in odd[:3]) + more
    game = "the default game" if table.rules.schedule is None else f"the schedule {schedule_text(table.sizes)}"
    text = schedule_text(sizes) if 0 not in sizes else "7-1-7"
    return (
        f"{len(odd)} hands have sizes that are not those of {game}: {shown} cards a player, not {due} (RULES 3); if the"
        f" game was so, name its schedule: rules: {flow({'schedule': text})}; in a spreadsheet a row of two cells,"
        f" rules and schedule={text}"
    )
