"""A view holds nothing that its seat may not know: hidden cards are moved about and no view changes."""

from __future__ import annotations

import random

import pytest

from bluke_cli.bots import wire
from bluke_cli.bots.builtin.novice import Novice
from bluke_cli.bots.builtin.rules import Rules
from bluke_cli.bots.external import ExternalBot, ExternalPlayer
from bluke_cli.bots.naming import parse_name
from bluke_cli.bots.reach import Reach
from bluke_cli.bots.view import GameView
from bluke_cli.match.blocks import HandDeal
from bluke_cli.match.game import play_game
from bluke_cli.rules.cards import CARD_NAMES, PACK, cards_of, mask_of
from bluke_cli.rules.house import HouseRules
from tests.match.play import Spying, block, table

SIZE = 6
RULES = HouseRules(schedule=(SIZE,))


def spied(deals, choosers):
    """Play a block of one hand; return the players' spies and the game."""
    spies = [Spying(choose) for choose in choosers]
    return spies, play_game(deals, table(*spies), ["x"] * len(spies), RULES)


def thinking(bot):
    return lambda view: bot.bid(view) if view.is_bidding else bot.play(view)


def reciting(decisions):
    """Return a chooser that repeats what was decided before, and then plays its lowest."""
    rest = iter(decisions)
    return lambda view: next(rest, view.legal[0])


def with_hidden_cards_moved(deal, kept, chance):
    """Return *deal* with all cards outside *kept* (masks by seat) and the turn-up shuffled among seats and stock."""
    hidden = cards_of(PACK & ~(1 << deal.up) & ~sum(kept))
    chance.shuffle(hidden)
    holdings = []
    for holding in kept:
        need = SIZE - holding.bit_count()
        holdings.append(holding | mask_of(hidden[:need]))
        del hidden[:need]
    return HandDeal(deal.up, 0, tuple(holdings))


@pytest.mark.parametrize("tricks", range(SIZE))
def test_views_up_to_a_trick_do_not_depend_on_cards_hidden_until_then(tricks):
    """Seat 0 sees the same, whatever the cards are that others have not shown before its turn in this trick."""
    chance = random.Random(tricks)
    players, moved = 4, 0
    for number in range(1, 8):
        deals = block(players, RULES, "secrets", number)
        spies, played = spied(deals, [thinking(bot()) for bot in (Rules, Novice, Rules, Novice)])
        assert played.faults == []
        end = next(
            index for index, view in enumerate(spies[0].views) if not view.is_bidding and len(view.tricks) == tricks
        )
        seen = spies[0].views[end]
        shown = mask_of(card for trick in seen.tricks for card in trick.cards) | mask_of(seen.trick)
        deal = deals.hands[0]
        kept = [deal.holdings[0], *(holding & shown for holding in deal.holdings[1:])]
        decisions = [decided(played, seat) for seat in range(players)]
        for _ in range(20):
            other = with_hidden_cards_moved(deal, kept, chance)
            choosers = [reciting([answers[0], *(c for c in answers[1:] if shown >> c & 1)]) for answers in decisions]
            choosers[0] = reciting(decisions[0])
            again, replayed = spied(deals._replace(hands=[other]), choosers)
            if any(fault.trick is not None and fault.trick <= tricks + 1 for fault in replayed.faults):
                continue  # with these cards that play would be a revoke, so seat 0 does know that they lie otherwise
            moved += other.holdings != deal.holdings
            assert again[0].views[: end + 1] == spies[0].views[: end + 1]
    assert moved > 20


def decided(played, seat):
    """Return the bid and then the cards of a seat, in the order of the hand."""
    [hand] = played.hands
    cards = [trick.cards[(seat - trick.leader) % 4] for trick in hand.tricks]
    return [hand.bids[seat], *cards]


def test_a_game_view_holds_no_names_seeds_or_deals():
    assert GameView._fields == ("players", "seat", "dealer", "rules", "sizes")


def test_the_cards_that_were_moved_can_be_seen_where_they_are_not_hidden():
    """The guard of the test above: the seat that holds a moved card does see another view."""
    deals = block(4, RULES, "secrets", 1)
    deal = deals.hands[0]
    other = with_hidden_cards_moved(deal, [deal.holdings[0], 0, 0, 0], random.Random(1))
    first, _ = spied(deals, [lambda view: view.legal[0]] * 4)
    second, _ = spied(deals._replace(hands=[other]), [lambda view: view.legal[0]] * 4)
    assert first[1].views[0] != second[1].views[0]


class Recorded(ExternalPlayer):
    """A player with no process: takes down every line for its bot, and answers as a chooser says."""

    def __init__(self, choose) -> None:
        super().__init__(ExternalBot(parse_name("cmd:nobody"), ["nobody"], None, Reach()), 1, "game")
        self.choose = choose
        self.lines = []

    def start(self, game, seed):
        self.lines.append(wire.line_of(wire.game_message(1, game, seed, {})))

    def bid(self, view):
        self.view = view
        return super().bid(view)

    def play(self, view):
        self.view = view
        return super().play(view)

    def _ask(self, kind, message, limit):
        del kind, limit
        self.lines.append(self._blamed + wire.line_of(message(len(self.lines))))
        request = message(0)
        if request["t"] == "over":
            return wire.Answer("ok", 0, {})
        choice = self.choose(self.view)
        fields = {"bid": choice} if self.view.is_bidding else {"card": CARD_NAMES[choice]}
        return wire.Answer("do", 0, fields)


@pytest.mark.parametrize("tricks", range(SIZE))
def test_messages_up_to_a_trick_are_the_same_to_the_byte(tricks):
    """As above, of what goes over the wire to seat 0: the lines up to its turn in this trick."""
    chance = random.Random(tricks)
    moved = 0
    for number in range(1, 8):
        deals = block(4, RULES, "secrets", number)
        first = Recorded(thinking(Rules()))
        others = [Spying(thinking(bot())) for bot in (Novice, Rules, Novice)]
        played = play_game(deals, [first, *table(*others)], ["x"] * 4, RULES)
        assert played.faults == []
        end = 1 + 1 + tricks + 1  # game, bid, and the cards up to this one
        leader = played.hands[0].tricks[tricks].leader
        shown = mask_of(card for trick in played.hands[0].tricks[:tricks] for card in trick.cards)
        shown |= mask_of(played.hands[0].tricks[tricks].cards[: -leader % 4])
        deal = deals.hands[0]
        kept = [deal.holdings[0], *(holding & shown for holding in deal.holdings[1:])]
        decisions = [decided(played, seat) for seat in range(4)]
        for _ in range(20):
            other = with_hidden_cards_moved(deal, kept, chance)
            again = Recorded(reciting(decisions[0]))
            rest = [Spying(reciting([bid, *(c for c in cards if shown >> c & 1)])) for bid, *cards in decisions[1:]]
            replayed = play_game(deals._replace(hands=[other]), [again, *table(*rest)], ["x"] * 4, RULES)
            if any(fault.trick is not None and fault.trick <= tricks + 1 for fault in replayed.faults):
                continue
            moved += other.holdings != deal.holdings
            assert again.lines[:end] == first.lines[:end]
    assert moved > 20
