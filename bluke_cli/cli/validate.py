"""`bluke validate`: every fault of the records, each at its place."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO

import click

from bluke_cli.audit.budget import Budget
from bluke_cli.audit.examine import Examined, examine_stream
from bluke_cli.cli import options
from bluke_cli.cli.session import FINDINGS, STDIN, Session, Write, output, replacing
from bluke_cli.cli.sieve import Sieve
from bluke_cli.cli.words import FILE
from bluke_cli.record.source import Kind
from bluke_cli.report.findings import summary
from bluke_cli.report.forms import FORMS, Form, form_of


@click.command("validate")
@options.inputs
@click.option("--complete", is_flag=True, help="A game that is not complete is an error, not a warning.")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How findings are written.")
@click.option(
    "--max-findings", "most", type=click.IntRange(min=0), metavar="N", help="Write N findings, count the rest."
)
@click.option("--skip-bad", is_flag=True, help="Pass the records without errors on as they stand; findings to stderr.")
@click.option("--keep-bad", type=FILE, metavar="FILE", help="Write the records with errors here, as they stand.")
@click.option("--fix", is_flag=True, help="First write into the files what can be repaired for sure.")
@options.out_file
@click.pass_obj
def command(session: Session, /, files: tuple[str, ...], input_format: Kind | None, **chosen: Any) -> None:
    """Does this record obey the rules, and do its sums agree?

    Exit status 0: no errors. 1: errors were found. 2: wrong usage, or a file that cannot be opened.

    A FILE may be a folder: then all in it, and below, that is called *.bluke.yaml or the like is read.

    \b
    bluke validate friday.yaml
    bluke validate games --exclude drafts
    bluke deal --seed friday | bluke validate --format json
    zcat games.jsonl.gz | bluke validate --skip-bad --keep-bad bad.jsonl >good.jsonl
    """
    if chosen["keep_bad"] == STDIN:
        raise click.UsageError("--keep-bad takes a file; --skip-bad passes the other records on")
    kept = chosen["keep_bad"]
    if kept and any(_is_same(kept, name) for name in (*files, chosen["out"] or STDIN)):
        raise click.UsageError(f"{kept} cannot take the bad records; it is read or written for something else")
    if chosen["fix"]:
        if not files:
            raise click.UsageError("--fix takes files")
        from bluke_cli.cli.fixing import fix_file

        names = list(session.names(files))  # looked for once, so that what is wrong with a folder is told once
        for name in names:
            fix_file(session, name, input_format, Budget())
        _validate(session, session.opened(names), input_format, chosen)
    else:
        _validate(session, session.inputs(files), input_format, chosen)


def _is_same(one: str, other: str) -> bool:
    """Return whether two names are those of one file that is there, or the same name."""
    with suppress(OSError):
        return Path(one).samefile(other)
    return Path(one) == Path(other)


def _validate(
    session: Session, inputs: Iterator[tuple[str, BinaryIO]], kind: Kind | None, chosen: dict[str, Any]
) -> None:
    out, skip_bad, budget = chosen["out"], chosen["skip_bad"], Budget()
    with ExitStack() as stack:
        if skip_bad and chosen["form"] == "sarif":
            stack.enter_context(session.holding_messages())
        write = stack.enter_context(output(out, is_safe=not skip_bad))
        keep = stack.enter_context(replacing(chosen["keep_bad"])) if chosen["keep_bad"] else None
        sieve = Sieve(session, (lambda data: write(data.decode())) if skip_bad else None, keep)
        report = _Report(
            form_of(
                chosen["form"],
                room=_room(skip_bad, out),
                colour=session.colour and not skip_bad and out in (None, STDIN),
            ),
            (lambda text: click.echo(text, err=True, nl=False)) if skip_bad else write,
            chosen["most"],
        )
        report.begin()
        for name, stream in inputs:
            with session.passing_over():
                for examined in examine_stream(stream, name, kind, complete=chosen["complete"], budget=budget):
                    report.add(examined)
                    sieve.add(examined)
        report.end(session)
        sieve.close()
        if skip_bad:
            session.hold_back(out)


def _room(skip_bad: bool, out: str | None) -> int | None:
    """Return how many columns the terminal has that findings are written to, None if they are not."""
    stream = sys.stderr if skip_bad else sys.stdout if out in (None, STDIN) else None
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else None


class _Report:
    """The findings of a run, written as they come, and counted."""

    def __init__(self, form: Form, write: Write, most: int | None) -> None:
        self._form = form
        self._write = write
        self._most = most
        self._records = self._faulty = self._empty = self._shown = 0
        self._counts = Counter[str]()

    def begin(self) -> None:
        self._write(self._form.head())

    def add(self, examined: Examined) -> None:
        """Write the findings of a record, as many as may still be."""
        if examined.reading is None:
            self._empty += 1
        else:
            self._records += 1
            self._faulty += not examined.is_sound
        findings = examined.findings
        self._counts.update(finding.code for finding in findings)
        if self._most is not None:
            findings = findings[: self._most - self._shown]
        self._shown += len(findings)
        for text in self._form.about(examined.reading, findings):
            self._write(text)

    def end(self, session: Session) -> None:
        """Write the end, and tell how it went."""
        self._write(self._form.tail(session.faults))
        if self._faulty or self._empty:
            session.worsen(FINDINGS)
        if self._records or self._counts or not session.faults:
            session.say(summary(self._records, self._faulty, self._empty, self._counts, self._shown))
