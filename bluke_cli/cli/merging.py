"""`bluke match --merge`: the parts of a match, put together."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click
from click.core import ParameterSource

from bluke_cli.cli.inputs import STDIN
from bluke_cli.cli.outputs import output
from bluke_cli.cli.session import FINDINGS, Session, open_input
from bluke_cli.diagnostics import counted
from bluke_cli.errors import BlukeError
from bluke_cli.match.merging import Merge
from bluke_cli.match.standings import Standings
from bluke_cli.report.standings import standings_text

ALLOWED = ("bots", "merge", "out")


def merge(session: Session, files: tuple[str, ...], out: str | None) -> None:
    """Write the games of all *files* in the order of their match, and tell its standings."""
    _check(files, out)
    standings = Standings([])
    with contextlib.ExitStack() as stack:
        parts = [(name, stack.enter_context(open_input(name))) for name in files]
        write = stack.enter_context(output(out))
        games = Merge(parts)
        for game in games:
            write(game.line.decode("utf-8"))
            standings.add(game.outcome)
    session.say(standings_text(standings).rstrip("\n"))
    if games.missing:
        many = f"{counted(games.missing, 'game')} {'is' if games.missing == 1 else 'are'}"
        session.fail(f"{many} missing between those that are there, the first {games.first_missing}", FINDINGS)


def _check(files: tuple[str, ...], out: str | None) -> None:
    context = click.get_current_context()
    for name in context.params:
        if name not in ALLOWED and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise BlukeError(f"--merge takes files and -o, not --{name.replace('_', '-')}")
    if files.count(STDIN) > 1:
        raise BlukeError("standard input can be one part only")
    if out not in (None, STDIN):
        for name in files:
            if name != STDIN and Path(out).exists() and Path(name).exists() and Path(out).samefile(name):
                raise BlukeError(f"{name} cannot be a part and what is written")
