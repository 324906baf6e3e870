"""The players to measure by: the ISMCTS beats random play, and one that sees every card beats one that does not."""

from __future__ import annotations

import random
from itertools import count

from bluke_cli.bots.builtin.rules import Rules
from bluke_cli.bots.builtin.uniform import Random
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.scoring import hand_score
from tests.bots.oracles import Ismcts, seeing_play
from tests.bots.positions import hand_of, view_of


def ahead(first, other, hands: int, players: int = 3) -> float:
    """Return by how much *first* beats a table of *other* in a hand; both give a card for a view and a hand."""
    chance, total = random.Random(1), 0.0
    for number in range(hands):
        hand, up = hand_of(chance, players, HouseRules())
        while hand.size > 6:
            hand, up = hand_of(chance, players, HouseRules())
        while not hand.is_over:
            seen = view_of(hand, up)
            if hand.is_bidding:
                hand.bid(Rules().bid(seen))
            else:
                hand.play((first if hand.turn == number % players else other)(seen, hand))
        scores = [hand_score(bid or 0, won, hand.rules) for bid, won in zip(hand.bids, hand.won, strict=True)]
        own = scores.pop(number % players)
        total += own - sum(scores) / len(scores)
    return total / hands


def blind(bot):
    numbers = count()

    def play(seen, _hand):
        bot.start(GameView(seen.players, seen.seat, seen.dealer, seen.rules, (seen.size,)), Rng(str(next(numbers))))
        return bot.play(seen)

    return play


def test_the_ismcts_beats_random_play():
    assert ahead(blind(Ismcts(iterations=40)), blind(Random()), 60) > 5


def test_who_sees_every_card_beats_who_does_not():
    assert ahead(seeing_play, blind(Rules()), 240) > 1
