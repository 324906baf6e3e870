"""Which files a run reads: those named, those in the folders named, less those excluded; and reading them.

In a folder the files count whose names say that they hold Bluke records (`RECORDS`); what is hidden, and what is no
plain file, is passed over.
Not here: what is done with a file that cannot be read (`session`).
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from typing import BinaryIO

from bluke_cli.errors import BlukeError

STDIN = "-"
RECORDS = tuple(f".bluke{kind}" for kind in (".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ""))
"""How the names end of the files that are looked for in folders; `.gz` may follow."""

Tell = Callable[[str, str], None]
"""Tells that a file or folder, the first, is passed over for a reason, the second."""


class UnreadableError(BlukeError):
    """An input that was opened, and then could not be read to its end."""


class Input:
    """The bytes of a file that is open; where reading fails, an `UnreadableError` names it."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self._name = name
        self._read = getattr(stream, "read1", stream.read)
        self._read_all = stream.read

    def read1(self, size: int = -1) -> bytes:
        """Return what is there already, *size* bytes at most; nothing at the end."""
        return self._trying(self._read, size)

    def read(self, size: int = -1) -> bytes:
        """Return *size* bytes, or all up to the end."""
        return self._trying(self._read_all, size)

    def _trying(self, read: Callable[[int], bytes], size: int) -> bytes:
        try:
            return read(size)
        except OSError as error:
            raise UnreadableError(f"{self._name}: {error.strerror or error}") from error


def as_text(argument: str) -> str:
    """Return an argument as the text that was typed; bytes that are none in UTF-8 stay halves of surrogate pairs.

    Where the locale is not UTF-8, Python hands non-ASCII bytes on undecoded.
    """
    with contextlib.suppress(UnicodeError):
        return os.fsencode(argument).decode()
    return argument


def selected(names: tuple[str, ...], exclude: tuple[str, ...], tell: Tell) -> Iterator[str]:
    """Yield the files to read, folders replaced by the records in them; nothing where *exclude* fits."""
    for name in names:
        if name != STDIN and _is_excluded(name, exclude):
            continue
        if name != STDIN and os.path.isdir(name):  # noqa: PTH112 - a name as typed, and no other form of it
            found = False
            for found_name in _walk(name, exclude, tell):
                found = True
                yield found_name
            if not found:
                tell(name, f"the folder holds no records (files called *{RECORDS[0]} and the like)")
        else:
            yield name


def _walk(folder: str, exclude: tuple[str, ...], tell: Tell) -> Iterator[str]:
    """Yield the records in a folder and in those below it, in the order of their paths; links to folders are left."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        is_folder = path == folder or (os.path.isdir(path) and not os.path.islink(path))  # noqa: PTH112, PTH114
        if not is_folder:
            yield path
            continue
        try:
            with os.scandir(path) as entries:
                inside = [entry.name for entry in entries if _is_wanted(entry)]
        except OSError as error:
            tell(path, error.strerror or str(error))
            continue
        paths = (os.path.join(path, name) for name in sorted(inside, reverse=True))  # noqa: PTH118
        waiting += [path for path in paths if not _is_excluded(path, exclude)]


def _is_wanted(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith("."):
        return False
    if entry.is_dir(follow_symlinks=False):
        return True
    is_named_so = entry.name.lower().removesuffix(".gz").endswith(RECORDS)
    return is_named_so and _is_plain(entry)


def _is_plain(entry: os.DirEntry[str]) -> bool:
    """Return whether something is a file that ends, and no pipe; whoever opens a link that leads nowhere tells it."""
    try:
        return stat.S_ISREG(entry.stat().st_mode)
    except OSError:
        return True


def _is_excluded(path: str, exclude: tuple[str, ...]) -> bool:
    """Return whether one of the patterns fits the path, or the name of the file or of a folder on the way."""
    if not exclude:
        return False
    from fnmatch import fnmatchcase
    from pathlib import PurePath

    pure = PurePath(path)
    texts = {path, pure.as_posix(), *pure.parts}
    return any(fnmatchcase(text, pattern.rstrip("/")) for pattern in exclude for text in texts)
