"""The bot `tuned`: bids as `rules` does, with two players better, and plays as the search taught it, without searching.

Each card that it may play is worth a sum of features, what the chances say, what is still needed, who is in need, and
how the suits lie, with weights that were fitted to thousands of decisions of the search (`bots.search.linear`,
`tools/teach.py`). It plays the card with the highest sum. With two players it has a table of bids of its own, which
knows how it plays and what the other has bid (`bots.search.duel`).
"""

from __future__ import annotations

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin.rules import tabled_bid
from bluke_cli.bots.search import duel
from bluke_cli.bots.search.estimate import nearest
from bluke_cli.bots.search.policies import LINEAR
from bluke_cli.bots.search.position import position_of
from bluke_cli.bots.search.search import decide
from bluke_cli.bots.search.tables import FITTED_SIZES, tables
from bluke_cli.bots.view import View
from bluke_cli.rules.cards import Card


class Tuned(Bot):
    """Bids by the table and plays the card with the highest sum of weighted features."""

    def bid(self, view: View) -> int:
        """Return the legal bid nearest to the one that the table says."""
        if view.players == duel.PLAYERS and view.size <= FITTED_SIZES:
            wanted = duel.wanted_bid(view.holding, view.size, view.trump, view.bids[1 - view.seat], duel.cells())
            return nearest(wanted, view.legal_bids)
        return nearest(tabled_bid(view), view.legal_bids)

    def play(self, view: View) -> Card:
        """Return the legal card with the highest sum; of equals the first in pack order."""
        legal = view.legal_mask
        if not legal & legal - 1:
            return legal.bit_length() - 1
        return decide(position_of(view), LINEAR, 0, tables())
