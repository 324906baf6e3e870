"""Hands whose sizes are those of another game: one cause, told once; then each hand is judged by its own size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bluke_cli.audit.notebook import Notebook
from bluke_cli.record.models import GameRecord
from bluke_cli.record.writer import flow
from bluke_cli.replay.sizes import Told, is_another_schedule, is_behind_one_left_out, odd_ones, told_sizes
from bluke_cli.replay.table import Table, hand_numbers
from bluke_cli.rules.schedules import schedule_text


def check_sizes(
    record: GameRecord, table: Table, notes: Notebook, planned: Sequence[int] = ()
) -> tuple[Table, int | None]:
    """Report, once, hands that follow another schedule, or from one on the schedule of the hands behind them.

    *planned* are the sizes of the hands to come as well, where they are known. Returns the table by which to judge each
    hand, and the index of the first hand behind one left out, if one was.
    """
    if any(notes.is_damaged("hands", at, "hand") for at in range(len(record.hands))):
        return table, None
    hands = [hand for hand in told_sizes(record) if not notes.is_damaged("hands", hand.at, hand.key)]
    odd = odd_ones(hands, table)
    if len(odd) < 2:
        return table, None
    first, left_out = odd[0], None
    if is_behind_one_left_out(hands, table):
        left_out = first.at
        size = table.size_of(first.number)
        reason = f"from here on each hand has the size of the next one: a hand of {size} seems to be left out (RULES 3)"
    elif is_another_schedule(hands, table):
        told = {hand.number: hand.size for hand in hands}
        sizes = tuple(told.get(number, 0) for number in range(1, max(hand_numbers(record)) + 1))
        reason = _other_schedule(odd, planned if tuple(planned[: len(sizes)]) == sizes else sizes, table)
        table = replace(table, sizes=sizes)
    else:
        return table, None
    notes.report("hand-size", reason, ("hands", first.at, first.key), hand=first.number)
    return table, left_out


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
