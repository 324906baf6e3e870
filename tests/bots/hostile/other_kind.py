"""Agrees where a decision is wanted."""

from __future__ import annotations

from honest import play, send, wants


def otherwise(message):
    if not wants(message, "bid"):
        return False
    send({"t": "ok", "id": message["id"]})
    return True


play(otherwise)
