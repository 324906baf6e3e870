"""Worlds: what the others may hold, drawn at random from all that fits what a seat has seen.

First the suits that somebody is void in are dealt, each card to one of the open slots that may take it, the stock's
included; then the rest, to whatever is open. With voids in one suit every world that fits is as likely as any other,
with voids in several very nearly. At a dead end it begins anew; after `TRIES` of them a world that forgets the voids
has to do. The true holdings are never looked at: a position does not have them.

Bids tell of holdings: of a few worlds the one is taken in which the others hold what would have made them bid by the
tables most nearly as they did. That is worth most with two players (docs/strength.md). The kernel does the same.
"""

from __future__ import annotations

from bluke_cli.bots.search.chance import Chance
from bluke_cli.bots.search.estimate import wanted_bid
from bluke_cli.bots.search.position import Position
from bluke_cli.bots.search.tables import FITTED_PLAYERS, Tables
from bluke_cli.rules.cards import PACK, SUIT_MASKS, Mask, cards_of

TRIES = 50

LIKELY = 4
"""So many worlds are looked at for the likeliest, or fewer, if all bids fit in one. Ten did little more."""


def likely_world(position: Position, tables: Tables, chance: Chance) -> list[Mask]:
    """Return the likeliest of a few worlds; any one for more players than the tables know."""
    found = world(position, chance)
    if position.players > FITTED_PLAYERS[-1]:
        return found
    least = _misfit(position, found, tables)
    for _ in range(LIKELY - 1):
        if not least:
            break
        other = world(position, chance)
        misfit = _misfit(position, other, tables)
        if misfit < least:
            found, least = other, misfit
    return found


def _misfit(position: Position, holdings: list[Mask], tables: Tables) -> int:
    """Return how far the bids of the others are from those that their cards in a world would make by the tables."""
    total = 0
    for seat, bid in enumerate(position.bids):
        if seat == position.seat or bid is None:
            continue
        dealt = holdings[seat] | position.played[seat]
        is_first, is_last = seat == (position.dealer + 1) % position.players, seat == position.dealer
        wanted = wanted_bid(
            dealt, position.players, position.size, position.trump, position.up, is_first, is_last, tables
        )
        total += abs(max(wanted, position.rules.min_bid) - bid)
    return total


def world(position: Position, chance: Chance) -> list[Mask]:
    """Return holdings by seat that may be those of the position; its own seat has what it has."""
    seats = range(position.players)
    unseen = PACK & ~(position.holding | position.dead)
    holdings, open_slots, rest = list[Mask](), list[int](), unseen
    for attempt in range(TRIES + 1):
        holdings = [0] * position.players
        open_slots = [0 if seat == position.seat else position.held_by(seat) for seat in seats]
        open_slots.append(unseen.bit_count() - sum(open_slots))
        if attempt == TRIES:
            rest = unseen
            break
        dealt = _deal_constrained(position, unseen, holdings, open_slots, chance)
        if dealt is not None:
            rest = dealt
            break
    _deal_rest(cards_of(rest), holdings, open_slots, chance)
    holdings[position.seat] = position.holding
    return holdings


def _deal_constrained(
    position: Position, unseen: Mask, holdings: list[Mask], open_slots: list[int], chance: Chance
) -> Mask | None:
    """Deal the suits with voids, those with most first; return what is still to deal, None at a dead end."""
    void_in = [
        [seat != position.seat and bool(voids & mask) for seat, voids in enumerate(position.voids)]
        for mask in SUIT_MASKS
    ]
    for suit in sorted(range(4), key=lambda suit: -sum(void_in[suit])):
        if not any(void_in[suit]):
            continue
        takers = [seat for seat, is_void in enumerate([*void_in[suit], False]) if not is_void]
        for card in cards_of(unseen & SUIT_MASKS[suit]):
            total = sum(open_slots[taker] for taker in takers)
            if not total:
                return None
            at = chance.below(total)
            for taker in takers:
                if at < open_slots[taker]:
                    break
                at -= open_slots[taker]
            open_slots[taker] -= 1
            if taker < position.players:
                holdings[taker] |= 1 << card
        unseen &= ~SUIT_MASKS[suit]
    return unseen


def _deal_rest(cards: list[int], holdings: list[Mask], open_slots: list[int], chance: Chance) -> None:
    """Deal cards that anybody may hold to the open slots of the seats."""
    count = len(cards)
    for seat in range(len(holdings)):
        for _ in range(open_slots[seat]):
            at = chance.below(count)
            holdings[seat] |= 1 << cards[at]
            count -= 1
            cards[at] = cards[count]
