"""Reads everything and never decides."""

from __future__ import annotations

from honest import play

play(lambda message: message["t"] == "act")
