"""Nests a list deeper than any reader goes."""

from __future__ import annotations

from honest import play, wants, write


def otherwise(message):
    if not wants(message, "bid"):
        return False
    write(b'{"t":' + b"[" * 60_000 + b"\n")
    return True


play(otherwise)
