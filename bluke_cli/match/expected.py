"""What the holdings of a hand should take: what the bots' table of bids expects of each, fitted to self-play.

Beyond the hands that the table knows, the chances of the single cards are added up (`bots.search.estimate`).
"""

from __future__ import annotations

from functools import lru_cache

from bluke_cli.bots.search.estimate import expected_tricks, is_fitted
from bluke_cli.bots.search.tables import tables
from bluke_cli.replay.hands import known
from bluke_cli.replay.ledger import Settled
from bluke_cli.rules.cards import Card, Mask


def expected_of(hand: Settled) -> tuple[int, ...] | None:
    """Return the tricks to expect of each seat's holding and its turn to bid, in 1024ths of a trick.

    None where not every card is known, or not who deals or what is trump. Only differences mean something: the sum over
    the table is not that of the tricks.
    """
    facts, holdings = hand.facts, known(hand.dealt)
    if holdings is None or facts.size is None or facts.dealer is None or not facts.has_trump:
        return None
    if not facts.can_be_dealt(holdings):
        return None
    if facts.up is None and not is_fitted(facts.players, facts.size):
        return None
    eldest = (facts.dealer + 1) % facts.players
    return tuple(
        _expected(holding, facts.players, facts.size, facts.trump, facts.up, seat == eldest, seat == facts.dealer)
        for seat, holding in enumerate(holdings)
    )


@lru_cache(maxsize=4096)
def _expected(
    holding: Mask, players: int, size: int, trump: int | None, up: Card | None, is_first: bool, is_last: bool
) -> int:
    """Return what one holding should take; the rotations of a block ask it again and again."""
    return expected_tricks(holding, players, size, trump, up, is_first, is_last, tables())
