"""Plays a card that there is not."""

from __future__ import annotations

from honest import play, send, wants


def otherwise(message):
    if not wants(message, "card"):
        return False
    send({"t": "do", "id": message["id"], "card": "1S"})
    return True


play(otherwise)
