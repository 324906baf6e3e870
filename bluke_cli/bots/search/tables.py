"""The coefficients of the built-in bots: data made by `make train`, read once.

`bids.json` holds a cell for each number of players, hand size, and trump or not: the weights of the features of a
holding (`estimate.FEATURES`), and for each bid the least estimate that is worth it. `play.json` holds the weights of
the linear policy (`features.FEATURES`) by players, trump or not, place in the trick, and with two players situation
(`features.SITUATIONS`).
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from bluke_cli.bots.search.features import SITUATIONS

FITTED_PLAYERS = (2, 3, 4)
FITTED_SIZES = 13
PLACES = ("lead", "middle", "last")
ANY = "any"
"""Where one cell of weights serves all situations."""


class BidCell(NamedTuple):
    """The fit of one kind of hand, in 1024ths of a trick; `steps` are by bid from 1."""

    weights: tuple[int, ...]
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)  # what is remembered of them is found by their identity
class Tables:
    """All coefficients: `bids` by (players, size, has trump), `play` by (players, has trump, place in the trick).

    Those of `play` are a list by situation, all the same but with two players.
    `packed` is the same as numbers of 32 bits for the kernel.
    """

    bids: dict[tuple[int, int, bool], BidCell]
    play: dict[tuple[int, bool, int], list[tuple[int, ...]]]
    packed: bytes


@cache
def tables() -> Tables:
    """Return the tables that come with the package."""
    return made_tables(read("bids.json"), read("play.json"))


def read(name: str) -> dict[str, Any]:
    """Return the data of a file that comes with the package."""
    found: dict[str, Any] = json.loads(files("bluke_cli.bots").joinpath("data", name).read_text(encoding="utf-8"))
    return found


def made_tables(bids: dict[str, Any], play: dict[str, Any]) -> Tables:
    """Return the tables that two files hold."""
    bid_cells = {
        (cell["players"], cell["size"], cell["trump"]): BidCell(tuple(cell["weights"]), tuple(cell["steps"]))
        for cell in bids["cells"]
    }
    play_cells: dict[tuple[int, bool, int], list[tuple[int, ...]]] = {}
    for cell in play["cells"]:
        kind = (cell["players"], cell["trump"], PLACES.index(cell["place"]))
        for number, situation in enumerate(SITUATIONS):
            if cell["situation"] in (situation, ANY):
                play_cells.setdefault(kind, [()] * len(SITUATIONS))[number] = tuple(cell["weights"])
    numbers = array("i")
    kinds = [
        (players, size, trump)
        for players in FITTED_PLAYERS
        for size in range(1, FITTED_SIZES + 1)
        for trump in (False, True)
    ]
    for kind in kinds:
        numbers.extend(bid_cells[kind].weights)
    for kind in kinds:
        numbers.extend((*bid_cells[kind].steps, *[0] * (FITTED_SIZES - kind[1])))
    for players in FITTED_PLAYERS:
        for trump in (False, True):
            for place in range(3):
                for weights in play_cells[players, trump, place]:
                    numbers.extend(weights)
    return Tables(bid_cells, play_cells, numbers.tobytes())
