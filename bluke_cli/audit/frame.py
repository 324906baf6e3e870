"""What a record says around its hands, for the quick ways: players, house rules, who deals first, and all the rest.

What is not seen to be in order here is not known to be wrong: the readable way must be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple

from bluke_cli.record.limits import FORMAT_VERSION, MAX_SEED
from bluke_cli.record.names import MAX_NAME, is_name
from bluke_cli.record.shape import ORIGIN_KEYS
from bluke_cli.rules.card_bytes import card_bytes
from bluke_cli.rules.dealing import METHOD, Draw, draw_for_deal, first_draw, judge_draw
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS, HouseRules
from bluke_cli.rules.quick import is_quick

_TEXTS = frozenset({"date", "event", "site", "note"})
_BOTS = frozenset({str, type(None)})
_GAME_KEYS_KNOWN = frozenset(
    {
        *("bluke", "players", "dealer", "scorekeeper", "draw", "rules", "deal", "hands", "final", "winners"),
        *(*_TEXTS, "bots", "match"),
    }
)
"""The keys that are known here, which are not all that there are: with another a record is not vouched for."""

_DEFAULT = HouseRules()


class Frame(NamedTuple):
    """The frame of a game: `dealer` is the seat that deals first, `origin` what stands under `deal`."""

    players: list[str]
    rules: HouseRules
    sizes: Sequence[int]
    dealer: int
    origin: Mapping[str, Any] | None


def frame_of(value: dict[str, Any]) -> Frame | None:
    """Return the frame of a record, None if it is not seen to be in order.

    Raises TypeError, KeyError, ValueError or AttributeError where something is not of the kind that it should be.
    """
    players = value["players"]
    if not _are_names(players) or not _is_about(value, players):
        return None
    rules = _rules_of(value, len(players))
    dealer = None if rules is None else _dealer_of(value, players)
    if rules is None or dealer is None:
        return None
    return Frame(players, rules, rules.hand_sizes(len(players)), dealer, value.get("deal"))


def are_numbers(column: Sequence[Any], players: int) -> bool:
    """Return whether every entry is a list of whole numbers, one for each player."""
    return (
        set(map(type, column)) == {list}
        and set(map(len, column)) == {players}
        and set(map(type, chain.from_iterable(column))) == {int}
    )


def claims_result(value: Mapping[str, Any], totals: Sequence[int], winners: Sequence[str]) -> bool:
    """Return whether `final` and `winners`, where they are written, are these."""
    written = value.get("winners", winners)
    return bool(value.get("final", totals) == totals) and (written == winners or sorted(written) == sorted(winners))


def _are_names(players: Any) -> bool:
    if type(players) is not list or not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        return False
    return max(map(len, players)) <= MAX_NAME and _are_sound(tuple(players))  # which remembers no long texts


@lru_cache(maxsize=256)
def _are_sound(names: tuple[str, ...]) -> bool:
    return all(map(is_name, names)) and len(set(names)) == len(names)


def _is_about(value: dict[str, Any], players: list[str]) -> bool:
    """Return whether nothing is wrong with what the record holds beside its hands, house rules and dealer."""
    bots, winners = value.get("bots", players), value.get("winners", players)
    final = value.get("final", [0] * len(players))
    return (
        type(value["bluke"]) is int
        and value["bluke"] == FORMAT_VERSION
        and value.keys() <= _GAME_KEYS_KNOWN
        and None not in value.values()
        and (_TEXTS.isdisjoint(value) or all(type(value[key]) is str for key in _TEXTS if key in value))
        and type(bots) is list
        and len(bots) == len(players)
        and _BOTS.issuperset(map(type, bots))
        and type(value.get("match", {})) is dict
        and (len(final) == len(players) and type(final) is list and set(map(type, final)) <= {int})
        and type(winners) is list
        and len(winners) <= len(players)
        and all(map(players.__contains__, winners))
    )


def _rules_of(value: dict[str, Any], players: int) -> HouseRules | None:
    """Return the house rules if they are sound, and known to the quick ways."""
    written = value.get("rules")
    if written is None:
        return _DEFAULT
    if type(written) is not dict or None in written.values():
        return None
    rules = HouseRules.from_mapping(written, players)
    return rules if is_quick(rules) else None


def _dealer_of(value: dict[str, Any], players: list[str]) -> int | None:
    """Return the seat that deals first, None if that, the draw or the origin of the deal is not in order."""
    origin, texts, dealer = value.get("deal"), value.get("draw"), value.get("dealer")
    if origin is not None and not _is_origin(origin):
        return None
    keeper = value.get("scorekeeper")
    if texts is None:
        return players.index(value["dealer"]) if keeper is None or keeper in players else None
    if type(texts) is not list or len(texts) != len(players):
        return None
    draw = _draw_of(texts)
    if draw is None or dealer not in (None, players[draw.dealer]) or keeper not in (None, players[draw.scorekeeper]):
        return None
    if origin is not None and draw != draw_for_deal(origin["seed"], origin["game"], len(players)):
        return None
    return draw.dealer


def _draw_of(texts: list[str]) -> Draw | None:
    """Return what the cards drawn decide; None if they are not written canonically."""
    cards = card_bytes(texts)
    draw = None if cards is None else first_draw(cards)
    if draw is not None:
        return draw
    cards = card_bytes(" ".join(texts).split(" "))  # for some drew again
    if cards is None:
        return None
    rest = iter(cards)
    return judge_draw([list(islice(rest, (len(text) + 1) // 3)) for text in texts])


def _is_origin(origin: dict[str, Any]) -> bool:
    return (
        origin.keys() == set(ORIGIN_KEYS)
        and origin["method"] == METHOD
        and type(origin["seed"]) is str
        and 1 <= len(origin["seed"]) <= MAX_SEED
        and type(origin["game"]) is int
        and origin["game"] >= 1
    )
