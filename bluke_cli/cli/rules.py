"""`bluke rules`: the rulings, each with its basis, and the house rules."""

from __future__ import annotations

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.report.rulings import rulings_text


@click.command("rules")
@options.out_file
def command(out: str | None) -> None:
    """By which rules, and on what basis?

    Each ruling says where it comes from: A the source texts, B another text, C the closest relatives, D our decision.

    \b
    bluke rules | less
    """
    with output(out) as write:
        write(rulings_text())
