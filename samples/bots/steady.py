#!/usr/bin/env python3
"""A bot that needs little: the same in Python, JavaScript (steady.js) and shell (steady.sh).

It bids two of three high cards, plays its strongest card while it needs tricks, and then its weakest. As a class it is
named by its file; by its last line it is also a program that speaks the protocol, `cmd:python samples/bots/steady.py`.
"""

from __future__ import annotations

from bluke_cli.bot import LOW_BLUKE, SUIT_OF, Bot, Card, View, serve


class Steady(Bot):
    """Sees no further than its own cards."""

    def bid(self, view: View) -> int:
        """Bid two of three kings, aces, trumps and Blukes."""
        high = sum(value(card, view.trump) >= 11 for card in view.cards)
        return min(view.legal_bids, key=lambda bid: abs(bid - 2 * high // 3))

    def play(self, view: View) -> Card:
        """Play the strongest card while tricks are needed, then the weakest."""
        ordered = sorted(view.legal, key=lambda card: value(card, view.trump))
        return ordered[-1] if view.needed > 0 else ordered[0]


def value(card: Card, trump: int | None) -> int:
    """Return 0 to 12 for 2 to A, 13 more for a trump, 26 and 27 for the Blukes."""
    if card >= LOW_BLUKE:
        return 26 + card - LOW_BLUKE
    return card % 13 + (13 if SUIT_OF[card] == trump else 0)


if __name__ == "__main__":
    serve(Steady)
