"""Why the telling of a hand or a game stops where it does: a fault, something left out, or nothing more written."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.diagnostics import counted
from bluke_cli.replay.doubts import Doubts, merged_words
from bluke_cli.replay.ledger import Settled
from bluke_cli.replay.table import Table
from bluke_cli.rules.judging import LET_STAND


def hand_ending(hand: Settled, index: int, table: Table, doubts: Doubts) -> str | None:
    """Say why the hand at *index* of its record is not told to its end; None where it is."""
    facts, play = hand.facts, hand.play
    if play is None:
        if facts.tricks:
            return _unfollowed(hand, doubts.against_following(index))
        if hand.took is not None and facts.all_bids is not None:
            return None
        return _unreadable(index, doubts) or _unplayed(hand, table)
    if not play.is_cut_short:
        return None if play.is_complete else _break_off(hand, table)
    if play.faults and play.faults[-1].code not in LET_STAND:
        return _fault(hand, table)
    return f"trick {doubts.unreadable_trick(index)} cannot be read"


def _unfollowed(hand: Settled, lost: Sequence[str]) -> str:
    """Say what the play cannot be followed without; *lost* is what cannot be read."""
    facts = hand.facts
    needed = [("the dealer", facts.dealer), ("the size of the hand", facts.size)]
    missing = [*lost, *(word for word, value in needed if value is None)]
    if not facts.has_trump and not lost:
        missing.append("the turn-up")
    return f"the play cannot be judged without {', '.join(missing)}"


def _unreadable(index: int, doubts: Doubts) -> str | None:
    """Say which part of a hand cannot be read, of those that come first in the play; None if it is none of them."""
    words = {"hand": "the hand", "bids": "the bids", "tricks": "the tricks", "took": "the tricks taken"}
    key = next((key for key in words if doubts.is_lost(index, key)), None)
    if key is None:
        return None
    return f"{words[key] if key in doubts.lost(index) else merged_words()} cannot be read"


def _fault(hand: Settled, table: Table) -> str:
    """Name the fault after which the play cannot be followed, and how much is written behind it."""
    assert hand.play is not None, "there is a play, and it was cut short"
    fault = hand.play.faults[-1]
    who = "" if fault.seat is None else f", {table.players[fault.seat]}"
    written = sum(map(len, hand.facts.tricks))
    untold = written - sum(len(trick.cards) for trick in hand.play.tricks)
    more = f"; {counted(untold, 'card')} {'is' if untold == 1 else 'are'} not told" if untold else ""
    return f"trick {fault.trick + 1}{who}: {fault.reason}{more}"


def _break_off(hand: Settled, table: Table) -> str:
    """Say whose turn it is in a play that is sound but not finished."""
    assert hand.play is not None, "there is a play that was not finished"
    trick = hand.play.tricks[-1]
    if trick.winner is not None:
        leader = table.players[trick.winner]
        return f"after trick {len(hand.play.tricks)} of {hand.facts.size} nothing more is written; {leader} is to lead"
    seat = (trick.leader + len(trick.cards)) % len(table.players)
    return f"in trick {len(hand.play.tricks)} nothing more is written; {table.players[seat]} is to play"


def _unplayed(hand: Settled, table: Table) -> str:
    facts, players = hand.facts, len(table.players)
    bids = facts.bids_by_seat
    if bids is None or not any(bid is not None for bid in bids):
        return "no bids are written"
    if facts.all_bids is None:
        first = 0 if facts.dealer is None else facts.dealer + 1
        seats = [(first + at) % players for at in range(players)]
        missing = next(seat for seat in seats if bids[seat] is None)
        return f"not all bids are written; {table.players[missing]}'s is the first that is not"
    return "no tricks are written" if facts.took is None else "not all tricks taken are written"


def game_ending(settled: Sequence[Settled], table: Table) -> str | None:
    """Say which hands of the schedule are not written; None where all are."""
    numbers = {hand.facts.number for hand in settled}
    missing = [number for number in range(1, len(table.sizes) + 1) if number not in numbers]
    if not missing:
        return None
    if len(missing) == 1:
        return f"hand {missing[0]} is not written"
    is_run = missing[-1] - missing[0] == len(missing) - 1
    shown = f"hands {missing[0]} to {missing[-1]}" if is_run else f"{len(missing)} of {len(table.sizes)} hands"
    return f"{shown} are not written"
