"""A game told card by card: as text for people, as JSON Lines for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from bluke_cli.diagnostics import counted
from bluke_cli.record.nodes import MERGE_KEY
from bluke_cli.replay.doubts import merged_words
from bluke_cli.replay.story import Event
from bluke_cli.report.text import columns, json_visible, visible
from bluke_cli.rules.cards import SUIT_WORDS, SUITS
from bluke_cli.rules.house import setting_text
from bluke_cli.rules.tricks import cited

_TRUMPS = {"none": "no trump"} | {suit: f"{word} are trump" for suit, word in zip(SUITS, SUIT_WORDS, strict=True)}


def event_json(event: Event) -> str:
    """Return an event as one line of JSON."""
    return json_visible(json.dumps(event, ensure_ascii=False, separators=(",", ":")))


def event_lines(events: Iterable[Event], players: list[str]) -> Iterator[str]:
    """Yield the lines of the story; *players* are the names in seat order."""
    names = [visible(name) for name in players]
    cards: list[Event] = []
    bids: list[Event] = []
    for event in events:
        kind = event["event"]
        if bids and kind != "bid":
            shown = [f"{visible(bid['player'])} {bid['bid']}" for bid in bids]
            yield f"  Bids: {', '.join(shown)}"
            yield from _better(bids, "bid", "    ")
            bids = []
        if cards and (kind != "card" or event["trick"] != cards[0]["trick"]):
            yield from _trick_lines(cards, event if kind == "trick" else None)
            cards = []
        if kind == "card":
            cards.append(event)
        elif kind == "bid":
            bids.append(event)
        else:
            yield from _told(event, names)
    if cards:
        yield from _trick_lines(cards, None)


def _trick_lines(cards: list[Event], end: Event | None) -> Iterator[str]:
    """Yield a trick on one line, with what was wrong with it below; or, with reasons, a line for each of them."""
    shown = ", ".join(f"{visible(card['player'])} {card['card']}" for card in cards)
    winner = "unfinished" if end is None else visible(end["winner"])
    yield f"{cards[0]['trick']:4}. {shown}  → {winner}"
    if "why" in cards[0]:
        rows = [_why(card) for card in cards]
        yield from (f"     {line}" for line in columns(rows, left=4))
    else:
        for card in cards:
            if card["fault"] is not None:
                yield f"       ! {visible(card['player'])}: {_blame(card['fault'])}"
    yield from _better(cards, "card", "       ")
    if end is not None and "why" in end:
        yield f"        → {winner}: {end['why']['reason']} ({cited(end['why']['rule'])})"


def _better(made: list[Event], key: str, indent: str) -> Iterator[str]:
    """Yield a line for each choice that was clearly not the best, if the choices were reviewed."""
    for event in made:
        review = event.get("review")
        if review is not None and review["is_clear"]:
            gain = f"{review['lost']:.1f} ± {review['error']:.1f} more in {counted(review['worlds'], 'world')}"
            yield f"{indent}? {visible(event['player'])} {event[key]}: {review['best']} is worth {gain}"


def _points(lost: dict[str, Any]) -> str:
    return f"{lost['lost']:.1f}" + (f" ± {lost['error']:.1f}" if lost["clear"] else "")


def _why(card: Event) -> list[str]:
    why, fault = card["why"], card["fault"]
    reason = f"{why['reason']} ({cited(why['rule'])})" if fault is None else _blame(fault)
    legal = "" if why["legal"] is None else f"; legal: {why['legal']}"
    return [" " if fault is None else "!", visible(card["player"]), card["card"], f"{reason}{legal}"]


def _blame(fault: dict[str, Any]) -> str:
    return visible(fault["reason"]) + (", but it was let stand" if fault["let_stand"] else "")


def _told(event: Event, names: list[str]) -> Iterator[str]:
    kind = event["event"]
    if kind == "game":
        yield from _game_lines(event, names)
    elif kind == "deal":
        yield ""
        yield _deal_line(event)
        if event["dealt"] is not None:
            rows = [[name, cards] for name, cards in zip(names, event["dealt"], strict=True) if cards is not None]
            yield from (f"  {line}" for line in columns(rows, left=2))
        yield from _left_out(event, "  ")
        if event.get("review"):
            yield f"  ? Not weighed: {event['review']}"
    elif kind == "hand-end":
        for fault in event.get("faults", ()):
            yield f"       ! trick {fault['trick']}, {visible(fault['player'])}: {_blame(fault)}"
        if event["ended"] is not None:
            head = "Not followed further" if event["is_cut_short"] else "Breaks off"
            yield f"  {head}: {visible(event['ended'])}"
        yield from _score_lines(event, names)
    elif kind == "game-end":
        yield from _result_lines(event, names)


def _game_lines(event: Event, names: list[str]) -> Iterator[str]:
    hands = event["hands"]
    yield ", ".join(names) + ("" if hands is None else f"; {counted(hands, 'hand')}")
    for key, value in event["rules"].items():
        yield f"House rule {key}: {setting_text(key, value)}"
    if event["viewer"] is not None:
        yield f"As {visible(event['viewer'])} saw it"
    yield from _left_out(event, "")


def _left_out(event: Event, indent: str) -> Iterator[str]:
    if event["left_out"]:
        yield f"{indent}Left out, for it cannot be read: {visible(', '.join(map(_lost, event['left_out'])))}"


def _lost(key: str) -> str:
    """Return the name of what was left out; a merge key stands for what it merges."""
    part, _, last = key.rpartition(".")
    return merged_words(part) if last == MERGE_KEY else key


def _deal_line(event: Event) -> str:
    size = event["size"]
    parts = [f"Hand {event['hand']}" + ("" if size is None else f": {counted(size, 'card')}")]
    if event["dealer"] is not None:
        parts.append(f"{visible(event['dealer'])} deals")
    if event["up"] is not None:
        parts.append(f"{event['up']} turned up")
    if event["trump"] is not None:
        parts.append(_TRUMPS[event["trump"]])
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
    rows = [
        [visible(player), _points(lost), f"by {lost['clear']} of {lost['weighed']} choices"]
        for player, lost in event.get("review", {}).items()
        if lost is not None
    ]
    if rows:
        yield "Points lost by choices that were clearly not the best:"
        yield from (f"  {line}" for line in columns(rows))
    if event["ended"] is not None:
        yield ""
        yield f"Breaks off: {event['ended']}"
    if event["stopped"] is not None:
        yield f"Stopped: {visible(event['stopped'])}"
