"""Writes bytes that are no UTF-8."""

from __future__ import annotations

from honest import play, wants, write


def otherwise(message):
    if not wants(message, "bid"):
        return False
    write(b'{"t":"do","id":%d,"note":"\xff","bid":1}\n' % message["id"])
    return True


play(otherwise)
