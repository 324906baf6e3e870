"""Worlds: what the others may hold, drawn at random from all that fits what a seat has seen.

First the suits that somebody is void in are dealt, each card to one of the open slots that may take it, the stock's
included; then the rest, to whatever is open. With voids in one suit every world that fits is as likely as any other,
with voids in several very nearly. At a dead end it begins anew; after `TRIES` of them a world that forgets the voids
has to do. The true holdings are never looked at: a position does not have them.

Bids tell of holdings: of a few worlds the one is taken in which the others hold what would have made them bid by the
tables most nearly as they did. That is worth most with two players (docs/strength.md). The kernel does the same.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

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
    total, deal = 0, (position.players, position.size, position.trump, position.up)
    for seat, bid, played, is_first, is_last in _frame(position).bidders:
        wanted = wanted_bid(holdings[seat] | played, *deal, is_first, is_last, tables)
        total += abs(max(wanted, position.rules.min_bid) - bid)
    return total


def world(position: Position, chance: Chance) -> list[Mask]:
    """Return holdings by seat that may be those of the position; its own seat has what it has."""
    frame = _frame(position)
    for _ in range(TRIES):
        holdings, open_slots = [0] * position.players, frame.open_slots[:]
        if _deal_constrained(frame, holdings, open_slots, chance):
            _deal_rest(frame.free[:], holdings, open_slots, chance)
            break
    else:
        holdings = [0] * position.players
        _deal_rest(frame.unseen[:], holdings, frame.open_slots, chance)
    holdings[position.seat] = position.holding
    return holdings


class _Frame:
    """What is the same in all worlds of a position: cards, each as a mask, the slots that they go to, and the bids.

    `open_slots` is by seat, last the stock's. `constrained` are the suits that somebody is void in, those with most
    voids first: the cards, and who may take them. `free` are the other cards, `unseen` all of them. `bidders` are the
    others who have bid: seat, bid, cards played, and whether they bid first, or last.
    """

    def __init__(self, position: Position) -> None:
        unseen = PACK & ~(position.holding | position.dead)
        self.unseen = _parted(unseen)
        self.open_slots = [0 if seat == position.seat else position.held_by(seat) for seat in range(position.players)]
        self.open_slots.append(len(self.unseen) - sum(self.open_slots))
        void_in = [
            [seat != position.seat and bool(voids & mask) for seat, voids in enumerate(position.voids)]
            for mask in SUIT_MASKS
        ]
        self.constrained = list[tuple[list[Mask], list[int]]]()
        for suit in sorted(range(4), key=lambda suit: -sum(void_in[suit])):
            if any(void_in[suit]):
                takers = [seat for seat, is_void in enumerate([*void_in[suit], False]) if not is_void]
                self.constrained.append((_parted(unseen & SUIT_MASKS[suit]), takers))
                unseen &= ~SUIT_MASKS[suit]
        self.free = _parted(unseen)
        first, last = (position.dealer + 1) % position.players, position.dealer
        self.bidders = [
            (seat, bid, position.played[seat], seat == first, seat == last)
            for seat, bid in enumerate(position.bids)
            if seat != position.seat and bid is not None
        ]


_frame = lru_cache(maxsize=1)(_Frame)


def _parted(cards: Mask) -> list[Mask]:
    return [1 << card for card in cards_of(cards)]


def _deal_constrained(frame: _Frame, holdings: list[Mask], open_slots: list[int], chance: Chance) -> bool:
    """Deal the suits with voids; return whether there was no dead end."""
    for cards, takers in frame.constrained:
        total = sum([open_slots[taker] for taker in takers])
        is_room = len(cards) <= total
        for card, number in zip(cards, chance.numbers(min(total, len(cards))), strict=False):
            at = number * total >> 32
            total -= 1
            for taker in takers:
                if at < open_slots[taker]:
                    break
                at -= open_slots[taker]
            open_slots[taker] -= 1
            if taker < len(holdings):
                holdings[taker] |= card
        if not is_room:
            return False
    return True


def _deal_rest(cards: list[Mask], holdings: list[Mask], open_slots: list[int], chance: Chance) -> None:
    """Deal cards that anybody may hold to the open slots of the seats."""
    count, numbers = len(cards), iter(chance.numbers(sum(open_slots[:-1])))
    for seat, holding in enumerate(holdings):
        for number in islice(numbers, open_slots[seat]):
            at = number * count >> 32
            holding |= cards[at]
            count -= 1
            cards[at] = cards[count]
        holdings[seat] = holding
