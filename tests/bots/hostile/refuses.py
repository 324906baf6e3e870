"""Does not know how to begin a game."""

from __future__ import annotations

from honest import play, send


def otherwise(message):
    if message["t"] != "game":
        return False
    send({"t": "error", "id": message["id"], "code": "unsupported", "detail": "only three players"})
    return True


play(otherwise)
