"""Complains and ends when it is greeted."""

from __future__ import annotations

import sys

from honest import play


def otherwise(message):
    del message
    sys.exit("no table to be found")


play(otherwise)
