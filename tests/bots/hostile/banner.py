"""Prints its name and version before anything else."""

from __future__ import annotations

from honest import play, write

write(b"HostileBot 1.0 (c) nobody\n")
play()
