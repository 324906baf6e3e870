"""The cards of a block: what every game of it is dealt, whoever sits where.

A block is one set of deals, from a seed or from a record. Seats here are those of the deal; bots move over them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from bluke_cli.rules.cards import Card, Mask, cards_of, mask_of, names
from bluke_cli.rules.dealing import Draw, deal_hand, draw_for_deal
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import dealer_of_hand


class Origin(NamedTuple):
    """The seed and the game number that the cards of a block come from, by the method `bluke-deal-1`."""

    seed: str
    game: int


class HandDeal(NamedTuple):
    """One hand as dealt: the turn-up, how many cards the cut moved, the holdings by seat."""

    up: Card
    cut: int
    holdings: tuple[Mask, ...]


class Block(NamedTuple):
    """One set of deals; `hands` follow the schedule.

    `scorekeeper`, `draw` and `origin` are None where the deals do not come from a seed and no one wrote them down.
    """

    dealer: int
    scorekeeper: int | None
    draw: Draw | None
    origin: Origin | None
    hands: Sequence[HandDeal]


class PackedBlock(NamedTuple):
    """A block in little memory, for there may be many: each hand is turn-up, cut, and 7 bytes a holding."""

    dealer: int
    scorekeeper: int | None
    draw: Draw | None
    origin: Origin | None
    hands: tuple[bytes, ...]

    @classmethod
    def of(cls, block: Block) -> PackedBlock:
        """Return *block*, packed."""
        hands = tuple(
            bytes([hand.up, hand.cut]) + b"".join(holding.to_bytes(7, "big") for holding in hand.holdings)
            for hand in block.hands
        )
        return cls(block.dealer, block.scorekeeper, block.draw, block.origin, hands)

    def unpacked(self) -> Block:
        """Return the block."""
        hands = [
            HandDeal(hand[0], hand[1], tuple(int.from_bytes(hand[at : at + 7], "big") for at in range(2, len(hand), 7)))
            for hand in self.hands
        ]
        return Block(self.dealer, self.scorekeeper, self.draw, self.origin, hands)


class Deals(NamedTuple):
    """The blocks of a match that were written down, with the number of players and the house rules they are for."""

    players: int
    rules: HouseRules
    blocks: tuple[PackedBlock, ...]


def seeded_hand(origin: Origin, number: int, size: int, dealer: int, players: int, cut: int = 0) -> HandDeal:
    """Return hand *number* (from 1) of a game, *dealer* being the seat that deals this hand."""
    deal = deal_hand(origin.seed, origin.game, number, players=players, size=size, dealer=dealer, cut=cut)
    return HandDeal(deal.up, cut, tuple(map(mask_of, deal.holdings)))


def seeded_block(seed: str, number: int, sizes: Sequence[int], players: int) -> Block:
    """Return block *number* of a match: game *number* of the match's seed, the draw deciding the dealer."""
    draw = draw_for_deal(seed, number, players)
    origin = Origin(seed, number)
    hands = [
        seeded_hand(origin, hand, size, dealer_of_hand(draw.dealer, hand, players), players)
        for hand, size in enumerate(sizes, 1)
    ]
    return Block(draw.dealer, draw.scorekeeper, draw, origin, hands)


def hash_of(block: Block) -> str:
    """Return the SHA-256 of a block's cards and its dealer, names and origin left out.

    It is taken over the UTF-8 bytes of ``{"dealer":0,"hands":[{"dealt":["2C 3C",…],"up":"7H"},…]}``: the dealer's
    seat, keys sorted, no spaces, each holding in pack order.
    """
    hands = [
        {"dealt": [names(cards_of(holding)) for holding in hand.holdings], "up": names([hand.up])}
        for hand in block.hands
    ]
    text = json.dumps({"dealer": block.dealer, "hands": hands}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
