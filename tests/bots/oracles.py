"""Players to measure by, for tests only: an ISMCTS as OpenSpiel has it, and one that sees every card."""

from __future__ import annotations

from math import log, sqrt

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin.rules import tabled_bid
from bluke_cli.bots.search.chance import Chance, stream
from bluke_cli.bots.search.estimate import nearest
from bluke_cli.bots.search.policies import LINEAR, RANDOM, play_out
from bluke_cli.bots.search.position import position_of
from bluke_cli.bots.search.table import Table
from bluke_cli.bots.search.tables import tables
from bluke_cli.bots.search.worlds import world
from bluke_cli.bots.view import View
from bluke_cli.rules.cards import Card, cards_of
from bluke_cli.rules.hand import Hand


class Node:
    """What one seat knows when it is to play: visits and sums of utilities of the cards tried."""

    __slots__ = ("sums", "visits")

    def __init__(self) -> None:
        self.visits: dict[Card, int] = {}
        self.sums: dict[Card, float] = {}

    def choice(self, legal: list[Card], weight: float, chance: Chance) -> Card:
        """Return a card not yet tried, at random, else the one of the highest upper confidence bound."""
        untried = [card for card in legal if card not in self.visits]
        if untried:
            return untried[chance.below(len(untried))]
        total = sum(self.visits[card] for card in legal)
        return max(
            legal,
            key=lambda card: self.sums[card] / self.visits[card] + weight * sqrt(log(total) / self.visits[card]),
        )


class Ismcts(Bot):
    """Bids like `rules`; plays by a search tree over information sets, random play below it (Cowling et al. 2012)."""

    def __init__(self, iterations: int = 300, weight: int = 60) -> None:
        self.iterations, self.weight = iterations, weight

    def bid(self, view: View) -> int:
        return nearest(tabled_bid(view), view.legal_bids)

    def play(self, view: View) -> Card:
        position = position_of(view)
        if view.legal_mask.bit_count() == 1:
            return view.legal[0]
        seed = self.rng.below(1 << 32)
        self.nodes: dict[tuple[int, tuple[Card, ...], int], Node] = {}
        for number in range(self.iterations):
            chance = stream(seed, number)
            table = Table(position)
            table.holdings = world(position, chance)
            self._simulate(table, chance)
        root = self.nodes[view.seat, (), view.holding]
        return max(sorted(root.visits), key=lambda card: root.visits[card])

    def _simulate(self, table: Table, chance: Chance) -> None:
        path: list[tuple[Node, Card, int]] = []
        history: tuple[Card, ...] = ()
        while table.left:
            seat = table.turn
            key = (seat, history, table.holdings[seat])
            node = self.nodes.get(key)
            is_new = node is None
            if node is None:
                node = self.nodes[key] = Node()
            card = node.choice(cards_of(table.legal()), self.weight, chance)
            path.append((node, card, seat))
            table.play(card)
            history = (*history, card)
            if is_new:
                play_out(table, [RANDOM] * table.players, tables(), chance)
        gains = utilities(table)
        for node, card, seat in path:
            node.visits[card] = node.visits.get(card, 0) + 1
            node.sums[card] = node.sums.get(card, 0.0) + gains[seat]


def utilities(table: Table) -> list[float]:
    """Return each seat's score less the mean of the others', by the default rules."""
    scores = [10 * bid + won - bid if won >= bid else -10 * bid for bid, won in zip(table.bids, table.won, strict=True)]
    total = sum(scores)
    others = table.players - 1
    return [(others * score - (total - score)) / others for score in scores]


def seeing_play(view: View, hand: Hand) -> Card:
    """Return the card that is best where everybody's cards are known and all play on like `tuned`: a ceiling."""

    def worth(card: Card) -> float:
        table = Table(position_of(view))
        table.holdings = list(hand.holdings)
        table.play(card)
        play_out(table, [LINEAR] * table.players, tables(), Chance(0))
        return utilities(table)[view.seat]

    return max(view.legal, key=worth)
