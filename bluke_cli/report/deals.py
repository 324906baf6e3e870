"""Dealt games in plain text, for reading aloud or laying out on a table."""

from __future__ import annotations

from typing import Any

from bluke_cli.diagnostics import counted
from bluke_cli.report.text import columns, visible
from bluke_cli.rules.schedules import dealer_of_hand


def deal_text(record: dict[str, Any]) -> str:
    """Return a dealt game, as `replay.dealt` makes it, as lines of text: the draw, then each hand's cards."""
    players = [visible(name) for name in record["players"]]
    deal = record["deal"]
    draw = ", ".join(f"{name} {cards}" for name, cards in zip(players, record["draw"], strict=True))
    lines = [f"Game {deal['game']} of seed {visible(deal['seed'])}"]
    lines.append(f"Draw: {draw}. {visible(record['dealer'])} deals, {visible(record['scorekeeper'])} keeps score.")
    first = players.index(visible(record["dealer"]))
    for hand in record["hands"]:
        dealer = players[dealer_of_hand(first, hand["hand"], len(players))]
        size = len(hand["dealt"][0].split())
        lines += ["", f"Hand {hand['hand']}: {counted(size, 'card')}, {dealer} deals, {hand['up']} turned up"]
        lines += [
            f"  {line}" for line in columns([[n, c] for n, c in zip(players, hand["dealt"], strict=True)], left=2)
        ]
    return "\n".join(lines) + "\n"
