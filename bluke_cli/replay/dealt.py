"""A game as a seed deals it, as the plain dict of a record: facts only, nothing played yet.

Kept apart from the models, so that dealing needs neither pydantic nor YAML.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bluke_cli.record.limits import FORMAT_VERSION
from bluke_cli.rules.cards import names
from bluke_cli.rules.dealing import METHOD, deal_hand, draw_for_deal
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import dealer_of_hand


def new_seed() -> str:
    """Return a seed of 256 random bits, as 64 hex digits: every order of the pack is within reach."""
    import secrets  # dear to import, and a seed is mostly given

    return secrets.token_hex(32)


def dealt_game(
    seed: str, game: int, players: Sequence[str], rules: HouseRules, hands: Sequence[int] | None = None
) -> dict[str, Any]:
    """Return the record of a game dealt by `bluke-deal-1`, never cut, keys in the order of the documents.

    *hands* are the numbers of the hands wanted, rising; None is all of them. Holdings are in pack order.
    """
    count, sizes = len(players), rules.hand_sizes(len(players))
    draw = draw_for_deal(seed, game, count)
    record: dict[str, Any] = {
        "bluke": FORMAT_VERSION,
        "players": list(players),
        "dealer": players[draw.dealer],
        "scorekeeper": players[draw.scorekeeper],
        "draw": [names(cards) for cards in draw.cards],
    }
    differing = rules.differing(count)
    if differing:
        record["rules"] = differing
    record["deal"] = {"method": METHOD, "seed": seed, "game": game}
    record["hands"] = []
    for number in range(1, len(sizes) + 1) if hands is None else hands:
        dealer = dealer_of_hand(draw.dealer, number, count)
        deal = deal_hand(seed, game, number, players=count, size=sizes[number - 1], dealer=dealer)
        dealt = [names(sorted(cards)) for cards in deal.holdings]
        record["hands"].append({"hand": number, "up": names([deal.up]), "dealt": dealt})
    return record


def new_sheet(seed: str, players: Sequence[str], rules: HouseRules) -> dict[str, Any]:
    """Return the record of a game about to begin at a table of its own cards: the draw is that of game 1 of *seed*.

    The seed is left out, for it would claim the cards of the hands as well.
    """
    return {key: value for key, value in dealt_game(seed, 1, players, rules, ()).items() if key != "deal"}
