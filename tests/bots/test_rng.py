"""The generator of bots' chance, against the description of it in docs/bots.md."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import count

import pytest

from bluke_cli.bots.rng import Rng


def stream(seed):
    """Yield the bytes of the stream, straight from the description."""
    for piece in count():
        yield from hashlib.shake_256(b"bluke-rng-1\n%d\n" % piece + seed.encode()).digest(1088)


def test_numbers_are_bytes_of_the_stream_without_those_that_favour_some():
    rng, numbers = Rng("ab" * 32), stream("ab" * 32)
    for n in [2, 3, 7, 54, 100, 129, 200, 255, 256] * 400:  # well into the fourth piece
        byte = next(numbers)
        while byte >= 256 - 256 % n:
            byte = next(numbers)
        assert rng.below(n) == byte % n


def test_large_numbers_take_as_many_bytes_as_they_need():
    for n, length in [(257, 2), (40_000, 2), (65536, 2), (65537, 3), (2**64, 8), (2**64 + 1, 9)]:
        rng, numbers = Rng("x"), stream("x")
        for _ in range(50):
            number = 256**length
            while number >= 256**length - 256**length % n:
                number = int.from_bytes(bytes(next(numbers) for _ in range(length)), "big")
            assert rng.below(n) == number % n


def test_a_choice_of_one_takes_no_byte():
    rng = Rng("x")
    assert [rng.below(1) for _ in range(3)] == [0, 0, 0]
    assert rng.below(256) == next(stream("x"))


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_to_choose_from_is_an_error(n):
    with pytest.raises(ValueError, match="cannot choose"):
        Rng("x").below(n)


def test_a_choice_is_the_item_at_below():
    rng, again = Rng("x"), Rng("x")
    assert [rng.choice("abcde") for _ in range(50)] == ["abcde"[again.below(5)] for _ in range(50)]


def test_a_shuffle_exchanges_from_the_last_down():
    items, by_hand, again = list(range(20)), list(range(20)), Rng("x")
    Rng("x").shuffle(items)
    for i in range(19, 0, -1):
        j = again.below(i + 1)
        by_hand[i], by_hand[j] = by_hand[j], by_hand[i]
    assert items == by_hand != list(range(20))


def test_numbers_are_even():
    rng = Rng("even")
    found = Counter(rng.below(7) for _ in range(70_000))
    assert sum((found[i] - 10_000) ** 2 / 10_000 for i in range(7)) < 22.5  # chi-square, 6 degrees, 0.1 %
