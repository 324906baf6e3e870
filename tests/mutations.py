"""Records that carry every claim, and every single change of one: what `tests/test_mutations.py` is about.

A record is a plain dict here, as in JSON. The play is random and legal by the slow oracle; the deals are the seed's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from bluke_cli.replay.dealt import dealt_game
from bluke_cli.rules.cards import names
from bluke_cli.rules.dealing import deal_hand
from bluke_cli.rules.house import HouseRules
from tests import oracle

Plain = dict[str, Any]
Path = tuple[Any, ...]

NAMES = ["Ann", "Bo", "Cy", "Zoë", "Eve", "Gus", "李"]
RULE_VALUES: dict[str, list[Any]] = {
    "schedule": [[1], [2, 1], "2-1-2", "3-1", [3, 1, 3], "13-1-13"],
    "min_bid": [0, 1, 2],
    "hook": [True, False],
    "led_bluke": ["any", "trump", "next-suit"],
    "trump_lead": ["free", "broken"],
    "no_trump_bluke": ["power", "powerless"],
    "points": [0, 1, 5, 10, 11],
    "overtrick": [-1, 0, 1, 2],
    "bag_limit": [1, 2, 3],
    "bag_penalty": [0, 1, 50],
    "tie": ["shared", "most-made"],
}


class Mutation(NamedTuple):
    """One change: what was done, where, and the record after it."""

    kind: str
    path: Path
    record: Plain


# Records with every claim


def full_game(rng: random.Random, players: int, **house: Any) -> Plain:
    """Return a whole game, every card written, with every claim that the format knows."""
    rules = oracle.rules_with(**house)
    record = dealt_game(str(rng.random()), rng.randint(1, 9), NAMES[:players], HouseRules.from_mapping(house, players))
    dealer = NAMES.index(record["dealer"])
    history: list[tuple[list[int], list[int]]] = []
    for hand in record["hands"]:
        size = len(hand["dealt"][0].split())
        cut = rng.choice([0, 0, rng.randrange(54 - size * players)])
        if cut:
            origin = record["deal"]
            deal = deal_hand(
                origin["seed"], origin["game"], hand["hand"], players=players, size=size, dealer=dealer, cut=cut
            )
            hand.update(up=names([deal.up]), cut=cut)
        trump = oracle.trump_of(hand["up"])
        holdings = [text.split() for text in hand["dealt"]]
        hand.update(size=size, dealer=NAMES[dealer], trump=trump or "none")
        hand["bids"] = _bids(rng, players, size, dealer, rules)
        hand["tricks"], hand["took"] = _tricks(rng, holdings, dealer, trump, rules)
        history.append((hand["bids"], hand["took"]))
        dealer = (dealer + 1) % players
    return _with_sums(record, history, players, rules)


def score_sheet(rng: random.Random, players: int, **house: Any) -> Plain:
    """Return a score sheet without cards, with every claim that such a one can carry."""
    rules = oracle.rules_with(**house)
    sizes = rules["schedule"] or oracle.default_schedule(players)
    dealer = rng.randrange(players)
    record: Plain = {"bluke": 1, "players": NAMES[:players], "dealer": NAMES[dealer]}
    if house:
        record["rules"] = house
    record["hands"] = []
    history = []
    for number, size in enumerate(sizes, 1):
        took = [0] * players
        for _ in range(size):
            took[rng.randrange(players)] += 1
        bids = _bids(rng, players, size, dealer, rules)
        record["hands"].append({"hand": number, "size": size, "dealer": NAMES[dealer], "bids": bids, "took": took})
        history.append((bids, took))
        dealer = (dealer + 1) % players
    return _with_sums(record, history, players, rules)


def _bids(rng: random.Random, players: int, size: int, dealer: int, rules: Plain) -> list[int]:
    bids, so_far = [0] * players, list[int]()
    for step in range(players):
        so_far.append(rng.choice(oracle.legal_bids(so_far, players, size, rules)))
        bids[(dealer + 1 + step) % players] = so_far[-1]
    return bids


def _tricks(
    rng: random.Random, holdings: list[list[str]], dealer: int, trump: str | None, rules: Plain
) -> tuple[list[str], list[int]]:
    players = len(holdings)
    leader, broken = (dealer + 1) % players, False
    took, tricks = [0] * players, []
    while holdings[0]:
        trick: list[str] = []
        for step in range(players):
            holding = holdings[(leader + step) % players]
            card = rng.choice(oracle.legal_cards(holding, trick, trump, rules, broken))
            broken = broken or oracle.breaks_trump(card, trick, trump)
            holding.remove(card)
            trick.append(card)
        tricks.append(" ".join(trick))
        leader = (leader + oracle.winner(trick, trump, rules)) % players
        took[leader] += 1
    return tricks, took


def _with_sums(record: Plain, history: list[tuple[list[int], list[int]]], players: int, rules: Plain) -> Plain:
    for at, (hand, score) in enumerate(zip(record["hands"], oracle.scores(history, players, rules), strict=True), 1):
        hand["score"] = score
        hand["total"] = oracle.totals(history[:at], players, rules)
    record["final"] = oracle.totals(history, players, rules)
    record["winners"] = [NAMES[seat] for seat in oracle.winners(history, players, rules)]
    return record


# Every single change


def mutations(record: Plain) -> Iterator[Mutation]:
    """Yield the record with each single change of a value, a card, an entry or a key."""
    for path, value in list(_values(record)):
        for kind, other in _others(path, value, record):
            yield Mutation(kind, path, replaced(record, path, other))
    for key in ("bluke", "players", "dealer", "scorekeeper", "draw", "rules", "deal", "hands", "final", "winners"):
        if key in record:
            yield Mutation("less", (key,), dropped(record, (key,)))
    for number, hand in enumerate(record["hands"]):
        for key in hand:
            yield Mutation("less", ("hands", number, key), dropped(record, ("hands", number, key)))
    for key, values in RULE_VALUES.items():
        old = record.get("rules", {}).get(key)
        for value in values:
            if type(value) is not type(old) or value != old:
                rules = {**record.get("rules", {}), key: value}
                yield Mutation("rule", ("rules", key), {**record, "rules": rules})
        if old is not None:
            yield Mutation("rule", ("rules", key), dropped(record, ("rules", key)))


def _values(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield everything in a record, lists and texts included, with its path; house rules are changed apart."""
    if path:
        yield path, part
    if path == ("rules",):
        return
    for step in part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
        yield from _values(part[step], (*path, step))


