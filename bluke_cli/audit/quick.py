"""The quick way to see that a record is in order: a whole game in which nothing is to be found.

It works on the plain value of a record, before a model is made of it, and asks each question of all hands at once.
`examine` and `rescore` ask here first. What is said here is true, for every kind of key and value that is let pass is
known to be right; None or False means only that the readable way (`record.models`, `audit`) must be asked. Tests prove
that both agree on every sample, on thousands of mutants and under all house rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from bluke_cli.audit.columns import Columns, HandColumns, Sums
from bluke_cli.audit.frame import Frame, claims_result, frame_of
from bluke_cli.record.shape import GAME_KEYS, HAND_KEYS, ORIGIN_KEYS, keys_in_order
from bluke_cli.record.tree import Loaded
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.quick import by_hand, sums

_HAND_KEYS_KNOWN = frozenset(
    {"hand", "size", "dealer", "trump", "up", "bids", "tricks", "took", "score", "total", "note"},
)
"""The keys of a hand that `Columns` knows, which are not all that there are."""


def is_in_order(value: Any) -> bool:
    """Return True if *value* is a complete game without any finding; False if that cannot be seen quickly."""
    seen = _seen(value)
    if seen is None:
        return False
    game, right = seen
    return game.claims_sums(right) and claims_result(value, right.final(game.players), right.winners)


def vouch_for_all(loaded: Loaded) -> bool | None:
    """Return True if a text holds a complete game without any finding, else None."""
    return is_in_order(loaded.value) or None


def vouch_for_facts(loaded: Loaded) -> Sums | None:
    """Return the right sums if a text holds a complete game with no finding but about its sums, else None."""
    return right_sums(loaded.value)


def right_sums(value: Any) -> Sums | None:
    """Return the sums of a complete game with no finding but about its sums, None if it is not seen to be one."""
    seen = _seen(value)
    return None if seen is None else seen[1]


def with_sums(value: Mapping[str, Any], right: Sums) -> dict[str, Any]:
    """Return a record with all its sums made right, and in normal form: `rescored` and `normalised` in one."""
    players = len(value["players"])
    columns = [by_hand(sums, players) for _, sums in right.columns()]
    hands = [
        _with_keys_in_order(hand | {"took": took, "score": score, "total": total}, HAND_KEYS)
        for hand, took, score, total in zip(value["hands"], *columns, strict=True)
    ]
    return with_result({**value, "hands": hands}, right.rules, right.final(players), right.winners)


def with_result(value: dict[str, Any], rules: HouseRules, final: list[int], winners: list[str]) -> dict[str, Any]:
    """Return a record with its result made right, and all but the hands in normal form."""
    is_known = sorted(value.get("winners", ())) == sorted(winners)
    found = {**value, "final": final, "winners": value["winners"] if is_known else winners}
    if "deal" in value:
        found["deal"] = _with_keys_in_order(value["deal"], ORIGIN_KEYS)
    if "rules" in value:
        found["rules"] = rules.differing(len(value["players"]))
        if not found["rules"]:
            del found["rules"]
    return _with_keys_in_order(found, GAME_KEYS)


def _with_keys_in_order(part: dict[str, Any], order: tuple[str, ...]) -> dict[str, Any]:
    keys = tuple(part)
    wanted = keys_in_order(keys, order)
    return part if keys == wanted else {key: part[key] for key in wanted}


def _seen(value: Any) -> tuple[Columns, Sums] | None:
    """Return the hands and the right sums of a complete game with no finding but about its sums, else None."""
    try:
        return _looked_at(value)
    except (TypeError, KeyError, ValueError, AttributeError):
        return None  # something is not of the kind that it should be


def _looked_at(value: dict[str, Any]) -> tuple[Columns, Sums] | None:
    hands, frame = value["hands"], frame_of(value)
    if frame is None or type(hands) is not list or len(hands) != len(frame.sizes):
        return None
    if not all(map(_HAND_KEYS_KNOWN.issuperset, hands)) or None in chain.from_iterable(map(dict.values, hands)):
        return None
    game = HandColumns(hands, frame)
    right = sums_of(game, frame) if game.are_well_formed() else None
    return None if right is None else (game, right)


def sums_of(game: Columns, frame: Frame) -> Sums | None:
    """Return the right sums of a complete game if nothing else is wrong with its hands, else None."""
    bids = game.bids(frame.rules.min_bid) if game.are_numbered() else None
    took = None if bids is None else game.took()
    if bids is None or took is None:
        return None
    scores, totals, winners = sums(bids, took, game.players, frame.rules)
    return Sums(took, scores, totals, [frame.players[seat] for seat in winners], frame.rules)
