"""The tables that `convert` and `rescore` write: a score sheet for spreadsheets, a long table for programs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

import click

from bluke_cli.cli.inputs import STDIN
from bluke_cli.cli.outputs import binary_output, output
from bluke_cli.cli.session import Session
from bluke_cli.record.models import GameRecord

TABLES = ("csv", "csv-long", "parquet")


def write_tables(session: Session, records: Iterable[GameRecord], to: str, out: str | None) -> None:
    """Write records as a table, to a file or standard output."""
    if to == "parquet":
        from bluke_cli.report.parquet import write_parquet

        with _bytes_to(out) as write_bytes:
            write_parquet(records, write_bytes)
            session.hold_back(out)
        return
    from bluke_cli.report.long_table import long_csv

    with output(out) as write:
        for text in long_csv(records) if to == "csv-long" else _sheets(session, records):
            write(text)
        session.hold_back(out)


def _sheets(session: Session, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield each record as a score sheet; say, once, that it has no room for everything."""
    from bluke_cli.report.csv_sheet import has_more_than_a_sheet, sheet_csv

    is_told = False
    for count, record in enumerate(records, 1):
        if not is_told and has_more_than_a_sheet(record):
            session.say("a score sheet has no room for cards, seeds and keys of your own; they are left out")
            is_told = True
        yield sheet_csv(record, first=count == 1)


@contextlib.contextmanager
def _bytes_to(out: str | None) -> Iterator[Callable[[bytes], None]]:
    import sys

    if out in (None, STDIN) and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show Parquet; name a file with -o")
    with binary_output(out) as write:
        yield write
