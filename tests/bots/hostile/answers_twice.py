"""Gives every answer twice."""

from __future__ import annotations

from honest import answer, play, send


def otherwise(message):
    send(answer(message))
    return False


play(otherwise)
