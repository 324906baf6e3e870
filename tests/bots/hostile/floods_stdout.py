"""Repeats an answer that was given long ago, for ever."""

from __future__ import annotations

from honest import play, send


def otherwise(message):
    if message["t"] != "act":
        return False
    while True:
        send({"t": "ok", "id": 1})


play(otherwise)
