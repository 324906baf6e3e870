"""Make the tables of the built-in bots anew: `make train`, or `python tools/train.py [bids] [play]`.

`bids.json` is a ridge fit of the tricks taken in self-play of the policy `chances`, for every number of players, size
and trump or not; it is solved exactly, so its bytes are the same everywhere. `play.json` is the linear policy, taught
by the search (`tools/teach.py`) in floats: another build of NumPy may end in other last digits. With it comes
`duel.json`, what `tuned` bids with two players: a fit like `bids.json`, of the tricks that this policy takes against
`chances`. Needs the kernel, and NumPy (the extra `train`).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from bluke_cli.bots.search import duel
from bluke_cli.bots.search.estimate import FEATURES
from bluke_cli.bots.search.odds import WHOLE
from bluke_cli.bots.search.policies import CHANCES, LINEAR
from bluke_cli.bots.search.tables import FITTED_PLAYERS, FITTED_SIZES, Tables, made_tables, tables
from bluke_cli.kernel import kernel

DATA = Path(__file__).parents[1] / "bluke_cli" / "bots" / "data"
SEED, DUEL_SEED, DEALS, CHECK_DEALS, RIDGE = 20240501, 20240701, 40_000, 10_000, 4


def main() -> None:
    """Write what is asked for, else all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", nargs="*", help="bids, play; both if left out")
    what = parser.parse_args().what or ["bids", "play"]
    if kernel() is None:
        sys.exit("training needs the kernel: install it again where there is a C compiler")
    if "bids" in what:
        write("bids.json", bid_table())
    if "play" in what:
        from teach import play_table

        bids = json.loads((DATA / "bids.json").read_text(encoding="utf-8"))
        play = play_table(bids, duel_table)
        write("play.json", play)
        write("duel.json", duel_table(made_tables(bids, play)))


def write(name: str, table: dict[str, Any]) -> None:
    """Write a table as JSON, each of its cells on a line."""
    cells = ",\n".join(json.dumps(cell, separators=(",", ":")) for cell in table["cells"])
    head = json.dumps({key: table[key] for key in table if key != "cells"}, indent=1, ensure_ascii=False)[:-2]
    (DATA / name).write_text(f'{head},\n "cells": [\n{cells}\n ]\n}}\n', encoding="utf-8")


def bid_table() -> dict[str, Any]:
    """Return the fitted cells, with how they were made."""
    made = {
        "what": "tricks taken, in 1024ths, as a sum of features; and the least estimate for each bid",
        "by": "python tools/train.py bids",
        "seed": SEED,
        "deals": DEALS,
        "ridge": RIDGE,
        "players at the table": "the policy `chances` in every seat",
        "deviation": f"of the residual, in 1024ths, from {CHECK_DEALS} other deals",
        "features": list(FEATURES),
    }
    cells = [
        bid_cell(players, size, trump)
        for players in FITTED_PLAYERS
        for size in range(1, FITTED_SIZES + 1)
        for trump in (0, 1)
    ]
    return {**made, "cells": cells}


def bid_cell(players: int, size: int, trump: int) -> dict[str, Any]:
    """Fit one cell; the policy `chances` looks at no bid, so any tables will do."""
    policies, seed, parts = [CHANCES] * players, SEED * 1000 + players * 100 + size * 2 + trump, []
    for deals in ((0, DEALS), (DEALS, CHECK_DEALS)):
        rows = self_play(tables().packed, policies, size, trump, seed, *deals)
        parts.append((rows[:, :-2], rows[:, -1]))
    found = fitted(size, *parts)
    deviation = found["deviation"] / WHOLE
    print(f"{players} players, {size} cards, {'a' if trump else 'no'} trump: {deviation:.2f}", flush=True)
    return {"players": players, "size": size, "trump": bool(trump), **found}


def duel_table(by: Tables) -> dict[str, Any]:
    """Return the fitted cells of `tuned` with two players, with how they were made; *by* are the tables it plays by."""
    made = {
        "what": "tricks taken against one other, in 1024ths, as a sum of features; and the least estimate for each bid",
        "by": "python tools/train.py play",
        "seed": DUEL_SEED,
        "deals": DEALS,
        "ridge": RIDGE,
        "players at the table": "the policy `linear`, which is fitted, and the policy `chances`; both bid by bids.json",
        "deviation": f"of the residual, in 1024ths, from {CHECK_DEALS} other deals",
        "features": list(duel.FEATURES),
    }
    kinds = [(size, trump, last) for size in range(1, FITTED_SIZES + 1) for trump in (0, 1) for last in (0, 1)]
    return {**made, "cells": [duel_cell(*kind, by) for kind in kinds]}


