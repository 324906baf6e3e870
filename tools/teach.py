"""Teach the linear policy: play hands by the search, note what each card was worth, and fit weights that choose well.

A position is one line of features for each card that may be played, and its value: the mean utility of the search.
The weights minimise what their choice loses on average (the choice taken as a softmax), and a little cross-entropy
with the best card. The first teacher's rollouts play by chances, the later ones' also by what was learnt.

With two players each situation has weights of its own from the second round on, and who is taught bids as the bot
`tuned` then would: bids decide which situations come up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from multiprocessing import Pool
from typing import Any, NamedTuple

import numpy as np

from bluke_cli.bots.search import duel
from bluke_cli.bots.search.chance import Chance, stream
from bluke_cli.bots.search.duel import Cells, made_cells
from bluke_cli.bots.search.features import FEATURES, SITUATIONS
from bluke_cli.bots.search.policies import features_of, place_of, situation_of
from bluke_cli.bots.search.position import Position, moves_of
from bluke_cli.bots.search.table import Table
from bluke_cli.bots.search.tables import ANY, FITTED_PLAYERS, PLACES, Tables, made_tables
from bluke_cli.rules.cards import mask_of, trump_of
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules

SEED = 20240601
HANDS = {2: (4_000, 6_000, 8_000), 3: (2_400, 2_400), 4: (1_800, 1_800)}
"""How many hands by players, a number a round."""

WORLDS = 40
STEPS, RATE, CROSS = 400, 0.02, 0.3
SHARE_NO_TRUMP = 4
LEAST = 50
"""From so many positions on a situation is taught anew."""

MIXES = ((1, 1, 2, 0), (0, 0, 1, 3), (0, 0, 1, 3))
"""How often the teacher's rollouts use each policy (random, highest, chances, linear), by round."""

Sample = tuple[int, bool, str, str, list[list[int]], list[float]]
"""Players, whether there is a trump, place in the trick, situation, features and value of each move."""

Cell = dict[str, Any]


def play_table(bids: dict[str, Any], duel_table: Callable[[Tables], dict[str, Any]]) -> dict[str, Any]:
    """Return the cells of the linear policy, with how they were made.

    *duel_table* makes the bids of `tuned` with two players for a policy that has been taught.
    """
    cells, answers = first_cells(), None
    for number, mix in enumerate(MIXES):
        if number:
            cells = [part for cell in cells for part in by_situation(cell)]
            answers = made_cells(duel_table(made_tables(bids, {"cells": cells})))
        tables = made_tables(bids, {"cells": cells})
        samples: dict[tuple[int, bool, str, str], list[Sample]] = {}
        for sample in lessons(number, Teacher(mix, tables, answers)):
            for situation in {sample[3], ANY}:
                samples.setdefault((*sample[:3], situation), []).append(sample)
        for cell in cells:
            teach(cell, samples.get((cell["players"], cell["trump"], cell["place"], cell["situation"]), []), number)
    return {
        "what": "the weight of each feature of a card; the card with the largest sum is played",
        "by": "python tools/train.py play",
        "seed": SEED,
        "hands": HANDS,
        "worlds": WORLDS,
        "features": list(FEATURES),
        "cells": cells,
    }


def teach(cell: Cell, samples: list[Sample], number: int) -> None:
    """Fit the weights of one cell, where there is something to learn from."""
    if len(samples) < LEAST:  # of two players none is in the middle
        return
    cell["weights"], before, after = fitted(samples, cell["weights"])
    name = f"round {number + 1} {cell['players']} {cell['trump']} {cell['place']} {cell['situation']}"
    print(f"{name}: {len(samples)} positions, a choice loses {before:.2f}, now {after:.2f} points", flush=True)


def by_situation(cell: Cell) -> list[Cell]:
    """Return a cell of two players as one for each situation, any other as it is."""
    if cell["players"] > 2 or cell["place"] == "middle" or cell["situation"] != ANY:
        return [cell]
    return [{**cell, "situation": situation} for situation in SITUATIONS]


def first_cells() -> list[Cell]:
    """Return the cells before anything is learnt: the policy `chances`."""
    weights = [1280, -1024, *[0] * (len(FEATURES) - 2)]
    return [
        {"players": players, "trump": trump, "place": place, "situation": ANY, "weights": weights}
        for players in FITTED_PLAYERS
        for trump in (False, True)
        for place in PLACES
    ]


class Teacher(NamedTuple):
    """How often rollouts use each policy, their tables, and the bids of two players, None for those of `rules`."""

    mix: tuple[int, ...]
    tables: Tables
    answers: Cells | None


def lessons(number: int, teacher: Teacher) -> Iterator[Sample]:
    """Yield the positions of all hands of one round, in order."""
    jobs = [
        (players, number, first, teacher)
        for players, hands in HANDS.items()
        for first in range(0, dict(enumerate(hands)).get(number, 0), 100)
    ]
    with Pool() as pool:
        for batch in pool.imap(lessons_of, jobs):
            yield from batch


