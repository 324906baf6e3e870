"""Answers a request that nobody made."""

from __future__ import annotations

from honest import answer, play, send


def otherwise(message):
    if message["t"] != "act":
        return False
    send({**answer(message), "id": message["id"] + 1})
    return True


play(otherwise)
