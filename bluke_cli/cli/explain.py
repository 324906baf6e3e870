"""`bluke explain`: a finding code, with a record that has it and the same put right."""

from __future__ import annotations

import click

from bluke_cli.cli import options, words
from bluke_cli.cli.outputs import output
from bluke_cli.report.explanations import codes_text, explanation_text


@click.command("explain")
@click.argument("codes", nargs=-1, metavar="[CODE]...", type=words.CODE)
@options.out_file
def command(codes: tuple[str, ...], out: str | None) -> None:
    """What does this finding mean?

    Shows what the code means, a record that has it, and the same record put right. Without CODE, lists them all.

    \b
    bluke explain revoke
    bluke explain
    """
    with output(out) as write:
        if not codes:
            write(codes_text())
        for at, code in enumerate(codes):
            write("\n" if at else "")
            write(explanation_text(code))
