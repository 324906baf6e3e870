"""`bluke check-bot`: whether a bot keeps to the protocol and the rules."""

from __future__ import annotations

from pathlib import Path

import click

from bluke_cli.cli import options
from bluke_cli.cli.reaching import move_time, start_time, transcripts
from bluke_cli.cli.session import FINDINGS, Session


@click.command("check-bot")
@click.argument("bot", callback=options.as_texts)
@click.option(
    "--on-fault",
    type=click.Choice(["substitute", "stop"]),
    default="stop",
    show_default=True,
    help="When a check fails: go on with the others, or end.",
)
@move_time
@start_time
@transcripts
@click.pass_obj
def command(
    session: Session,
    bot: str,
    on_fault: str,
    move_time: float | None,
    start_time: float | None,
    transcripts: Path | None,
) -> None:
    """Does this bot speak the protocol, and play by the rules?

    Greets BOT, plays games with it beside built-in bots, and says what went wrong, with the last lines that it wrote to
    standard error. Every run is alike. Exit status 0 if all is well, 1 if not.

    \b
    bluke check-bot path/bot.py
    bluke check-bot 'cmd:node samples/bots/steady.js' --transcripts talk
    """
    from bluke_cli.bots.naming import parse_name
    from bluke_cli.bots.reach import Reach
    from bluke_cli.bots.reaching import reach_bot
    from bluke_cli.match.conformance import check_bot
    from bluke_cli.report.checks import check_lines, summary

    name = parse_name(bot)
    reach = Reach(move_time=move_time, start_time=start_time, transcripts=transcripts)
    passed = failed = 0
    for check in check_bot(reach_bot(name, reach)):
        for line in check_lines(check, name.alias):
            click.echo(line)
        passed, failed = passed + (check.fault is None), failed + (check.fault is not None)
        if failed and on_fault == "stop":
            break
    click.echo(summary(passed, failed, bot))
    if failed:
        session.worsen(FINDINGS)
