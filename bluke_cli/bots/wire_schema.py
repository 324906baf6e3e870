"""The JSON Schemas (draft 2020-12) of the protocol ``bluke-bot/1``: what the tool says, and what a bot answers.

Fields that are not named are ignored by both sides, so every object may have more. What a schema cannot say: equal keys
are refused, an answer repeats the id of its request, and a decision is one of `legal`.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from bluke_cli.bots.wire import PROTOCOL, VERSION
from bluke_cli.rules.cards import CARD_NAMES, SUITS
from bluke_cli.rules.house import CHOICES, MAX_PLAYERS, MIN_PLAYERS, HouseRules

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

CARD: Schema = {"$ref": "#/$defs/card"}
CARD_TYPE: Schema = {"enum": list(CARD_NAMES), "description": "A card: rank and suit, or a Bluke, LO or HI."}
TEXT: Schema = {"type": "string"}


def number(description: str = "", least: int | None = None) -> Schema:
    """Return the schema of a whole number."""
    schema: Schema = {"type": "integer"}
    if description:
        schema["description"] = description
    if least is not None:
        schema["minimum"] = least
    return schema


def list_of(items: Schema, description: str = "") -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items} | ({"description": description} if description else {})


def message(kind: str, description: str, properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of a message of a *kind*; all its properties are required but the *optional* ones."""
    whole = {"t": {"const": kind}, **properties}
    return {
        "type": "object",
        "description": description,
        "properties": whole,
        "required": [key for key in whole if key not in optional],
    }


ID = number("The number of the request, from 1; its answer repeats it.", 1)
SEAT = number("A seat, from 0, clockwise.", 0)
BY_SEAT = list_of(number(), "By seat.")
HAND: Schema = {
    "hand": number("The hand's number, from 1.", 1),
    "size": number("How many cards each player is dealt.", 1),
    "dealer": SEAT,
    "up": CARD,
}


def request_schema() -> Schema:
    """Return the JSON Schema of a line that the tool writes."""
    events = list_of({"anyOf": _events()}, "All that became public since the last request.")
    kinds = [
        message(
            "hello",
            "The first request.",
            {"id": ID, "protocol": {"const": PROTOCOL}, "versions": {**list_of(number()), "contains": {"const": 1}}},
        ),
        message("game", "A game begins, whatever was before.", {"id": ID, **_game()}),
        message("act", "A decision is wanted.", {"id": ID, **_act(events)}, ("clock",)),
        message(
            "over",
            "The game is over.",
            {
                "id": ID,
                "events": events,
                "scores": {**BY_SEAT, "description": "The final totals by seat."},
                "ranks": {**BY_SEAT, "description": "The places by seat, joint places alike."},
            },
        ),
        message("fault", "What the bot did wrong; not answered.", {"code": TEXT, "detail": TEXT}),
        message("quit", "The end; not answered.", {}),
    ]
    return _whole("request", "What the tool writes to a bot, one line", kinds)


def answer_schema() -> Schema:
    """Return the JSON Schema of a line that a bot writes."""
    kinds = [
        message(
            "hello",
            "The answer to hello.",
            {
                "id": ID,
                "version": {"const": VERSION},
                "name": TEXT,
                "caps": list_of(TEXT, "`reset`: may be given another game after one."),
            },
            ("name", "caps"),
        ),
        message("ok", "The answer to game and over.", {"id": ID}),
        message("do", "The answer to an act that wants a bid.", {"id": ID, "bid": number("A bid out of `legal`.")}),
        message("do", "The answer to an act that wants a card.", {"id": ID, "card": CARD}),
        message(
            "error",
            "The answer to what the bot cannot do; `unsupported` to a request that it does not know.",
            {"id": ID, "code": TEXT, "detail": TEXT},
            ("detail",),
        ),
    ]
    return _whole("answer", "What a bot writes to the tool, one line", kinds)


def _whole(name: str, title: str, kinds: list[Schema]) -> Schema:
    return {
        "$schema": DIALECT,
        "$id": f"urn:bluke:schema:bot-{name}:{VERSION}",
        "title": f"{title} (protocol {PROTOCOL}/{VERSION})",
        "description": "JSON Lines in UTF-8, at most 64 KiB a line. Fields that are not named here are ignored.",
        "anyOf": kinds,
        "$defs": {"card": CARD_TYPE},
    }


def _game() -> Schema:
    return {
        "players": {**number("How many play."), "minimum": MIN_PLAYERS, "maximum": MAX_PLAYERS},
        "seat": {**SEAT, "description": "The bot's own seat."},
        "dealer": {**SEAT, "description": "The dealer of hand 1."},
        "rules": _rules(),
        "seed": {**TEXT, "description": "The bot's own seed, for all its chance."},
        "options": {"type": "object", "additionalProperties": TEXT, "description": "What the bot was named with."},
    }


def _rules() -> Schema:
    """Return the schema of the house rules: all of them, always."""
    properties: Schema = {}
    for field in fields(HouseRules):
        if field.name in CHOICES:
            properties[field.name] = {"enum": list(CHOICES[field.name])}
        elif field.name == "schedule":
            properties[field.name] = {**list_of(number(least=1)), "description": "The size of each hand, in order."}
        elif field.default is None:
            properties[field.name] = {"type": ["integer", "null"]}
        else:
            properties[field.name] = number()
    return {"type": "object", "properties": properties, "required": list(properties)}


def _act(events: Schema) -> Schema:
    view = {
        **HAND,
        "trump": {"enum": [*SUITS, None]},
        "cards": list_of(CARD, "The bot's own cards, in pack order."),
        "bids": list_of({"type": ["integer", "null"]}, "By seat; null is still to come."),
        "won": {**BY_SEAT, "description": "Tricks taken so far, by seat."},
        "trick": {
            "type": "object",
            "properties": {"leader": SEAT, "cards": list_of(CARD, "The leader's first.")},
            "required": ["leader", "cards"],
        },
        "scores": {**BY_SEAT, "description": "The totals before this hand, by seat."},
        "hands_left": number("How many hands come after this one.", 0),
    }
    return {
        "want": {"enum": ["bid", "card"]},
        "events": events,
        "view": {"type": "object", "properties": view, "required": list(view)},
        "legal": {
            "description": "All that may be answered: bids, lowest first, or cards, in pack order.",
            "anyOf": [{**list_of(number()), "minItems": 1}, {**list_of(CARD), "minItems": 1}],
        },
        "clock": {
            "type": "object",
            "description": "What is left of each limit, in milliseconds; only where there is one.",
            "properties": {"move_ms": number(least=0), "game_ms": number(least=0)},
        },
    }


def _events() -> list[Schema]:
    return [
        message("deal", "A hand was dealt.", HAND),
        message("bid", "A seat made its bid.", {"seat": SEAT, "bid": number(least=0)}),
        message("card", "A seat played a card.", {"seat": SEAT, "card": CARD}),
        message("trick", "A seat won the trick.", {"seat": SEAT}),
        message(
            "hand-end",
            "A hand is over.",
            {
                "bids": BY_SEAT,
                "took": BY_SEAT,
                "score": {**BY_SEAT, "description": "Points for this hand, by seat."},
                "total": {**BY_SEAT, "description": "The totals after it, by seat."},
            },
        ),
    ]
