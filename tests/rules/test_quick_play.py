"""What is told of sound play, tricks won and cards dealt, a whole game at once, against counting them one by one."""

from __future__ import annotations

import random

import pytest

from bluke_cli.rules.cards import cards_of, mask_of, trump_of
from bluke_cli.rules.dealing import shuffled_pack
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.quick_play import are_dealt, plain_sound_play, sound_play, tricks_won

SEED = "quick-play"


def sizes_for(players: int, chance: random.Random) -> list[int]:
    """Return the sizes of some hands, the largest one among them."""
    largest = 53 // players
    return [largest, *(chance.randint(1, largest) for _ in range(chance.randint(0, 4)))]


def counted(winners: bytes, players: int, sizes: list[int]) -> bytes:
    """Count the tricks of each hand by seat."""
    found, rest = b"", iter(winners)
    for size in sizes:
        hand = [next(rest) for _ in range(size)]
        found += bytes(map(hand.count, range(players)))
    return found


@pytest.mark.parametrize("players", range(2, 16))
def test_tricks_are_counted_by_hand_and_seat(players: int) -> None:
    """Whoever wins them: here nobody asks whether they could have been won so."""
    chance = random.Random(players)
    for turn in range(30):
        sizes = sizes_for(players, chance)
        winners = bytes(chance.randrange(players) for _ in range(sum(sizes)))
        if not turn:
            winners = bytes([players - 1]) * sum(sizes)
        for dealer in range(players):
            assert tricks_won(winners, players, sizes, dealer) == counted(winners, players, sizes)


def dealt_and_played(players: int, sizes: list[int], dealer: int, chance: random.Random) -> tuple[bytes, bytes, bytes]:
    """Play hands of the seed at random: the cards in the order played, those turned up, and who won the tricks."""
    cards = ups = winners = b""
    for number, size in enumerate(sizes):
        pack = shuffled_pack(SEED, 1, number + 1)
        first = (dealer + number + 1) % players
        holdings = [mask_of(pack[(seat - first) % players : size * players : players]) for seat in range(players)]
        up = pack[size * players]
        hand = Hand(size, (dealer + number) % players, trump_of(up), HouseRules(), holdings)
        for _ in range(players):
            hand.bid(1)
        while not hand.is_over:
            hand.play(chance.choice(cards_of(hand.legal_plays())))
        for trick in hand.tricks:
            cards += bytes(trick.cards)
            winners += bytes([trick.winner])
        ups += bytes([up])
    return cards, ups, winners


@pytest.mark.parametrize("players", range(2, 16))
def test_a_game_of_many_hands_is_judged_as_it_was_played(players: int) -> None:
    chance = random.Random(players)
    for dealer in {0, chance.randrange(players), players - 1}:
        sizes = sizes_for(players, chance)
        cards, ups, winners = dealt_and_played(players, sizes, dealer, chance)
        for judge in (plain_sound_play, sound_play):
            assert judge(cards, ups, players, sizes, dealer) == winners
        assert plain_sound_play(cards[:-1], ups, players, sizes, dealer) is None
        assert plain_sound_play(cards, ups + ups[:1], players, sizes, dealer) is None
        assert plain_sound_play(cards, ups[:-1] + cards[-1:], players, sizes, dealer) is None


@pytest.mark.parametrize("players", [2, 3, 4, 7, 15])
def test_cards_that_a_seed_deals_to_others_are_seen(players: int) -> None:
    chance = random.Random(players)
    sizes, dealer = sizes_for(players, chance), chance.randrange(players)
    packs = [shuffled_pack(SEED, 1, number) for number in range(1, len(sizes) + 1)]
    cards, _, winners = dealt_and_played(players, sizes, dealer, chance)
    assert are_dealt(packs, cards, winners, players, sizes, dealer)
    assert not are_dealt(packs, cards, winners, players, sizes, (dealer + 1) % players)
    for at in range(0, players * sizes[0] - 1, players):  # the first two cards of a trick are of two seats
        swapped = cards[:at] + cards[at + 1 : at + 2] + cards[at : at + 1] + cards[at + 2 :]
        assert not are_dealt(packs, swapped, winners, players, sizes, dealer)
    stock = packs[0][players * sizes[0] :]
    assert not are_dealt(packs, stock[:1] + cards[1:], winners, players, sizes, dealer)
