"""What a record tells of a finished game, for the statistics: scores, places and bids made, by seat and by hand.

Claims are not trusted: the tricks taken follow from the cards where those are written, and all sums are reckoned anew.
Whether the game was played by the rules is not asked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bluke_cli.match.expected import expected_of
from bluke_cli.match.place import MatchPlace
from bluke_cli.match.standings import Outcome
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Settled, settle
from bluke_cli.replay.table import table_of
from bluke_cli.rules.scoring import is_set, places


class ToldHand(NamedTuple):
    """One hand: cards a player, the dealer's seat (None if unknown), and by seat bids, tricks, whether made, points.

    `expected` is what the cards of each seat should take (`expected_of`).
    """

    size: int
    dealer: int | None
    bids: tuple[int, ...]
    took: tuple[int, ...]
    made: tuple[bool, ...]
    score: tuple[int, ...]
    expected: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ToldGame(Outcome):
    """An outcome that also tells its hands; `faults` counts those of each seat."""

    lineup: int
    rotation: int
    told: tuple[ToldHand, ...]
    faults: tuple[int, ...]


def told_game(record: GameRecord, place: MatchPlace | None, number: int) -> ToldGame | None:
    """Return what a record tells; None where the game is not over, or its score cannot be known.

    A game that has no *place* in a match is a block by itself, with this *number*.
    """
    table = table_of(record)
    settled, result = settle(record, table)
    if result.final is None or any(hand.score is None for hand in settled):  # written totals may bridge a hand
        return None
    told = tuple(map(_told_hand, settled))
    seats = range(len(record.players))
    bids_made = [sum(hand.made[seat] * hand.bids[seat] for hand in told) for seat in seats]
    return ToldGame(
        block=number if place is None else place.block,
        games=1 if place is None else place.games,
        bots=tuple(name if place is None else name.split("/")[0] for name in record.players),
        scores=tuple(result.final),
        places=tuple(places(result.final, bids_made, table.rules)),
        made=tuple(sum(hand.made[seat] for hand in told) for seat in seats),
        hands=len(told),
        lineup=1 if place is None else place.lineup,
        rotation=0 if place is None else place.rotation,
        told=told,
        faults=_faults(record, place),
    )


def _told_hand(hand: Settled) -> ToldHand:
    bids, took, score = hand.facts.all_bids, hand.took, hand.score
    assert bids is not None and took is not None and score is not None, "every hand of a game that is over is scored"  # noqa: PT018
    assert hand.facts.size is not None, "its hands are those of the schedule"
    made = tuple(not is_set(bid, tricks) for bid, tricks in zip(bids, took, strict=True))
    by_seat = (tuple(bids), tuple(took), made, tuple(score), expected_of(hand))
    return ToldHand(hand.facts.size, hand.facts.dealer, *by_seat)


def _faults(record: GameRecord, place: MatchPlace | None) -> tuple[int, ...]:
    """Return how many faults the match has on record for each seat; what has another shape is passed over."""
    written = (record.match or {}).get("faults") if place is not None else None
    faults = written if isinstance(written, list) else []
    seats = [fault.get("seat") for fault in faults if isinstance(fault, dict)]
    return tuple(sum(type(each) is int and each == seat for each in seats) for seat in range(len(record.players)))
