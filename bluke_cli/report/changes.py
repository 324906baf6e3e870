"""What rescoring would change, a line a number."""

from __future__ import annotations

from bluke_cli.audit.rescore import Change
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.table import hand_numbers
from bluke_cli.report.text import visible


def change_lines(change: Change, record: GameRecord, place: str) -> list[str]:
    """Return a line for each number that *change* puts right, or one for the whole where it is no list of numbers."""
    where = f"hand {hand_numbers(record)[int(change.path[1])]}: " if change.path[0] == "hands" else ""
    head = f"{place}: {where}{change.path[-1]}"
    if change.path[-1] == "winners" or not change.new or len(change.old) != len(change.new):
        return [visible(f"{head} {_shown(change.old)} → {_shown(change.new)}")]
    return [
        visible(f"{head}: {name} {old} → {new}")
        for name, old, new in zip(record.players, change.old, change.new, strict=True)
        if old != new
    ]


def _shown(value: list[object] | None) -> str:
    return "nothing" if value is None else ", ".join(map(str, value))
