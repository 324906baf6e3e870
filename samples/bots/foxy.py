"""A first bot: bids its high cards, takes a trick as cheaply as it can, and sometimes plays any card.

bluke match samples/bots/foxy.py rules --blocks 5
bluke match 'wild=samples/bots/foxy.py?noise=30' calm=samples/bots/foxy.py --blocks 5
"""

from __future__ import annotations

from bluke_cli.bot import BLUKES, SUIT_OF, Bot, Card, View


class Foxy(Bot):
    """Takes its option from the command line: ``foxy.py?noise=30``."""

    def __init__(self, noise: int = 0) -> None:
        self.noise = noise  # of 100 cards, how many are played at random

    def bid(self, view: View) -> int:
        """Bid two of three high cards: kings, aces, trumps, Blukes."""
        high = [card for card in view.cards if 1 << card & BLUKES or card % 13 >= 11 or SUIT_OF[card] == view.trump]
        wanted = 2 * len(high) // 3
        return min(view.legal_bids, key=lambda bid: abs(bid - wanted))

    def play(self, view: View) -> Card:
        """Lead high, win as low as possible, else throw the lowest."""
        if self.rng.below(100) < self.noise:
            return self.rng.choice(view.legal)
        winning = view.winning()
        choices = [card for card in view.legal if winning >> card & 1] or view.legal
        choices.sort(key=lambda card: (SUIT_OF[card] is None, SUIT_OF[card] == view.trump, card % 13))
        return choices[0] if view.trick else choices[-1]
