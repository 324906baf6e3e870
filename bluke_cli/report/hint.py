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
    if choice.is_against_rules:
        yield f"  {_verb(choice)} {_name(choice, choice.chosen)}, against the rules"
    rows = [
        [_cards(choice, worth), f"{worth.points:.1f}", _behind(worth), _mark(choice, worth)] for worth in choice.moves
    ]
    heads = ["bid" if choice.trick is None else "card", "worth", "behind", ""]
    yield from (f"  {line}" for line in columns([heads, *rows]))


def choice_json(choice: Choice, players: Sequence[str]) -> str:
    """Return a choice as one line of JSON."""
    moves = [
        {
            "move": _name(choice, worth.move),
            **({} if choice.trick is None else {"alike": [CARD_NAMES[card] for card in worth.alike]}),
            "points": round(worth.points, 2),
            "behind": round(worth.behind, 2),
            "error": None if worth.error is None else round(worth.error, 2),
        }
        for worth in choice.moves
    ]
    where = {"hand": choice.hand, "trick": choice.trick, "player": players[choice.seat]}
    told = {**where, "chosen": _name(choice, choice.chosen), "worlds": choice.worlds, "moves": moves}
    return json_visible(json.dumps(told, ensure_ascii=False, separators=(",", ":")))


def _name(choice: Choice, move: int | None) -> int | str | None:
    """Return a bid as a number, a card by its name."""
    return move if choice.trick is None or move is None else CARD_NAMES[move]


def _cards(choice: Choice, worth: Worth) -> str:
    """Return a bid, or all the cards that are worth the same."""
    return " ".join(str(_name(choice, move)) for move in worth.alike)


def _behind(worth: Worth) -> str:
    if not worth.behind:
        return "best"
    return f"{worth.behind:.1f} ± {'?' if worth.error is None else f'{worth.error:.1f}'}"


def _verb(choice: Choice) -> str:
    return "bid" if choice.trick is None else "played"


def _mark(choice: Choice, worth: Worth) -> str:
    """Say if this was chosen; of cards that are worth the same, which one."""
    if worth is not choice.lost:
        return ""
    return _verb(choice) if len(worth.alike) == 1 else f"{_verb(choice)} {_name(choice, choice.chosen)}"
