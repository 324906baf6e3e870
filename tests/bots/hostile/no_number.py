"""Bids what is no number of JSON."""

from __future__ import annotations

from honest import play, wants, write


def otherwise(message):
    if not wants(message, "bid"):
        return False
    write(b'{"t":"do","id":%d,"bid":NaN}\n' % message["id"])
    return True


play(otherwise)
