"""Decisions out of hands played at random, over all numbers of players and house rules, for the tests of the search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bluke_cli.bots.view import View, WonTrick
from bluke_cli.rules.cards import cards_of, mask_of, trump_of
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import CHOICES, HouseRules


def random_rules(chance: random.Random) -> HouseRules:
    """Return the default rules, or as often a mix of house rules."""
    if chance.random() < 0.5:
        return HouseRules()
    values: dict[str, Any] = {key: chance.choice(values) for key, values in CHOICES.items()}
    return HouseRules(**values, points=chance.choice([1, 10, 7]), overtrick=chance.choice([1, 0, -2]))


def hand_of(chance: random.Random, players: int, rules: HouseRules) -> tuple[Hand, int]:
    """Return a hand just dealt, and its turn-up; hands larger than 13 cards are possible."""
    size = chance.randint(1, 53 // players)
    pack = chance.sample(range(54), 54)
    if chance.random() < 0.2:
        pack.sort(key=lambda card: card < 52)  # a Bluke is turned up
    up, *rest = pack
    holdings = [mask_of(rest[seat * size : (seat + 1) * size]) for seat in range(players)]
    return Hand(size, chance.randrange(players), trump_of(up), rules, holdings), up


def view_of(hand: Hand, up: int) -> View:
    """Return what the seat to act sees."""
    done = tuple(
        WonTrick(trick.leader, tuple(trick.cards), trick.winner) for trick in hand.tricks if trick.winner is not None
    )
    trick, bidding = tuple(hand.current), hand.is_bidding
    return View(
        rules=hand.rules,
        players=hand.players,
        seat=hand.turn,
        hand=1,
        size=hand.size,
        dealer=hand.dealer,
        up=up,
        trump=hand.trump,
        scores=(0,) * hand.players,
        hands_left=0,
        holding=hand.holdings[hand.turn],
        bids=tuple(hand.bids),
        won=tuple(hand.won),
        tricks=done,
        leader=(hand.dealer + 1 if bidding else hand.turn - len(trick)) % hand.players,
        trick=trick,
        legal_bids=tuple(hand.legal_bids()) if bidding else (),
        legal_mask=0 if bidding else hand.legal_plays(),
    )


def decisions(chance: random.Random, players: int, rules: HouseRules) -> Iterator[tuple[View, Hand]]:
    """Yield every decision of one hand; the hand may be looked at, and is played on at random."""
    hand, up = hand_of(chance, players, rules)
    while not hand.is_over:
        view = view_of(hand, up)
        yield view, hand
        if hand.is_bidding:
            hand.bid(chance.choice(view.legal_bids))
        else:
            hand.play(chance.choice(cards_of(view.legal_mask)))


def some_decisions(seed: int, count: int) -> Iterator[tuple[View, Hand]]:
    """Yield *count* decisions: one each out of hands of every number of players in turn, and of random rules."""
    chance = random.Random(seed)
    for number in range(count):
        players = 2 + number % 14 if number % 2 else 2 + number // 2 % 3
        hand, up = hand_of(chance, players, random_rules(chance))
        steps = chance.randrange(players * (hand.size + 1))
        for _ in range(steps):
            view = view_of(hand, up)
            if hand.is_bidding:
                hand.bid(chance.choice(view.legal_bids))
            else:
                hand.play(chance.choice(cards_of(view.legal_mask)))
        yield view_of(hand, up), hand
