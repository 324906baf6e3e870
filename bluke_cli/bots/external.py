"""Bots that are programs of their own, played over the protocol ``bluke-bot/1``.

An `ExternalBot` is a bot of the command line; for each game it gives an `ExternalPlayer`, which has a process. A
process never plays two games of one block, for it has seen the cards. One that can ``reset`` and did nothing wrong is
kept for another block, any other is ended with its game. Times are seconds; see `reach` for the limits.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import IO

from bluke_cli.bots import wire
from bluke_cli.bots.child import Child, close_all
from bluke_cli.bots.events import Event
from bluke_cli.bots.loading import LoadedBot
from bluke_cli.bots.naming import BotName
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.reach import HANG_SECONDS, Reach
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import CARD_NUMBERS

KEPT = 16
"""The most processes of one bot that wait for another block."""
TOLD = ("exception", "wrong-answer")
"""Fault codes that a bot may answer an error with; any other error is a wrong answer."""


class ExternalBot(LoadedBot):
    """A bot with a command that starts it; *options* go into each game."""

    def __init__(self, name: BotName, command: Sequence[str], source_hash: str | None, reach: Reach) -> None:
        self.name = name
        self.source_hash = source_hash
        self.command = tuple(command)
        self.reach = reach
        self._kept: list[Process] = []

    def player(self, block: int = 0, label: str = "game") -> ExternalPlayer:
        """Return a new player for one game of a block; *label* names its transcript."""
        return ExternalPlayer(self, block, label)

    def take(self, block: int) -> Process:
        """Return a process that has not played in *block*, started and greeted. Raises BotFault."""
        for process in self._kept:
            if process.block < block:
                self._kept.remove(process)
                if process.child.is_running:
                    process.block = block
                    return process
                process.child.close()
                return self.take(block)
        return Process(self.command, block)

    def give_back(self, process: Process, *, is_clean: bool) -> None:
        """Keep a process for another block if it *is_clean* and can be kept, or end it in order."""
        if is_clean and process.can_reset and len(self._kept) < KEPT and process.child.is_running:
            self._kept.append(process)
        else:
            process.child.close(wire.QUIT)

    def close(self) -> None:
        """End all processes that are kept."""
        kept, self._kept = self._kept, []
        close_all((process.child for process in kept), wire.QUIT)


class Process:
    """A running bot: the block that it last played in, and the id of the last request."""

    __slots__ = ("block", "can_reset", "child", "is_greeted", "number")

    def __init__(self, command: Sequence[str], block: int) -> None:
        self.child = Child(command, monotonic() + HANG_SECONDS)
        self.block = block
        self.number = 0
        self.is_greeted = self.can_reset = False

    def greet(self, answer: wire.Answer) -> None:
        """Take the answer to hello. Raises BotFault ``incompatible``."""
        fields = answer.fields
        if answer.kind == "error":
            raise BotFault("incompatible", _error_text(fields) or "the bot answered hello with an error")
        if answer.kind != "hello":
            raise BotFault("incompatible", f"hello is to be answered with hello, not {answer.kind!r}")
        version, caps = fields.get("version"), fields.get("caps", [])
        if type(version) is not int or version != wire.VERSION:
            raise BotFault("incompatible", f"the bot speaks version {version!r} of the protocol, not {wire.VERSION}")
        if type(fields.get("name", "")) is not str or type(caps) is not list:
            raise BotFault("incompatible", "in hello `name` is a text and `caps` a list")
        self.can_reset = "reset" in caps
        self.is_greeted = True


class ExternalPlayer:
    """A bot's process in one game."""

    wants_events = True

    def __init__(self, bot: ExternalBot, block: int, label: str) -> None:
        self._bot = bot
        self._block = block
        self._process: Process | None = None
        self._events: list[wire.Message] = []
        self._blamed = b""
        self._used = 0.0
        self._has_failed = False
        self._is_clean = False
        self._is_dead = True
        self._log: IO[bytes] | None = None
        if bot.reach.transcripts is not None:
            bot.reach.transcripts.mkdir(parents=True, exist_ok=True)
            self._log = open(bot.reach.transcripts / f"{label}.txt", "wb")  # noqa: SIM115 - closed by close

    def start(self, game: GameView, seed: str) -> None:
        """Get a process and begin the game. A bot that fails here is dead."""
        limit = self._bot.reach.start_time or HANG_SECONDS
        try:
            self._process = process = self._bot.take(self._block)
            if not process.is_greeted:
                process.greet(self._ask(wire.hello_message, limit))
            options = dict(self._bot.name.options)
            answer = self._ask(lambda number: wire.game_message(number, game, seed, options), limit)
            _expect("ok", answer)
        except BotFault as fault:
            fault.is_dead = self._is_dead = True
            raise
        self._is_dead = False
        self._is_clean = self._block == 0  # a trial is no game; a game has first to be finished

    def bid(self, view: View) -> int:
        """Return the bot's bid, legal or not."""
        fields = self._act(view)
        bid = fields.get("bid")
        if type(bid) is not int:
            raise BotFault("wrong-answer", f"`bid` is to be a whole number, not {bid!r}"[:200])
        return bid

    def play(self, view: View) -> int:
        """Return the bot's card, legal or not."""
        card = self._act(view).get("card")
        found = CARD_NUMBERS.get(card) if type(card) is str else None
        if found is None:
            raise BotFault("wrong-answer", f"`card` is to be the name of a card, as 'KS' or 'HI', not {card!r}"[:200])
        return found

    def _act(self, view: View) -> wire.Message:
        reach, begun = self._bot.reach, monotonic()
        limits = {}
        if reach.move_time is not None:
            limits["move_ms"] = reach.move_time
        if reach.game_time is not None:
            limits["game_ms"] = max(0.0, reach.game_time - self._used)
        clock = {key: int(limit * 1000) for key, limit in limits.items()} or None
        events, self._events = self._events, []
        try:
            answer = self._ask(
                lambda number: wire.act_message(number, view, events, clock), min(limits.values(), default=HANG_SECONDS)
            )
        finally:
            self._used += monotonic() - begun
        _expect("do", answer)
        return answer.fields

    def observe(self, event: Event) -> None:
        """Keep an event for the next request."""
        self._events.append(wire.event_object(event))

    def blame(self, code: str, detail: str) -> None:
        """Tell the bot of its own fault, with the next request."""
        self._has_failed = True
        self._blamed += wire.line_of(wire.fault_message(code, detail))

    def finish(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Tell the bot that the game is over, and await its word."""
        events, self._events = self._events, []
        limit = self._bot.reach.move_time or HANG_SECONDS
        _expect("ok", self._ask(lambda number: wire.over_message(number, events, scores, ranks), limit))
        self._is_clean = not self._has_failed

    def close(self) -> None:
        """Keep or end the process, and close the transcript. One that failed is not given a second to go."""
        process, self._process = self._process, None
        try:
            if process is not None and self._is_dead:
                process.child.close()
            elif process is not None:
                self._bot.give_back(process, is_clean=self._is_clean)
        finally:
            if self._log is not None:
                self._log.close()
                self._log = None

    def _ask(self, message: Callable[[int], Mapping[str, object]], limit: float) -> wire.Answer:
        """Send a request and return its answer; answers to earlier ones are dropped. Raises BotFault."""
        process = self._process
        assert process is not None, "a player is asked between start and close"
        deadline = monotonic() + min(limit, HANG_SECONDS)
        process.number += 1
        line = self._blamed + wire.line_of(message(process.number))
        self._blamed = b""
        try:
            self._write_down(b"> ", line[:-1])
            process.child.send(line, deadline)
            while True:
                received = process.child.receive(deadline)
                self._write_down(b"< ", received)
                answer = wire.read_answer(received)
                if answer.number == process.number:
                    return answer
                if answer.number > process.number:
                    detail = f"the answer has id {answer.number}, the request has {process.number}"
                    raise BotFault("wrong-answer", detail[:200])
        except BotFault as fault:
            if fault.code == "timeout":
                fault.detail = f"no answer within {min(limit, HANG_SECONDS):g} s"
            fault.said = process.child.said
            self._is_dead = self._is_dead or fault.is_dead
            self._write_down(b"! ", f"{fault.code}: {fault.detail}".encode("utf-8", "replace"))
            raise

    def _write_down(self, mark: bytes, lines: bytes) -> None:
        if self._log is not None:
            with contextlib.suppress(OSError):  # a full disk is no reason to end a match
                self._log.writelines(mark + line + b"\n" for line in lines.split(b"\n"))


def _expect(kind: str, answer: wire.Answer) -> None:
    """Raise BotFault if an answer is not of the kind that is due."""
    if answer.kind == kind:
        return
    if answer.kind == "error":
        code = answer.fields.get("code")
        told = _error_text(answer.fields) or "the bot answered with an error"
        raise BotFault(code if code in TOLD else "wrong-answer", told)
    raise BotFault("wrong-answer", f"the answer is to be {kind!r}, not {answer.kind!r}"[:200])


def _error_text(fields: wire.Message) -> str:
    """Return what an error says, its code in front where that is no fault code."""
    code, detail = fields.get("code"), fields.get("detail")
    parts = [part for part in (None if code in TOLD else code, detail) if type(part) is str]
    return ": ".join(parts)[:300]
