"""`bluke diff`: two records compared as games, not as texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, zip_longest

import click

from bluke_cli.audit.diff import compare
from bluke_cli.audit.sides import Difference, side_of
from bluke_cli.cli.inputs import STDIN
from bluke_cli.cli.options import KINDS, SHEET, out_file
from bluke_cli.cli.outputs import Write, output
from bluke_cli.cli.records import told_readings
from bluke_cli.cli.session import FINDINGS, USAGE, Session, open_input
from bluke_cli.cli.words import FILE
from bluke_cli.errors import BlukeError
from bluke_cli.record.kinds import Kind, kind_of
from bluke_cli.record.reader import Reading, read_records
from bluke_cli.report.diff import difference_json, difference_lines
from bluke_cli.report.findings import finding_line
from bluke_cli.report.text import visible

Pair = tuple[Reading | None, Reading | None]


@click.command("diff")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is written.")
@click.option("--git", is_flag=True, help="Take the arguments that git gives to a diff driver.")
@click.option(
    "--input-format",
    type=click.Choice([*KINDS, SHEET]),
    help="What the input is; else its name tells, else its first bytes.",
)
@out_file
@click.argument("files", nargs=-1, type=FILE, metavar="OLD NEW")
@click.pass_obj
def command(
    session: Session, form: str, git: bool, input_format: Kind | None, out: str | None, files: tuple[str, ...]
) -> None:
    """What differs between two records of a game?

    Speaks of hands, tricks, winners and points: facts first, then what follows from them (so ...), then claims that
    differ. Comments, spelling and layout never count. Several records are compared one by one, in their order. Exit
    status 0: no difference. 1: some. 2: something could not be read or compared.

    \b
    bluke diff friday.yaml corrected.yaml
    git config diff.bluke.command 'bluke diff --git'
    """
    with output(out) as write:
        if git:
            _diff_for_git(files, write)
            return
        if len(files) != 2:
            raise click.UsageError("name two files, the old one and the new one")
        if files == (STDIN, STDIN):
            raise click.UsageError("only one of the two can be standard input")
        old, new = (told_readings(session, (name,), input_format) for name in files)
        differs = False
        for number, head, pair in _numbered(old, new):
            if number == 1 and None in pair:  # nothing can be read of one of them, which was told
                session.worsen(USAGE)
                return
            for line in _lines(pair, number, form):
                differs = True
                write(f"{head if form == 'text' else ''}{line}\n")
    if session.status:
        session.worsen(USAGE)
    elif differs:
        session.worsen(FINDINGS)


def _numbered(old: Iterator[Reading], new: Iterator[Reading]) -> Iterator[tuple[int, str, Pair]]:
    """Yield the records of both sides in pairs: their number, and where there are several, what tells that."""
    pairs = zip_longest(old, new)
    first = list(islice(pairs, 2))
    for number, pair in enumerate(chain(first, pairs), 1):
        yield number, f"record {number}: " if len(first) > 1 else "", pair


def _lines(pair: Pair, number: int, form: str) -> Iterator[str]:
    """Yield the lines for one pair of records; a record that cannot be read at all has been told and is passed over."""
    old, new = pair
    if any(reading is not None and reading.record is None for reading in pair):
        return
    if old is None or new is None:
        there = old or new
        assert there is not None, "one of the two is there"
        record = there.record
        assert record is not None, "it can be read"
        plain = [None if reading is None else record.written() for reading in pair]
        if form == "json":
            yield difference_json(Difference("fact", "record", plain[0], plain[1]), number)
        else:
            yield visible(f"{'removed' if new is None else 'added'}: {', '.join(record.players)}")
        return
    found = _differences(old, new)
    yield from (difference_json(each, number) for each in found) if form == "json" else difference_lines(found)


def _differences(old: Reading, new: Reading) -> list[Difference]:
    assert old.record is not None, "it can be read"
    assert new.record is not None, "it can be read"
    return compare(side_of(old.record, old.damaged), side_of(new.record, new.damaged))


# git


def _diff_for_git(arguments: tuple[str, ...], write: Write) -> None:
    """Write what git shows for one file. Git takes any status but 0 for the end of all, so what is wrong is shown."""
    if len(arguments) == 1:
        write(visible(f"* Unmerged path {arguments[0]}") + "\n")
        return
    if len(arguments) not in (7, 9):
        raise click.UsageError("--git takes the 7 arguments that git gives to a diff driver")
    path = arguments[0]
    new_path = arguments[7] if len(arguments) == 9 else path
    write(visible(f"diff --bluke a/{path} b/{new_path}") + "\n")
    old = _read_for_git(arguments[1], f"a/{path}", kind_of(path))
    new = _read_for_git(arguments[4], f"b/{new_path}", kind_of(new_path))
    differs = False
    for number, head, pair in _numbered(old, new):
        for reading in pair:
            for finding in [] if reading is None else reading.findings:
                differs = True
                write(finding_line(finding) + "\n")
        for line in _lines(pair, number, "text"):
            differs = True
            write(f"{head}{line}\n")
    if not differs:
        write("the same games: only comments, layout or spelling differ\n")


def _read_for_git(name: str, shown: str, kind: Kind | None) -> Iterator[Reading]:
    try:
        with open_input(name) as stream:
            yield from read_records(stream, shown, kind)
    except OSError as error:
        raise BlukeError(f"{shown}: {error.strerror or error}") from error
