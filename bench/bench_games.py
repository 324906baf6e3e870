"""Dealing and playing, beside other engines. A decision is a bid or a card, legality checked on both sides."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from run import Row

from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.rules.cards import cards_of, mask_of, trump_of
from bluke_cli.rules.dealing import deal_hand, shuffled_pack
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules

GAMES = 4


def _match(rules: HouseRules, decisions: int) -> Callable[[], float]:
    plan = make_plan(["a=random", "b=random", "c=random", "d=random"], seed="1", rules=rules, games=GAMES)

    def work() -> float:
        for _ in play(plan):
            pass
        return decisions * GAMES

    return work


def _playouts() -> float:
    """Play one hand of 12 cards for 4 at random, dealt by a seed as theirs is dealt by chance."""
    dealt = deal_hand("bench", 1, random.randrange(1, 2**40), players=4, size=12, dealer=0)
    hand = Hand(12, 0, trump_of(dealt.up), HouseRules(), [mask_of(cards) for cards in dealt.holdings])
    while hand.is_bidding:
        hand.bid(random.choice(hand.legal_bids()))
    while not hand.is_over:
        hand.play(random.choice(cards_of(hand.legal_plays())))
    return 4 + 48


def _deals() -> float:
    for hand in range(100):
        shuffled_pack("bench", 1, hand)
    return 100.0


def _shuffles() -> float:
    rng = random.Random(1)
    for _ in range(100):
        rng.shuffle(list(range(54)))
    return 100.0


def rows() -> Iterator[Row | str]:
    """Yield the rows about games."""
    yield Row("deals : random.Random.shuffle of 54", _deals, _shuffles, ">= 1.2", "packs")
    yield from _spiel()
    yield from _rlcard()


def _spiel() -> Iterator[Row | str]:
    try:
        import pyspiel
    except ImportError:
        yield "OpenSpiel is not installed: its row is left out"
        return
    game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=12)")

    def playout() -> float:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    yield Row("random playouts, checked : OpenSpiel oh_hell from Python", _playouts, playout, ">= 1.5", "decisions")
    twelve = HouseRules(schedule=(12,) * 25)
    ours = _match(twelve, 25 * (4 + 48))
    yield Row("match with records : OpenSpiel oh_hell from Python", ours, playout, ">= 1.2", "decisions")


def _rlcard() -> Iterator[Row | str]:
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        yield "rlcard is not installed: its row is left out"
        return
    env = rlcard.make("bridge", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def playout() -> float:
        trajectories, _ = env.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    yield Row("match with records : rlcard bridge", _match(HouseRules(), 25 * 4 + 724), playout, ">= 8", "decisions")
