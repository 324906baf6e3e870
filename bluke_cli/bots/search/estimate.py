"""How many tricks a holding should take, and the bid that follows: sums of features, fitted to self-play.

Estimates are in 1024ths of a trick. The tables know 2 to 4 players and hands of 1 to 13 cards; beyond them the chances
of the single cards are added up. The kernel does the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.bots.search.odds import WHOLE, Odds
from bluke_cli.bots.search.tables import FITTED_PLAYERS, FITTED_SIZES, Tables
from bluke_cli.rules.cards import HIGH_BLUKE, LOW_BLUKE, SUIT_MASKS, Card, Mask, cards_of

FEATURES = (
    "always",
    "HI",
    "LO",
    "both Blukes",
    "bids first",
    "bids last",
    "trumps",
    "trump A",
    "trump K",
    "trump Q",
    "trump J",
    "trumps T 9 8",
    "trumps beyond four",
    "side A",
    "side K guarded, no A",
    "side K alone",
    "side A K",
    "side Q of three or more, no A K",
    "side Q with A or K",
    "side Q",
    "side J",
    "side T",
    "side cards beyond four",
    "side voids",
    "side singletons",
    "side doubletons",
    "voids that trumps can use",
    "singletons that trumps can use",
    "voids with three trumps",
    "sum of side ranks",
)
"""What is counted in a holding; a **side** suit is any but trump, a rank is 0 for a 2 to 12 for an ace."""

MARGIN = 154
"""How far the sum of the cards' chances must be above a bid: a bid that fails costs more than an overtrick too many."""

LENGTH, LEVEL_SIZE = 400, 5
"""Small cards grow in hands longer than `LEVEL_SIZE`, and are outrun in shorter ones: by so much a card and table."""


def hand_features(holding: Mask, trump: int | None, is_first: bool, is_last: bool) -> list[int]:
    """Return the features of a holding, in the order of `FEATURES`."""
    trumps = 0 if trump is None else (holding & SUIT_MASKS[trump]).bit_count()
    high, low = holding >> HIGH_BLUKE & 1, holding >> LOW_BLUKE & 1
    found = [1, high, low, high & low, int(is_first), int(is_last), *[0] * 24]
    for suit in range(4):
        ranks = holding >> 13 * suit & 0x1FFF
        if suit == trump:
            found[6:13] = _in_trump(ranks)
        else:
            _count_side(ranks, found)
    found[26], found[27] = min(found[23], trumps), min(found[24], trumps)
    found[28] = found[23] if trumps > 2 else 0
    return found


def _in_trump(ranks: int) -> list[int]:
    length = ranks.bit_count()
    return [length, *(ranks >> rank & 1 for rank in (12, 11, 10, 9)), (ranks >> 6 & 7).bit_count(), max(0, length - 4)]


def _count_side(ranks: int, found: list[int]) -> None:
    """Add what one side suit brings."""
    length = ranks.bit_count()
    ace, king, queen = ranks >> 12 & 1, ranks >> 11 & 1, ranks >> 10 & 1
    found[13] += ace
    found[14] += king and not ace and length > 1
    found[15] += king and length == 1
    found[16] += king & ace
    found[17] += queen and not (ace | king) and length > 2
    found[18] += queen & (ace | king)
    found[19] += queen
    found[20] += ranks >> 9 & 1
    found[21] += ranks >> 8 & 1
    found[22] += max(0, length - 4)
    found[23] += length == 0
    found[24] += length == 1
    found[25] += length == 2
    found[29] += sum(cards_of(ranks))


def is_fitted(players: int, size: int) -> bool:
    """Return whether the tables know hands of this kind."""
    return players in FITTED_PLAYERS and size <= FITTED_SIZES


def estimate(features: list[int], players: int, size: int, trump: int | None, tables: Tables) -> int:
    """Return the tricks to expect from a holding with these *features*; `is_fitted` must hold."""
    weights = tables.bids[players, size, trump is not None].weights
    return sum(weight * feature for weight, feature in zip(weights, features, strict=True) if feature)


def by_chances(holding: Mask, players: int, size: int, trump: int | None, up: Card) -> int:
    """Return the tricks to expect, less a margin, by the chances of the single cards: for what was not fitted."""
    odds = Odds(players, trump, holding, 1 << up)
    tricks = sum(odds.later(card) for card in cards_of(holding))
    return tricks + (size - LEVEL_SIZE) * LENGTH // players - MARGIN


def expected_tricks(
    holding: Mask,
    players: int,
    size: int,
    trump: int | None,
    up: Card | None,
    is_first: bool,
    is_last: bool,
    tables: Tables,
) -> int:
    """Return the tricks to expect from a holding and its turn to bid; *up* may be None where `is_fitted` holds."""
    if is_fitted(players, size):
        return estimate(hand_features(holding, trump, is_first, is_last), players, size, trump, tables)
    assert up is not None, "the chances of the cards hang on what is out of play"
    return by_chances(holding, players, size, trump, up)


def wanted_bid(
    holding: Mask, players: int, size: int, trump: int | None, up: Card, is_first: bool, is_last: bool, tables: Tables
) -> int:
    """Return the bid that should bring most points by the default rules of scoring; it may be 0."""
    expected = expected_tricks(holding, players, size, trump, up, is_first, is_last, tables)
    if not is_fitted(players, size):
        return expected // WHOLE
    return sum(step <= expected for step in tables.bids[players, size, trump is not None].steps)


def nearest(wanted: int, legal_bids: Sequence[int]) -> int:
    """Return the legal bid nearest to *wanted*, the lower of two that are equally near."""
    return min(legal_bids, key=lambda bid: (abs(bid - wanted), bid))
