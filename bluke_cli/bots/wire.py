"""The messages of the protocol ``bluke-bot/1``: the tool's as lines, a bot's taken apart strictly.

Secrecy is by construction: what a request holds comes from a `View` or a `GameView`, which are public values and one
holding, from events, which everybody saw, and from what the bot was named with. JSON is read as in records: equal keys,
NaN and half characters are refused. Seats count from 0, cards are their names, in pack order.
docs/bots.md describes the protocol, `wire_schema` has its JSON Schemas.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple, NoReturn

from bluke_cli.bots.events import BidMade, CardPlayed, Event, HandDealt, TrickWon
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import CARD_NAMES, SUITS, Card, Mask, cards_of
from bluke_cli.rules.house import HouseRules

PROTOCOL, VERSION = "bluke-bot", 1
SHOWN = 60
"""How many characters of a bot's line a fault quotes."""

Message = dict[str, Any]

_encode = json.JSONEncoder(separators=(",", ":")).encode
_name_of = CARD_NAMES.__getitem__


def line_of(message: Mapping[str, Any]) -> bytes:
    """Return a message as its line: compact ASCII JSON and a line feed."""
    return _encode(message).encode("ascii") + b"\n"


def hello_message(number: int) -> Message:
    """Return the first request: which versions the tool speaks."""
    return {"t": "hello", "id": number, "protocol": PROTOCOL, "versions": [VERSION]}


def game_message(number: int, game: GameView, seed: str, options: Mapping[str, str]) -> Message:
    """Return the request that begins a game; *options* are the bot's own, as typed."""
    return {
        "t": "game",
        "id": number,
        "players": game.players,
        "seat": game.seat,
        "dealer": game.dealer,
        "rules": rules_object(game.rules, game.sizes),
        "seed": seed,
        "options": dict(options),
    }


def act_message(number: int, view: View, events: list[Message], clock: Mapping[str, int] | None) -> Message:
    """Return the request for a decision; *events* are all since the last request, *clock* is None without limits."""
    message: Message = {
        "t": "act",
        "id": number,
        "want": "card" if view.legal_mask else "bid",
        "events": events,
        "view": view_object(view),
        "legal": names_of(view.legal_mask) if view.legal_mask else view.legal_bids,
    }
    if clock is not None:
        message["clock"] = clock
    return message


def over_message(number: int, events: list[Message], scores: Sequence[int], ranks: Sequence[int]) -> Message:
    """Return the request that ends a game: final totals and places by seat, joint places alike."""
    return {"t": "over", "id": number, "events": events, "scores": list(scores), "ranks": list(ranks)}


def fault_message(code: str, detail: str) -> Message:
    """Return what tells a bot of its own fault; it is not answered."""
    return {"t": "fault", "code": code, "detail": detail}


QUIT = line_of({"t": "quit"})


def names_of(mask: Mask) -> list[str]:
    """Return the names of the cards of a mask, in pack order."""
    return list(map(_name_of, cards_of(mask)))


def rules_object(rules: HouseRules, sizes: Sequence[int]) -> Message:
    """Return all house rules, also those that are the default; *sizes* is the schedule in force."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)} | {"schedule": list(sizes)}


def view_object(view: View) -> Message:
    """Return what a seat sees. The complete tricks are not in it: their cards were events."""
    trump = view.trump
    return {
        "hand": view.hand,
        "size": view.size,
        "dealer": view.dealer,
        "up": CARD_NAMES[view.up],
        "trump": None if trump is None else SUITS[trump],
        "cards": names_of(view.holding),
        "bids": view.bids,
        "won": view.won,
        "trick": {"leader": view.leader, "cards": list(map(_name_of, view.trick))},
        "scores": view.scores,
        "hands_left": view.hands_left,
    }


def event_object(event: Event) -> Message:
    """Return an event as it stands in the `events` of a request."""
    if isinstance(event, CardPlayed):
        return {"t": "card", "seat": event.seat, "card": CARD_NAMES[event.card]}
    if isinstance(event, TrickWon):
        return {"t": "trick", "seat": event.seat}
    if isinstance(event, BidMade):
        return {"t": "bid", "seat": event.seat, "bid": event.bid}
    if isinstance(event, HandDealt):
        return {"t": "deal", **event._asdict(), "up": CARD_NAMES[event.up]}
    return {"t": "hand-end", **event._asdict()}


class Answer(NamedTuple):
    """A bot's line taken apart: its kind `t`, the id of the request that it answers, and the object itself."""

    kind: str
    number: int
    fields: Message


def read_answer(line: bytes) -> Answer:
    """Return the answer that a line holds. Raises BotFault ``noise`` or ``malformed``.

    >>> read_answer(b'{"t":"do","id":3,"bid":2}').fields["bid"]
    2
    """
    text = line.strip(b" \t\r")
    if not text.startswith(b"{"):
        hint = "standard output is protocol only, print to standard error"
        raise BotFault("noise", f"{quoted(line)} is no answer; {hint}")
    try:
        message = read_object(text)
    except (ValueError, RecursionError) as error:
        raise BotFault("malformed", f"{quoted(line)} is no JSON object: {error}") from error
    kind, number = message.get("t"), message.get("id")
    if type(kind) is not str or type(number) is not int:
        raise BotFault("malformed", f"{quoted(line)} lacks a text `t` or a whole number `id`")
    return Answer(kind, number, message)


def read_object(text: bytes) -> Message:
    """Return the object that *text* is, as strictly as a record is read. Raises ValueError or RecursionError."""
    message: Any = _decode(text.decode("utf-8"))
    if type(message) is not dict:
        raise ValueError("it is no object")
    if b"\\u" in text:  # half of a surrogate pair cannot be written again
        try:
            json.dumps(message, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("half a surrogate pair is no character") from None
    return message


def _unequal(pairs: list[tuple[str, Any]]) -> Message:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


_decode = json.JSONDecoder(object_pairs_hook=_unequal, parse_constant=_no_number).decode


def quoted(line: bytes) -> str:
    """Return the beginning of a bot's line, in quotes, for a message."""
    text = line.rstrip(b"\r").decode("utf-8", "replace")
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")


def read_cards(names: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards of these names; KeyError if one is none."""
    return tuple(map(_number_of, names))


_number_of = {name: number for number, name in enumerate(CARD_NAMES)}.__getitem__
