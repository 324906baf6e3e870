"""Plays the turn-up."""

from __future__ import annotations

from honest import play, send, wants


def otherwise(message):
    if not wants(message, "card"):
        return False
    send({"t": "do", "id": message["id"], "card": message["view"]["up"]})
    return True


play(otherwise)
