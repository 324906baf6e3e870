"""Ignores SIGTERM and never decides."""

from __future__ import annotations

import signal
import time

from honest import play

signal.signal(signal.SIGTERM, signal.SIG_IGN)


def otherwise(message):
    while message["t"] == "act":
        time.sleep(1)
    return False


play(otherwise)
