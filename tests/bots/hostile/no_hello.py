"""Waits for something else than a greeting."""

from __future__ import annotations

from honest import play

play(lambda message: message["t"] == "hello")
