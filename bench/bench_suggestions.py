"""How often the first suggestion is what was there before a slip: cards in whole games, sums on score sheets.

Slips are seeded; those that leave a record without any finding are counted apart.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from bluke_cli.audit.audit import audit
from bluke_cli.audit.budget import Budget
from bluke_cli.audit.repair import set_values
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.record.models import GameRecord

SLIPS = 200
RANKS, SUITS = "23456789TJQKA", "CDHS"


def lines() -> Iterator[str]:
    """Yield a line for each kind of record."""
    games = [json.loads(result.line) for result in play(make_plan(["rules", "novice"], seed="slips", games=10))]
    bare = [{key: value for key, value in game.items() if key != "deal"} for game in games]
    yield _share("card slips in whole games with their seed, first suggestion right", *_cards(games), ">= 80 %")
    yield _share("card slips in whole games without seed or deal", *_cards(bare), "")
    yield _share("slips on score sheets with points and totals, first suggestion right", *_sums(bare), ">= 90 %")


def _share(name: str, right: int, unseen: int, target: str) -> str:
    seen = f", {unseen} more left no trace" if unseen else ""
    return f"{name:<72} {100 * right / SLIPS:5.1f} % of {SLIPS}{target and ' ' + target}{seen}"


def _findings(plain: dict[str, Any]) -> list[Any]:
    found = audit(GameRecord.model_validate(plain), budget=Budget())
    return [finding for finding in found if finding.severity == "error"]


def _cards(games: list[dict[str, Any]]) -> tuple[int, int]:
    rng, right, unseen, done = random.Random(1), 0, 0, 0
    while done < SLIPS:
        game = json.loads(json.dumps(rng.choice(games)))
        index = rng.choices(range(25), [len(hand["tricks"]) for hand in game["hands"]])[0]
        tricks = game["hands"][index]["tricks"]
        before, trick = list(tricks), rng.randrange(len(tricks))
        tricks[trick] = _slipped(tricks[trick].split(), rng)
        if tricks == before:
            continue
        found = _findings(game)
        if not found:
            unseen += 1
            continue
        done += 1
        edits = next((finding.edits for finding in found if finding.edits), ())
        fixed = set_values(game, edits)["hands"][index]["tricks"]
        suggestion = next((finding.fix for finding in found if finding.fix), "")
        right += fixed == before or f"trick {trick + 1}: {before[trick]}" == suggestion
    return right, unseen


def _slipped(cards: list[str], rng: random.Random) -> str:
    one, two = rng.sample(range(len(cards)), 2)
    kind = rng.choice(["rank", "suit", "swap", "missing"])
    if kind == "swap":
        cards[one], cards[two] = cards[two], cards[one]
    elif kind == "missing":
        del cards[one]
    elif cards[one] not in ("LO", "HI"):
        rank, suit = cards[one]
        cards[one] = rng.choice(RANKS) + suit if kind == "rank" else rank + rng.choice(SUITS)
    return " ".join(cards)


def _sums(games: list[dict[str, Any]]) -> tuple[int, int]:
    rng, right, unseen, done = random.Random(2), 0, 0, 0
    while done < SLIPS:
        sheet = json.loads(json.dumps(rng.choice(games)))
        for hand in sheet["hands"]:
            del hand["tricks"]
        expected = _sum_slip(sheet, rng)
        if expected is None:
            continue
        found = _findings(sheet)
        if not found:
            unseen += 1
            continue
        done += 1
        right += f"perhaps {expected}" in found[0].message
    return right, unseen


def _sum_slip(sheet: dict[str, Any], rng: random.Random) -> str | None:
    """Make one slip; return the words in which it should be told, None where it cannot be made there."""
    index = rng.randrange(25)
    hand, names = sheet["hands"][index], sheet["players"]
    a, b = sorted(rng.sample(range(len(names)), 2))
    pair = f"{names[a]} and {names[b]}"
    kind = rng.choice(["ten", "overtrick", "exchange", "took", "points"])
    over = hand["took"][a] - hand["bids"][a]
    if kind == "ten":
        _carry(sheet, index, {a: rng.choice([-10, 10])})
        return "a slip of 10"
    if kind == "overtrick" and over > 0:
        hand["score"][a] -= over
        _carry(sheet, index, {a: -over})
        return "the overtricks were forgotten" if over > 1 else "the overtrick was forgotten"
    if kind == "exchange" and over and hand["took"][a]:
        hand["bids"][a], hand["took"][a] = hand["took"][a], hand["bids"][a]
        return f"bid and took of {names[a]} were exchanged"
    if kind == "took" and hand["took"][a] != hand["took"][b]:
        hand["took"][a], hand["took"][b] = hand["took"][b], hand["took"][a]
        return f"the tricks of {pair} were exchanged"
    by = hand["score"][b] - hand["score"][a]
    if kind == "points" and by:
        _carry(sheet, index, {a: by, b: -by})
        return f"the points of {pair} were exchanged"
    return None


def _carry(sheet: dict[str, Any], index: int, slips: dict[int, int]) -> None:
    for seat, by in slips.items():
        for hand in sheet["hands"][index:]:
            hand["total"][seat] += by
        sheet["final"][seat] += by
    best = max(sheet["final"])
    sheet["winners"] = [name for name, total in zip(sheet["players"], sheet["final"], strict=True) if total == best]
