"""Prints what it thinks to standard output."""

from __future__ import annotations

from honest import play, wants, write


def otherwise(message):
    if wants(message, "card"):
        write(b"thinking...\n")
    return False


play(otherwise)
