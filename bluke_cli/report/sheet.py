"""A game as a score sheet in plain text: a line a hand, bid and took, points and total of each player."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.diagnostics import counted
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Result, Settled
from bluke_cli.replay.table import Table
from bluke_cli.report.text import columns, visible

_SUIT_SIGNS = "♣♦♥♠"


def score_sheet(record: GameRecord, table: Table, settled: Sequence[Settled], result: Result) -> list[str]:
    """Return the lines of the score sheet; what is not known is left blank."""
    names = [visible(name) for name in table.players]
    head = ["hand", "cards", "dealer", "trump"]
    for name in names:
        head += [name, "", "total"]
    rows = [head]
    for hand in settled:
        facts = hand.facts
        dealer = "" if facts.dealer is None else names[facts.dealer]
        row = [str(facts.number), _shown(facts.size), dealer, _trump(hand)]
        for seat in range(len(names)):
            row += [bid_and_took(hand, seat), _at(hand.score, seat, sign=True), _at(hand.total, seat)]
        rows.append(row)
    return columns(rows, left=0) + ending(record, table, result)


def ending(record: GameRecord, table: Table, result: Result) -> list[str]:
    """Return the line that says who won, or why the game was stopped; none while it goes on."""
    if result.final is not None and result.winners is not None:
        verb = "win" if len(result.winners) > 1 else "wins"
        points = result.final[result.winners[0]]
        names = " and ".join(visible(table.players[seat]) for seat in result.winners)
        return [f"{names} {verb} with {counted(points, 'point')}."]
    return [] if record.stopped is None else [f"The game was stopped: {visible(record.stopped)}"]


def _shown(number: int | None) -> str:
    return "" if number is None else str(number)


def _trump(hand: Settled) -> str:
    if not hand.facts.has_trump:
        return ""
    return "none" if hand.facts.trump is None else _SUIT_SIGNS[hand.facts.trump]


def _at(numbers: Sequence[int] | None, seat: int, *, sign: bool = False) -> str:
    return "" if numbers is None else f"{numbers[seat]:+d}" if sign else str(numbers[seat])


def bid_and_took(hand: Settled, seat: int) -> str:
    """Return what a seat bid and took, as far as it is known: ``4/3``, ``4``, or nothing."""
    bids = hand.facts.bids_by_seat
    bid = "" if bids is None or bids[seat] is None else str(bids[seat])
    took = "" if hand.took is None else str(hand.took[seat])
    return f"{bid}/{took}" if took else bid
