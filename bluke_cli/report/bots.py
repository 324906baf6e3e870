"""The built-in bots as plain text."""

from __future__ import annotations

from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.report.text import columns


def bots_text() -> str:
    """Return a line for each built-in bot, weakest first."""
    return "\n".join(columns([[bot.name, bot.summary] for bot in BUILT_IN], left=2)) + "\n"
