"""A hand in progress: whose turn it is, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.cards import card, cards, cards_of, names
from tests.rules.table import bid_all, play_all, start_hand, state_of

THREE = ("AS 2C 9H", "5S 9C LO", "KS HI 2H")


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_bidding_starts_at_the_dealers_left_and_ends_with_the_dealer(dealer: int) -> None:
    hand = start_hand(*THREE, dealer=dealer)
    order = []
    while hand.is_bidding:
        order.append(hand.turn)
        hand.bid(len(order))
    assert order == [(dealer + step) % 3 for step in (1, 2, 3)]
    assert [hand.bids[seat] for seat in order] == [1, 2, 3]
    assert hand.bids_so_far() == [1, 2, 3]
    assert hand.turn == order[0]  # who bid first leads


def test_bids_stand_by_seat_and_are_missing_until_made() -> None:
    hand = start_hand(*THREE, dealer=1)
    assert hand.bids == [None, None, None]
    hand.bid(3)
    assert hand.bids == [None, None, 3]
    hand.bid(1)
    assert hand.bids == [1, None, 3]
    assert hand.bids_so_far() == [3, 1]


def test_play_goes_clockwise_and_the_winner_leads() -> None:
    hand = bid_all(start_hand(*THREE, dealer=2, trump="H"))
    seats = []
    for number in cards("AS 5S KS 2C 9C HI 2H 9H LO"):
        seats.append(hand.turn)
        hand.play(number)
    assert seats == [0, 1, 2, 0, 1, 2, 2, 0, 1]
    assert [(trick.leader, names(trick.cards), trick.winner) for trick in hand.tricks] == [
        (0, "AS 5S KS", 0),
        (0, "2C 9C HI", 2),
        (2, "2H 9H LO", 1),
    ]
    assert hand.won == [1, 1, 1]
    assert hand.is_over


def test_the_trick_in_progress() -> None:
    hand = bid_all(start_hand(*THREE, dealer=2))
    assert list(hand.current) == []
    play_all(hand, "AS 5S")
    assert names(hand.current) == "AS 5S"
    assert hand.tricks[-1].winner is None
    play_all(hand, "KS")
    assert list(hand.current) == []
    assert hand.tricks[-1].winner == 0


def test_a_card_leaves_the_holding_it_was_played_from() -> None:
    hand = play_all(bid_all(start_hand(*THREE, dealer=2)), "AS 5S")
    assert [names(cards_of(holding)) for holding in hand.holdings] == ["2C 9H", "9C LO", "2H KS HI"]


def test_the_eldest_leads_any_card() -> None:
    hand = bid_all(start_hand(*THREE, dealer=0, trump="H"))
    assert names(cards_of(hand.legal_plays())) == "9C 5S LO"


@pytest.mark.parametrize("amount", [0, 4, -1, 100])
def test_a_refused_bid_changes_nothing(amount: int) -> None:
    hand = start_hand(*THREE, dealer=2)
    hand.bid(1)
    before = state_of(hand)
    with pytest.raises(RuleViolation) as caught:
        hand.bid(amount)
    assert caught.value.code == "bid-range"
    assert state_of(hand) == before


def test_a_hooked_bid_changes_nothing() -> None:
    hand = start_hand(*THREE, dealer=2, hook=True)
    hand.bid(1)
    hand.bid(1)
    before = state_of(hand)
    assert hand.legal_bids() == [2, 3]
    with pytest.raises(RuleViolation) as caught:
        hand.bid(1)
    assert caught.value.code == "bid-hook"
    assert state_of(hand) == before
    hand.bid(2)
    assert not hand.is_bidding


def test_no_card_is_played_before_the_last_bid() -> None:
    hand = start_hand(*THREE, dealer=2)
    hand.bid(1)
    hand.bid(1)
    before = state_of(hand)
    for number in range(54):
        with pytest.raises(RuleViolation):
            hand.play(number)
    assert state_of(hand) == before


def test_no_bid_is_made_after_the_last_one() -> None:
    hand = bid_all(start_hand(*THREE, dealer=2))
    before = state_of(hand)
    with pytest.raises(RuleViolation):
        hand.bid(1)
    assert state_of(hand) == before


def test_no_card_is_played_after_the_last_trick() -> None:
    hand = play_all(bid_all(start_hand("AS", "5S", dealer=1)), "AS 5S")
    before = state_of(hand)
    for text in ("AS", "5S", "2C", "HI"):
        with pytest.raises(RuleViolation):
            hand.play(card(text))
    assert state_of(hand) == before
    assert hand.legal_plays() == 0


@pytest.mark.parametrize(
    ("played", "refused", "code"),
    [
        ("", "5S", "card-not-held"),  # another seat's
        ("", "3D", "card-not-held"),  # nobody's
        ("AS", "9C", "revoke"),
        ("AS 5S", "2H", "revoke"),
        ("AS 5S KS", "AS", "card-not-held"),  # played already
        ("AS 5S KS", "9H", "trump-not-broken"),
    ],
)
def test_a_refused_card_changes_nothing(played: str, refused: str, code: str) -> None:
    hand = play_all(bid_all(start_hand(*THREE, dealer=2, trump="H", trump_lead="broken")), played)
    before = state_of(hand)
    with pytest.raises(RuleViolation) as caught:
        hand.play(card(refused))
    assert caught.value.code == code
    assert state_of(hand) == before


def test_the_holdings_handed_in_are_not_changed() -> None:
    masks = [1 << 0, 1 << 1]
    hand = bid_all(start_hand("2C", "3C", dealer=1))
    other = type(hand)(1, 1, None, hand.rules, masks)
    play_all(bid_all(other), "2C 3C")
    assert masks == [1 << 0, 1 << 1]
