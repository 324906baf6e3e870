"""A bot in Python as a program of its own: the bot's side of the protocol ``bluke-bot/1``.

`serve` answers requests until standard input ends or ``quit`` comes. What the bot prints goes to standard error, and
what it reads is empty, for both standard streams belong to the protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bluke_cli.bots import wire
from bluke_cli.bots.api import Bot
from bluke_cli.bots.events import BidMade, CardPlayed, Event, HandDealt, HandEnded, TrickWon
from bluke_cli.bots.loading import class_of, typed_options
from bluke_cli.bots.naming import BotName, parse_name
from bluke_cli.bots.players import BotFault, LocalPlayer
from bluke_cli.bots.view import GameView, View, WonTrick
from bluke_cli.errors import BlukeError
from bluke_cli.rules.cards import CARD_NAMES, PACK_SIZE, SUITS, mask_of
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import default_schedule

Load = Callable[[], tuple[type[Bot], BotName]]


def serve(bot_class: type[Bot]) -> None:
    """Play as *bot_class* over standard input and output until the tool has no more requests."""
    name = BotName(bot_class.__name__, bot_class.__name__, "module", bot_class.__module__, bot_class.__name__)
    _serve(lambda: (bot_class, name))


def run() -> None:
    """Serve the bot that the last argument names; it is loaded when hello comes, so that a failure is an answer."""
    name = parse_name(sys.argv[-1])
    del sys.argv[1:]
    _serve(lambda: (class_of(name)[0], name))


def _serve(load: Load) -> None:
    lines, out = _take_streams()
    server = Server(load)
    try:
        for line in lines:
            if not line.strip():
                continue
            message = wire.read_object(line)
            if message.get("t") == "quit":
                return
            answer = server.answer(message)
            if answer is not None:
                out(wire.line_of(answer))
    except BrokenPipeError:  # the tool is gone
        os._exit(1)
    except KeyboardInterrupt:  # somebody plays by hand
        os._exit(130)


def _take_streams() -> tuple[Iterator[bytes], Callable[[bytes], object]]:
    """Keep the two streams for the protocol; leave an empty input, and standard error as output, to the bot."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(writing, data) :]

    return open(reading, "rb"), write


class Server:
    """Answers one message after the other; a `game` begins anew."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._player: LocalPlayer | None = None
        self._game: GameView
        self._tricks: list[WonTrick] = []
        self._trick: list[int] = []
        self._leader = 0

    def answer(self, message: wire.Message) -> wire.Message | None:
        """Return the answer to a message, None if it wants none. Raises SystemExit where the bot did."""
        number = message.get("id")
        if number is None:
            return None
        kind = message.get("t")
        handle = {"hello": self._hello, "game": self._begin, "act": self._act, "over": self._over}.get(str(kind))
        if handle is None:
            return {"t": "error", "id": number, "code": "unsupported"}
        try:
            return {**handle(message), "id": number}
        except BotFault as fault:
            if fault.code == "exit":
                raise SystemExit(1) from fault
            return {"t": "error", "id": number, "code": fault.code, "detail": fault.detail}
        except BlukeError as error:
            return {"t": "error", "id": number, "code": "exception", "detail": str(error)}

    def _hello(self, message: wire.Message) -> wire.Message:
        if message.get("protocol") != wire.PROTOCOL or wire.VERSION not in message.get("versions", []):
            return {"t": "error", "id": 0, "code": "unsupported"}
        self._bot_class, self._name = self._load()
        return {"t": "hello", "id": 0, "version": wire.VERSION, "name": self._bot_class.__name__, "caps": ["reset"]}

    def _begin(self, message: wire.Message) -> wire.Message:
        name = replace(self._name, options=tuple(message["options"].items()))
        options = typed_options(self._bot_class, name)
        self._game = _game_view(message)
        self._tricks, self._trick = [], []
        self._player = LocalPlayer(lambda: self._bot_class(**options))
        self._player.start(self._game, message["seed"])
        return {"t": "ok"}

    def _act(self, message: wire.Message) -> wire.Message:
        player = self._hear(message)
        view = _view(self._game, message, tuple(self._tricks))
        if view.is_bidding:
            return {"t": "do", "id": 0, "bid": player.bid(view)}
        card = player.play(view)
        if not 0 <= card < PACK_SIZE:
            raise BotFault("wrong-answer", f"a card is a number from 0 to {PACK_SIZE - 1}, not {card}")
        return {"t": "do", "id": 0, "card": CARD_NAMES[card]}

    def _over(self, message: wire.Message) -> wire.Message:
        self._hear(message)
        return {"t": "ok"}

    def _hear(self, message: wire.Message) -> LocalPlayer:
        """Take in the events of a message, and tell the bot of them if it listens."""
        if self._player is None:
            raise BotFault("wrong-answer", "no game has begun")
        events = [_event(event) for event in message["events"]]
        for event in events:
            self._note(event)
        if self._player.wants_events:
            for event in events:
                self._player.observe(event)
        return self._player

    def _note(self, event: Event) -> None:
        """Keep the tricks of the hand: a view in Python holds them."""
        if isinstance(event, CardPlayed):
            self._trick.append(event.card)
        elif isinstance(event, TrickWon):
            self._tricks.append(WonTrick(self._leader, tuple(self._trick), event.seat))
            self._leader, self._trick = event.seat, []
        elif isinstance(event, HandDealt):
            self._leader = (event.dealer + 1) % self._game.players
            self._tricks, self._trick = [], []


def _game_view(message: wire.Message) -> GameView:
    """Return what a `game` says; a schedule that is the default counts as none, as in house rules."""
    players, rules = message["players"], dict(message["rules"])
    sizes = tuple(rules["schedule"])
    rules["schedule"] = None if sizes == default_schedule(players) else sizes
    return GameView(players, message["seat"], message["dealer"], HouseRules(**rules), sizes)


def _view(game: GameView, message: wire.Message, tricks: tuple[WonTrick, ...]) -> View:
    """Return the view of an `act`."""
    seen: dict[str, Any] = message["view"]
    is_bidding = message["want"] == "bid"
    trump = seen["trump"]
    return View(
        rules=game.rules,
        players=game.players,
        seat=game.seat,
        hand=seen["hand"],
        size=seen["size"],
        dealer=seen["dealer"],
        up=_card(seen["up"]),
        trump=None if trump is None else SUITS.index(trump),
        scores=tuple(seen["scores"]),
        hands_left=seen["hands_left"],
        holding=mask_of(wire.read_cards(seen["cards"])),
        bids=tuple(seen["bids"]),
        won=tuple(seen["won"]),
        tricks=tricks,
        leader=seen["trick"]["leader"],
        trick=wire.read_cards(seen["trick"]["cards"]),
        legal_bids=tuple(message["legal"]) if is_bidding else (),
        legal_mask=0 if is_bidding else mask_of(wire.read_cards(message["legal"])),
    )


def _card(name: str) -> int:
    return wire.read_cards([name])[0]


def _event(told: wire.Message) -> Event:
    """Return an event from its object."""
    kind = told["t"]
    if kind == "card":
        return CardPlayed(told["seat"], _card(told["card"]))
    if kind == "trick":
        return TrickWon(told["seat"])
    if kind == "bid":
        return BidMade(told["seat"], told["bid"])
    if kind == "deal":
        return HandDealt(told["hand"], told["size"], told["dealer"], _card(told["up"]))
    return HandEnded(*(tuple(told[key]) for key in HandEnded._fields))
