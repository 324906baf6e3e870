"""Writes its answers one byte at a time."""

from __future__ import annotations

import json

from honest import answer, play, write


def otherwise(message):
    for byte in json.dumps(answer(message)).encode() + b"\n" if "id" in message else b"":
        write(bytes([byte]))
    return True


play(otherwise)
