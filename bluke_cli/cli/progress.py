"""A line on the terminal that says how far a match is, written over again and again; nothing in a pipe."""

from __future__ import annotations

import contextlib
import os
import sys
from time import monotonic

from bluke_cli.cli.inputs import STDIN
from bluke_cli.cli.session import Session
from bluke_cli.match.standings import Standings
from bluke_cli.report.progress import progress_text

SECONDS = 0.2
"""From one writing of the line to the next, at least."""


class Progress:
    """The line of a match of *total* games. Clear it before anything else is written to the terminal.

    It is not shown where the person asked for quiet, or where the records themselves go to the terminal.
    """

    def __init__(self, session: Session, standings: Standings, total: int, out: str | None) -> None:
        shares_terminal = out in (None, STDIN) and sys.stdout is not None and sys.stdout.isatty()
        self._is_shown = not session.quiet and sys.stderr.isatty() and not shares_terminal
        self._standings = standings
        self._total = total
        self._started = monotonic()
        self._last = 0.0
        self._written = 0
        self._before: int | None = None

    def show(self, done: int) -> None:
        """Say that *done* games are written, those of earlier runs included; the first call begins the counting."""
        if not self._is_shown:
            return
        if self._before is None:
            self._before = done
        now = monotonic()
        if now - self._last < SECONDS:
            return
        self._last = now
        text = progress_text(self._standings, done, self._total, done - self._before, now - self._started)
        text = text[: _columns() - 1]
        sys.stderr.write(f"\r{text:<{self._written}}")
        sys.stderr.flush()
        self._written = len(text)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._written:
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write(f"\r{'':<{self._written}}\r")
                sys.stderr.flush()
            self._written = 0


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
