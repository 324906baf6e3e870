"""Says two things under one key."""

from __future__ import annotations

from honest import play, wants, write


def otherwise(message):
    if not wants(message, "bid"):
        return False
    write(b'{"t":"do","id":%d,"bid":1,"bid":2}\n' % message["id"])
    return True


play(otherwise)
