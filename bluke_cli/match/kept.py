"""A match kept in a file: every run goes on where the last one stopped, however it was stopped.

The file holds games of one plan, in its order, and perhaps a torn last line. Who writes to it holds a lock on it, which
the system takes back when the process is gone. The version of bluke that writes stands in a file beside it, for the
records do not say it, and another version may play another game.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from bluke_cli import __version__
from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.readback import WrittenGame, lines_of, place_of, read_game
from bluke_cli.match.shards import ALL, Shard
from bluke_cli.match.standings import Outcome

BESIDE = ".version"
"""What is added to the name of the file for the one that holds the version."""
_ENDLESS = 10**9
_BEGINNING = b'{"bluke":1,"players":["'


def seed_in(name: str) -> str | None:
    """Return the seed of the match that a file holds, None where it is missing or holds no whole line."""
    with contextlib.suppress(FileNotFoundError), open(name, "rb") as stream:
        line = next(lines_of(stream), b"")
        if line.endswith(b"\n"):
            return read_game(line, name, 1).match.seed
    return None


class KeptMatch:
    """The file of a match, locked, with what is in it; make it with `kept`.

    Read `outcomes` to the end first, then `write` the `games` that are left to play.
    """

    def __init__(self, name: str, stream: BinaryIO, plan: Plan, shard: Shard) -> None:
        self._name = name
        self._stream = stream
        self._plan = plan
        self._shard = shard
        self.done = 0

    def outcomes(self) -> Iterator[Outcome]:
        """Yield what each game in the file adds to the standings; cut a torn last line.

        Raises BlukeError where the file holds anything but the beginning of this match, or another version wrote it.
        """
        with _blaming(self._name):
            yield from self._outcomes()

    def _outcomes(self) -> Iterator[Outcome]:
        self._stream.seek(0)
        end = 0
        expected = self._shard.of(replace(self._plan, blocks=_ENDLESS).schedule())
        for number, line in enumerate(lines_of(self._stream), 1):
            if not line.endswith(b"\n"):
                self._check_torn(line, number)
                break
            if number == 1:
                self._check_version()
            game = read_game(line, self._name, number)
            self._check(game, next(expected, None), number)
            end += len(line)
            self.done += 1
            yield game.outcome
        self._write_version()
        self._stream.seek(end)
        self._stream.truncate()

    def games(self) -> Iterator[Game]:
        """Yield the games that are not in the file yet."""
        return islice(self._shard.of(self._plan.schedule()), self.done, None)

    def write(self, text: str) -> None:
        """Write at the end of the file, so that it is there whatever becomes of this process."""
        with _blaming(self._name):
            self._stream.write(text.encode("utf-8"))
            self._stream.flush()

    def _check(self, game: WrittenGame, expected: Game | None, number: int) -> None:
        where = f"{self._name}, line {number}"
        if game.match.plan != self._plan.hash:
            raise BlukeError(
                f"{where}: this game is of another match (its seed is {game.match.seed}, its plan "
                f"{game.match.plan[:12]}, not {self._plan.hash[:12]}); the bots, their files, seed, players, "
                "rules and options must be the same"
            )
        if expected is None or game.place != place_of(expected):
            wanted = "nothing" if expected is None else str(place_of(expected))
            raise BlukeError(f"{where}: {wanted} would follow here, not {game.place}; is it another shard?")

    def _check_torn(self, line: bytes, number: int) -> None:
        """Raise BlukeError if this cannot be the beginning of a game: a file that is none of ours is left alone."""
        if not (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
            raise BlukeError(f"{self._name}, line {number}: this is no game of a match")

    def _check_version(self) -> None:
        """Raise BlukeError if it is known that another version of bluke wrote the file."""
        version = self._version()
        if version not in (None, f"bluke {__version__}\n"):
            raise BlukeError(
                f"{self._name} was written by {version.strip()[:40]}, not bluke {__version__} (so says "
                f"{self._name}{BESIDE}); another version may play other games"
            )

    def _version(self) -> str | None:
        """Return what the file beside says, None where there is none, or only the beginning of one."""
        try:
            version = Path(self._name + BESIDE).read_text(encoding="utf-8")
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        return version if version.endswith("\n") else None

    def _write_version(self) -> None:
        ours = f"bluke {__version__}\n"
        if self._version() != ours:  # one that is right is never at risk
            with _blaming(self._name + BESIDE):
                Path(self._name + BESIDE).write_text(ours, encoding="utf-8")


@contextlib.contextmanager
def kept(name: str, plan: Plan, shard: Shard = ALL) -> Iterator[KeptMatch]:
    """Give the match that a file holds, or will, and keep others out. Raises BlukeError if another run is at it."""
    with contextlib.ExitStack() as stack:
        with _blaming(name):
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
            stream = open(descriptor, "r+b")  # noqa: SIM115 - closed by the stack
            stack.callback(_close, stream)
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise BlukeError(f"{name} is no file that a match can be kept in")
            _lock(descriptor, name)
        yield KeptMatch(name, stream, plan, shard)
        with _blaming(name):
            stream.close()


def _close(stream: BinaryIO) -> None:
    """Close a file after a fault; what it could not write is told already."""
    with contextlib.suppress(OSError):
        stream.close()


@contextlib.contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Turn an OSError into a BlukeError about the file that it came from."""
    try:
        yield
    except OSError as error:
        raise BlukeError(f"{error.filename or name}: {error.strerror or error}") from error


def _lock(descriptor: int, name: str) -> None:
    try:
        import fcntl
    except ImportError:
        raise BlukeError(f"{name}: a match can be resumed on Linux or another Unix only") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BlukeError(f"{name}: another run is writing to it") from None
