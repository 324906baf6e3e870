"""A game told card by card: as text for people, as JSON Lines for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from bluke_cli.replay.story import Event
from bluke_cli.report.text import columns, json_visible, visible

_SUITS = {"C": "clubs are trump", "D": "diamonds are trump", "H": "hearts are trump", "S": "spades are trump"}


def event_json(event: Event) -> str:
    """Return an event as one line of JSON."""
    return json_visible(json.dumps(event, ensure_ascii=False, separators=(",", ":")))


def event_lines(events: Iterable[Event], players: list[str]) -> Iterator[str]:
    """Yield the lines of the story; *players* are the names in seat order."""
    names = [visible(name) for name in players]
    cards: list[str] = []
    faults: list[str] = []
    bids: list[str] = []
    for event in events:
        kind = event["event"]
        if bids and kind != "bid":
            yield f"  Bids: {', '.join(bids)}"
            bids = []
        if kind == "card":
            cards.append(f"{visible(event['player'])} {event['card']}")
            if event["fault"]:
                faults.append(f"       ! {visible(event['player'])}: {event['fault']['reason']}")
            continue
        if cards:
            winner = f"  → {visible(event['winner'])}" if kind == "trick" else "  → unfinished"
            number = f"{event['trick']:4}." if kind == "trick" else "    ."
            yield f"{number} {', '.join(cards)}{winner}"
            yield from faults
            cards, faults = [], []
        if kind == "bid":
            bids.append(f"{visible(event['player'])} {event['bid']}")
            continue
        yield from _told(event, names)
    if cards:
        yield f"    . {', '.join(cards)}  → unfinished"
        yield from faults


def _told(event: Event, names: list[str]) -> Iterator[str]:
    kind = event["event"]
    if kind == "game":
        yield f"{', '.join(names)}; {event['hands']} hands"
        for key, value in event["rules"].items():
            yield f"House rule {key}: {value}"
    elif kind == "deal":
        yield ""
        yield _deal_line(event)
        if event["dealt"] is not None:
            yield from (
                f"  {line}" for line in columns(list(map(list, zip(names, event["dealt"], strict=True))), left=2)
            )
    elif kind == "hand-end":
        if event["ended"] is not None:
            yield f"  Not followed further: {event['ended']}"
        yield from _score_lines(event, names)
    elif kind == "game-end":
        yield from _result_lines(event, names)


def _deal_line(event: Event) -> str:
    size = event["size"]
    parts = [f"Hand {event['hand']}" + ("" if size is None else ": 1 card" if size == 1 else f": {size} cards")]
    if event["dealer"] is not None:
        parts.append(f"{visible(event['dealer'])} deals")
    if event["up"] is not None:
        parts.append(f"{event['up']} turned up")
    if event["trump"] is not None:
        parts.append(_SUITS.get(event["trump"], "no trump"))
    return ", ".join(parts)


def _score_lines(event: Event, names: list[str]) -> Iterator[str]:
    if event["took"] is None:
        return
    rows = [["", "bid", "took", "score", "total"]]
    for seat, name in enumerate(names):
        cells = [_cell(event[key], seat) for key in ("bids", "took", "score", "total")]
        rows.append([name, *cells])
    yield from (f"  {line}" for line in columns(rows))


def _cell(numbers: list[Any] | None, seat: int) -> str:
    return "" if numbers is None or numbers[seat] is None else str(numbers[seat])


def _result_lines(event: Event, names: list[str]) -> Iterator[str]:
    if event["final"] is not None:
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, event["final"], strict=True))
        yield ""
        yield f"Final: {totals}"
    if event["winners"] is not None:
        winners = [visible(name) for name in event["winners"]]
        yield f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}."
    if event["stopped"] is not None:
        yield f"Stopped: {visible(event['stopped'])}"
