"""`bluke fmt`: records in canonical form."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bluke_cli.cli import compare, options
from bluke_cli.cli.inplace import rewrite
from bluke_cli.cli.outputs import output
from bluke_cli.cli.records import form_to_keep, readings, record_of, rendered
from bluke_cli.cli.session import Session
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.replay.identity import identity, normalised


@click.command("fmt")
@options.inputs
@click.option("--check", is_flag=True, help="Write nothing, name what is not canonical; exit status 1 if anything is.")
@click.option("--diff", is_flag=True, help="Write only what would change, as a unified diff; exit status as --check.")
@click.option("--in-place", is_flag=True, help="Change the files themselves; one with comments is left as it is.")
@click.option("--id", "ids", is_flag=True, help="Write only the id of each record: the SHA-256 of its facts.")
@options.out_file
@click.pass_obj
def command(
    session: Session,
    files: tuple[str, ...],
    input_format: Kind | None,
    check: bool,
    diff: bool,
    in_place: bool,
    ids: bool,
    out: str | None,
) -> None:
    """How is this record written in canonical form?

    Every claim that was there stays, right or wrong, and none is added. Comments do not stay.

    \b
    bluke fmt friday.yaml
    bluke fmt --check *.yaml
    """
    if check + diff + in_place + ids > 1:
        raise click.UsageError("--check, --diff, --in-place and --id exclude each other")
    if in_place:
        if out or not files:
            raise click.UsageError("--in-place takes files, and no -o")
        for name in session.names(files):
            rewrite(session, name, input_format, _canonical)
        return
    with output(out) as write:
        if check or diff:
            judge = compare.diff if diff else compare.check
            for name, stream in session.inputs(files):
                with session.passing_over():
                    judge(session, name, stream, input_format, _rendered, write)
        elif ids:
            for reading in readings(session, files, input_format):
                write(identity(record_of(reading)) + "\n")
        else:
            for text in _rendered(readings(session, files, input_format)):
                write(text)
            session.hold_back(out)


def _canonical(reading: Reading) -> GameRecord:
    return normalised(record_of(reading))


def _rendered(found: Iterator[Reading]) -> Iterator[str]:
    return rendered((_canonical(reading), form_to_keep(reading)) for reading in found)
