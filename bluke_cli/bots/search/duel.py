"""What the bot `tuned` bids with two players: its own play, and what the other has bid, counted in.

It takes more tricks than `rules` from the same cards, and the one who bids last has heard how strong the other is. So
there are tables of their own for hands of each size, with trump or without, for the first bid and for the last, fitted
to the tricks that `tuned` took against `rules` (`tools/train.py`). Only the bot itself bids by them: what the search
takes others to bid is in `estimate`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from bluke_cli.bots.search import estimate
from bluke_cli.bots.search.tables import BidCell, read
from bluke_cli.rules.cards import Mask

FEATURES = (
    *estimate.FEATURES,
    "other's bid",
    "other's bid, squared",
    "other's bid, trumps",
    "other's bid, aces",
    "other's bid, Blukes",
    "other bids one",
    "other bids two",
    "other's bid, side voids",
)
"""What is counted in a holding, and, by the one who bids last, in the other's bid; products of both."""

PLAYERS = 2


def features(holding: Mask, trump: int | None, other_bid: int | None) -> list[int]:
    """Return the features of a holding in the order of `FEATURES`; *other_bid* is None for who bids first."""
    return with_bid(estimate.hand_features(holding, trump, other_bid is None, other_bid is not None), other_bid or 0)


def with_bid(found: list[int], bid: int) -> list[int]:
    """Return what was counted in a holding by `estimate`, and what the other's bid makes of it; 0 is no bid."""
    aces, blukes = found[7] + found[13], found[1] + found[2]
    return [
        *found,
        *(bid, bid * bid, bid * found[6], bid * aces, bid * blukes, int(bid == 1), int(bid == 2), bid * found[23]),
    ]


Cells = dict[tuple[int, bool, bool], BidCell]
"""Tables by size, whether there is a trump, and whether it bids last."""


def wanted_bid(holding: Mask, size: int, trump: int | None, other_bid: int | None, cells: Cells) -> int:
    """Return the bid that should bring most points by the default rules of scoring; it may be 0."""
    cell = cells[size, trump is not None, other_bid is not None]
    expected = sum(
        weight * feature
        for weight, feature in zip(cell.weights, features(holding, trump, other_bid), strict=True)
        if feature
    )
    return sum(step <= expected for step in cell.steps)


@cache
def cells() -> Cells:
    """Return the tables that come with the package."""
    return made_cells(read("duel.json"))


def made_cells(table: dict[str, Any]) -> Cells:
    """Return the tables that a file holds."""
    return {
        (cell["size"], cell["trump"], cell["last"]): BidCell(tuple(cell["weights"]), tuple(cell["steps"]))
        for cell in table["cells"]
    }
