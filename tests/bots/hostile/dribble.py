"""Writes one byte at a time, without end, so that something always happens."""

from __future__ import annotations

import time

from honest import play, write


def otherwise(message):
    if message["t"] != "act":
        return False
    while True:
        write(b"x")
        time.sleep(0.01)


play(otherwise)
