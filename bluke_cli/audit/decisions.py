"""The decisions of a recorded hand, each as a view: what its player could know, and nothing that was hidden from them.

Where the hand is settled for the eyes of one seat, there are only the decisions of that seat, and they hang on nothing
that others held and have not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bluke_cli.bots.search.position import position_of
from bluke_cli.bots.view import View, WonTrick
from bluke_cli.errors import BlukeError
from bluke_cli.replay.ledger import Settled
from bluke_cli.replay.table import Table
from bluke_cli.rules.bidding import legal_bids
from bluke_cli.rules.cards import Mask
from bluke_cli.rules.judging import Play


class Decision(NamedTuple):
    """What a player saw, the trick (from 1; None: a bid), what was chosen, and its number in the hand, from 0.

    `chosen` is None if it is still to be made; it may be against the rules.
    """

    view: View
    trick: int | None
    chosen: int | None
    number: int

    @property
    def is_forced(self) -> bool:
        """Whether there is nothing to choose."""
        return self.view.legal_mask.bit_count() == 1 if self.trick else len(self.view.legal_bids) == 1

    @property
    def is_legal(self) -> bool:
        """Whether something was chosen, and may be."""
        if self.chosen is None:
            return False
        return bool(self.view.legal_mask >> self.chosen & 1) if self.trick else self.chosen in self.view.legal_bids


def why_not(hand: Settled) -> str | None:
    """Return why the choices of a hand cannot be looked at, None if they can."""
    facts = hand.facts
    if facts.size is None or facts.dealer is None:
        return "its size or its dealer is not known"
    if facts.up is None:
        return "the card turned up is not written down"
    if hand.dealt is None:
        return "not all cards that were held are known"
    if not facts.can_be_dealt(hand.dealt):
        return "what is written as dealt is no deal of this hand"
    bids = facts.bids_by_seat or []
    if any(bid is not None and not 0 <= bid <= facts.size for bid in bids):
        return "a bid is written that nobody can make"
    return "cards are written, but not all bids" if facts.tricks and facts.all_bids is None else None


def decisions(hand: Settled, table: Table) -> list[Decision]:
    """Return the decisions of a hand in their order, the last one perhaps still to be made.

    Those of a play that cannot be followed are left out. Raises BlukeError where there is none to look at.
    """
    if reason := why_not(hand):
        raise BlukeError(f"the choices of hand {hand.facts.number} cannot be weighed: {reason}")
    return list(_decisions(hand, table))


def _decisions(hand: Settled, table: Table) -> Iterator[Decision]:
    """Yield the decisions of a hand as far as it went, and the one to come."""
    facts, players, held = hand.facts, len(table.players), hand.dealt
    assert facts.size is not None
    assert facts.dealer is not None
    assert facts.up is not None
    assert held is not None
    written = facts.bids_by_seat or [None] * players
    bids: list[int | None] = [None] * players
    start = View(
        rules=table.rules,
        players=players,
        seat=0,
        hand=facts.number,
        size=facts.size,
        dealer=facts.dealer,
        up=facts.up,
        trump=facts.trump,
        scores=(0,) * players,
        hands_left=len(table.sizes) - facts.number,
        holding=0,
        bids=tuple(bids),
        won=(0,) * players,
        tricks=(),
        leader=(facts.dealer + 1) % players,
        trick=(),
        legal_bids=(),
        legal_mask=0,
    )
    before: list[int] = []
    for turn in range(1, players + 1):
        seat = (facts.dealer + turn) % players
        open_bids = tuple(legal_bids(before, players, facts.size, table.rules))
        chosen, own = written[seat], held[seat]
        if own is not None:
            view = start._replace(seat=seat, holding=own, bids=tuple(bids), legal_bids=open_bids)
            yield Decision(view, None, chosen, turn - 1)
        if chosen is None:
            return
        before.append(chosen)
        bids[seat] = chosen
    if hand.play is None or not hand.play.is_cut_short:
        yield from _plays(start._replace(bids=tuple(bids)), hand.play or Play(), held)


def _plays(start: View, play: Play, held: list[Mask | None]) -> Iterator[Decision]:
    """Yield the cards that were played, and the one to come."""
    won, done, leader = [0] * start.players, list[WonTrick](), start.leader
    for number in range(1, start.size + 1):
        cards = play.tricks[number - 1].cards if number <= len(play.tricks) else []
        for place in range(start.players):
            seat = (leader + place) % start.players
            chosen = cards[place] if place < len(cards) else None
            own = held[seat]
            if own is not None:
                view = start._replace(
                    seat=seat,
                    holding=own,
                    won=tuple(won),
                    tricks=tuple(done),
                    leader=leader,
                    trick=tuple(cards[:place]),
                )
                view = view._replace(legal_mask=position_of(view).legal_cards())
                yield Decision(view, number, chosen, number * start.players + place)
            if chosen is None:
                return
            if own is not None:
                held[seat] = own & ~(1 << chosen)
        winner = play.tricks[number - 1].winner
        assert winner is not None, "a whole trick is won"
        done.append(WonTrick(leader, tuple(cards), winner))
        won[winner] += 1
        leader = winner
