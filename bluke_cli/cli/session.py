"""What every command shares: where its input comes from, how it talks, and the status it ends with.

Data goes to standard output or a file (`outputs`), everything else to standard error.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO, cast

import click

from bluke_cli.cli.inputs import STDIN, Input, UnreadableError, as_text, selected
from bluke_cli.errors import BlukeError

FINDINGS, USAGE = 1, 2


class Session:
    """One run of the tool: how it talks, and the exit status so far (the worst one counts).

    `is_partial` says whether something of the input was passed over, `faults` what was told of inputs that could not be
    read, `exclude` which files and folders are not read. Standard input is called `stdin_name`, which tells the kind,
    too. Whoever reads ahead has `notes` of what is passed over, to be told in its turn.
    """

    def __init__(self, *, quiet: bool = False, colour: bool = False) -> None:
        self.quiet = quiet
        self.colour = colour
        self.status = 0
        self.is_partial = False
        self.faults: list[str] = []
        self.exclude: tuple[str, ...] = ()
        self.stdin_name = STDIN
        self.notes: list[str] | None = None
        self._held: list[str] | None = None

    def worsen(self, status: int) -> None:
        """Let the run end with at least this status."""
        self.status = max(self.status, status)

    def say(self, message: str) -> None:
        """Tell the person something on standard error, unless they asked for quiet."""
        if not self.quiet:
            click.echo(message, err=True)

    def fail(self, message: str, status: int = USAGE) -> None:
        """Tell the person of a fault on standard error and go on."""
        self.warn(message)
        self.worsen(status)

    def warn(self, message: str) -> None:
        """Tell the person, who may have asked for quiet, something that is no fault of the input."""
        from bluke_cli.report.text import visible

        text = visible(f"bluke: {message}")
        if self._held is None:
            click.echo(text, err=True)
        else:
            self._held.append(text)

    @contextlib.contextmanager
    def holding_messages(self) -> Iterator[None]:
        """Tell of faults only in the end, where a document is written to standard error in the meantime."""
        self._held = []
        try:
            yield
        finally:
            held, self._held = self._held, None
            for text in held:
                click.echo(text, err=True)

    def inputs(self, files: tuple[str, ...]) -> Iterator[tuple[str, BinaryIO]]:
        """Give name and stream of each input; a file that cannot be opened is told and passed over.

        ``-`` is standard input, and so is no file at all, unless that is a terminal. What is read of the stream is to
        be read under `passing_over`.
        """
        if not files and (sys.stdin is None or sys.stdin.isatty()):
            raise click.UsageError("name a FILE, or pipe records to standard input")
        return self.opened(self.names(files or (STDIN,)))

    def opened(self, names: Iterable[str]) -> Iterator[tuple[str, BinaryIO]]:
        """Yield name and stream of each file of *names*, which holds no folders any more; see `inputs`."""
        for name in names:
            shown = self.stdin_name if name == STDIN else as_text(name)
            try:
                with open_input(name) as stream:
                    yield shown, cast(BinaryIO, Input(shown, stream))
            except OSError as error:
                if isinstance(error, BrokenPipeError):
                    raise
                self.pass_over(shown, error.strerror or str(error))

    def names(self, files: tuple[str, ...]) -> Iterator[str]:
        """Yield the files meant, folders replaced by the records in them."""
        return selected(files, self.exclude, self.pass_over)

    def pass_over(self, name: str, reason: str) -> None:
        """Tell that an input cannot be read."""
        self.tell_passed_over(f"{as_text(name) or repr(name)}: {reason}")

    @contextlib.contextmanager
    def passing_over(self) -> Iterator[None]:
        """Tell of an input that cannot be read to its end, and go on behind it."""
        try:
            yield
        except UnreadableError as error:
            self.tell_passed_over(str(error))

    def reading_ahead(self) -> Session:
        """Return a session for the inputs alone, which only notes what it passes over."""
        ahead = Session(quiet=self.quiet, colour=self.colour)
        ahead.exclude, ahead.stdin_name, ahead.notes = self.exclude, self.stdin_name, []
        return ahead

    def tell_passed_over(self, message: str) -> None:
        """Tell, or note, that something of the input is passed over."""
        if self.notes is not None:
            self.notes.append(message)
            return
        self.is_partial = True
        self.faults.append(message)
        self.fail(message)

    def hold_back(self, out: str | None) -> None:
        """End the run before the file *out* is replaced by less than all, if something was passed over."""
        if self.is_partial and out not in (None, STDIN):
            self.fail(f"{out}: not written, for not all of the input can be read", FINDINGS)
            raise click.exceptions.Exit(self.status)


@contextlib.contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, for reading bytes."""
    if name == STDIN:
        if sys.stdin is None:
            raise BlukeError("standard input is closed")
        yield sys.stdin.buffer
    else:
        with open(name, "rb") as stream:
            yield stream
