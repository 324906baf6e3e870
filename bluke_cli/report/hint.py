"""Choices of a recorded hand, weighed: as tables for people, as JSON Lines for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from bluke_cli.audit.review import Choice, Worth
from bluke_cli.diagnostics import counted
from bluke_cli.report.text import columns, json_visible, visible
from bluke_cli.rules.cards import CARD_NAMES


def choice_lines(choice: Choice, players: Sequence[str]) -> Iterator[str]:
    """Yield a table: each move, its worth in points, and how far it is behind the best one."""
    what = "bids" if choice.trick is None else f"plays to trick {choice.trick}"
    yield f"Hand {choice.hand}: {visible(players[choice.seat])} {what}, in {counted(choice.worlds, 'world')}"
    rows = [
        [_shown(choice, worth), f"{worth.points:.1f}", _behind(worth), _mark(choice, worth)] for worth in choice.moves
    ]
    heads = ["bid" if choice.trick is None else "card", "worth", "behind", ""]
    yield from (f"  {line}" for line in columns([heads, *rows]))


def choice_json(choice: Choice, players: Sequence[str]) -> str:
    """Return a choice as one line of JSON."""
    moves = [
        {
            "move": _shown(choice, worth) if choice.trick is not None else worth.move,
            "points": round(worth.points, 2),
            "behind": round(worth.behind, 2),
            "error": None if worth.error is None else round(worth.error, 2),
        }
        for worth in choice.moves
    ]
    chosen = choice.chosen if choice.trick is None or choice.chosen is None else CARD_NAMES[choice.chosen]
    where = {"hand": choice.hand, "trick": choice.trick, "player": players[choice.seat]}
    return json_visible(
        json.dumps({**where, "chosen": chosen, "worlds": choice.worlds, "moves": moves}, ensure_ascii=False)
    )


def _shown(choice: Choice, worth: Worth) -> str:
    return str(worth.move) if choice.trick is None else CARD_NAMES[worth.move]


def _behind(worth: Worth) -> str:
    if not worth.behind:
        return "best"
    return f"{worth.behind:.1f} ± {'?' if worth.error is None else f'{worth.error:.1f}'}"


def _mark(choice: Choice, worth: Worth) -> str:
    """Say if this was chosen; of cards that are worth the same, which one."""
    if choice.lost is None or worth is not choice.lost:
        return ""
    verb = "bid" if choice.trick is None else "played"
    assert choice.chosen is not None
    return (
        f"{verb}" if choice.trick is None or choice.chosen == worth.move else f"{verb} as {CARD_NAMES[choice.chosen]}"
    )
