"""Stops to read once the game has begun."""

from __future__ import annotations

import time

from honest import play


def otherwise(message):
    if message["t"] != "act":
        return False
    while True:
        time.sleep(1)


play(otherwise)
