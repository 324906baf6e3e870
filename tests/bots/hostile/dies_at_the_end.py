"""Ends without a word when the game is over."""

from __future__ import annotations

import os

from honest import play


def otherwise(message):
    if message["t"] == "over":
        os._exit(0)
    return False


play(otherwise)
