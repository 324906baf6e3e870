"""`bluke validate`: every fault of the records, each at its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from bluke_cli.audit.audit import Examined, examine_stream
from bluke_cli.audit.doctor import Budget
from bluke_cli.cli import options
from bluke_cli.cli.session import FINDINGS, Session, output
from bluke_cli.record.source import Kind
from bluke_cli.replay.identity import identity
from bluke_cli.report.findings import finding_json, finding_line, summary


@click.command("validate")
@options.files
@options.input_format
@click.option("--complete", is_flag=True, help="A game that is not complete is an error, not a warning.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How findings are written.")
@options.out_file
@click.pass_obj
def command(
    session: Session, files: tuple[str, ...], input_format: Kind | None, complete: bool, form: str, out: str | None
) -> None:
    """Does this record obey the rules, and do its sums agree?

    Exit status 0: no errors. 1: errors were found. 2: wrong usage, or a file that cannot be opened.

    \b
    bluke validate friday.yaml
    bluke deal --seed friday | bluke validate --format json
    """
    records = faulty = 0
    counts, budget = Counter[str](), Budget()
    with output(out) as write:
        for name, stream in session.inputs(files):
            for examined in examine_stream(stream, name, input_format, complete=complete, budget=budget):
                records += examined.reading is not None
                faulty += not examined.is_sound
                counts.update(finding.code for finding in examined.findings)
                for line in _lines(examined, form):
                    write(line + "\n")
    if faulty:
        session.worsen(FINDINGS)
    if records or counts:  # else no file could be opened, which was told
        session.say(summary(records, faulty, counts))


def _lines(examined: Examined, form: str) -> Iterator[str]:
    if form == "text" or not examined.findings:
        yield from map(finding_line, examined.findings)
        return
    record = examined.reading.record if examined.reading else None
    record_id = None if record is None else identity(record)
    for finding in examined.findings:
        yield finding_json(finding, record_id)
