"""What holds for every deal, trick and hand, whatever the cards and the house rules."""

from __future__ import annotations

import random
from itertools import chain, pairwise
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bluke_cli.rules.bidding import legal_bids
from bluke_cli.rules.cards import BLUKES, PACK, Card, cards_of, mask_of, trump_of
from bluke_cli.rules.dealing import deal_hand, draw_for_deal, judge_draw, shuffled_pack
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import top_hand
from bluke_cli.rules.scoring import Tally
from bluke_cli.rules.tricks import legal_plays, trick_winner

PROFILE = settings(derandomize=True, deadline=None, max_examples=200)

HOUSES = st.builds(
    HouseRules,
    min_bid=st.sampled_from([1, 0]),
    hook=st.booleans(),
    led_bluke=st.sampled_from(["any", "trump", "next-suit"]),
    trump_lead=st.sampled_from(["free", "broken"]),
    no_trump_bluke=st.sampled_from(["power", "powerless"]),
    points=st.integers(1, 20),
    overtrick=st.integers(-3, 3),
    bag_limit=st.none() | st.integers(1, 10),
    bag_penalty=st.integers(-50, 100),
    tie=st.sampled_from(["shared", "most-made"]),
)
TRUMPS = st.none() | st.integers(0, 3)
SOME_CARDS = st.lists(st.integers(0, 53), unique=True, min_size=1, max_size=16)
RENAMINGS = st.permutations(range(4))
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=256)


