"""Cards and numbers as bytes give the answers of one card, one number at a time."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bluke_cli.rules.card_bytes import NO_CARD, are_at_most, card_bytes, card_lines, joined, table
from bluke_cli.rules.cards import CARD_NAMES, RANKS, SUITS

PROFILE = settings(derandomize=True, deadline=None, max_examples=200)

SIGNS = "".join(sorted({*RANKS, *SUITS, *"LHOI", *"10 !cé\n\t\0"}))


def read(text: str, cards: int) -> bytes | None:
    """Read one text a card at a time."""
    names = text.split(" ")
    is_sound = len(names) == cards and all(name in CARD_NAMES for name in names)
    return bytes(map(CARD_NAMES.index, names)) if is_sound else None


def read_all(texts: list[str], cards: int) -> bytes | None:
    found = [read(text, cards) for text in texts]
    return None if None in found else b"".join(part for part in found if part is not None)


def test_of_all_pairs_of_signs_those_of_cards_are_read() -> None:
    for text in [one + other for one in SIGNS for other in SIGNS]:
        assert card_bytes([text]) == read(text, 1), text


def test_texts_are_read_as_one_by_one_and_with_something_odd_as_well() -> None:
    chance = random.Random(1)
    seen = [0, 0]
    for _ in range(3000):
        cards, count = chance.randint(1, 5), chance.randint(0, 4)
        texts = [" ".join(chance.choices(CARD_NAMES, k=cards)) for _ in range(count)]
        if texts and chance.random() < 0.7:
            number = chance.randrange(count)
            text = texts[number]
            at, end = sorted(chance.choices(range(len(text) + 1), k=2))
            texts[number] = text[:at] + "".join(chance.choices(SIGNS, k=chance.randint(0, 3))) + text[end:]
        answer = card_bytes(texts, cards)
        assert answer == read_all(texts, cards), (texts, cards)
        seen[answer is None] += 1
    assert min(seen) > 500


def test_cards_are_not_moved_from_one_text_to_the_next() -> None:
    assert card_bytes(["2C", "3C 4C 5C"], 2) is None
    assert card_bytes(["2C 3C\n4C", "5C"], 2) is None


def test_as_many_lines_as_said_are_read_and_no_more() -> None:
    lines = ["2C AS", "HI LO", "TD 9H"]
    for count in range(5):
        text = "\n".join(lines)
        assert card_lines(text, count, 2) == (read_all(lines, 2) if count == len(lines) else None)
        assert card_lines(text + "\n", count, 2) is None
    assert card_lines("", 0, 2) == b""


BYTES = st.lists(st.tuples(st.integers(0, 127), st.integers(0, 127)), max_size=20)


@PROFILE
@given(BYTES)
def test_numbers_are_compared_in_their_places(pairs: list[tuple[int, int]]) -> None:
    for some in (pairs, [(number % 8, limit % 8) for number, limit in pairs], [(limit, limit) for _, limit in pairs]):
        numbers, limits = bytes(number for number, _ in some), bytes(limit for _, limit in some)
        assert are_at_most(numbers, limits) == all(number <= limit for number, limit in some)


def test_numbers_that_are_large_too_few_or_too_many_are_not_at_most() -> None:
    for number in range(128, 256):
        assert not are_at_most(bytes([0, number]), bytes([1, 0])), "borrowed from the byte before"
        assert not are_at_most(bytes([number]), bytes([127]))
    assert not are_at_most(bytes([0, 0]), bytes([1]))
    assert not are_at_most(bytes([0]), bytes([1, 1]))
    assert are_at_most(b"", b"")


@PROFILE
@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=20), st.integers(0, 4))
def test_pairs_of_bytes_are_joined(pairs: list[tuple[int, int]], shift: int) -> None:
    low, high = bytes(one for one, _ in pairs), bytes(other for _, other in pairs)
    assert joined(low, high, shift) == bytes(one | other << shift for one, other in pairs)


def test_a_table_has_a_value_for_every_byte() -> None:
    found = table({0: 1, 255: 2}, NO_CARD)
    assert bytes([0, 7, 255]).translate(found) == bytes([1, NO_CARD, 2])
