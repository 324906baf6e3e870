"""`bluke rescore`: the sums made right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from bluke_cli.audit.audit import audit
from bluke_cli.audit.columns import Sums
from bluke_cli.audit.examine import planned_of
from bluke_cli.audit.quick import vouch_for_facts, with_sums
from bluke_cli.audit.quick_text import rescored_line
from bluke_cli.audit.rescore import changes, rescored
from bluke_cli.cli import options
from bluke_cli.cli.inplace import rewrite
from bluke_cli.cli.outputs import Write, output
from bluke_cli.cli.records import Record, form_to_keep, readings, record_of, rendered, tell
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.cli.tables import TABLES, write_tables
from bluke_cli.diagnostics import Edit
from bluke_cli.record.csv_form import SheetForm
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Read, Reading, read_document
from bluke_cli.replay.identity import normalised
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.table import table_of
from bluke_cli.report.changes import change_lines
from bluke_cli.report.sheet import score_sheet


@click.command("rescore")
@options.inputs
@click.option("--check", is_flag=True, help="Write nothing, say what differs; exit status 1 if anything does.")
@click.option("--in-place", is_flag=True, help="Change the files; a YAML file keeps its comments and layout.")
@options.house_rules
@click.option("--to", type=click.Choice([*options.KINDS, "table", *TABLES]), help="The format; else that of the input.")
@options.out_file
@click.pass_obj
def command(
    session: Session,
    files: tuple[str, ...],
    input_format: Kind | None,
    check: bool,
    in_place: bool,
    rules: tuple[str, ...],
    to: Any,
    out: str | None,
) -> None:
    """What are the right scores?

    Writes the records with took, score, total, final and winners made right, as far as they follow from the facts.
    With --rules, under other house rules than those of the record.

    \b
    bluke rescore friday.yaml --to table
    bluke rescore --check friday.yaml
    bluke rescore friday.yaml --to csv -o friday.csv
    """
    if check and to:
        raise click.UsageError("--check writes no records, so there is no --to with it")
    if in_place:
        if to or out or check or rules or not files:
            raise click.UsageError("--in-place takes files, and none of --check, --rules, --to, -o")
        for name in session.names(files):
            rewrite(session, name, input_format, lambda reading: _right(session, reading), _edits)
        return
    if to in TABLES:
        right = (_right(session, reading, rules) for reading in readings(session, files, input_format))
        write_tables(session, right, to, out)
        return
    with output(out) as write:
        if check:
            _check(session, readings(session, files, input_format), rules, write)
        elif to == "table":
            _write_tables(session, readings(session, files, input_format), rules, write)
        else:
            found = readings(session, files, input_format, _reader(rules, to))
            for text in rendered(_written(session, found, rules, to)):
                write(text)
        if not check:
            session.hold_back(out)


def _reader(rules: tuple[str, ...], to: Kind | None) -> Read:
    """Return what reads the records: quickly where only sums can be wrong, and these by the record's own rules."""
    if rules:
        return read_document
    line = rescored_line if to in (None, "jsonl") else None
    return lambda document: read_document(document, vouch_for_facts, line)


def _written(
    session: Session, found: Iterator[Reading], rules: tuple[str, ...], to: Kind | None
) -> Iterator[tuple[Record | str, Kind | SheetForm]]:
    """Yield the records rescored, where they were read so quickly as the lines that they are, and their forms."""
    for reading in found:
        is_sheet = reading.document.kind == "csv"  # which is written from a model
        record: Record | str
        if isinstance(reading.vouched, str):
            record = reading.vouched
        elif isinstance(reading.vouched, Sums) and not is_sheet:
            record = with_sums(reading.loaded.value, reading.vouched)
        else:
            record = _right(session, reading, rules)
        yield record, to or form_to_keep(reading)


def _right(session: Session, reading: Reading, rules: tuple[str, ...] = ()) -> GameRecord:
    """Return the record rescored; faults that this leaves are told, for the sums may hang on them."""
    record = record_of(reading)
    right = normalised(rescored(record, options.merged_rules(record, rules) if rules else None))
    faults = audit(right, planned=planned_of(reading))
    tell(session, [reading.place(fault) for fault in faults if fault.severity == "error"])
    return right


def _edits(reading: Reading, right: GameRecord) -> list[Edit]:
    return [(change.path, change.new) for change in changes(record_of(reading), right)]


def _check(session: Session, found: Iterator[Reading], rules: tuple[str, ...], write: Write) -> None:
    for reading in found:
        right = _right(session, reading, rules)
        for change in changes(record_of(reading), right, additions=False):
            line, column = reading.loaded.place(change.path)
            for text in change_lines(change, right, f"{reading.document.file}:{line}:{column}"):
                write(text + "\n")
            session.worsen(FINDINGS)


def _write_tables(session: Session, found: Iterator[Reading], rules: tuple[str, ...], write: Write) -> None:
    for at, reading in enumerate(found):
        record = _right(session, reading, rules)
        table = table_of(record)
        write(("\n" if at else "") + "\n".join(score_sheet(record, table, *settle(record, table))) + "\n")