def renamed(card: Card, suits: list[int]) -> Card:
    """Return the card with its suit renamed; the Blukes keep theirs, which is none."""
    return card if card >= 52 else suits[card // 13] * 13 + card % 13


def split(some: list[Card], share: float) -> tuple[list[Card], list[Card]]:
    """Part the cards into a trick and a holding of at least one card."""
    cut = int(share * len(some))
    return some[:cut], some[cut:]


SHARES = st.floats(0, 1, exclude_max=True)


@PROFILE
@given(SEEDS, st.integers(1, 10**6), st.integers(0, 1000))
def test_a_shuffle_keeps_all_54_cards(seed: str, game: int, hand: int) -> None:
    assert sorted(shuffled_pack(seed, game, hand)) == list(range(54))


@PROFILE
@given(SEEDS, st.integers(2, 15), st.data())
def test_a_deal_keeps_all_54_cards(seed: str, players: int, data: Any) -> None:
    size = data.draw(st.integers(1, 53 // players))
    dealer = data.draw(st.integers(0, players - 1))
    cut = data.draw(st.integers(0, 53 - players * size))
    deal = deal_hand(seed, 1, 1, players=players, size=size, dealer=dealer, cut=cut)
    assert sorted([*chain(*deal.holdings), *deal.stock]) == list(range(54))
    assert [len(holding) for holding in deal.holdings] == [size] * players
    assert deal.up == deal.stock[0]
    assert mask_of([*chain(*deal.holdings), *deal.stock]) == PACK


@PROFILE
@given(SEEDS, st.integers(2, 15), st.data())
def test_rotating_the_dealer_rotates_the_deal(seed: str, players: int, data: Any) -> None:
    size = data.draw(st.integers(1, 53 // players))
    by = data.draw(st.integers(1, players - 1))
    first = deal_hand(seed, 1, 1, players=players, size=size, dealer=0)
    other = deal_hand(seed, 1, 1, players=players, size=size, dealer=by)
    assert [other.holdings[(seat + by) % players] for seat in range(players)] == first.holdings
    assert other.stock == first.stock


@PROFILE
@given(SEEDS, st.integers(2, 15))
def test_a_draw_is_good_and_decides(seed: str, players: int) -> None:
    draw = draw_for_deal(seed, 1, players)
    assert draw.dealer != draw.scorekeeper
    assert judge_draw(draw.cards) == draw
    flat = list(chain(*draw.cards))
    assert sorted(flat) == sorted(shuffled_pack(seed, 1, 0)[: len(flat)])


@PROFILE
@given(SOME_CARDS, SHARES, TRUMPS, HOUSES, st.booleans())
def test_some_card_is_legal_and_it_is_held(
    some: list[Card], share: float, trump: int | None, house: HouseRules, broken: bool
) -> None:
    trick, held = split(some, share)
    holding = mask_of(held)
    legal = legal_plays(holding, trick, trump, house, broken)
    assert legal
    assert legal & ~holding == 0


@PROFILE
@given(SOME_CARDS, SHARES, TRUMPS, HOUSES, st.booleans())
def test_a_bluke_is_never_forced_and_never_forbidden(
    some: list[Card], share: float, trump: int | None, house: HouseRules, broken: bool
) -> None:
    trick, held = split(some, share)
    holding = mask_of(held)
    legal = legal_plays(holding, trick, trump, house, broken)
    assert legal & BLUKES == holding & BLUKES
    if holding & ~BLUKES:
        assert legal & ~BLUKES


@PROFILE
@given(SOME_CARDS, SHARES, TRUMPS, HOUSES, st.booleans(), RENAMINGS)
def test_renaming_the_suits_renames_the_legal_cards(
    some: list[Card], share: float, trump: int | None, house: HouseRules, broken: bool, suits: list[int]
) -> None:
    trick, held = split(some, share)
    legal = legal_plays(mask_of(held), trick, trump, house, broken)
    other = legal_plays(
        mask_of(renamed(card, suits) for card in held),
        [renamed(card, suits) for card in trick],
        None if trump is None else suits[trump],
        house,
        broken,
    )
    assert other == mask_of(renamed(card, suits) for card in cards_of(legal))


@PROFILE
@given(SOME_CARDS, TRUMPS, HOUSES, RENAMINGS)
def test_renaming_the_suits_leaves_the_winner(
    trick: list[Card], trump: int | None, house: HouseRules, suits: list[int]
) -> None:
    other = [renamed(card, suits) for card in trick]
    other_trump = None if trump is None else suits[trump]
    assert trick_winner(other, other_trump, house) == trick_winner(trick, trump, house)


@PROFILE
@given(SOME_CARDS, TRUMPS, HOUSES, st.randoms(use_true_random=False))
def test_after_the_lead_the_order_of_play_never_matters(
    trick: list[Card], trump: int | None, house: HouseRules, rng: random.Random
) -> None:
    """RULES 10. Where a Bluke without power is led the next suited card leads in its stead, so such are left out."""
    assume(trick[0] < 52 or trump is not None or house.no_trump_bluke == "power")
    rest = trick[1:]
    rng.shuffle(rest)
    other = [trick[0], *rest]
    assert other[trick_winner(other, trump, house)] == trick[trick_winner(trick, trump, house)]


@PROFILE
@given(st.integers(2, 15), st.integers(1, 13), HOUSES, st.data())
def test_there_is_always_a_legal_bid(players: int, size: int, house: HouseRules, data: Any) -> None:
    bids: list[int] = []
    for _ in range(players):
        open_bids = legal_bids(bids, players, size, house)
        assert open_bids
        assert all(house.min_bid <= bid <= size for bid in open_bids)
        assert all(low < high for low, high in pairwise(open_bids))
        bids.append(data.draw(st.sampled_from(open_bids)))
    if house.hook and house.min_bid < size:
        assert sum(bids) != size


def played_hand(
    holdings: list[list[Card]], dealer: int, trump: int | None, house: HouseRules, choices: list[int]
) -> Hand:
    """Bid and play a hand out; the choices pick from the cards in an order that the suits do not change."""
    hand = Hand(len(holdings[0]), dealer, trump, house, [mask_of(held) for held in holdings])
    for choice in choices[: hand.players]:
        open_bids = hand.legal_bids()
        hand.bid(open_bids[choice % len(open_bids)])
    for choice in choices[hand.players :]:
        legal = hand.legal_plays()
        in_dealt_order = [card for card in holdings[hand.turn] if legal >> card & 1]
        hand.play(in_dealt_order[choice % len(in_dealt_order)])
    return hand


@st.composite
def tables(draw: Any) -> tuple[list[list[Card]], int, int | None, HouseRules, list[int]]:
    """Draw holdings, a dealer, a trump, house rules, and a choice for every bid and play to come."""
    players = draw(st.integers(2, 7))
    size = draw(st.integers(1, min(5, top_hand(players))))
    house = draw(HOUSES)
    dealer = draw(st.integers(0, players - 1))
    rng = random.Random(draw(st.integers(0, 2**32)))
    pack = list(range(54))
    rng.shuffle(pack)
    if draw(st.booleans()):  # put a Bluke in somebody's way, and another up
        pack.remove(52)
        pack.insert(rng.randrange(players * size), 52)
        pack.remove(53)
        pack.insert(players * size, 53)
    holdings = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
    trump = trump_of(pack[players * size])
    return holdings, dealer, trump, house, [rng.randrange(1000) for _ in range(players * (size + 1))]


@PROFILE
@given(tables())
def test_a_hand_played_out_gives_every_trick_to_somebody(table: Any) -> None:
    holdings, dealer, _, _, _ = table
    hand = played_hand(*table)
    assert hand.is_over
    assert sum(hand.won) == hand.size == len(hand.tricks)
    assert hand.holdings == [0] * hand.players
    assert sorted(card for trick in hand.tricks for card in trick.cards) == sorted(chain(*holdings))
    assert hand.tricks[0].leader == (dealer + 1) % hand.players
    assert all(late.leader == early.winner for early, late in pairwise(hand.tricks))


@PROFILE
@given(tables(), st.integers(1, 6))
def test_rotating_the_seats_rotates_the_hand(table: Any, by: int) -> None:
    holdings, dealer, trump, house, choices = table
    players = len(holdings)
    hand = played_hand(*table)
    moved = [holdings[(seat - by) % players] for seat in range(players)]
    other = played_hand(moved, (dealer + by) % players, trump, house, choices)
    assert [trick.cards for trick in other.tricks] == [trick.cards for trick in hand.tricks]
    assert [trick.leader for trick in other.tricks] == [(trick.leader + by) % players for trick in hand.tricks]
    assert [other.won[(seat + by) % players] for seat in range(players)] == hand.won
    assert [other.bids[(seat + by) % players] for seat in range(players)] == hand.bids
    tally, rotated = Tally(players, house), Tally(players, house)
    tally.settle([bid or 0 for bid in hand.bids], hand.won)
    rotated.settle([bid or 0 for bid in other.bids], other.won)
    assert [rotated.totals[(seat + by) % players] for seat in range(players)] == tally.totals
    assert sorted((seat + by) % players for seat in tally.winners()) == rotated.winners()


@PROFILE
@given(tables(), RENAMINGS)
def test_renaming_the_suits_renames_the_whole_hand(table: Any, suits: list[int]) -> None:
    holdings, dealer, trump, house, choices = table
    hand = played_hand(*table)
    moved = [[renamed(card, suits) for card in held] for held in holdings]
    other = played_hand(moved, dealer, None if trump is None else suits[trump], house, choices)
    assert [trick.cards for trick in other.tricks] == [
        [renamed(card, suits) for card in trick.cards] for trick in hand.tricks
    ]
    assert (other.won, other.bids) == (hand.won, hand.bids)


@PROFILE
@given(st.integers(2, 7), st.data(), HOUSES)
def test_totals_are_the_sum_of_the_scores_and_somebody_wins(players: int, data: Any, house: HouseRules) -> None:
    tally = Tally(players, house)
    sums = [0] * players
    numbers = st.lists(st.integers(0, 13), min_size=players, max_size=players)
    for _ in range(data.draw(st.integers(0, 4))):
        scores = tally.settle(data.draw(numbers), data.draw(numbers))
        sums = [total + score for total, score in zip(sums, scores, strict=True)]
    assert tally.totals == sums
    places = tally.places()
    assert tally.winners() == [seat for seat in range(players) if places[seat] == 1] != []
    assert all(sums[seat] == max(sums) for seat in tally.winners())
    assert all(places[a] < places[b] for a in range(players) for b in range(players) if sums[a] > sums[b])
    assert sorted(places) == [1 + sum(other < place for other in places) for place in sorted(places)]
