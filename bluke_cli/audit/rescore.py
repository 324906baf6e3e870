"""A record's claims about its sums, made right: `took`, `score`, `total`, `final` and `winners`.

What follows from the facts is written down, whether it was there or not; what cannot be known is left as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from bluke_cli.diagnostics import Path
from bluke_cli.record.models import GameRecord, HandRecord, RulesRecord
from bluke_cli.replay.ledger import Result, Settled, settle
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.house import HouseRules

Part = TypeVar("Part", GameRecord, HandRecord)

HAND_CLAIMS = ("took", "score", "total")
GAME_CLAIMS = ("final", "winners")


@dataclass(frozen=True, slots=True)
class Change:
    """One claim as it stands and as it is right; `new` None means that it should not stand there."""

    path: Path
    old: Any
    new: Any


def rescored(record: GameRecord, rules: HouseRules | None = None) -> GameRecord:
    """Return a copy of *record* with its claims made right; *rules* score it under other house rules."""
    if rules is not None:
        differing = rules.differing(len(record.players))
        written = RulesRecord.model_validate(differing) if differing else None
        record = record.model_copy(update={"rules": written})
    table = table_of(record, rules)
    settled, result = settle(record, table)
    hands = [_with(hand, _hand_claims(hand, right)) for hand, right in zip(record.hands, settled, strict=True)]
    return _with(record, {**_game_claims(record, table, result), "hands": hands})


def _hand_claims(hand: HandRecord, right: Settled) -> dict[str, Any]:
    claims: dict[str, Any] = {}
    if right.play is not None and right.play.is_complete:
        claims["took"] = right.took
    if right.score is not None:
        claims["score"] = right.score
    if right.total is not None:
        claims["total"] = right.total
    return {key: value for key, value in claims.items() if getattr(hand, key) != value}


def _game_claims(record: GameRecord, table: Table, result: Result) -> dict[str, Any]:
    claims: dict[str, Any] = {}
    if result.final is not None:
        claims["final"] = result.final
    if result.winners is not None:
        names = [table.players[seat] for seat in result.winners]
        claims["winners"] = names if sorted(record.winners or ()) != sorted(names) else record.winners
    return claims


def _with(part: Part, claims: dict[str, Any]) -> Part:
    return part.model_copy(update=claims) if claims else part


def changes(old: GameRecord, new: GameRecord, *, additions: bool = True) -> Iterator[Change]:
    """Yield each claim that differs between a record and the same rescored, in the order of the record.

    Without *additions* a claim that was not written is no difference.
    """
    for index, (before, after) in enumerate(zip(old.hands, new.hands, strict=True)):
        for key in HAND_CLAIMS:
            yield from _differing(("hands", index, key), getattr(before, key), getattr(after, key), additions)
    for key in GAME_CLAIMS:
        yield from _differing((key,), getattr(old, key), getattr(new, key), additions)


def _differing(path: Path, old: Any, new: Any, additions: bool) -> Iterator[Change]:
    if old != new and (additions or old is not None):
        yield Change(path, old, new)
