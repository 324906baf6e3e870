"""How many tricks a holding should take, and the bid that follows: sums of features, fitted to self-play.

Estimates are in 1024ths of a trick. The tables know 2 to 4 players and hands of 1 to 13 cards; beyond them the chances
of the single cards are added up. The kernel does the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache

from bluke_cli.bots.search.odds import WHOLE, Odds
from bluke_cli.bots.search.tables import FITTED_PLAYERS, FITTED_SIZES, Tables
from bluke_cli.rules.cards import LOW_BLUKE, Card, Mask, cards_of

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
    found = [*_apart(holding >> LOW_BLUKE, is_first, is_last), *[0] * 24]
    for suit in range(4):
        ranks = holding >> 13 * suit & 0x1FFF
        if suit == trump:
            found[6:13] = _in_trump(ranks)
        else:
            _count_side(ranks, found)
    found[26:29] = _ruffing(found[23], found[24], found[6])
    return found


def _apart(blukes: int, is_first: bool, is_last: bool) -> list[int]:
    """Return what is apart from the suits: Blukes, a bit each, and the turn to bid."""
    low, high = blukes & 1, blukes >> 1
    return [1, high, low, high & low, int(is_first), int(is_last)]


def _ruffing(voids: int, singles: int, trumps: int) -> list[int]:
    return [min(voids, trumps), min(singles, trumps), voids if trumps > 2 else 0]


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


class Fit:
    """The estimates of one kind of hand, for many holdings: what each part of a holding adds is worked out once."""

    def __init__(self, tables: Tables, players: int, size: int, trump: int | None) -> None:
        self._deal, self._trump = (players, size, trump, tables), trump
        self._steps = tables.bids[players, size, trump is not None].steps
        self._of_apart, self._of_trumps = cache(self._add_apart), cache(self._add_trumps)
        self._of_side, self._of_ruffing = cache(self._add_side), cache(self._add_ruffing)

    def expected(self, holding: Mask, is_first: bool, is_last: bool) -> int:
        """Return the tricks to expect, as `estimate` does."""
        total, trumps, voids, singles = self._of_apart(holding >> LOW_BLUKE, is_first, is_last), 0, 0, 0
        for suit in range(4):
            ranks = holding >> 13 * suit & 0x1FFF
            if suit == self._trump:
                trumps = ranks.bit_count()
                total += self._of_trumps(ranks)
            else:
                added, is_void, is_single = self._of_side(ranks)
                total += added
                voids += is_void
                singles += is_single
        return total + self._of_ruffing(voids, singles, trumps)

    def wanted_bid(self, holding: Mask, is_first: bool, is_last: bool) -> int:
        """Return the bid that should bring most points by the default rules of scoring; it may be 0."""
        return bisect_right(self._steps, self.expected(holding, is_first, is_last))

    def _add_apart(self, blukes: int, is_first: bool, is_last: bool) -> int:
        return self._add(0, _apart(blukes, is_first, is_last))

    def _add_trumps(self, ranks: int) -> int:
        return self._add(6, _in_trump(ranks))

    def _add_side(self, ranks: int) -> tuple[int, int, int]:
        """Return what a side suit adds, whether it is a void, and whether it is a singleton."""
        found = [0] * len(FEATURES)
        _count_side(ranks, found)
        return self._add(0, found), found[23], found[24]

    def _add_ruffing(self, voids: int, singles: int, trumps: int) -> int:
        return self._add(26, _ruffing(voids, singles, trumps))

    def _add(self, first: int, found: list[int]) -> int:
        """Return what features from number *first* on add."""
        rest = len(FEATURES) - first - len(found)
        return estimate([*[0] * first, *found, *[0] * rest], *self._deal)


fit_of = lru_cache(maxsize=256)(Fit)
"""The estimates of a kind of hand, the same again if they were asked for lately."""


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
        return fit_of(tables, players, size, trump).expected(holding, is_first, is_last)
    assert up is not None, "the chances of the cards hang on what is out of play"
    return by_chances(holding, players, size, trump, up)


def wanted_bid(
    holding: Mask, players: int, size: int, trump: int | None, up: Card, is_first: bool, is_last: bool, tables: Tables
) -> int:
    """Return the bid that should bring most points by the default rules of scoring; it may be 0."""
    if not is_fitted(players, size):
        return by_chances(holding, players, size, trump, up) // WHOLE
    return fit_of(tables, players, size, trump).wanted_bid(holding, is_first, is_last)


def nearest(wanted: int, legal_bids: Sequence[int]) -> int:
    """Return the legal bid nearest to *wanted*, the lower of two that are equally near."""
    return min(legal_bids, key=lambda bid: (abs(bid - wanted), bid))
