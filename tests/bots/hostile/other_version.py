"""Speaks a version that is still to come."""

from __future__ import annotations

from honest import answer, play, send


def otherwise(message):
    if message["t"] != "hello":
        return False
    send({**answer(message), "version": 2})
    return True


play(otherwise)
