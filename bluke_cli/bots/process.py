"""A running bot: requests and their answers, one at a time, whatever game they belong to."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import IO

from bluke_cli.bots import wire
from bluke_cli.bots.child import Child
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.reach import HANG_SECONDS

TOLD = ("exception", "wrong-answer")
"""Fault codes that a bot may answer an error with; any other error is a wrong answer."""


class Process:
    """A bot's process; `block` is the one that it last played in, `log` takes down what is said, if it is not None.

    `name` and `can_reset` are known once it is greeted.
    """

    __slots__ = ("block", "can_reset", "child", "is_greeted", "log", "name", "number")

    def __init__(self, command: Sequence[str], block: int, limit: float = HANG_SECONDS) -> None:
        self.child = Child(command, monotonic() + limit)
        self.block = block
        self.number = 0
        self.log: IO[bytes] | None = None
        self.name = ""
        self.is_greeted = self.can_reset = False

    def greet(self, limit: float) -> None:
        """Say hello and take the answer. Raises BotFault, ``incompatible`` if it is no hello of our version."""
        answer = self.ask(wire.hello_message, limit)
        fields = answer.fields
        if answer.kind == "error":
            raise BotFault("incompatible", error_text(fields) or "the bot answered hello with an error")
        if answer.kind != "hello":
            raise BotFault("incompatible", f"hello is to be answered with hello, not {answer.kind!r}")
        if "version" not in fields:
            raise BotFault("incompatible", f"in hello `version` is that of the protocol, {wire.VERSION}")
        version, name, caps = fields.get("version"), fields.get("name", ""), fields.get("caps", [])
        if type(version) is not int or version != wire.VERSION:
            raise BotFault("incompatible", f"the bot speaks version {version!r} of the protocol, not {wire.VERSION}")
        if type(name) is not str or type(caps) is not list or not all(type(cap) is str for cap in caps):
            raise BotFault("incompatible", "in hello `name` is a text and `caps` a list of texts")
        self.name = name
        self.can_reset = "reset" in caps
        self.is_greeted = True

    def ask(self, message: Callable[[int], Mapping[str, object]], limit: float, before: bytes = b"") -> wire.Answer:
        """Send a request, *before* it lines that want no answer, and return its answer. Raises BotFault.

        Answers to earlier requests are dropped. *limit* is in seconds.
        """
        limit = min(limit, HANG_SECONDS)
        deadline = monotonic() + limit
        self.number += 1
        lines = before + wire.line_of(message(self.number))
        try:
            self._write_down(b"> ", lines[:-1])
            self.child.send(lines, deadline)
            return self._answer(deadline)
        except BotFault as fault:
            if fault.code == "timeout":
                fault.detail = f"no answer within {limit:g} s"
            fault.said = self.child.said
            self._write_down(b"! ", f"{fault.code}: {fault.detail}".encode("utf-8", "replace"))
            raise

    def expect(self, kind: str, answer: wire.Answer) -> None:
        """Raise BotFault if an answer is not of the kind that is due."""
        if answer.kind == kind:
            return
        code, detail = "wrong-answer", f"the answer is to be {kind!r}, not {answer.kind!r}"[:200]
        if answer.kind == "error":
            code = answer.fields["code"] if answer.fields.get("code") in TOLD else code
            detail = error_text(answer.fields) or "the bot answered with an error"
        raise BotFault(code, detail, said=self.child.said)

    def _answer(self, deadline: float) -> wire.Answer:
        while True:
            received = self.child.receive(deadline)
            self._write_down(b"< ", received)
            answer = wire.read_answer(received)
            if answer.number == self.number:
                return answer
            if answer.number > self.number:
                detail = f"the answer has id {answer.number}, the request has {self.number}"
                raise BotFault("wrong-answer", detail[:200])

    def _write_down(self, mark: bytes, lines: bytes) -> None:
        if self.log is not None:
            with contextlib.suppress(OSError):  # a full disk is no reason to end a match
                self.log.writelines(mark + line + b"\n" for line in lines.split(b"\n"))


def error_text(fields: wire.Message) -> str:
    """Return what an error says, its code in front where that is no fault code."""
    code, detail = fields.get("code"), fields.get("detail")
    parts = [part for part in (None if code in TOLD else code, detail) if type(part) is str]
    return ": ".join(parts)[:300]
