"""What every command shares: where its input comes from, where its output goes, and the status it ends with.

Data goes to standard output, everything else to standard error; a file named by `-o` is replaced whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, cast

import click

from bluke_cli.cli.inputs import STDIN as STDIN
from bluke_cli.cli.inputs import Input, UnreadableError, selected
from bluke_cli.errors import BlukeError

FINDINGS, USAGE = 1, 2


@dataclass(slots=True)
class Session:
    """One run of the tool: how it talks, and the exit status so far (the worst one counts)."""

    quiet: bool = False
    colour: bool = False
    status: int = 0
    is_partial: bool = False
    """Whether something of the input was passed over."""
    faults: list[str] = field(default_factory=list)
    """What was told of inputs that could not be read."""
    exclude: tuple[str, ...] = ()
    """Patterns of the files and folders that are not read."""
    stdin_name: str = STDIN
    """What standard input is called in findings; it tells the kind, too."""

    def worsen(self, status: int) -> None:
        """Let the run end with at least this status."""
        self.status = max(self.status, status)

    def say(self, message: str) -> None:
        """Tell the person something on standard error, unless they asked for quiet."""
        if not self.quiet:
            click.echo(message, err=True)

    def fail(self, message: str, status: int = USAGE) -> None:
        """Tell the person of a fault on standard error and go on."""
        from bluke_cli.report.text import visible

        click.echo(visible(f"bluke: {message}"), err=True)
        self.worsen(status)

    def inputs(self, files: tuple[str, ...]) -> Iterator[tuple[str, BinaryIO]]:
        """Yield name and stream of each input; a file that cannot be opened is told and passed over.

        ``-`` is standard input, and so is no file at all, unless that is a terminal. What is read of the stream is to
        be read under `passing_over`.
        """
        if not files and (sys.stdin is None or sys.stdin.isatty()):
            raise click.UsageError("name a FILE, or pipe records to standard input")
        for name in self.names(files or (STDIN,)):
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
        self._pass_over(f"{as_text(name) or repr(name)}: {reason}")

    @contextlib.contextmanager
    def passing_over(self) -> Iterator[None]:
        """Tell of an input that cannot be read to its end, and go on behind it."""
        try:
            yield
        except UnreadableError as error:
            self._pass_over(str(error))

    def _pass_over(self, message: str) -> None:
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


def as_text(argument: str) -> str:
    """Return an argument as the text that was typed; bytes that are none in UTF-8 stay halves of surrogate pairs.

    Where the locale is not UTF-8, Python hands non-ASCII bytes on undecoded.
    """
    with contextlib.suppress(UnicodeError):
        return os.fsencode(argument).decode()
    return argument


Write = Callable[[str], None]


@contextlib.contextmanager
def output(name: str | None, *, is_safe: bool = False) -> Iterator[Write]:
    """Give a function that writes text as UTF-8 to standard output, or to a file that appears when all is written.

    On a terminal, text that is not known to be safe is escaped as records are.
    """
    if name is None or name == STDIN:
        buffer, is_watched = sys.stdout.buffer, sys.stdout.isatty()

        def write(text: str) -> None:
            if is_watched and not is_safe:
                from bluke_cli.report.text import record_visible

                text = record_visible(text)
            _write_all(buffer, text.encode("utf-8"))
            if is_watched:
                buffer.flush()

        yield write
        buffer.flush()
    else:
        with replacing(name) as write_bytes:
            yield lambda text: write_bytes(text.encode("utf-8"))


@contextlib.contextmanager
def line_output(name: str | None) -> Iterator[Write]:
    """Give a function that writes text at once: long work shows its lines as they come, also in a file."""
    with contextlib.ExitStack() as stack:
        to_file = name is not None and name != STDIN
        stream = stack.enter_context(open(str(name), "wb")) if to_file else sys.stdout.buffer

        def write(text: str) -> None:
            _write_all(stream, text.encode("utf-8"))
            stream.flush()

        yield write


def _write_all(stream: BinaryIO, data: bytes) -> None:
    """Write *data*; an unbuffered stream (PYTHONUNBUFFERED, -u) may take less than all of it at a time."""
    written = stream.write(data)
    while written < len(data):
        data = data[written:]
        written = stream.write(data)


@contextlib.contextmanager
def replacing(name: str) -> Iterator[Callable[[bytes], None]]:
    """Give a function that writes what replaces a file when all went well; until then nothing changes.

    A link is followed; owner and permissions of a file that is there are kept; a device or pipe is written to directly.
    What goes wrong with the file is a BlukeError that names it.
    """
    with contextlib.ExitStack() as stack:
        with _blaming(name):
            path, beside = Path(name), None
            there = path.stat() if path.exists() else None
            if there is not None and not stat.S_ISREG(there.st_mode):
                stream: BinaryIO = open(path, "wb")  # noqa: SIM115 - closed by the stack
            else:
                path = Path(os.path.realpath(path))
                import tempfile  # dear to import, and few commands write a file

                handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:60]}.", suffix=".new")
                stack.callback(_quietly, os.unlink, beside)
                stream = open(handle, "wb")  # noqa: SIM115 - closed by the stack
            stack.callback(_quietly, stream.close)  # after a fault; what it could not write is told already

        def write(data: bytes) -> None:
            with _blaming(name):
                _write_all(stream, data)

        yield write
        with _blaming(name):
            stream.flush()
            if beside is not None:
                os.fsync(stream.fileno())
                stream.close()
                _dress(beside, there)
                os.replace(beside, path)  # noqa: PTH105 - the one call that is atomic everywhere


@contextlib.contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Turn an OSError into a BlukeError about the file that the user named; a closed pipe stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BlukeError(f"{as_text(name)}: {error.strerror or error}") from error


def _quietly(action: Callable[..., object], *arguments: object) -> None:
    with contextlib.suppress(OSError):
        action(*arguments)


def _dress(name: str, like: os.stat_result | None) -> None:
    """Give a new file the owner and permissions of the one it replaces, or those that a new file has."""
    if like is not None and hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only root can give a file away
            os.chown(name, like.st_uid, like.st_gid)
    os.chmod(name, _new_file_mode() if like is None else stat.S_IMODE(like.st_mode))  # noqa: PTH101


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
