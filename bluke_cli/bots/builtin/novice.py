"""The bot `novice`: what a beginner does after being told the rules."""

from __future__ import annotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.search.estimate import nearest
from bluke_cli.bots.view import View
from bluke_cli.rules.cards import BLUKES, SUIT_MASKS, SUIT_OF, Card, cards_of

_ACE = 1 << 12
_HIGH_TRUMPS = 0b111 << 10
_TRUMPS_THAT_FALL = 3
"""A trump beyond so many is counted as a trick: the others have none left by then."""


class Novice(Bot):
    """Bids the tricks it can name; plays its highest card while it needs tricks, else its lowest.

    In need it leads Blukes first, then plain suits from the top, for trumps win later, too.
    """

    def bid(self, view: View) -> int:
        """Count Blukes, A K Q of trump, trumps beyond three, and aces of the other suits."""
        count = (view.holding & BLUKES).bit_count()
        for suit in range(4):
            held = (view.holding & SUIT_MASKS[suit]) >> 13 * suit
            if suit == view.trump:
                count += (held & _HIGH_TRUMPS).bit_count() + max(0, held.bit_count() - _TRUMPS_THAT_FALL)
            elif held & _ACE:
                count += 1
        return nearest(count, view.legal_bids)

    def play(self, view: View) -> Card:
        """Return the highest legal card, or the lowest once the bid is made.

        Trumps are above plain cards, but below them where a trick is to be led and won.
        """
        is_in_need = view.needed > 0
        trumps_above = -20 if is_in_need and not view.trick else 50
        held = sorted(cards_of(view.legal_mask), key=lambda card: _height(card, view.trump, trumps_above))
        return held[-1] if is_in_need else held[0]


def _height(card: Card, trump: int | None, trumps_above: int) -> int:
    suit = SUIT_OF[card]
    if suit is None:
        return 100 + card
    return trumps_above + card % 13 if suit == trump else card % 13
