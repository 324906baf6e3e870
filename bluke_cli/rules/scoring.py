"""Scoring: what a hand is worth, and the running totals of a game.

Points are ints and may be negative. A bid is **made** when at least that many tricks were taken, else the player is
**set**.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.rules.house import HouseRules


def is_set(bid: int, took: int) -> bool:
    """Return whether a player who bid *bid* and took *took* tricks is set."""
    return took < bid


def hand_score(bid: int, took: int, rules: HouseRules) -> int:
    """Return the points for one player's hand, bag penalties left out (RULES 11).

    >>> hand_score(6, 8, HouseRules()), hand_score(5, 3, HouseRules())
    (62, -50)
    """
    if took < bid:
        return -rules.points * bid
    return rules.points * bid + rules.overtrick * (took - bid)


class Tally:
    """The running totals of a game; all lists are by seat.

    `totals` are points so far, `bags` overtricks of the game, `made` the sum of made bids (for `tie: most-made`).
    """

    __slots__ = ("bags", "made", "rules", "totals")

    def __init__(self, players: int, rules: HouseRules) -> None:
        self.rules = rules
        self.totals = [0] * players
        self.bags = [0] * players
        self.made = [0] * players

    def settle(self, bids: Sequence[int], took: Sequence[int]) -> list[int]:
        """Enter one hand, bids and tricks taken by seat, and return its points, bag penalties included."""
        rules, scores = self.rules, []
        for seat, (bid, tricks) in enumerate(zip(bids, took, strict=True)):
            points = hand_score(bid, tricks, rules)
            if tricks >= bid:
                self.made[seat] += bid
                points -= self._penalty(seat, tricks - bid)
            scores.append(points)
            self.totals[seat] += points
        return scores

    def _penalty(self, seat: int, overtricks: int) -> int:
        """Enter the overtricks of a made bid and return the penalty points they bring."""
        limit, penalty = self.rules.bag_limit, self.rules.bag_penalty
        before = self.bags[seat]
        self.bags[seat] = after = before + overtricks
        return 0 if limit is None or penalty is None else penalty * (after // limit - before // limit)

    def winners(self) -> list[int]:
        """Return the seats of the winner, or of all joint winners (RULES 12)."""
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    def places(self) -> list[int]:
        """Return each seat's place, joint places alike: 1, 1, 3 (RULES 12)."""
        return places(self.totals, self.made, self.rules)


def places(totals: Sequence[int], made: Sequence[int], rules: HouseRules) -> list[int]:
    """Return each seat's place for these final totals and sums of made bids.

    >>> places([51, 51, 40], [7, 9, 3], HouseRules()), places([51, 51, 40], [7, 9, 3], HouseRules(tie="most-made"))
    ([1, 1, 3], [2, 1, 3])
    """
    best = max(totals)
    use_made = rules.tie == "most-made"
    keys = [(total, made[seat] if use_made and total == best else 0) for seat, total in enumerate(totals)]
    return [1 + sum(other > key for other in keys) for key in keys]
