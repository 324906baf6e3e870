"""`bluke convert`: the same records in another format."""

from __future__ import annotations

from typing import Any

import click

from bluke_cli.audit.examine import planned_of
from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.cli.records import readings, record_of, rendered
from bluke_cli.cli.session import Session
from bluke_cli.cli.tables import TABLES, write_tables
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.replay.identity import normalised
from bluke_cli.replay.typed import as_typed


@click.command("convert")
@options.inputs
@click.option("--to", type=click.Choice([*options.KINDS, *TABLES]), required=True, help="The format to write.")
@options.out_file
@click.pass_obj
def command(session: Session, files: tuple[str, ...], input_format: Kind | None, to: Any, out: str | None) -> None:
    """How do these records look in another format?

    Between YAML and JSON nothing but comments is lost. Several records as JSON are JSON Lines. csv is a score sheet for
    a spreadsheet, without cards, and is read back; csv-long and parquet are one table for programs, a row for each
    hand and player.

    \b
    bluke convert friday.yaml --to json
    bluke convert friday.yaml --to csv -o sheet.csv
    zcat games.jsonl.gz | bluke convert --to yaml | less
    """
    found = map(_record, readings(session, files, input_format))
    if to in TABLES:
        write_tables(session, found, to, out)
        return
    with output(out) as write:
        for text in rendered((record, to) for record in found):
            write(text)
        session.hold_back(out)


def _record(reading: Reading) -> GameRecord:
    """Return the record in normal form; from a score sheet, as people type it."""
    record = record_of(reading)
    return normalised(as_typed(record, planned_of(reading)) if reading.document.kind == "csv" else record)
