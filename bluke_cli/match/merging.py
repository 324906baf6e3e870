"""Parts of one match put together in the order of its plan, byte for byte as one run would have written it.

Each part is a stream of games in plan order, as a run writes them; one line of each is in memory.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from bluke_cli.errors import BlukeError
from bluke_cli.match.place import MatchPlace
from bluke_cli.match.readback import Place, WrittenGame, lines_of, read_game


class _Found(NamedTuple):
    """A game, and where it was found: by place, then by part, so that no two are alike."""

    place: Place
    part: int
    line: int
    name: str
    game: WrittenGame

    @property
    def where(self) -> str:
        return f"{self.name}, line {self.line}"


class Merge:
    """The games of several parts in plan order; iterate once. `missing` counts the games that none of them has.

    What is missing after the last game cannot be told. Raises BlukeError where a line is no game, the parts are not of
    one match, a part is out of order, or a game is there twice.
    """

    def __init__(self, parts: Sequence[tuple[str, BinaryIO]]) -> None:
        self._parts = parts
        self.missing = 0
        self.first_missing: Place | None = None

    def __iter__(self) -> Iterator[WrittenGame]:
        last: _Found | None = None
        streams = [_games(number, name, stream) for number, (name, stream) in enumerate(self._parts)]
        for found in heapq.merge(*streams):
            if last is not None:
                _check(last, found)
            self._count_missing(None if last is None else last.game, found.game)
            yield found.game
            last = found

    def _count_missing(self, last: WrittenGame | None, game: WrittenGame) -> None:
        before = -1 if last is None else _position(last.place, game.match)
        skipped = _position(game.place, game.match) - before - 1
        if skipped and self.first_missing is None:
            block, rest = divmod(before + 1, game.match.games)
            lineup, rotation = divmod(rest, game.match.rotations)
            self.first_missing = Place(block + 1, lineup + 1, rotation)
        self.missing += skipped


def _position(place: Place, match: MatchPlace) -> int:
    """Return how many games stand before *place* in a match."""
    return ((place.block - 1) * match.lineups + place.lineup - 1) * match.rotations + place.rotation


def _games(part: int, name: str, stream: BinaryIO) -> Iterator[_Found]:
    """Yield the games of one part. Raises BlukeError where they are not in order."""
    last: _Found | None = None
    for number, line in enumerate(lines_of(stream), 1):
        if not line.endswith(b"\n"):
            raise BlukeError(f"{name}, line {number}: this line is torn; finish the part with --resume first")
        game = read_game(line, name, number)
        found = _Found(game.place, part, number, name, game)
        if last is not None and last.place >= found.place:
            raise BlukeError(f"{found.where}: {game.place} comes too late; it is not in the order of a match")
        yield found
        last = found


def _check(last: _Found, found: _Found) -> None:
    if last.game.match.shared != found.game.match.shared:
        raise BlukeError(f"{found.where}: this game is of another match than {last.where}")
    if last.place == found.place:
        raise BlukeError(f"{found.where}: {found.place} is there already, in {last.where}")
