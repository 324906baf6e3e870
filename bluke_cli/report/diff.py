"""The differences of two records as lines: for people, and as JSON for programs.

A line stands for itself, so that it can be found again with `grep`: the place, what differs, ``old → new``. Facts come
without a mark, ``so`` marks what follows from them, ``claim`` a claim, ``about`` what is said about the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from bluke_cli.audit.sides import Difference
from bluke_cli.diagnostics import counted
from bluke_cli.report.text import json_visible, visible
from bluke_cli.rules.house import setting_text

MARKS = {"fact": "", "follows": "so ", "claim": "claim ", "about": "about "}
WORDS = {"up": "turn-up", "took": "tricks taken", "deal.seed": "seed", "standing": "total", "stopped": "stopped"}
MANY = {
    "leader": "tricks led by another player",
    "winner": "tricks won by another player",
    "took": "other tricks taken",
    "score": "other points",
    "fault": "other plays break a rule",
    "ended": "told to another end",
}
FEW = 3
"""Up to so many hands in which only what follows is different are told one by one."""


def difference_json(difference: Difference, record: int) -> str:
    """Return a difference as one line of JSON; *record* is the number of the record, from 1."""
    plain = {"record": record, **asdict(difference)}
    return json_visible(json.dumps(plain, ensure_ascii=False, separators=(",", ":")))


def difference_lines(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield the lines for the differences of one record."""
    singly = _told_singly(differences)
    tricks = {(each.hand, each.trick) for each in differences if each.kind == "fact" and each.trick is not None}
    lines: list[str] = []
    for kind in MARKS:
        mine = [each for each in differences if each.kind == kind]
        alike = [each for each in mine if _is_one_of_many(each, singly)]
        if kind == "follows":
            mine = [each for each in mine if each.what != "winner" or (each.hand, each.trick) not in tricks]
        rest = [each for each in mine if each not in alike]
        at_end = [each for each in rest if kind == "follows" and (each.hand is None or each.what == "standing")]
        lines += _places(kind, [each for each in rest if each not in at_end], differences)
        lines += _many(kind, alike)
        lines += _places(kind, at_end, differences)
    return map(visible, lines)


def _places(kind: str, parts: Sequence[Difference], differences: Sequence[Difference]) -> Iterator[str]:
    """Yield the lines for each trick, hand or the game in turn; the fact of a trick has its new winner beside it."""
    for (hand, trick), group in groupby(parts, lambda each: (each.hand, each.trick)):
        here = list(group)
        if kind == "fact" and trick is not None:
            here += [
                each
                for each in differences
                if (each.kind, each.what, each.hand, each.trick) == ("follows", "winner", hand, trick)
            ]
        yield from _lines(kind, hand, trick, here)


def _told_singly(differences: Iterable[Difference]) -> set[int | None]:
    """Return the hands of which all is told that follows: those with facts of their own, and others if they are few."""
    touched = {each.hand for each in differences if each.kind == "fact"}
    others = {each.hand for each in differences if each.kind == "follows"} - touched - {None}
    return touched | (others if len(others) <= FEW else set())


def _is_one_of_many(each: Difference, singly: set[int | None]) -> bool:
    """Tell whether a difference shares a line with others: points of many hands, claims written on one side only."""
    if each.kind == "follows":
        return each.hand is not None and each.hand not in singly and each.what != "standing"
    return each.kind == "claim" and each.hand is not None and (each.old is None or each.new is None)


def _many(kind: str, alike: Iterable[Difference]) -> Iterator[str]:
    """Yield a line for each thing that differs alike in many hands."""
    hands: dict[str, list[int]] = {}
    for each in alike:
        seen = hands.setdefault(_alike(each), [])
        if each.hand is not None and each.hand not in seen:
            seen.append(each.hand)
    for words, numbers in hands.items():
        yield f"{MARKS[kind]}{_run(numbers)}: {words}"


def _alike(each: Difference) -> str:
    word = WORDS.get(each.what, each.what)
    if each.kind == "claim":
        return f"{word} {'written' if each.old is None else 'no longer written'}"
    return MANY.get(each.what, f"another {word}")


