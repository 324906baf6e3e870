"""What every command shares: where its input comes from, where its output goes, and the status it ends with.

Data goes to standard output, everything else to standard error; a file named by `-o` is replaced whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

from bluke_cli.errors import BlukeError

FINDINGS, USAGE = 1, 2
STDIN = "-"


@dataclass(slots=True)
class Session:
    """One run of the tool: how it talks, and the exit status so far (the worst one counts)."""

    quiet: bool = False
    colour: bool = False
    status: int = 0

    def worsen(self, status: int) -> None:
        """Let the run end with at least this status."""
        self.status = max(self.status, status)

    def say(self, message: str) -> None:
        """Tell the person something on standard error, unless they asked for quiet."""
        if not self.quiet:
            click.echo(message, err=True)

    def fail(self, message: str, status: int = USAGE) -> None:
        """Tell the person of a fault on standard error and go on."""
        click.echo(f"bluke: {message}", err=True)
        self.worsen(status)

    def inputs(self, files: tuple[str, ...]) -> Iterator[tuple[str, BinaryIO]]:
        """Yield name and stream of each input; a file that cannot be opened is told and passed over.

        ``-`` is standard input, and so is no file at all, unless that is a terminal.
        """
        if not files and (sys.stdin is None or sys.stdin.isatty()):
            raise click.UsageError("name a FILE, or pipe records to standard input")
        for name in files or (STDIN,):
            try:
                with open_input(name) as stream:
                    yield name, stream
            except OSError as error:
                if isinstance(error, BrokenPipeError):
                    raise
                self.fail(f"{name}: {error.strerror or error}")


@contextlib.contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, for reading bytes."""
    if name == STDIN:
        if sys.stdin is None:
            raise BlukeError("standard input is closed")
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as stream:
            yield stream


Write = Callable[[str], None]


@contextlib.contextmanager
def output(name: str | None) -> Iterator[Write]:
    """Give a function that writes text as UTF-8 to standard output, or to a file that appears when all is written."""
    if name is None or name == STDIN:
        buffer = sys.stdout.buffer

        def write(text: str) -> None:
            buffer.write(text.encode("utf-8"))

        yield write
        buffer.flush()
    else:
        with replacing(Path(name)) as stream:
            yield lambda text: _write(stream, text)


@contextlib.contextmanager
def line_output(name: str | None) -> Iterator[Write]:
    """Give a function that writes text at once: long work shows its lines as they come, also in a file."""
    with contextlib.ExitStack() as stack:
        to_file = name is not None and name != STDIN
        stream = stack.enter_context(Path(str(name)).open("wb")) if to_file else sys.stdout.buffer

        def write(text: str) -> None:
            stream.write(text.encode("utf-8"))
            stream.flush()

        yield write


def _write(stream: BinaryIO, text: str) -> None:
    stream.write(text.encode("utf-8"))


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a stream whose content replaces the file at *path* when all went well; until then nothing changes.

    A link is followed, the permissions of a file that is there are kept; a device or pipe is written to directly.
    """
    path = Path(os.path.realpath(path))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with path.open("wb") as stream:
            yield stream
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.", suffix=".new")
    try:
        with open(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _new_file_mode() if mode is None else stat.S_IMODE(mode))  # noqa: PTH101 - beside os.replace
        os.replace(name, path)  # noqa: PTH105 - the one call that is atomic everywhere
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
