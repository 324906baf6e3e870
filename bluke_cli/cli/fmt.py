"""`bluke fmt`: records in canonical form."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

import click

from bluke_cli.cli import options
from bluke_cli.cli.inplace import rewrite
from bluke_cli.cli.records import readings, readings_of, record_of, rendered
from bluke_cli.cli.session import FINDINGS, Session, Write, output
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.record.source import Kind
from bluke_cli.replay.identity import identity, normalised
from bluke_cli.report.text import visible


@click.command("fmt")
@options.files
@options.input_format
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
        for name in files:
            rewrite(session, name, input_format, _canonical)
        return
    with output(out) as write:
        if check or diff:
            for name, stream in session.inputs(files):
                _compare(session, name, stream, input_format, write, diff=diff)
        elif ids:
            for reading in readings(session, files, input_format):
                write(identity(record_of(reading)) + "\n")
        else:
            for text in _rendered(readings(session, files, input_format)):
                write(text)


def _canonical(reading: Reading) -> GameRecord:
    return normalised(record_of(reading))


def _rendered(found: Iterator[Reading]) -> Iterator[str]:
    return rendered(((_canonical(reading), reading.document.kind) for reading in found), None)


def _compare(session: Session, name: str, stream: BinaryIO, kind: Kind | None, write: Write, *, diff: bool) -> None:
    """Say whether an input is canonical, or how it differs; to compare bytes it is held in memory as a whole."""
    data = stream.read()
    before, session.status = session.status, 0
    new = "".join(_rendered(readings_of(session, BytesIO(data), name, kind))).encode()
    is_readable = session.status == 0
    session.worsen(before)
    if new == data or not is_readable:
        return
    session.worsen(FINDINGS)
    if not diff:
        write(visible(f"{name}: not in canonical form") + "\n")
        return
    old_lines, new_lines = (text.decode("utf-8", "replace").splitlines(keepends=True) for text in (data, new))
    for line in difflib.unified_diff(old_lines, new_lines, visible(name), visible(f"{name} (canonical)")):
        write(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