def lessons_of(job: tuple[int, int, int, Teacher]) -> list[Sample]:
    """Play a hundred hands."""
    players, number, first, teacher = job
    found: list[Sample] = []
    for hand in range(first, first + 100):
        play_hand(players, hand, stream(SEED + 1000 * number + players, hand), teacher, found)
    return found


def play_hand(players: int, number: int, chance: Chance, teacher: Teacher, found: list[Sample]) -> None:
    """Play one hand, every card by the search but for one in ten, and note the positions with a choice."""
    from bluke_cli.kernel import kernel

    compiled = kernel()
    assert compiled is not None
    size = 13 - number % 12
    pack = list(range(54))
    for i in range(53, 0, -1):
        j = chance.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    if number % SHARE_NO_TRUMP == 0:  # a hand without trump is rare, and yet has to be learnt
        at = pack.index(52 + chance.below(2))
        pack[-1], pack[at] = pack[at], pack[-1]
    up, rules = pack[-1], HouseRules()
    holdings = [mask_of(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    hand = Hand(size, chance.below(players), trump_of(up), rules, holdings)
    voids, played = [0] * players, [0] * players
    while not hand.is_over:
        seat, trick = hand.turn, tuple(hand.current)
        leader = (hand.dealer + 1 if hand.is_bidding else seat - len(trick)) % players
        dead, state = sum(played, 1 << up), (tuple(hand.bids), tuple(hand.won), tuple(voids))
        position = Position(rules, players, seat, size, hand.dealer, up, hand.trump, hand.holdings[seat], dead, *state,
                            leader, trick, tuple(played), False)  # fmt: skip
        packed, tables = position.packed(), teacher.tables.packed
        if hand.is_bidding:
            if players == duel.PLAYERS and teacher.answers:
                bid = duel.wanted_bid(position.holding, size, hand.trump, hand.bids[1 - seat], teacher.answers)
            else:
                bid = compiled.decide(packed, tables, 0, 0)
            if chance.below(5) == 0:
                bid += chance.below(3) - 1
            hand.bid(max(1, min(size, bid)))
            continue
        moves = moves_of(position)
        card = moves[0]
        if len(moves) > 1:
            worlds = compiled.search(packed, tables, bytes(teacher.mix), bytes(moves), chance.number(), 0, WORLDS)
            values = [sum(column) / WORLDS / (players - 1) for column in zip(*worlds, strict=True)]
            table = Table(position)
            rows, place = dict(features_of(table, mask_of(moves))), PLACES[place_of(table)]
            situation = ANY if players > duel.PLAYERS else SITUATIONS[situation_of(table)]
            kind = (players, hand.trump is not None, place, situation)
            found.append((*kind, [rows[move] for move in moves], values))
            card = moves[chance.below(len(moves))] if chance.below(10) == 0 else moves[values.index(max(values))]
        if trick and card < 52 and trick[0] < 52 and card // 13 != trick[0] // 13:
            voids[seat] |= 0x1FFF << 13 * (trick[0] // 13)
        hand.play(card)
        played[seat] |= 1 << card


def fitted(samples: list[Sample], start: list[int]) -> tuple[list[int], float, float]:
    """Return weights in 1024ths, and what the choice lost on average before and loses now, in points."""
    most = max(len(sample[-1]) for sample in samples)
    features = np.zeros((len(samples), most, len(FEATURES)), np.float32)
    losses = np.full((len(samples), most), 1e9, np.float32)
    for row, (*_, cards, values) in enumerate(samples):
        features[row, : len(cards)] = np.array(cards, np.float32) / 1024
        losses[row, : len(cards)] = max(values) - np.array(values, np.float32)
    absent = losses >= 1e9
    best = losses.argmin(axis=1)
    losses[absent] = 0
    weights = np.array(start, np.float64) / 1024
    before = lost(features, absent, losses, weights)
    momentum, square = np.zeros_like(weights), np.zeros_like(weights)
    rows = np.arange(len(samples))
    for step in range(1, STEPS + 1):
        chances = features @ weights.astype(np.float32) * 8
        chances[absent] = -1e9
        chances = np.exp(chances - chances.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        mean = (chances * losses).sum(axis=1, keepdims=True)
        slope = chances * (losses - mean) + CROSS * chances
        slope[rows, best] -= CROSS
        gradient = np.einsum("rm,rmf->f", slope, features).astype(np.float64) / len(samples)
        gradient += 1e-4 * (weights - np.array(start) / 1024)
        momentum = 0.9 * momentum + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        rate = RATE * (1 - (step - 1) / STEPS)
        weights -= rate * (momentum / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return [round(1024 * weight) for weight in weights], before, lost(features, absent, losses, weights)


def lost(features: Any, absent: Any, losses: Any, weights: Any) -> float:
    """Return what the choice by *weights* loses on average."""
    values = features @ weights.astype(np.float32)
    values[absent] = -1e9
    return float(losses[np.arange(len(losses)), values.argmax(axis=1)].mean())
