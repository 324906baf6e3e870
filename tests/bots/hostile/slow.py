"""Takes longer than the clock allows."""

from __future__ import annotations

import time

from honest import play


def otherwise(message):
    if message["t"] == "act":
        time.sleep(3)
    return False


play(otherwise)
