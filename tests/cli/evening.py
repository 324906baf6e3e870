"""A whole evening of bids and tricks taken, as people may play it: the entries, and the record typed from them."""

from __future__ import annotations

import random

PLAYERS = ["Ann", "Bo", "No", "Zoë"]
SIZES = [*range(13, 0, -1), *range(2, 14)]
DEALER = 2


def evening(seed: int, players: int = 4, sizes: list[int] = SIZES) -> list[tuple[list[int], list[int]]]:
    """Return bids and tricks taken of each hand, in the order of the players, as the default game allows them."""
    chance = random.Random(seed)
    hands = []
    for size in sizes:
        took = [0] * players
        for _ in range(size):
            took[chance.randrange(players)] += 1
        hands.append(([chance.randint(1, size) for _ in range(players)], took))
    return hands


def typed(hands: list[tuple[list[int], list[int]]]) -> str:
    """Return the record of an evening as a person types it, with spaces and quotes of their own."""
    lines = [f"- {{bids:  {bids}, took: {took}}}" for bids, took in hands]
    return "\n".join(["bluke: 1", 'players: ["Ann", Bo, No, Zoë]', "dealer: No", "hands:", *lines, ""])


def words(numbers: list[int]) -> list[str]:
    return [str(number) for number in numbers]
