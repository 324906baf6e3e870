"""The bot `random`: the bottom rung, and the one that finds the corners of the rules."""

from __future__ import annotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.view import View
from bluke_cli.rules.cards import Card


class Random(Bot):
    """Makes any legal bid and plays any legal card, all equally likely."""

    def bid(self, view: View) -> int:
        """Return a legal bid, drawn with one number below how many there are."""
        return self.rng.choice(view.legal_bids)

    def play(self, view: View) -> Card:
        """Return a legal card, drawn with one number below how many there are."""
        mask = view.legal_mask
        for _ in range(self.rng.below(mask.bit_count())):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1
