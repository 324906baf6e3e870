"""The report of `check-bot`, a line for each check."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from bluke_cli.bots.manners import Check
from bluke_cli.report.faults import said_lines
from bluke_cli.report.text import visible


def check_lines(check: Check, alias: str) -> Iterator[str]:
    """Yield the line of a check; of one that failed also the reason, and what the bot wrote to standard error."""
    if check.fault is None:
        yield visible(f"ok    {check.what}" + (f": {check.found}" if check.found else ""))
        return
    yield visible(f"FAIL  {check.what}: {check.fault.detail} [{check.fault.code}]")
    yield from said_lines(alias, check.fault.said)


def summary(passed: int, failed: int, bot: str) -> str:
    """Return the last line of the report."""
    if not failed:
        return f"all {passed} checks passed"
    return visible(f"{failed} of {passed + failed} checks failed; again: bluke check-bot {shlex.quote(bot)}")
