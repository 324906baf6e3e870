"""The bot `rules`: chances instead of wishes, but no search.

It bids by a table: a sum of what is in its holding, fitted to the tricks that such holdings took in self-play, and the
number of tricks that is best to bid for such a sum. It plays by one idea, the chance that a card holds a trick against
the players who are still to play to it, the unseen cards lying anywhere: the card played is the one whose chance to win
now, less what the card would be worth later, is highest. So it wins as cheaply as it can, throws its worst card where
it cannot win, cashes masters before they are ruffed, and never ducks, for another trick is never bad.
"""

from __future__ import annotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.search.estimate import nearest, wanted_bid
from bluke_cli.bots.search.odds import Odds
from bluke_cli.bots.search.tables import tables
from bluke_cli.bots.view import View
from bluke_cli.rules.cards import SUIT_OF, Card, cards_of


class Rules(Bot):
    """Bids what its holding should bring and plays the card that gives up least for the best chance."""

    def bid(self, view: View) -> int:
        """Return the legal bid nearest to the one that the table says."""
        return nearest(tabled_bid(view), view.legal_bids)

    def play(self, view: View) -> Card:
        """Return the legal card with the best balance; of equals a plain one before a trump, a low one first."""
        legal = view.legal_mask
        if not legal & legal - 1:
            return legal.bit_length() - 1
        odds = Odds(view.players, view.trump, view.holding, view.played | 1 << view.up)
        winning, followers = view.winning(), view.to_follow

        def balance(card: Card) -> tuple[int, bool, int]:
            led = SUIT_OF[view.trick[0] if view.trick else card]
            return odds.balance(card, bool(winning >> card & 1), led, followers)

        return max(cards_of(legal), key=balance)


def tabled_bid(view: View) -> int:
    """Return the bid that should bring most points with this holding, legal or not."""
    is_first, is_last = view.seat == view.eldest, view.seat == view.dealer
    return wanted_bid(view.holding, view.players, view.size, view.trump, view.up, is_first, is_last, tables())
