"""One game between bots: its course, what bots are shown, and what happens when one fails."""

# ruff: noqa: ARG001, ARG002, ARG005

from __future__ import annotations

import random

import pytest

from bluke_cli.bots.builtin.novice import Novice
from bluke_cli.bots.builtin.rules import Rules
from bluke_cli.bots.builtin.uniform import Random
from bluke_cli.bots.events import BidMade, CardPlayed, HandDealt, HandEnded, TrickWon
from bluke_cli.rules.cards import HIGH_BLUKE, SUIT_OF, cards_of, mask_of
from bluke_cli.rules.house import CHOICES, HouseRules
from tests.match.play import Lowest, Spying, block, game


class Failing(Lowest):
    """Does *fail* at the decisions of these numbers (from 1), else plays its lowest."""

    def __init__(self, fail, *when) -> None:
        self.fail, self.when, self.count = fail, when, 0

    def decide(self, view):
        self.count += 1
        return self.fail(view) if self.count in self.when or not self.when else view.legal[0]

    bid = decide
    play = decide


def boom(view):
    raise ValueError("boom")


def leave(view):
    raise SystemExit


def facts(played):
    return [(hand.bids, hand.tricks, hand.took, hand.score, hand.total) for hand in played.hands]


def coded(played):
    return [(fault.seat, fault.hand, fault.trick, fault.code) for fault in played.faults]


