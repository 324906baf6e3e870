"""Bids more than there are tricks."""

from __future__ import annotations

from honest import play, send, wants


def otherwise(message):
    if not wants(message, "bid"):
        return False
    send({"t": "do", "id": message["id"], "bid": message["view"]["size"] + 1})
    return True


play(otherwise)
