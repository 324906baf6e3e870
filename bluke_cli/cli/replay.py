"""`bluke replay`: a game card by card."""

from __future__ import annotations

import click

from bluke_cli.cli import options
from bluke_cli.cli.records import readings, record_of
from bluke_cli.cli.session import Session, output
from bluke_cli.errors import BlukeError
from bluke_cli.record.source import Kind
from bluke_cli.replay.story import tell
from bluke_cli.replay.table import hand_numbers
from bluke_cli.report.replay import event_json, event_lines


@click.command("replay")
@options.inputs
@click.option(
    "--hand", "hands", type=click.IntRange(min=1), multiple=True, metavar="K", help="Only this hand; repeatable."
)
@click.option(
    "--trick", "tricks", type=click.IntRange(min=1), multiple=True, metavar="T", help="Only this trick; repeatable."
)
@click.option("--to", type=click.Choice(["text", "jsonl"]), default="text", help="The format.  [default: text]")
@options.out_file
@click.pass_obj
def command(
    session: Session,
    files: tuple[str, ...],
    input_format: Kind | None,
    hands: tuple[int, ...],
    tricks: tuple[int, ...],
    to: str,
    out: str | None,
) -> None:
    """What happened, card by card?

    Follows the rules from card to card: who led, who won, what each hand was worth. A play that broke a rule is
    marked with the rule, and the hand goes on from it.

    \b
    bluke replay friday.yaml --hand 2
    bluke replay friday.yaml --hand 2 --trick 5
    """
    with output(out) as write:
        for at, reading in enumerate(readings(session, files, input_format)):
            record = record_of(reading)
            missing = sorted(set(hands) - set(hand_numbers(record)))
            if missing:
                raise BlukeError(f"{reading.document.file}: the record has no hand {missing[0]}")
            events = tell(record, hands, tricks)
            if to == "jsonl":
                for event in events:
                    write(event_json(event) + "\n")
            else:
                write("\n" if at else "")
                for line in event_lines(events, record.players):
                    write(line + "\n")