def duel_cell(size: int, trump: int, last: int, by: Tables) -> dict[str, Any]:
    """Fit one cell of who bids first, or last."""
    policies = [CHANCES, LINEAR] if last else [LINEAR, CHANCES]
    seed, parts = DUEL_SEED * 1000 + size * 4 + trump * 2 + last, []
    for deals in ((0, DEALS), (DEALS, CHECK_DEALS)):
        rows = self_play(by.packed, policies, size, trump, seed, *deals)
        own, others_bids = rows[last::2], rows[1 - last :: 2, -2] * last
        features = [
            duel.with_bid(row, bid) for row, bid in zip(own[:, :-2].tolist(), others_bids.tolist(), strict=True)
        ]
        parts.append((np.array(features, np.int64), own[:, -1]))
    return {"size": size, "trump": bool(trump), "last": bool(last), **fitted(size, *parts)}


def self_play(packed: bytes, policies: list[int], size: int, trump: int, seed: int, first: int, deals: int) -> Any:
    """Return a row for each seat of some deals: the features of its holding, its bid, the tricks it took."""
    compiled = kernel()
    assert compiled is not None
    data = compiled.self_play(packed, bytes(policies), size, trump, seed, first, deals)
    return np.frombuffer(data, np.int32).reshape(-1, len(FEATURES) + 2).astype(np.int64)


def fitted(size: int, taught: tuple[Any, Any], checked: tuple[Any, Any]) -> dict[str, Any]:
    """Fit features to tricks, and find the deviation on others of both."""
    features, took = taught
    squares = features.T @ features + RIDGE * np.eye(features.shape[1], dtype=np.int64)
    weights = [round(WHOLE * weight) for weight in solved(squares.tolist(), (features.T @ took).tolist())]
    features, took = checked
    errors = WHOLE * took - features @ np.array(weights)
    deviation = math.isqrt(int((errors * errors).sum()) // len(errors))
    return {"deviation": deviation, "weights": weights, "steps": steps(size, deviation / WHOLE)}


def solved(rows: list[list[int]], right: list[int]) -> list[Fraction]:
    """Return the solution of linear equations in whole numbers, exactly (Bareiss: every division leaves no rest)."""
    system, count, previous = [[*row, value] for row, value in zip(rows, right, strict=True)], len(right), 1
    for at in range(count - 1):
        for row in range(at + 1, count):
            for column in range(at + 1, count + 1):
                product = system[row][column] * system[at][at] - system[row][at] * system[at][column]
                system[row][column] = product // previous
        previous = system[at][at]
    answer = [Fraction(0)] * count
    for at in reversed(range(count)):
        known = sum(system[at][column] * answer[column] for column in range(at + 1, count))
        answer[at] = (system[at][count] - known) / system[at][at]
    return answer


def steps(size: int, deviation: float) -> list[int]:
    """Return the least estimate, in 1024ths, at which each bid from 1 on is worth more than the bid below."""
    found: list[int] = []
    for bid in range(1, size + 1):
        low, high = -4 * WHOLE, 20 * WHOLE
        while high - low > 1:
            middle = (low + high) // 2
            is_better = value(bid, size, middle, deviation) > value(bid - 1, size, middle, deviation)
            low, high = (low, middle) if is_better else (middle, high)
        found.append(max([high, *found]))
    return found


def value(bid: int, size: int, estimate: int, deviation: float) -> float:
    """Return the points that a bid should bring: 10·b·(2·P(T ≥ b) − 1) and the overtricks, T being normal."""

    def reaches(tricks: int) -> float:
        return 0.5 + 0.5 * math.erf((estimate / WHOLE - tricks + 0.5) / deviation / math.sqrt(2))

    made = 10 * bid * (2 * reaches(bid) - 1) if bid else 0.0
    return made + sum(reaches(tricks) for tricks in range(bid + 1, size + 1))


if __name__ == "__main__":
    main()
