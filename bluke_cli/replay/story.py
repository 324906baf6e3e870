"""A record told card by card: events in the order in which they happened, as far as the record says.

An event is a plain dict that can be written as JSON. ``event`` is one of ``game``, ``deal``, ``bid``, ``card``,
``trick``, ``hand-end``, ``game-end``; players are names, lists are in `players` order, ``hand`` and ``trick`` count
from 1. What the record does not say is null.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Settled, settle
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.cards import CARD_NAMES, SUITS, names
from bluke_cli.rules.judging import Play

Event = dict[str, Any]


def tell(record: GameRecord, hands: Collection[int] = (), tricks: Collection[int] = ()) -> Iterator[Event]:
    """Yield the events of a record; only of these hands and tricks, by their numbers, where any are named."""
    table = table_of(record)
    settled, result = settle(record, table)
    if not hands:
        yield {
            "event": "game",
            "players": record.players,
            "dealer": None if table.dealer is None else table.players[table.dealer],
            "hands": len(table.sizes),
            "rules": table.rules.differing(len(table.players)),
        }
    for hand in settled:
        if not hands or hand.facts.number in hands:
            yield from _hand(hand, table, tricks)
    if not hands:
        winners = None if result.winners is None else [table.players[seat] for seat in result.winners]
        yield {"event": "game-end", "final": result.final, "winners": winners, "stopped": record.stopped}


def _hand(hand: Settled, table: Table, tricks: Collection[int]) -> Iterator[Event]:
    facts = hand.facts
    number = facts.number
    if not tricks:
        trump = ("none" if facts.trump is None else SUITS[facts.trump]) if facts.has_trump else None
        yield {
            "event": "deal",
            "hand": number,
            "size": facts.size,
            "dealer": _name(table, facts.dealer),
            "up": None if facts.up is None else CARD_NAMES[facts.up],
            "trump": trump,
            "dealt": None if facts.dealt is None else [names(cards) for cards in facts.dealt],
        }
        yield from _bids(hand, table)
    if hand.play is not None:
        yield from _tricks(hand.play, number, table, tricks)
    if not tricks:
        numbers = {"took": hand.took, "score": hand.score, "total": hand.total}
        yield {"event": "hand-end", "hand": number, "bids": facts.bids_by_seat, **numbers, "ended": _broken(hand)}


def _bids(hand: Settled, table: Table) -> Iterator[Event]:
    bids, dealer = hand.facts.bids_by_seat, hand.facts.dealer
    if bids is None:
        return
    players = len(table.players)
    order: Sequence[int] = range(players) if dealer is None else [(dealer + 1 + at) % players for at in range(players)]
    for seat in order:
        if bids[seat] is not None:
            yield {"event": "bid", "hand": hand.facts.number, "player": table.players[seat], "bid": bids[seat]}


def _tricks(play: Play, number: int, table: Table, wanted: Collection[int]) -> Iterator[Event]:
    faults = {(fault.trick, fault.card): fault for fault in play.faults}
    won = [0] * len(table.players)
    for index, trick in enumerate(play.tricks):
        if trick.winner is not None:
            won[trick.winner] += 1
        if wanted and index + 1 not in wanted:
            continue
        where = {"hand": number, "trick": index + 1}
        for at, card in enumerate(trick.cards):
            seat = (trick.leader + at) % len(table.players)
            fault = faults.get((index, at))
            blame = None if fault is None else {"code": fault.code, "reason": fault.reason}
            yield {"event": "card", **where, "player": table.players[seat], "card": CARD_NAMES[card], "fault": blame}
        if trick.winner is not None:
            yield {"event": "trick", **where, "winner": table.players[trick.winner], "won": list(won)}


def _broken(hand: Settled) -> str | None:
    """Say why the play of a hand cannot be followed to its end; None where it can, or where nothing was written."""
    if hand.facts.tricks and hand.play is None:
        return "the play cannot be followed without dealer, hand size and turn-up"
    if hand.play is None or not hand.play.is_cut_short:
        return None
    fault = hand.play.faults[-1]
    return f"trick {fault.trick + 1}: {fault.reason}"


def _name(table: Table, seat: int | None) -> str | None:
    return None if seat is None else table.players[seat]
