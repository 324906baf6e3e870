"""Faults of bots as text: what went wrong, what the bot wrote to standard error, and how to see it again."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator

from bluke_cli.bots.naming import parse_name
from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.seating import MAX_FAULTS, Fault
from bluke_cli.report.text import visible
from bluke_cli.rules.house import setting_text

SHOWN = 3
"""How many faults are told in full."""
LINES = 5
"""How many of the last lines of a bot's standard error are shown."""


class FaultReport:
    """Tells the first faults of a match in full, each of another bot or code, and counts the rest.

    *deals* is the file that the deals came from, as typed.
    """

    def __init__(self, plan: Plan, deals: str | None = None) -> None:
        self._plan = plan
        self._deals = deals
        self._told: set[tuple[str, str]] = set()
        self._others: Counter[tuple[str, str]] = Counter()

    def lines(self, game: Game, faults: Iterable[Fault]) -> Iterator[str]:
        """Yield the lines to be told about a game's faults."""
        for fault in faults:
            key = self._plan.bots[game.seating[fault.seat]].name.alias, fault.code
            if key in self._told or len(self._told) >= SHOWN:
                self._others[key] += 1
                continue
            self._told.add(key)
            yield from fault_lines(self._plan, game, fault, self._deals)

    def rest(self) -> Iterator[str]:
        """Yield a line about the faults that were not told, if there are any."""
        if self._others:
            counts = ", ".join(f"{alias} {code} {count}" for (alias, code), count in sorted(self._others.items()))
            yield visible(f"further faults: {counts}")


def fault_lines(plan: Plan, game: Game, fault: Fault, deals: str | None = None) -> Iterator[str]:
    """Yield the lines that tell one fault: where, what, the bot's last words, and the command that shows it again."""
    alias = plan.bots[game.seating[fault.seat]].name.alias
    place = f"block {game.block}, hand {fault.hand}" + (f", trick {fault.trick}" if fault.trick else "")
    yield visible(f"fault: {alias} in seat {fault.seat}, {place}: {fault.detail} [{fault.code}]")
    yield from said_lines(alias, fault.said)
    yield visible(f"  again: {command_for(plan, game, deals)}")


def said_lines(alias: str, said: str) -> Iterator[str]:
    """Yield the end of what a bot wrote to standard error."""
    for line in said.splitlines()[-LINES:]:
        yield visible(f"  {alias} wrote: {line[:300]}")


def command_for(plan: Plan, game: Game, deals: str | None = None) -> str:
    """Return the command that plays one game of a match again."""
    words = ["bluke", "match"]
    for bot in plan.bots:
        name, spec = bot.name.alias, bot.name.spec
        words.append(spec if _alias_of(spec) == name else f"{name}={spec}")
    if deals is not None:
        words += ["--deals", deals]
    else:
        words += ["--players", str(plan.players)]
        for key, value in plan.rules.differing(plan.players).items():
            words += ["--rules", f"{key}={setting_text(key, value)}"]
    words += ["--seed", plan.seed, "--only", f"{game.block}/{game.lineup}/{game.rotation}"]
    if plan.policy.on_fault == "stop":
        words += ["--on-fault", "stop"]
    elif plan.policy.max_faults != MAX_FAULTS:
        words += ["--max-faults", str(plan.policy.max_faults)]
    for limit, seconds in plan.reach.limits.items():
        words += [f"--{limit.replace('_', '-')}", f"{seconds:g}"]
    if plan.reach.in_process:
        words.append("--inproc")
    return shlex.join(words)


def _alias_of(spec: str) -> str | None:
    """Return the alias that a specification has by itself, None if it needs one."""
    try:
        return parse_name(spec).alias
    except BlukeError:
        return None
