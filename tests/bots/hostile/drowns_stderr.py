"""Writes to standard error for ever."""

from __future__ import annotations

import os

from honest import play


def otherwise(message):
    if message["t"] != "act":
        return False
    while True:
        os.write(2, b"x" * 65536)


play(otherwise)
