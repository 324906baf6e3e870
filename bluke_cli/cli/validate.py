"""`bluke validate`: every fault of the records, each at its place."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, BinaryIO

import click

from bluke_cli.audit.budget import FOR_A_RUN, Budget
from bluke_cli.cli import options
from bluke_cli.cli.inputs import STDIN
from bluke_cli.cli.outputs import Write, output, replacing
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.cli.sieve import Sieve
from bluke_cli.cli.verdicts import Asked, Empty, Item, Judge, Judged, Note, Verdict, judge_here
from bluke_cli.cli.words import FILE
from bluke_cli.record.kinds import Kind
from bluke_cli.record.source import Document, read_documents
from bluke_cli.report.findings import summary
from bluke_cli.report.forms import FORMS, Form, form_of


@click.command("validate")
@options.inputs
@click.option("--complete", is_flag=True, help="A game that is not complete is an error, not a warning.")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How findings are written.")
@click.option(
    "--max-findings", "most", type=click.IntRange(min=0), metavar="N", help="Write N findings, count the rest."
)
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Judge in so many processes.  [default: 1]")
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
    reader = session.reading_ahead()
    if chosen["fix"]:
        if not files:
            raise click.UsageError("--fix takes files")
        from bluke_cli.cli.fixing import fix_file

        names = list(session.names(files))  # looked for once, so that what is wrong with a folder is told once
        for name in names:
            fix_file(session, name, input_format, Budget())
        inputs = reader.opened(names)
    else:
        inputs = reader.inputs(files)
    _validate(session, _items(reader, inputs, input_format), chosen)


def _is_same(one: str, other: str) -> bool:
    """Return whether two names are those of one file that is there, or the same name."""
    with suppress(OSError):
        return Path(one).samefile(other)
    return Path(one) == Path(other)


def _items(reader: Session, inputs: Iterator[tuple[str, BinaryIO]], kind: Kind | None) -> Iterator[Item]:
    """Yield what the inputs hold; what *reader* passes over is a note in its place."""
    for name, stream in inputs:
        yield from _notes(reader)
        with reader.passing_over():
            is_empty = True
            for document in read_documents(stream, name, kind):
                is_empty = False
                yield document
            if is_empty:
                yield Empty(name)
    yield from _notes(reader)


def _notes(reader: Session) -> Iterator[Note]:
    """Yield what was noted, once."""
    while reader.notes:
        yield Note(reader.notes.pop(0))


def _validate(session: Session, items: Iterator[Item], chosen: dict[str, Any]) -> None:
    out, skip_bad = chosen["out"], chosen["skip_bad"]
    with ExitStack() as stack:
        if skip_bad and chosen["form"] == "sarif":
            stack.enter_context(session.holding_messages())
        write = stack.enter_context(output(out, is_safe=not skip_bad))
        keep = stack.enter_context(replacing(chosen["keep_bad"])) if chosen["keep_bad"] else None
        sieve = Sieve(session, (lambda data: write(data.decode())) if skip_bad else None, keep)
        colour = session.colour and not skip_bad and out in (None, STDIN)
        form = form_of(chosen["form"], room=_room(skip_bad, out), colour=colour)
        report = _Report(
            form,
            (lambda text: click.echo(text, err=True, nl=False)) if skip_bad else write,
            chosen["most"],
        )
        report.begin()
        judged = _judged(Judge(form, chosen["complete"]), items, report.asked, chosen["jobs"] or 1)
        with closing(judged):
            for item, verdict in judged:
                if isinstance(item, Note):
                    session.tell_passed_over(item.text)
                    continue
                report.add(verdict, is_empty=isinstance(item, Empty))
                if isinstance(item, Document):
                    sieve.add(item, verdict)
        report.end(session)
        sieve.close()
        if skip_bad:
            session.hold_back(out)


def _judged(judge: Judge, items: Iterator[Item], asked: Callable[[], Asked], jobs: int) -> Judged:
    if jobs == 1:
        return judge_here(judge, items, asked)
    from bluke_cli.cli.judges import judge_in_processes

    return judge_in_processes(judge, items, asked, jobs)


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
        self._tries = FOR_A_RUN  # what the search for suggestions may still cost
        self._counts = Counter[str]()

    def begin(self) -> None:
        self._write(self._form.head())

    def asked(self) -> Asked:
        """Return what is asked about the next record."""
        return Asked(None if self._most is None else self._most - self._shown, self._tries)

    def add(self, verdict: Verdict, *, is_empty: bool) -> None:
        """Write the findings of a record, or of an input without any, as many as may still be."""
        self._empty += is_empty
        self._records += not is_empty
        self._faulty += not is_empty and not verdict.is_sound
        self._counts.update(verdict.codes)
        self._tries -= verdict.tries
        for text in verdict.texts if self._most is None else verdict.texts[: self._most - self._shown]:
            self._write(self._form.between + text if self._shown else text)
            self._shown += 1

    def end(self, session: Session) -> None:
        """Write the end, and tell how it went."""
        self._write(self._form.tail(session.faults))
        if self._faulty or self._empty:
            session.worsen(FINDINGS)
        if self._records or self._counts or not session.faults:
            session.say(summary(self._records, self._faulty, self._empty, self._counts, self._shown))