def mixed_rules(chance, players):
    rules = {key: chance.choice(values) for key, values in CHOICES.items()}
    rules["schedule"] = [chance.randint(1, 53 // players) for _ in range(3)]
    if chance.random() < 0.3:
        rules |= {"bag_limit": chance.randint(1, 5), "bag_penalty": chance.randint(1, 50)}
    return rules


@pytest.mark.parametrize("number", range(40))
def test_built_in_bots_play_any_rules_and_any_number_of_players_legally(number):
    chance = random.Random(number)
    players = chance.choice([2, 3, 4, 4, 5, 7, 15])
    bots = [chance.choice([Random, Novice, Rules])() for _ in range(players)]
    played = game(*bots, seed=f"mixed {number}", **mixed_rules(chance, players))
    assert played.faults == []
    assert len(played.hands) == 3


def test_every_card_is_played_once_by_its_holder_and_tricks_have_their_winners():
    deals = block(4, HouseRules())
    played = game(Random(), Novice(), Rules(), Random())
    for number, (deal, hand) in enumerate(zip(deals.hands, played.hands, strict=True)):
        holdings = [0] * 4
        leader = (deals.dealer + number + 1) % 4
        for trick in hand.tricks:
            assert trick.leader == leader
            for step, card in enumerate(trick.cards):
                holdings[(leader + step) % 4] |= 1 << card
            leader = trick.winner
        assert tuple(holdings) == deal.holdings
        assert hand.took == tuple(sum(trick.winner == seat for trick in hand.tricks) for seat in range(4))


def test_views_tell_the_course_of_a_hand():
    spies = [Spying() for _ in range(3)]
    played = game(*spies, schedule=[2, 3])
    deals = block(3, HouseRules(schedule=(2, 3)))
    first, second = spies[deals.dealer].views[:3], spies[deals.dealer].views[3:]
    assert [view.hand for view in first] == [1, 1, 1]
    bid = first[0]
    eldest = (deals.dealer + 1) % 3
    assert bid.bids[deals.dealer] is None
    assert [bid.bids[seat] for seat in range(3) if seat != deals.dealer] == [2, 2]
    assert (bid.hand, bid.size, bid.dealer, bid.up, bid.leader) == (1, 2, deals.dealer, deals.hands[0].up, eldest)
    assert (bid.trump, bid.scores, bid.hands_left) == (SUIT_OF[bid.up], (0, 0, 0), 1)
    assert first[1].bids == (2, 2, 2)
    assert first[1].trick == played.hands[0].tricks[0].cards[:2]
    assert first[2].tricks == played.hands[0].tricks[:1]
    assert first[2].won[played.hands[0].tricks[0].winner] == 1
    assert (second[0].scores, second[0].hands_left) == (played.hands[0].total, 0)
    assert second[0].dealer == eldest


def test_events_are_heard_in_order_and_before_the_next_decision():
    class Listening(Lowest):
        def start(self, game, rng):
            self.heard = []
            self.known = []

        def observe(self, event):
            self.heard.append(event)

        def bid(self, view):
            self.known.append(sum(isinstance(event, BidMade) for event in self.heard))
            return view.legal[0]

        def play(self, view):
            played = tuple(event.card for event in self.heard if isinstance(event, CardPlayed))
            assert played[len(played) - len(view.trick) :] == view.trick
            return view.legal[0]

    bot = Listening()
    played = game(bot, Lowest(), schedule=[2])
    hand = played.hands[0]
    assert [type(event) for event in bot.heard] == [
        *(HandDealt, BidMade, BidMade),
        *(CardPlayed, CardPlayed, TrickWon) * 2,
        HandEnded,
    ]
    assert [event.seat for event in bot.heard if isinstance(event, TrickWon)] == [trick.winner for trick in hand.tricks]
    assert bot.heard[-1] == HandEnded(hand.bids, hand.took, hand.score, hand.total)
    assert bot.known in ([0], [1])


@pytest.mark.parametrize(
    ("fail", "codes"),
    [
        (lambda view: -1, {"bid": "illegal-bid", "card": "wrong-answer"}),
        (lambda view: 54, {"bid": "illegal-bid", "card": "wrong-answer"}),
        (lambda view: view.size + 1 if view.is_bidding else view.up, {"bid": "illegal-bid", "card": "illegal-card"}),
        (lambda view: "KS", {"bid": "wrong-answer", "card": "wrong-answer"}),
        (lambda view: None, {"bid": "wrong-answer", "card": "wrong-answer"}),
        (boom, {"bid": "exception", "card": "exception"}),
    ],
)
def test_a_fault_is_recorded_and_the_fallback_decides(fail, codes):
    played = game(Failing(fail, 1, 3), Lowest(), Lowest(), Lowest())
    assert coded(played) == [(0, 1, None, codes["bid"]), (0, 1, 2, codes["card"])]
    assert facts(played) == facts(game(Lowest(), Lowest(), Lowest(), Lowest()))


def test_a_revoke_is_an_illegal_card():
    def revoke(view):
        barred = cards_of(view.holding & ~view.legal_mask)
        return barred[0] if barred and not view.is_bidding else view.legal[0]

    played = game(Failing(revoke), Lowest(), Lowest(), Lowest())
    assert {fault.code for fault in played.faults} == {"illegal-card"}
    assert "legal:" in played.faults[0].detail


def test_after_three_faults_the_fallback_plays_on_to_the_end_of_the_game():
    bot = Failing(boom)
    played = game(Lowest(), bot, Lowest(), Lowest())
    assert coded(played) == [(1, 1, None, "exception"), (1, 1, 1, "exception"), (1, 1, 2, "exception")]
    assert bot.count == 3
    assert len(played.hands) == 25


def test_two_faults_do_not_end_a_bots_game():
    bot = Failing(boom, 1, 2)
    game(Lowest(), bot, Lowest(), Lowest())
    assert bot.count == 25 + 181


def test_a_bot_that_exits_is_not_asked_again():
    bot = Failing(leave, 4)
    played = game(bot, Lowest())
    assert coded(played) == [(0, 1, 3, "exit")]
    assert bot.count == 4


def test_a_bot_that_cannot_start_is_replaced_for_the_whole_game():
    class NoStart(Lowest):
        def start(self, game, rng):
            raise OSError("no table")

        def bid(self, view):
            raise AssertionError("asked all the same")

    assert coded(game(NoStart(), Lowest())) == [(0, 1, None, "exception")]


def test_a_bot_that_fails_to_listen_is_at_fault_and_the_game_goes_on():
    class Deaf(Lowest):
        def observe(self, event):
            if isinstance(event, TrickWon):
                raise ValueError("what?")

    played = game(Deaf(), Lowest())
    assert coded(played) == [(0, 1, 1, "exception"), (0, 1, 2, "exception"), (0, 1, 3, "exception")]


def test_nobody_else_is_punished():
    failing, good = Failing(boom, 7), Spying()
    same = Spying()
    game(failing, good, Lowest(), Lowest())
    game(Lowest(), same, Lowest(), Lowest())
    assert good.views == same.views


def test_faults_are_in_the_order_of_the_game():
    played = game(Failing(boom, 5), Failing(boom, 2), Lowest(), Failing(boom, 3))
    assert [(fault.seat, fault.trick) for fault in played.faults] == [(1, 1), (3, 2), (0, 4)]


def test_what_a_bot_prints_goes_to_standard_error(capsys):
    class Loud(Lowest):
        def bid(self, view):
            print("thinking")
            return view.legal[0]

    game(Loud(), Lowest(), schedule=[1])
    assert capsys.readouterr() == ("", "thinking\n")


def test_a_trump_is_broken_once_one_was_played_off_suit():
    """Under `trump_lead: broken` every lead is compared with a slow reading of the rule."""
    spies = [Spying(lambda view: view.legal[-1]) for _ in range(3)]
    game(*spies, trump_lead="broken", seed="broken")
    checked = set()
    for view in (view for spy in spies for view in spy.views if not view.is_bidding and not view.trick):
        is_broken = any(
            SUIT_OF[card] == view.trump != SUIT_OF[trick.cards[0]] for trick in view.tricks for card in trick.cards
        )
        plain = mask_of(card for card in view.cards if SUIT_OF[card] not in (view.trump, None))
        trumps = mask_of(card for card in view.cards if view.trump is not None and SUIT_OF[card] == view.trump)
        free = view.trump is None or is_broken or not plain
        assert view.legal_mask == (view.holding if free else view.holding & ~trumps)
        checked.add((free, bool(trumps), bool(plain)))
    assert (False, True, True) in checked
    assert (True, True, True) in checked


def test_the_high_bluke_always_wins():
    played = game(Random(), Random(), Random(), Random())
    for hand in played.hands:
        for trick in hand.tricks:
            if HIGH_BLUKE in trick.cards:
                assert trick.cards.index(HIGH_BLUKE) == (trick.winner - trick.leader) % 4
