"""Ends its lines as on Windows."""

from __future__ import annotations

import json

from honest import answer, play, write


def otherwise(message):
    if "id" in message:
        write(json.dumps(answer(message)).encode() + b"\r\n")
    return True


play(otherwise)
