"""Bots that are programs of their own, played over the protocol ``bluke-bot/1``.

An `ExternalBot` is a bot of the command line; for each game it gives an `ExternalPlayer`, which has a process. A
process never plays two games of one block, for it has seen the cards. One that can ``reset`` and did nothing wrong is
kept for another block, any other is ended with its game. Times are seconds; see `reach` for the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import IO

from bluke_cli.bots import wire
from bluke_cli.bots.child import close_all
from bluke_cli.bots.events import Event
from bluke_cli.bots.loading import LoadedBot
from bluke_cli.bots.naming import BotName
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.process import TOLD, Process, error_text
from bluke_cli.bots.reach import HANG_SECONDS, Reach
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import CARD_NUMBERS

KEPT = 16
"""The most processes of one bot that wait for another block."""


class ExternalBot(LoadedBot):
    """A bot with a command that starts it."""

    is_external = True

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
            process.log = self._log
            if not process.is_greeted:
                process.greet(limit)
            options = dict(self._bot.name.options)
            answer = process.ask(lambda number: wire.game_message(number, game, seed, options), limit)
            if answer.kind == "error" and answer.fields.get("code") not in TOLD:
                raise self._fault("incompatible", error_text(answer.fields) or "the bot cannot play this game")
            process.expect("ok", answer)
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
            raise self._fault("wrong-answer", f"`bid` is to be a whole number, not {bid!r}")
        return bid

    def play(self, view: View) -> int:
        """Return the bot's card, legal or not."""
        card = self._act(view).get("card")
        found = CARD_NUMBERS.get(card) if type(card) is str else None
        if found is None:
            raise self._fault("wrong-answer", f"`card` is to be the name of a card, as 'KS' or 'HI', not {card!r}")
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
                "do",
                lambda number: wire.act_message(number, view, events, clock),
                min(limits.values(), default=HANG_SECONDS),
            )
        finally:
            self._used += monotonic() - begun
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
        self._ask("ok", lambda number: wire.over_message(number, events, scores, ranks), limit)
        self._is_clean = not self._has_failed

    def close(self) -> None:
        """Keep or end the process, and close the transcript. One that failed is not given a second to go."""
        process, self._process = self._process, None
        try:
            if process is not None:
                process.log = None
            if process is not None and self._is_dead:
                process.child.close()
            elif process is not None:
                self._bot.give_back(process, is_clean=self._is_clean)
        finally:
            if self._log is not None:
                self._log.close()
                self._log = None

    def _ask(self, kind: str, message: Callable[[int], Mapping[str, object]], limit: float) -> wire.Answer:
        """Return the answer to a request, which is to be of this kind."""
        process, before = self._process, self._blamed
        assert process is not None, "a player is asked between start and close"
        self._blamed = b""
        try:
            answer = process.ask(message, limit, before)
            process.expect(kind, answer)
        except BotFault as fault:
            self._is_dead = self._is_dead or fault.is_dead
            raise
        return answer

    def _fault(self, code: str, detail: str) -> BotFault:
        return BotFault(code, detail[:200], said="" if self._process is None else self._process.child.said)
