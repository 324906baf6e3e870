"""Writes a megabyte to standard error before every answer."""

from __future__ import annotations

import os

from honest import play


def otherwise(_message):
    for _ in range(16):
        os.write(2, b"x" * 65536)
    return False


play(otherwise)
