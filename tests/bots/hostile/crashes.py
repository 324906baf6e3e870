"""Is killed by a signal at its first card."""

from __future__ import annotations

import os
import signal

from honest import play, wants


def otherwise(message):
    if wants(message, "card"):
        os.kill(os.getpid(), signal.SIGSEGV)
    return False


play(otherwise)
