"""Lets a process loose, in a session of its own, and another in its group."""

from __future__ import annotations

import os
import signal
import time

from honest import play


def stay() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)


if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        stay()
    os._exit(0)
if os.fork() == 0:
    stay()
play()
