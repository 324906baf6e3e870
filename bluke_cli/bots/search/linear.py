"""The linear policy: each card is worth a sum of features, by weights taught by the search; the highest sum is played.

It is the play of the bot `tuned`. There are weights for leading, for the middle of a trick and for its end, for each
number of players, with trump or without, and with two players for each of `features.SITUATIONS`; they are numbered as
`features.FEATURES`. The sums here are those of the features, save that products are rounded later. The kernel does the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bluke_cli.bots.search.features import NEAR_END
from bluke_cli.bots.search.odds import WHOLE, Odds
from bluke_cli.rules.cards import HIGH_BLUKE, LOW_BLUKE, SUIT_MASKS, SUIT_OF, Card

if TYPE_CHECKING:
    from bluke_cli.bots.search.plain import Table


class Pull:
    """The weights of one decision, what is the same for all its cards worked in."""

    __slots__ = (
        *("gain", "later", "win", "bluke", "trump"),
        *("holding", "known_void", "odds", "own_trumps", "unseen_trumps", "weights"),
    )

    def __init__(self, table: Table, odds: Odds, weights: Sequence[int]) -> None:
        self.odds, self.weights = odds, weights
        seat, w = table.turn, weights
        self.holding = holding = table.holdings[seat]
        need, left = table.bids[seat] - table.won[seat], holding.bit_count()
        made, lost, near, every = need <= 0, need > left, left <= NEAR_END, need == left
        urgency = 0 if made or lost else WHOLE * need // left
        in_need, tension = _wants(table, seat, odds.others)
        trumps = 0 if odds.trump is None else SUIT_MASKS[odds.trump]
        self.own_trumps, self.unseen_trumps = (holding & trumps).bit_count(), (odds.unseen & trumps).bit_count()
        self.known_void = _known_voids(table, seat, odds.others) if any(table.voids) else (0, 0, 0, 0)
        from_need = (w[10] + made * w[11]) * in_need
        self.gain = w[0] + made * w[4] + lost * w[6] + near * w[14] + every * w[16]
        self.gain += w[2] * urgency + from_need + w[12] * tension >> 10
        self.later = w[1] + made * w[5] + lost * w[7] + near * w[15] + (w[3] * urgency + w[13] * tension >> 10)
        self.win = w[8] * WHOLE + w[9] * in_need
        self.bluke = w[21] * urgency + made * w[22] * WHOLE
        has_share = self.own_trumps * odds.others >= self.unseen_trumps
        self.trump = w[23] * WHOLE + w[24] * urgency + made * w[25] * WHOLE + has_share * w[30] * WHOLE
        self.trump += w[28] * self.own_trumps * 128 + w[29] * self.unseen_trumps * 64

    def of(self, card: Card, gain: int | None) -> int:
        """Return what a card is worth; *gain* is its chance to win this trick, None where it is not the best so far."""
        odds, w, suit = self.odds, self.weights, SUIT_OF[card]
        value = self.later * odds.later(card)
        if gain is not None:
            value += self.win + self.gain * gain
        if suit is None:
            kind, partner, other = (17, 19, LOW_BLUKE) if card == HIGH_BLUKE else (18, 20, HIGH_BLUKE)
            return value + self.bluke + WHOLE * (w[kind] + (w[partner] if odds.unseen >> other & 1 else 0))
        unseen = odds.unseen & SUIT_MASKS[suit]
        higher, rank = (unseen & -1 << card).bit_count(), WHOLE * (card % 13) // 12
        if suit == odds.trump:
            value += self.trump + w[26] * rank + w[31] * self.known_void[suit]
            return value if higher else value + w[27] * WHOLE
        own = self.holding & SUIT_MASKS[suit]
        length = own.bit_count()
        value += w[32] * rank + w[34] * min(WHOLE, higher * 256) + w[35] * length * 128
        value += w[36] * unseen.bit_count() * 64
        if not higher:
            value += w[33] * WHOLE
        if length == 1 and self.own_trumps:
            value += w[37] * WHOLE
        if length == 2 and (unseen & -1 << (own & ~(1 << card)).bit_length() - 1).bit_count() == 1:
            value += w[38] * WHOLE
        return value + w[39] * self.known_void[suit] if self.unseen_trumps else value


def _wants(table: Table, seat: int, others: int) -> tuple[int, int]:
    """Return the share of the others who are in need, or that of the winner so far; and the tension."""
    wanted = in_need = 0
    for other, bid in enumerate(table.bids):
        rest = bid - table.won[other]
        if 0 < rest <= table.left:
            wanted += rest
            in_need += other != seat and (not table.length or other == table.best_at)
    return WHOLE * in_need // (1 if table.length else others), WHOLE * (wanted - table.left) // table.left


def _known_voids(table: Table, seat: int, others: int) -> tuple[int, ...]:
    """Return, by suit, the share of the others that are known to be void."""
    return tuple(
        WHOLE * sum(1 for other, void in enumerate(table.voids) if other != seat and void & mask) // others
        for mask in SUIT_MASKS
    )
