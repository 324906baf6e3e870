"""Dies at its first card; what it leaves goes on to fork and to die, too fast to be caught one by one."""

from __future__ import annotations

import os
import signal
import time

from honest import play, wants


def otherwise(message):
    if not wants(message, "card"):
        return False
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for _ in range(2000):
            if os.fork():
                os._exit(0)
            time.sleep(0.002)
        time.sleep(600)
    os._exit(7)


play(otherwise)
