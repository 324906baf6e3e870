"""The two sides of a comparison: a record with what follows from it, and how hands and tricks of two are matched."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from bluke_cli.diagnostics import Path
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.replay.doubts import doubts_of
from bluke_cli.replay.ending import hand_ending
from bluke_cli.replay.ledger import Result, Settled, settle
from bluke_cli.replay.table import Table, hand_numbers, table_of

Kind = Literal["fact", "follows", "claim", "about"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; `old` and `new` are plain values, None where there is none.

    `what` says what differs: a key of the record, or ``player``, ``seats``, ``card``, ``order``, ``trick``, ``hand``,
    ``leader``, ``winner``, ``fault``, ``ended``, ``standing``. `hand` is the hand's number, `trick` counts from 1 in
    the new record (in the old one for a trick that is gone), `player` is the new name of the player concerned.
    """

    kind: Kind
    what: str
    old: Any
    new: Any
    hand: int | None = None
    trick: int | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two records, with what follows from it; `hands` are the indices of its hands by their number."""

    record: GameRecord
    table: Table
    settled: list[Settled]
    result: Result
    endings: list[str | None]
    hands: dict[int, int]


class Players:
    """Who is who on two sides: who has the same name is the same, the others are in the order of their seats.

    So a player who got another name is the same, and so are people who sit at other seats. `names` are the new ones.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self.names = new
        gone = iter([seat for seat, name in enumerate(old) if name not in new])
        self._old_seats = [old.index(name) if name in old else next(gone) for name in new]

    def at_new_seats(self, old: Sequence[Any]) -> list[Any]:
        """Return what stands by seat on the old side in the order of the new one."""
        return [old[seat] for seat in self._old_seats]

    def new_seat(self, old: int | None) -> int | None:
        """Return where the player of an old seat sits now, None for nobody."""
        return None if old is None else self._old_seats.index(old)


def players_of(old: Side, new: Side) -> Players:
    """Return who is who on two sides with as many players."""
    return Players(old.record.players, new.record.players)


def side_of(record: GameRecord, damaged: Collection[Path] = ()) -> Side:
    """Return a record made ready to be compared; *damaged* is what the reader dropped."""
    table, doubts = table_of(record), doubts_of(record, damaged)
    settled, result = settle(record, table, doubts=doubts)
    endings = [hand_ending(hand, index, table, doubts) for index, hand in enumerate(settled)]
    hands: dict[int, int] = {}
    for index, number in enumerate(hand_numbers(record)):
        hands.setdefault(number, index)
    return Side(record, table, settled, result, endings, hands)


def common(old: Side, new: Side) -> Iterator[tuple[int, int, int]]:
    """Yield number and both indices of each hand that both records have, in the order of their numbers."""
    for number in sorted(old.hands.keys() & new.hands.keys()):
        yield number, old.hands[number], new.hands[number]


def by_seat(
    kind: Kind,
    what: str,
    old: Sequence[Any] | None,
    new: Sequence[Any] | None,
    players: Players,
    hand: int | None = None,
) -> Iterator[Difference]:
    """Yield a difference for each player of two lists; a list that is on one side only is one difference."""
    if old is None or new is None or not len(old) == len(new) == len(players.names):
        if old != new:
            yield Difference(kind, what, old, new, hand)
        return
    for player, before, after in zip(players.names, players.at_new_seats(old), new, strict=True):
        if before != after:
            yield Difference(kind, what, before, after, hand, player=player)


def deal_is_fact(old: Side, new: Side, number: int) -> bool:
    """Tell whether the deal of a hand says more than its play, in one of two records."""
    sides = (side.settled[side.hands[number]].facts for side in (old, new))
    return not all(facts.has_every_card for facts in sides)


def took_is_fact(old: HandRecord, new: HandRecord) -> bool:
    """Tell whether nothing but the sheet says who took how many tricks, in one of two records."""
    return not (old.tricks and new.tricks)


def in_any_order(dealt: list[str] | None) -> list[str] | None:
    """Return holdings with their cards in one order, in which they are the same whatever the order dealt."""
    return None if dealt is None else [" ".join(sorted(text.split())) for text in dealt]


def paired(old: list[str], new: list[str]) -> Iterator[tuple[int | None, int | None]]:
    """Yield the indices of the tricks of two plays that belong together; None where a trick is on one side only.

    >>> list(paired(["2C 3C", "4C 5C"], ["2C 3C", "9D TD", "4C 5C"]))
    [(0, 0), (None, 1), (1, 2)]
    """
    for _, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for step in range(max(old_to - old_from, new_to - new_from)):
            before, after = old_from + step, new_from + step
            yield before if before < old_to else None, after if after < new_to else None
