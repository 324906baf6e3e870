"""The quick ways of judging play, with and without the kernel, give the verdict of the readable one."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import cards_of, mask_of
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.judging import Deck, judge_play
from bluke_cli.rules.quick_play import plain_sound_play

HANDS = int(os.environ.get("BLUKE_HANDS", "1500"))

needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel is not built, or turned off")

Play = tuple[bytes, bytes, int, bytes, int]
"""The cards of some hands in the order played, the cards turned up, players, sizes, the first dealer."""


def sound_hands(chance: random.Random) -> Play:
    players = chance.randint(2, 15)
    sizes = [chance.randint(1, min(13, 53 // players)) for _ in range(chance.randint(1, 3))]
    first = chance.randrange(players)
    cards, ups = b"", b""
    for number, size in enumerate(sizes):
        up, *rest = chance.sample(range(54), 54)
        trump = up // 13 if up < 52 else None
        holdings = [mask_of(rest[seat * size : (seat + 1) * size]) for seat in range(players)]
        hand = Hand(size, (first + number) % players, trump, HouseRules(), holdings)
        for _ in range(players):
            hand.bid(1)
        while not hand.is_over:
            hand.play(chance.choice(cards_of(hand.legal_plays())))
        cards += bytes(card for trick in hand.tricks for card in trick.cards)
        ups += bytes([up])
    return cards, ups, players, bytes(sizes), first


def damaged(play: Play, chance: random.Random) -> Play:
    cards, ups, players, sizes, dealer = bytearray(play[0]), bytearray(play[1]), *play[2:]
    kind, at, hand = chance.randrange(6), chance.randrange(len(cards)), chance.randrange(len(ups))
    if kind == 0:
        other = chance.randrange(len(cards))
        cards[at], cards[other] = cards[other], cards[at]
    elif kind == 1:
        cards[at] = chance.randrange(54)
    elif kind == 2:
        cards[at] = ups[hand]
    elif kind == 3:
        dealer = chance.randrange(players)
    elif kind == 4:
        ups[hand] = chance.randrange(54)
    return bytes(cards), bytes(ups), players, sizes, dealer


def readable(play: Play) -> bytes | None:
    """Judge by the readable way: who won each trick."""
    cards, ups, players, sizes, dealer = play
    found, start = b"", 0
    for number, (size, up) in enumerate(zip(sizes, ups, strict=True)):
        tricks = [list(cards[at : at + players]) for at in range(start, start + size * players, players)]
        start += size * players
        seat = (dealer + number) % players
        judged = judge_play(tricks, size, seat, up // 13 if up < 52 else None, HouseRules(), players, Deck(up))
        if judged.faults:
            return None
        found += bytes([trick.winner or 0 for trick in judged.tricks])
    return found


def test_all_ways_give_the_same_verdict_on_damaged_hands():
    """The issue asks for 10,000: `make equality`."""
    chance = random.Random(1)
    verdicts = [0, 0]
    for _ in range(HANDS):
        play = damaged(sound_hands(chance), chance)
        answer = readable(play)
        assert plain_sound_play(*play) == answer, play
        if kernel() is not None:
            assert kernel().sound_play(*play) == answer, play
        verdicts[answer is None] += 1
    assert min(verdicts) > HANDS // 10


@needs_kernel
@pytest.mark.parametrize(
    "arguments",
    [
        (b"", b"", 1, b"", 0),
        (b"", b"", 16, b"", 0),
        (b"", b"", 4, b"", 4),
        (b"", b"", 4, b"", -1),
        (b"\0\1", b"\x36", 2, b"\1", 0),
        (b"\0\1", b"\2", 2, b"\1\1", 0),
    ],
    ids=str,
)
def test_what_is_no_hand_is_refused(arguments):
    with pytest.raises(ValueError, match="no such hand"):
        kernel().sound_play(*arguments)


@needs_kernel
def test_any_bytes_are_judged_without_a_crash():
    chance = random.Random(2)
    for _ in range(HANDS):
        players, count = chance.randint(2, 15), chance.randint(0, 3)
        sizes = bytes(chance.choice([0, 1, 2, 13, 26, 255]) for _ in range(count))
        length = sum(sizes) * players + chance.choice([0, 0, 0, 1, -1])
        ups = bytes(chance.randrange(54) for _ in range(count))
        kernel().sound_play(chance.randbytes(max(0, length)), ups, players, sizes, 0)
    assert kernel().sound_play(bytes([54, 1]), b"\x09", 2, b"\1", 0) is None
    assert kernel().sound_play(b"", b"", 2, b"", 0) == b""


def state(setting: str) -> str:
    command = "from bluke_cli.kernel import kernel_state; print(kernel_state())"
    environment = {**os.environ, "BLUKE_KERNEL": setting}
    run = subprocess.run([sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.parametrize("word", ["off", "OFF", "0", "no", "False"])
def test_the_kernel_can_be_turned_off(word: str):
    assert state(word) == "off"


@needs_kernel
def test_the_kernel_is_on_where_it_was_built():
    assert state("") == "on"
