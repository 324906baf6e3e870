"""What the differences of two records lead to, tricks won, points and winners; and the claims that differ.

A claim that says on both sides what follows from the facts is no difference of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bluke_cli.audit.sides import (
    Difference,
    Side,
    by_seat,
    common,
    deal_is_fact,
    in_any_order,
    paired,
    players_of,
    took_is_fact,
)
from bluke_cli.record.models import DealOrigin
from bluke_cli.replay.ledger import Settled
from bluke_cli.rules.judging import LET_STAND, PlayFault


def outcomes(old: Side, new: Side) -> Iterator[Difference]:
    """Yield what follows otherwise from the facts of two records, hand by hand, then how the game ends."""
    players = players_of(old, new)
    for number, i, j in common(old, new):
        before, after = old.settled[i], new.settled[j]
        up = (old.record.hands[i].up, new.record.hands[j].up)
        if up != (None, None) and before.facts.trump_name != after.facts.trump_name:
            yield Difference("follows", "trump", before.facts.trump_name, after.facts.trump_name, number)
        yield from _play(number, before, after, old, new)
        if old.endings[i] != new.endings[j]:
            yield Difference("follows", "ended", old.endings[i], new.endings[j], number)
        if not took_is_fact(old.record.hands[i], new.record.hands[j]):
            yield from by_seat("follows", "took", before.took, after.took, players, number)
        yield from by_seat("follows", "score", before.score, after.score, players, number)
    yield from _end(old, new)


def _play(number: int, before: Settled, after: Settled, old: Side, new: Side) -> Iterator[Difference]:
    """Yield the tricks that another player leads or wins, and the plays that break a rule on one side only."""
    if before.play is None or after.play is None:
        return
    played, others, players = before.play.tricks, after.play.tricks, players_of(old, new)
    texts = [old.record.hands[old.hands[number]].tricks or [], new.record.hands[new.hands[number]].tricks or []]
    numbers: dict[int, int] = {}
    for i, j in paired(*texts):
        if i is None or j is None or i >= len(played) or j >= len(others):
            continue
        numbers[i] = j
        for what in ("leader", "winner"):
            one, other = getattr(played[i], what), getattr(others[j], what)
            if players.new_seat(one) != other:
                yield Difference("follows", what, _name(old, one), _name(new, other), number, j + 1)
    moved = [replace(fault, seat=players.new_seat(fault.seat)) for fault in before.play.faults]
    yield from _faults(number, moved, after.play.faults, numbers, new)


def _faults(
    number: int, old: list[PlayFault], new: list[PlayFault], numbers: dict[int, int], side: Side
) -> Iterator[Difference]:
    """Yield the plays that break a rule on one side only; *numbers* maps the tricks, by index; all seats are new."""
    gone = {(numbers.get(fault.trick, -1), fault.card, fault.seat, fault.code): fault for fault in old}
    come = {(fault.trick, fault.card, fault.seat, fault.code): fault for fault in new}
    for faults, others in ((gone, come), (come, gone)):
        for key, fault in faults.items():
            if key not in others and fault.code in LET_STAND:  # of the others `ended` says more
                blame = {"code": fault.code, "reason": fault.reason}
                one, other = (blame, None) if faults is gone else (None, blame)
                trick = (key[0] if key[0] >= 0 else fault.trick) + 1
                yield Difference("follows", "fault", one, other, number, trick, _name(side, fault.seat))


def _end(old: Side, new: Side) -> Iterator[Difference]:
    players, before, after = players_of(old, new), old.result, new.result
    if before.final is None and after.final is None:
        yield from _standing(old, new)
    yield from by_seat("follows", "final", before.final, after.final, players)
    seats = None if before.winners is None else {players.new_seat(seat) for seat in before.winners}
    if seats != (None if after.winners is None else set(after.winners)):
        yield Difference("follows", "winners", _winners(old), _winners(new))


def _standing(old: Side, new: Side) -> Iterator[Difference]:
    """Yield the totals after the last hand that can be counted on both sides, where the game is not over."""
    for number, i, j in reversed(list(common(old, new))):
        before, after = old.settled[i].total, new.settled[j].total
        if before is not None and after is not None:
            yield from by_seat("follows", "standing", before, after, players_of(old, new), number)
            return


def _winners(side: Side) -> list[str] | None:
    seats = side.result.winners
    return None if seats is None else [side.table.players[seat] for seat in seats]


def _name(side: Side, seat: int | None) -> str | None:
    return None if seat is None else side.table.players[seat]


# claims


def claims(old: Side, new: Side) -> Iterator[Difference]:
    """Yield the claims that differ and are not both right."""
    before, after, players = old.record, new.record, players_of(old, new)
    names = dict(zip(players.at_new_seats(before.players), after.players, strict=True))
    if _renamed(before.scorekeeper, names) != after.scorekeeper:
        yield Difference("claim", "scorekeeper", before.scorekeeper, after.scorekeeper)
    yield from _origin(before.deal, after.deal)
    for number, i, j in common(old, new):
        yield from _hand_claims(number, i, j, old, new, names)
    if not _both_right(before.final, after.final, old.result.final, new.result.final):
        yield from by_seat("claim", "final", before.final, after.final, players)
    winners = [None if side.winners is None else sorted(side.winners) for side in (before, after)]
    old_winners = None if before.winners is None else sorted(str(_renamed(name, names)) for name in before.winners)
    true = [None if names is None else sorted(names) for names in (_winners(old), _winners(new))]
    if old_winners != winners[1] and not _both_right(*winners, *true):
        yield Difference("claim", "winners", before.winners, after.winners)


def _origin(old: DealOrigin | None, new: DealOrigin | None) -> Iterator[Difference]:
    """Yield what two records say otherwise about where their cards came from."""
    if old is None or new is None:
        if old is not new:
            written = [None if origin is None else origin.written() for origin in (old, new)]
            yield Difference("claim", "deal", written[0], written[1])
        return
    for key in ("method", "seed", "game"):
        if getattr(old, key) != getattr(new, key):
            yield Difference("claim", f"deal.{key}", getattr(old, key), getattr(new, key))


def _hand_claims(number: int, i: int, j: int, old: Side, new: Side, names: dict[str, str]) -> Iterator[Difference]:
    before, after = old.record.hands[i], new.record.hands[j]
    one, other = old.settled[i], new.settled[j]
    true = [
        (hand.facts.size, _name(side, hand.facts.dealer), hand.facts.trump_name)
        for side, hand in ((old, one), (new, other))
    ]
    for key, right, now in zip(("size", "dealer", "trump"), *true, strict=True):
        written, rewritten = getattr(before, key), getattr(after, key)
        same = _renamed(written, names) if key == "dealer" else written
        is_fact = key == "trump" and (before.up is None or after.up is None)
        if same != rewritten and not is_fact and not _both_right(written, rewritten, right, now):
            yield Difference("claim", key, written, rewritten, number)
    players = players_of(old, new)
    if not deal_is_fact(old, new, number):
        yield from by_seat("claim", "dealt", in_any_order(before.dealt), in_any_order(after.dealt), players, number)
    for key in ("took", "score", "total"):
        pair = (getattr(before, key), getattr(after, key))
        is_fact = key == "took" and took_is_fact(before, after)
        if not is_fact and not _both_right(*pair, getattr(one, key), getattr(other, key)):
            yield from by_seat("claim", key, *pair, players, number)


def _both_right(old: Any, new: Any, old_true: Any, new_true: Any) -> bool:
    """Tell whether a claim says on both sides what follows from the facts; nothing is right where nothing follows."""
    return bool(old == old_true and new == new_true)


def _renamed(name: str | None, names: dict[str, str]) -> str | None:
    return None if name is None else names.get(name, name)
