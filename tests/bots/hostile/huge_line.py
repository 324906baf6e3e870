"""Writes a line of 10 MB."""

from __future__ import annotations

from honest import play, write


def otherwise(message):
    if message["t"] != "act":
        return False
    write(b'{"t":"do","pad":"' + b"x" * 10_000_000 + b'"}\n')
    return True


play(otherwise)
