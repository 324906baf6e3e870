"""Closes its standard output and stays."""

from __future__ import annotations

import os

from honest import play


def otherwise(message):
    if message["t"] == "act":
        os.close(1)
        return True
    return False


play(otherwise)
