"""Answers every request for a card with an error."""

from __future__ import annotations

from honest import play, send, wants


def otherwise(message):
    if not wants(message, "card"):
        return False
    send({"t": "error", "id": message["id"], "code": "exception", "detail": "KeyError: 'KS'"})
    return True


play(otherwise)
