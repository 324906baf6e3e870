"""`bluke convert`: the same records in another format."""

from __future__ import annotations

from typing import Any

import click

from bluke_cli.cli import options
from bluke_cli.cli.records import readings, record_of, rendered
from bluke_cli.cli.session import Session, output
from bluke_cli.record.source import Kind
from bluke_cli.replay.identity import normalised


@click.command("convert")
@options.inputs
@click.option("--to", type=click.Choice(options.KINDS), required=True, help="The format to write.")
@options.out_file
@click.pass_obj
def command(session: Session, files: tuple[str, ...], input_format: Kind | None, to: Any, out: str | None) -> None:
    """The same records in another format?

    Nothing but comments is lost on the way. Several records as JSON are JSON Lines.

    \b
    bluke convert friday.yaml --to json
    zcat games.jsonl.gz | bluke convert --to yaml | less
    """
    found = ((normalised(record_of(reading)), to) for reading in readings(session, files, input_format))
    with output(out) as write:
        for text in rendered(found, to):
            write(text)
        session.hold_back(out)
