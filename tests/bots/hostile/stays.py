"""Ignores SIGTERM, the word to quit and the end of its input."""

from __future__ import annotations

import signal
import time

from honest import play

signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
play(lambda message: "id" not in message)
while True:
    time.sleep(1)
