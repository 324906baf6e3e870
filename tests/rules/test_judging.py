"""Judging a hand that was played, with the deal known and unknown: by hand, and against the oracle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bluke_cli.rules.cards import card, cards, mask_of, names, trump_of
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.judging import Deck, Play, judge_play
from tests import oracle
from tests.rules.test_oracle_agreement import house_of, mask, random_hand, random_rules


def judged(tricks: str, up: str, dealt: str | None = None, **house: Any) -> Play:
    """Judge tricks parted by ``/``; the dealer is the last seat, so seat 0 leads. The deal is a text a seat."""
    played = [cards(trick) for trick in tricks.split("/")]
    holdings = None if dealt is None else [mask_of(cards(text)) for text in dealt.split("/")]
    players = len(played[0]) if holdings is None else len(holdings)
    size = len(played) if dealt is None else len(dealt.split("/")[0].split())
    trump = trump_of(card(up))
    return judge_play(played, size, players - 1, trump, HouseRules(**house), players, Deck(card(up), holdings))


def faults(play: Play) -> list[tuple[int, int | None, str]]:
    return [(fault.trick, fault.card, fault.code) for fault in play.faults]


def test_a_fair_hand_has_no_fault() -> None:
    play = judged("AS 5S KS/2C 9C HI/2H 9H LO", "3H")
    assert faults(play) == []
    assert play.is_complete
    assert play.won == [1, 1, 1]
    assert [(trick.leader, trick.winner) for trick in play.tricks] == [(0, 0), (0, 2), (2, 1)]


def test_a_suit_played_later_was_held_before() -> None:
    # Seat 1 does not follow spades and leads one afterwards, though no deal is written down.
    assert faults(judged("AS 9H KS/5S 2C 3D", "2H")) == [(0, 1, "revoke")]


def test_a_bluke_played_to_a_suit_that_is_held_is_no_revoke() -> None:
    assert faults(judged("AS LO KS/5S 2C 3D", "2H")) == []


def test_a_suit_played_out_may_be_left() -> None:
    assert faults(judged("AS 5S/KS 9H", "2D")) == []


def test_what_is_unknown_is_not_judged() -> None:
    # Seat 1 plays a heart to a spade. Had it been dealt a spade, the deal would tell; without one nobody can say.
    assert faults(judged("AS 9H", "2D")) == []
    assert faults(judged("AS 9H", "2D", "AS KS/9H 5S")) == [(0, 1, "revoke")]


def test_after_a_revoke_the_card_stands_and_the_hand_goes_on() -> None:
    # Hearts are trump: the revoking 9H takes the trick, and its player leads.
    play = judged("AS 9H/5S KS", "2H")
    assert faults(play) == [(0, 1, "revoke")]
    assert play.won == [1, 1]
    assert [trick.leader for trick in play.tricks] == [0, 1]
    assert play.is_complete
    assert not play.is_cut_short


def test_every_revoke_is_found_in_the_order_played() -> None:
    play = judged("AS 9D 9C/KS 8D 8C/QS 5S 4S", "2H")
    assert faults(play) == [(0, 1, "revoke"), (0, 2, "revoke"), (1, 1, "revoke"), (1, 2, "revoke")]


def test_the_same_bluke_turned_up_and_played() -> None:
    play = judged("AS HI/KS 5S", "HI")
    assert faults(play) == [(0, 1, "duplicate-card")]
    assert play.is_cut_short
    assert not play.is_complete


def test_the_turned_card_played() -> None:
    assert faults(judged("AS 5S/9D 2H", "2H")) == [(1, 1, "duplicate-card")]


def test_a_card_played_twice_ends_the_judging() -> None:
    # The second AS is the fault; what comes after it is not judged.
    assert faults(judged("AS 5S/AS 9H/5D 5D", "2H")) == [(1, 0, "duplicate-card")]


def test_a_revoke_before_a_card_fault_is_still_found() -> None:
    assert faults(judged("AS 9H 4S/5S 3S AS", "2H")) == [(0, 1, "revoke"), (1, 2, "duplicate-card")]


@pytest.mark.parametrize(
    ("played", "code"), [("AS 7D", "card-not-held"), ("AS KS", "duplicate-card"), ("AS 2H", "duplicate-card")]
)
def test_a_card_of_nobody_and_a_card_of_somebody_else(played: str, code: str) -> None:
    play = judged(played, "2H", "AS KS/5S 9H")
    assert faults(play) == [(0, 1, code)]
    assert play.is_cut_short


def test_a_trump_led_before_it_is_broken() -> None:
    assert faults(judged("2H 5H/AS 5S", "3H", trump_lead="broken")) == [(0, 0, "trump-not-broken")]
    assert faults(judged("2H 5H/AS 5S", "3H")) == []
    assert faults(judged("AS 5H/KH 2H", "3H", trump_lead="broken")) == []


def test_a_led_bluke_under_each_rule() -> None:
    tricks = "LO 9C/KS 5H"
    assert faults(judged(tricks, "2H")) == []
    assert faults(judged(tricks, "2H", led_bluke="trump")) == [(0, 1, "revoke")]
    three = "LO 9C 3D/KS 5S 4C"
    assert faults(judged(three, "2H", led_bluke="next-suit")) == [(0, 2, "revoke")]
    assert faults(judged(three, "2H")) == []


def test_the_last_trick_may_be_unfinished() -> None:
    play = judged("AS 5S KS/2C 9C", "2H", "AS 2C/5S 9C/KS 3D")
    assert faults(play) == []
    assert not play.is_complete
    assert not play.is_cut_short
    assert play.tricks[-1].winner is None


@pytest.mark.parametrize(
    ("tricks", "fault"),
    [
        ("AS 5S/2C 9C 3D", (0, None, "trick-size")),
        ("AS 5S KS 4D/2C 9C 3D", (0, None, "trick-size")),
        ("AS 5S KS//2C 9C 3D", (1, None, "trick-size")),
        ("AS 5S KS/", (1, None, "trick-size")),
        ("AS 5S KS/2C 9C 3D/4D", (2, None, "trick-count")),
    ],
)
def test_tricks_of_the_wrong_size_or_number(tricks: str, fault: tuple[int, None, str]) -> None:
    play = judged(tricks, "2H", "AS 2C/5S 9C/KS 3D")
    assert faults(play) == [fault]
    assert play.is_cut_short
    assert not play.is_complete


def test_no_trick_at_all() -> None:
    play = judge_play([], 3, 0, None, HouseRules(), 3, Deck())
    assert faults(play) == []
    assert not play.is_complete
    assert play.won == [0, 0, 0]


def spoil(rng: random.Random, played: dict[str, Any]) -> None:
    """Exchange cards of one seat or of two, or put one in place of another, and now and then end early."""
    flat = [text for trick in played["tricks"] for text in trick]
    seats = [decision["seat"] for decision in played["decisions"]]
    for _ in range(rng.randint(0, 3)):
        one = rng.randrange(len(flat))
        kind = rng.random()
        if kind < 0.8:
            other = rng.choice([at for at in range(len(flat)) if seats[at] == seats[one] or kind < 0.2])
            flat[one], flat[other] = flat[other], flat[one]
        else:
            flat[one] = rng.choice([played["up"], *flat, *oracle.PACK])
    if rng.random() < 0.3:
        del flat[rng.randrange(1, len(flat) + 1) :]
    players = played["players"]
    played["tricks"] = [flat[at : at + players] for at in range(0, len(flat), players)]


@pytest.mark.parametrize("is_deal_known", [True, False])
def test_all_faults_of_random_hands_are_the_oracles(is_deal_known: bool) -> None:
    rng = random.Random(f"judging-{is_deal_known}")
    kinds: dict[str, int] = {}
    for _ in range(2000):
        players = rng.randint(2, 6)
        rules = random_rules(rng)
        played = random_hand(rng, players, rules)
        spoil(rng, played)
        holdings = [mask(holding) for holding in played["holdings"]] if is_deal_known else None
        play = judge_play(
            [[card(text) for text in trick] for trick in played["tricks"]],
            played["size"],
            played["dealer"],
            trump_of(card(played["up"])),
            house_of(rules, players),
            players,
            Deck(card(played["up"]), holdings),
        )
        told = oracle.judge_hand(played, rules, holdings_known=is_deal_known)
        assert faults(play) == told
        for _, _, kind in told:
            kinds[kind] = kinds.get(kind, 0) + 1
        ended = any(kind in ("duplicate-card", "card-not-held") for _, _, kind in told)
        whole = len(played["tricks"]) == played["size"] and len(played["tricks"][-1]) == players
        assert (play.is_cut_short, play.is_complete) == (ended, whole and not ended)
        if not ended:
            assert [names(trick.cards).split() for trick in play.tricks] == played["tricks"]
            assert sum(play.won) == sum(len(trick) == players for trick in played["tricks"])
    wanted = {"duplicate-card", "revoke", "trump-not-broken"} | ({"card-not-held"} if is_deal_known else set())
    assert set(kinds) == wanted
    assert min(kinds.values()) > 10, kinds
