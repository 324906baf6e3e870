"""Where the output goes: standard output, or a file that is replaced whole or not at all.

Not here: what comes in (`inputs`), and how a run ends (`session`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from io import RawIOBase
from typing import BinaryIO

from bluke_cli.cli.inputs import STDIN, as_text
from bluke_cli.errors import BlukeError

Write = Callable[[str], None]


@contextlib.contextmanager
def output(name: str | None, *, is_safe: bool = False) -> Iterator[Write]:
    """Give a function that writes text as UTF-8 to standard output, or to a file that appears when all is written.

    On a terminal, text that is not known to be safe is escaped as records are.
    """
    if name is None or name == STDIN:
        with _standard_output(is_safe=is_safe, at_once=False) as write:
            yield write
    else:
        with replacing(name) as write_bytes:
            yield lambda text: write_bytes(text.encode("utf-8"))


@contextlib.contextmanager
def binary_output(name: str | None) -> Iterator[Callable[[bytes], None]]:
    """Give a function that writes bytes to standard output, or to a file that appears when all is written."""
    if name is None or name == STDIN:
        buffer = sys.stdout.buffer
        yield lambda data: _write_all(buffer, data)
        buffer.flush()
    else:
        with replacing(name) as write_bytes:
            yield write_bytes


@contextlib.contextmanager
def line_output(name: str | None) -> Iterator[Write]:
    """Give a function that writes text at once: long work shows its lines as they come, also in a file.

    What the file could not take whole is taken out of it again, so that it ends where a text ends.
    """
    if name is None or name == STDIN:
        with _standard_output(is_safe=False, at_once=True) as write:
            yield write
        return
    with contextlib.ExitStack() as stack:
        with _blaming(name):
            stream = stack.enter_context(open(name, "wb", buffering=0))
        whole = 0

        def write_line(text: str) -> None:
            nonlocal whole
            data = text.encode("utf-8")
            try:
                with _blaming(name):
                    _write_all(stream, data)
            except BaseException:
                _quietly(stream.truncate, whole)
                raise
            whole += len(data)

        yield write_line
        with _blaming(name):
            stream.close()


@contextlib.contextmanager
def _standard_output(*, is_safe: bool, at_once: bool) -> Iterator[Write]:
    buffer, is_watched = sys.stdout.buffer, sys.stdout.isatty()

    def write(text: str) -> None:
        if is_watched and not is_safe:
            from bluke_cli.report.text import record_visible

            text = record_visible(text)
        _write_all(buffer, text.encode("utf-8"))
        if is_watched or at_once:
            buffer.flush()

    yield write
    buffer.flush()


def _write_all(stream: BinaryIO | RawIOBase, data: bytes) -> None:
    """Write *data*; an unbuffered stream (PYTHONUNBUFFERED, -u) may take less than all of it at a time."""
    written = stream.write(data) or 0
    while written < len(data):
        data = data[written:]
        written = stream.write(data) or 0


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Let what would end the program wait, so that nothing is made that nobody takes away."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def replacing(name: str) -> Iterator[Callable[[bytes], None]]:
    """Give a function that writes what replaces a file when all went well; until then nothing changes.

    A link is followed; owner and permissions of a file that is there are kept; a device or pipe is written to directly.
    What goes wrong with the file is a BlukeError that names it.
    """
    with contextlib.ExitStack() as stack:
        with _blaming(name):
            from pathlib import Path  # dear to import, as `leftovers` is, and few commands write a file

            path, beside = Path(name), None
            there = path.stat() if path.exists() else None
            if there is not None and not stat.S_ISREG(there.st_mode):
                stream: BinaryIO = open(path, "wb")  # noqa: SIM115 - closed by the stack
            else:
                path = Path(os.path.realpath(path, strict=there is not None))
                from bluke_cli.cli import leftovers

                with _signals_held():
                    handle, beside = leftovers.new_beside(path)
                    stack.callback(_quietly, os.unlink, beside)
                leftovers.hold(handle, stack)
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
        raise BlukeError(f"{as_text(name) or repr(name)}: {error.strerror or error}") from error


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
