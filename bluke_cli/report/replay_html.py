"""A game as one page to step through, card by card; all of it is told as text as well, for those without scripts.

The page holds the events of the story and nothing else: what a seat did not see is not in its page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bluke_cli.replay.story import Event
from bluke_cli.report.charts import Chart, line_chart
from bluke_cli.report.page import page, script_json
from bluke_cli.report.replay import event_lines


def replay_html(events: Iterable[Event], players: Sequence[str], viewer: str | None) -> str:
    """Return the page of one game; *viewer* names the player whose eyes it is seen with."""
    told = list(events)
    return (
        page(
            "replay",
            f"Bluke: {', '.join(players)}",
            viewer=viewer,
            faults=any(event.get("fault") or event.get("faults") for event in told),
            chart=_totals(told, players),
            parts=list(_parts(event_lines(told, list(players)))),
            events=script_json(json.dumps(told, ensure_ascii=False, separators=(",", ":"))),
            players=script_json(json.dumps(players, ensure_ascii=False)),
            viewer_json=script_json(json.dumps(viewer, ensure_ascii=False)),
        )
        + "\n"
    )


def _parts(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines that stand together, hand by hand: a blank line parts them."""
    for is_text, part in groupby(lines, key=bool):
        if is_text:
            yield list(part)


def _totals(told: Sequence[Event], players: Sequence[str]) -> Chart | None:
    """Return the running totals as a picture; None where none are known."""
    ends = [event for event in told if event["event"] == "hand-end" and event["total"] is not None]
    if not ends:
        return None
    start = [(0.0, 0.0)] if ends[0]["hand"] == 1 else []
    lines = {
        name: start + [(float(event["hand"]), float(event["total"][seat])) for event in ends]
        for seat, name in enumerate(players)
    }
    return line_chart("Totals, hand by hand", "The running total of each player after each hand.", lines, "hand")
