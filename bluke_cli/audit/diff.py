"""Two records of a game compared: facts first, then what follows from them, claims, and what is said about the game.

Hands are matched by their number, players by their name, else by their seat, so a player who got another name is one
difference and no more, and so are people who changed seats. How a card is spelled, the order of keys and comments never
count. Not here: what a difference is called in words (`report.diff`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bluke_cli.audit.outcomes import claims, outcomes
from bluke_cli.audit.sides import (
    Difference,
    Players,
    Side,
    by_seat,
    common,
    deal_is_fact,
    in_any_order,
    paired,
    players_of,
    took_is_fact,
)
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.replay.table import house_rules_of, written_rules

GAME_ABOUT = ("date", "event", "site", "note", "bots", "match")


def compare(old: Side, new: Side) -> list[Difference]:
    """Return all differences between two records, by kind: facts, what follows, claims, and what is said about them.

    Records with another number of players are not compared any further than that.
    """
    if len(old.record.players) != len(new.record.players):
        return [Difference("fact", "players", old.record.players, new.record.players)]
    facts = [*_game_facts(old, new), *_hand_facts(old, new)]
    return [*facts, *outcomes(old, new), *claims(old, new), *_about(old.record, new.record), *_about_hands(old, new)]


# facts of the game


def _game_facts(old: Side, new: Side) -> Iterator[Difference]:
    before, after, players = old.record, new.record, players_of(old, new)
    yield from _names(before.players, after.players)
    if players.new_seat(old.table.dealer) != new.table.dealer:
        yield Difference("fact", "dealer", _dealer(old), _dealer(new))
    yield from by_seat("fact", "draw", before.draw, after.draw, players)
    old_rules, new_rules = _rules(before), _rules(after)
    for key, value in old_rules.items():
        if value != new_rules[key]:
            yield Difference("fact", f"rules.{key}", value, new_rules[key])
    if before.stopped != after.stopped:
        yield Difference("fact", "stopped", before.stopped, after.stopped)


def _names(old: list[str], new: list[str]) -> Iterator[Difference]:
    renamed = [(before, after) for before, after in zip(old, new, strict=True) if before != after]
    if {before for before, _ in renamed} & {after for _, after in renamed}:
        yield Difference("fact", "seats", old, new)  # the same people at other seats
    else:
        yield from (Difference("fact", "player", before, after) for before, after in renamed)


def _dealer(side: Side) -> str | None:
    return None if side.table.dealer is None else side.table.players[side.table.dealer]


def _rules(record: GameRecord) -> dict[str, Any]:
    """Return every house rule in force, the schedule as a list; one that is not possible, as it is written."""
    rules, violations = house_rules_of(record)
    written = written_rules(record)
    wrong = {violation.key: written.get(violation.key or "") for violation in violations}
    found = {key: getattr(rules, key) for key in type(rules).__dataclass_fields__}
    found["schedule"] = list(rules.hand_sizes(len(record.players)))
    return {key: wrong.get(key, value) for key, value in found.items()}


# facts of the hands


def _hand_facts(old: Side, new: Side) -> Iterator[Difference]:
    for number in sorted(old.hands.keys() | new.hands.keys()):
        if number not in old.hands:
            yield Difference("fact", "hand", None, new.record.hands[new.hands[number]].written(), number)
        elif number not in new.hands:
            yield Difference("fact", "hand", old.record.hands[old.hands[number]].written(), None, number)
        else:
            before, after = old.record.hands[old.hands[number]], new.record.hands[new.hands[number]]
            yield from _facts_of_hand(number, before, after, old, new)


def _facts_of_hand(number: int, old: HandRecord, new: HandRecord, before: Side, after: Side) -> Iterator[Difference]:
    if old.up != new.up:
        yield Difference("fact", "up", old.up, new.up, number)
    elif old.up is None and old.trump != new.trump:
        yield Difference("fact", "trump", old.trump, new.trump, number)
    if old.cut != new.cut:
        yield Difference("fact", "cut", old.cut, new.cut, number)
    players = players_of(before, after)
    if deal_is_fact(before, after, number):
        yield from by_seat("fact", "dealt", in_any_order(old.dealt), in_any_order(new.dealt), players, number)
    yield from by_seat("fact", "bids", old.bids, new.bids, players, number)
    yield from _tricks(number, old.tricks or [], new.tricks or [], before, after)
    if took_is_fact(old, new):
        yield from by_seat("fact", "took", old.took, new.took, players, number)


def _tricks(number: int, old: list[str], new: list[str], before: Side, after: Side) -> Iterator[Difference]:
    for i, j in paired(old, new):
        one, other = None if i is None else old[i], None if j is None else new[j]
        trick = (i or 0) + 1 if j is None else j + 1
        if one is None or other is None:
            yield Difference("fact", "trick", one, other, number, trick)
        elif one != other:
            cards, others = one.split(), other.split()
            if len(cards) != len(others) or (sorted(cards) == sorted(others)):
                what = "order" if len(cards) == len(others) else "trick"
                yield Difference("fact", what, one, other, number, trick)
                continue
            for at, (card, played) in enumerate(zip(cards, others, strict=True)):
                if card != played:
                    yield Difference(
                        "fact", "card", card, played, number, trick, _player(number, (i, j), at, before, after)
                    )


def _player(number: int, tricks: tuple[int | None, int | None], at: int, old: Side, new: Side) -> str | None:
    """Return who played a card, None if not both records say the same, or one does not say."""
    seats = []
    for side, index in zip((old, new), tricks, strict=True):
        play = side.settled[side.hands[number]].play
        if play is None or index is None or index >= len(play.tricks):
            return None
        seats.append((play.tricks[index].leader + at) % len(side.table.players))
    before, after = seats
    return new.table.players[after] if players_of(old, new).new_seat(before) == after else None


# about the game


def _about(old: GameRecord, new: GameRecord) -> Iterator[Difference]:
    for key in GAME_ABOUT:
        before, after = getattr(old, key), getattr(new, key)
        if key == "bots" and before and after and len(before) == len(after) == len(old.players):
            before = Players(old.players, new.players).at_new_seats(before)
        if key == "match" and isinstance(before, dict) and isinstance(after, dict):
            yield from _extra(before, after, prefix="match.")
        elif before != after:
            yield Difference("about", key, before, after)
    yield from _extra(old.model_extra or {}, new.model_extra or {})


def _about_hands(old: Side, new: Side) -> Iterator[Difference]:
    for number, i, j in common(old, new):
        before, after = old.record.hands[i], new.record.hands[j]
        if before.note != after.note:
            yield Difference("about", "note", before.note, after.note, number)
        yield from _extra(before.model_extra or {}, after.model_extra or {}, number)


def _extra(old: dict[str, Any], new: dict[str, Any], hand: int | None = None, prefix: str = "") -> Iterator[Difference]:
    for key in [*old, *(key for key in new if key not in old)]:
        if old.get(key) != new.get(key) or (key in old) != (key in new):
            yield Difference("about", f"{prefix}{key}", old.get(key), new.get(key), hand)
