"""What the holdings of a hand should take: what the bots' table of bids expects of each, fitted to self-play.

Beyond the hands that the table knows, the chances of the single cards are added up (`bots.search.estimate`).
"""

from __future__ import annotations

from functools import lru_cache

from bluke_cli.bots.search.estimate import counted, estimate, hand_features, is_fitted
from bluke_cli.bots.search.tables import tables
from bluke_cli.replay.ledger import Settled
from bluke_cli.rules.cards import Card, Mask, mask_of


def expected_tricks(hand: Settled) -> tuple[int, ...] | None:
    """Return the tricks to expect of each seat's holding and its turn to bid, in 1024ths of a trick.

    None where not every card is known, or not who deals or what is trump. Only differences mean something: the sum over
    the table is not that of the tricks.
    """
    facts, holdings = hand.facts, _holdings(hand)
    if holdings is None or facts.size is None or facts.dealer is None or not facts.has_trump:
        return None
    if facts.up is None and not is_fitted(facts.players, facts.size):
        return None
    eldest = (facts.dealer + 1) % facts.players
    return tuple(
        _expected(holding, facts.players, facts.size, facts.trump, facts.up, seat == eldest, seat == facts.dealer)
        for seat, holding in enumerate(holdings)
    )


def _holdings(hand: Settled) -> list[Mask] | None:
    """Return every seat's cards: from the play if it is complete, else as dealt; None if they are not all known."""
    if hand.play is not None and hand.play.is_complete:
        return hand.play.holdings
    facts = hand.facts
    if facts.dealt is None:
        return None
    holdings = [mask_of(cards) for cards in facts.dealt]
    known = 0 if facts.up is None else 1 << facts.up
    for holding in holdings:
        if holding & known or holding.bit_count() != facts.size:
            return None
        known |= holding
    return holdings if len(holdings) == facts.players else None


@lru_cache(maxsize=4096)
def _expected(
    holding: Mask, players: int, size: int, trump: int | None, up: Card | None, is_first: bool, is_last: bool
) -> int:
    """Return what one holding should take; the rotations of a block ask it again and again."""
    if is_fitted(players, size):
        return estimate(hand_features(holding, trump, is_first, is_last), players, size, trump, tables())
    assert up is not None, "asked before"
    return counted(holding, players, size, trump, up)