def _run(numbers: list[int]) -> str:
    """Return hand numbers in words, runs of them shortened."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"{'hand' if len(numbers) == 1 else 'hands'} {', '.join(shown)}"


def _lines(kind: str, hand: int | None, trick: int | None, parts: list[Difference]) -> Iterator[str]:
    """Yield the lines for what differs at one place, which is a trick, a hand or the game."""
    place = "" if hand is None else f"hand {hand}" if trick is None else f"hand {hand} trick {trick}"
    is_sum = all(each.what == "standing" for each in parts)
    if trick is not None or (kind == "follows" and hand is not None and not is_sum):
        if parts:
            yield f"{MARKS[kind]}{place}: {_joined(parts)}"
        return
    for what, group in groupby(parts, lambda each: each.what):
        alike = list(group)
        if what in ("player", "hand"):
            yield from (f"{MARKS[kind]}{_single(each)}" for each in alike)
            continue
        head = " ".join(filter(None, [place, _title(what, alike)]))
        yield f"{MARKS[kind]}{head}: {', '.join(_change(each) for each in alike)}"


def _joined(parts: list[Difference]) -> str:
    """Join what differs in a hand or trick; the numbers of one player stand together."""
    numbers: dict[str | None, list[str]] = {}
    words = []
    for each in parts:
        if each.what in ("took", "score") and each.player is not None:
            numbers.setdefault(each.player, []).append(f"{each.what} {_change(each, named=False)}")
        else:
            words.append(_in_words(each))
    return "; ".join([*filter(None, [", ".join(words)]), *(f"{who} {', '.join(own)}" for who, own in numbers.items())])


def _title(what: str, alike: list[Difference]) -> str:
    if what.startswith("rules."):
        return f"house rule {what[6:]}"
    if what == "winners":
        return "winners" if any(len(each.old or ()) > 1 or len(each.new or ()) > 1 for each in alike) else "winner"
    return WORDS.get(what, what)


def _single(each: Difference) -> str:
    """Return the line for a player with another name, or for a hand that is on one side only."""
    if each.what == "player":
        return f"player {each.old} → {each.new}"
    hand = each.new if each.old is None else each.old
    tricks = len(hand.get("tricks") or ())
    parts = [f"{key} {_shown(hand[key])}" for key in ("up", "bids", "took") if key in hand]
    parts += [counted(tricks, "trick")] if tricks else []
    return f"hand {each.hand} {'removed' if each.new is None else 'added'}: {', '.join(parts) or 'empty'}"


def _in_words(each: Difference) -> str:
    """Return a difference in a hand or trick, without its place."""
    who = "" if each.player is None else f"{each.player} "
    if each.what == "trick":
        if each.old is None or each.new is None:
            return f"{'removed' if each.new is None else 'added'} {_shown(each.old or each.new)}"
        return f"{each.old} → {each.new}"
    if each.what == "fault":
        if each.new is None:
            return f"{who}no longer breaks a rule ({each.old['reason']})"
        return f"{who}breaks a rule: {each.new['reason']}"
    if each.what == "ended":
        return "told to its end" if each.new is None else f"not told to its end: {each.new}"
    if each.what == "card":
        return f"{who}{each.old} → {each.new}"
    return f"{who}{each.what} {_change(each, named=False)}"


def _change(each: Difference, *, named: bool = True) -> str:
    who = f"{each.player} " if named and each.player is not None else ""
    key = each.what[6:] if each.what.startswith("rules.") else each.what
    step = ""
    if each.what in ("final", "standing") and isinstance(each.old, int) and isinstance(each.new, int):
        step = f" ({each.new - each.old:+d})"
    return f"{who}{_shown(each.old, key)} → {_shown(each.new, key)}{step}"


def _shown(value: Any, key: str = "") -> str:
    if value is None:
        return "none" if key.startswith("bag_") else "nobody" if key in ("winner", "leader") else "nothing"
    if key == "winners":
        return " and ".join(value) or "nobody"
    if isinstance(value, bool) or key == "schedule":
        return setting_text(key, value)
    if isinstance(value, list) and all(isinstance(each, str | int | None) for each in value):
        return " ".join("–" if each is None else str(each) for each in value) if key != "seats" else ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
