"""Ends when it is to play a card."""

from __future__ import annotations

import os

from honest import play, wants


def otherwise(message):
    if wants(message, "card"):
        os.write(2, b"cards are not for me\n")
        os._exit(3)
    return False


play(otherwise)
