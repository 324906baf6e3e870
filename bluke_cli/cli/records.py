"""What the commands share that rewrite records: fmt, convert and rescore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Union

import click

from bluke_cli.audit.examine import no_record
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.diagnostics import Finding
from bluke_cli.record.csv_form import NEW_SHEET, SheetForm, form_of
from bluke_cli.record.kinds import Kind
from bluke_cli.record.reader import Read, Reading, read_document, read_records
from bluke_cli.record.writer import hasten, write_json, write_jsonl, write_yaml
from bluke_cli.report.findings import finding_line

if TYPE_CHECKING:
    from bluke_cli.record.models import GameRecord

Record = Union["GameRecord", Mapping[str, Any]]
"""A record as the writers take it."""


def readings(
    session: Session, files: tuple[str, ...], kind: Kind | None, read: Read = read_document
) -> Iterator[Reading]:
    """Yield each record of all inputs that can be rewritten, see `readings_of`."""
    return _without_findings(told_readings(session, files, kind, read))


def readings_of(session: Session, stream: BinaryIO, name: str, kind: Kind | None) -> Iterator[Reading]:
    """Yield each record that can be rewritten; what is wrong with the others is told on standard error, status 1.

    A record with an error of its shape is passed over whole: to write what could be read of it would lose the rest.
    """
    return _without_findings(told_readings_of(session, stream, name, kind))


def _without_findings(found: Iterator[Reading]) -> Iterator[Reading]:
    return (reading for reading in found if not reading.findings)


def told_readings(
    session: Session, files: tuple[str, ...], kind: Kind | None, read: Read = read_document
) -> Iterator[Reading]:
    """Yield each record of all inputs, see `told_readings_of`."""
    for name, stream in session.inputs(files):
        with session.passing_over():
            yield from told_readings_of(session, stream, name, kind, read)


def told_readings_of(
    session: Session, stream: BinaryIO, name: str, kind: Kind | None, read: Read = read_document
) -> Iterator[Reading]:
    """Yield each record, with what could be read of it; what is wrong with its shape is told, as in `readings_of`."""
    is_empty = True
    for reading in read_records(stream, name, kind, read):
        is_empty = False
        if reading.findings:
            session.is_partial = True
            tell(session, reading.findings)
        yield reading
    if is_empty:
        session.is_partial = True
        tell(session, [no_record(name)])


def record_of(reading: Reading) -> GameRecord:
    """Return the record of a reading that can be rewritten."""
    assert reading.record is not None, "without findings there is a record"
    return reading.record


def form_to_keep(reading: Reading) -> Kind | SheetForm:
    """Return in what form the record of a reading is written again: the kind of its input, a sheet as it looked."""
    document = reading.document
    return form_of(reading.loaded.text, has_bom=document.has_bom) if document.kind == "csv" else document.kind


def tell(session: Session, findings: Iterable[Finding]) -> None:
    """Tell findings on standard error."""
    for finding in findings:
        print_line(finding_line(finding))
        if finding.severity == "error":
            session.worsen(FINDINGS)


def print_line(line: str) -> None:
    """Write a line to standard error."""
    click.echo(line, err=True)


_MANY = 200
"""So many records take as long to write as the faster writer takes to load."""


def rendered(records: Iterable[tuple[Record | str, Kind | SheetForm]]) -> Iterator[str]:
    """Yield the text of each record in its form; a line of JSON Lines is written as it is.

    One record as JSON is an object over several lines; several are JSON Lines, so that a reader can part them.
    """
    held: Record | None = None
    for count, (record, form) in enumerate(records, 1):
        if count == _MANY:
            hasten()
        if isinstance(record, str) or form == "jsonl" or (form == "json" and count > 1):
            if held is not None:
                yield write_jsonl(held)
                held = None
            yield record if isinstance(record, str) else write_jsonl(record)
        elif form == "yaml":
            yield write_yaml(record, first=count == 1)
        elif form == "csv" or isinstance(form, SheetForm):
            from bluke_cli.report.csv_sheet import sheet_csv  # needs the rules, as no other kind does

            assert not isinstance(record, Mapping), "a sheet is written from a model"
            yield sheet_csv(record, first=count == 1, form=form if isinstance(form, SheetForm) else NEW_SHEET)
        else:
            held = record
    if held is not None:
        yield write_json(held)
