"""Bidding: which bids a player may make."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.house import HouseRules


def hooked_bid(bids: Sequence[int], players: int, size: int, rules: HouseRules) -> int | None:
    """Return the one bid that the hook forbids after *bids*, None where it forbids none.

    *bids* are in bidding order. The hook binds the dealer, who bids last, and is void if it would leave no legal bid.
    """
    if not rules.hook or len(bids) != players - 1:
        return None
    forbidden = size - sum(bids)
    # with one legal bid only, the others' bids alone exceed the hand size, and nothing is forbidden
    return forbidden if rules.min_bid <= forbidden <= size else None


def legal_bids(bids: Sequence[int], players: int, size: int, rules: HouseRules) -> list[int]:
    """Return the bids open to the next player after *bids*, lowest first (RULES 7).

    >>> legal_bids([1, 2], 3, 4, HouseRules(hook=True))
    [2, 3, 4]
    """
    forbidden = hooked_bid(bids, players, size, rules)
    return [bid for bid in range(rules.min_bid, size + 1) if bid != forbidden]


def check_bid(bid: int, bids: Sequence[int], players: int, size: int, rules: HouseRules) -> None:
    """Raise RuleViolation ``bid-range`` or ``bid-hook`` if *bid* may not follow *bids* (in bidding order)."""
    if not rules.min_bid <= bid <= size:
        lowest = rules.min_bid
        span = f"is {lowest}" if lowest == size else f"is from {lowest} to {size}"
        raise RuleViolation("bid-range", f"a bid in a hand of {size} {span}, not {bid} (RULES 7)")
    if bid == hooked_bid(bids, players, size, rules):
        reason = f"the dealer may not bid {bid}, which makes the bids add up to {size} (house rule hook)"
        raise RuleViolation("bid-hook", reason)
