"""Begins an answer and never ends the line."""

from __future__ import annotations

from honest import play, write


def otherwise(message):
    if message["t"] != "act":
        return False
    write(b'{"t":"do","id":')
    return True


play(otherwise)
