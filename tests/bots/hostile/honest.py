"""What the hostile bots are made from: a bot that keeps to the protocol and always decides as the fallback would.

It imports nothing of the package, and starts quickly. `play` takes what a bot does otherwise.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]


def answer(message: Message) -> Message | None:
    """Return the honest answer to a message, None where it wants none."""
    number, kind = message.get("id"), message["t"]
    if number is None:
        return None
    if kind == "hello":
        return {"t": "hello", "id": number, "version": 1, "name": "Honest"}
    if kind == "act":
        key = "bid" if message["want"] == "bid" else "card"
        return {"t": "do", "id": number, key: message["legal"][0]}
    if kind in ("game", "over"):
        return {"t": "ok", "id": number}
    return {"t": "error", "id": number, "code": "unsupported"}


def write(data: bytes) -> None:
    """Write bytes to standard output at once."""
    while data:
        data = data[os.write(1, data) :]


def send(reply: Message | None) -> None:
    """Write an answer as a line."""
    if reply is not None:
        write(json.dumps(reply).encode() + b"\n")


def play(otherwise: Callable[[Message], bool] = lambda _: False) -> None:
    """Answer messages until the input ends; *otherwise* says whether it has seen to one itself."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if not otherwise(message):
            send(answer(message))
        if message["t"] == "quit":
            return


def wants(message: Message, what: str) -> bool:
    """Tell whether a message is a request for a ``bid`` or a ``card``."""
    return message["t"] == "act" and message["want"] == what


if __name__ == "__main__":
    play()
