"""A bot that keeps its own books: it hears of every event, and bids lower after being set.

bluke match samples/bots/bookkeeper.py novice --blocks 5
"""

from __future__ import annotations

from bluke_cli.bot import BLUKES, SUIT_OF, Bot, Card, Event, HandEnded, View


class Bookkeeper(Bot):
    """Grows cautious with every hand in which it is set."""

    def __init__(self) -> None:
        self.caution = 0  # a new object is made for each game, so this is about one game

    def observe(self, event: Event) -> None:
        """Look at the end of each hand whether the bid was made."""
        if isinstance(event, HandEnded):
            is_set = event.took[self.game.seat] < event.bids[self.game.seat]
            self.caution = min(2, self.caution + 1) if is_set else max(0, self.caution - 1)

    def bid(self, view: View) -> int:
        """Bid the Blukes and half of the trumps and aces, less the caution."""
        sure = (view.holding & BLUKES).bit_count()
        hoped = sum(1 for card in view.cards if SUIT_OF[card] == view.trump or card % 13 == 12)
        wanted = sure + hoped // 2 - self.caution
        return min(view.legal_bids, key=lambda bid: abs(bid - wanted))

    def play(self, view: View) -> Card:
        """Play the last card of the pack while tricks are needed, then the first."""
        return max(view.legal) if view.needed > 0 else min(view.legal)
