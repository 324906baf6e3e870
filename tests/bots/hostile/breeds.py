"""Dies at its first card; what it leaves goes on to fork and to die, too fast to be caught one by one."""

from __future__ import annotations

import os
import signal
import time

from honest import play, wants


def breed():
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for _ in range(3000):
        if os.fork():
            os._exit(0)
        time.sleep(0.0005)
    time.sleep(600)


def otherwise(message):
    if not wants(message, "card"):
        return False
    for _ in range(3):
        if os.fork() == 0:
            breed()
    os._exit(7)


play(otherwise)