def _others(path: Path, value: Any, record: Plain) -> Iterator[tuple[str, Any]]:
    if isinstance(value, int):
        yield from (("number", other) for other in {value + 1, value - 1, -value, 0, value + 10} - {value})
        yield "null", None
        yield "text", str(value)
    elif isinstance(value, list):
        yield from _other_lists(value)
    elif isinstance(value, str) and _holds_cards(path):
        yield from _other_cards(value, one=path[-1] == "up")
    elif path[-1] == "trump":
        yield from (("trump", other) for other in ("C", "D", "H", "S", "none") if other != value)
    elif path[-1] in ("seed", "method"):
        yield from (("text", other) for other in (value + " ", value[:-1], value.swapcase(), "x") if other != value)
    elif isinstance(value, str):
        yield from (("name", other) for other in [*record["players"], "Dee", value + " "] if other != value)


def _holds_cards(path: Path) -> bool:
    return path[-1] == "up" or path[-2:-1] in (("draw",), ("dealt",), ("tricks",))


def _other_lists(value: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    for at in range(len(value)):
        yield "drop", value[:at] + value[at + 1 :]
        yield "twice", value[: at + 1] + value[at:]
        for other in range(at):
            if value[at] != value[other]:
                swapped = list(value)
                swapped[at], swapped[other] = value[other], value[at]
                yield "swap", swapped


def _other_cards(text: str, *, one: bool) -> Iterator[tuple[str, str]]:
    cards = text.split()
    for at, card in enumerate(cards):
        for other in (*oracle.PACK, card + "!", "1H"):
            if other != card:
                yield "card", " ".join([*cards[:at], other, *cards[at + 1 :]])
        yield "drop", " ".join(cards[:at] + cards[at + 1 :])
        yield "twice", " ".join([*cards[: at + 1], card, *cards[at + 1 :]])
        for before in range(0 if one else at):
            swapped = list(cards)
            swapped[at], swapped[before] = cards[before], card
            yield "swap", " ".join(swapped)


def replaced(record: Plain, path: Path, value: Any) -> Plain:
    """Return the record with another value at *path*; parts that are not on the way are shared."""
    copy: Any = dict(record)
    part = copy
    for step in path[:-1]:
        part[step] = dict(part[step]) if isinstance(part[step], dict) else list(part[step])
        part = part[step]
    part[path[-1]] = value
    return copy  # type: ignore[no-any-return]


def dropped(record: Plain, path: Path) -> Plain:
    """Return the record without the key at *path*."""
    copy = deepcopy(record)
    part: Any = copy
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    return copy
