"""`bluke bots`: the built-in bots."""

from __future__ import annotations

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.report.bots import bots_text


@click.command("bots")
@options.out_file
def command(out: str | None) -> None:
    """Which bots are there?

    Those built in, weakest first. Your own are named by module:Class or by the path of a Python file.

    \b
    bluke match rules novice
    """
    with output(out) as write:
        write(bots_text())
