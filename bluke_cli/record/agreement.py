"""Whether the parts of one record fit together: distinct players, known names, an entry for each player.

This is what a model of one field cannot see. Nothing here needs the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.models import GameRecord
from bluke_cli.record.wording import close_name, shown

_RECORD_LISTS = ("draw", "final", "bots")
_HAND_LISTS = ("dealt", "bids", "took", "score", "total")


def disagreements(record: GameRecord) -> list[Finding]:
    """Return what does not fit together, without place, hand and player; fast where everything does."""
    players = record.players
    faults = [] if len(set(players)) == len(players) else list(namesakes(players))
    faults += _misfits(record.__dict__, _RECORD_LISTS, players, ())
    for key, name in (("dealer", record.dealer), ("scorekeeper", record.scorekeeper)):
        if name is not None and name not in players:
            faults.append(_stranger(name, players, (key,)))
    for place, name in enumerate(record.winners or ()):
        if name not in players:
            faults.append(_stranger(name, players, ("winners", place)))
    for number, hand in enumerate(record.hands):
        faults += _misfits(hand.__dict__, _HAND_LISTS, players, ("hands", number))
        if hand.dealer is not None and hand.dealer not in players:
            faults.append(_stranger(hand.dealer, players, ("hands", number, "dealer")))
    return faults


def _misfits(part: dict[str, Any], keys: tuple[str, ...], players: list[str], path: Path) -> list[Finding]:
    """Return a finding for each list that has not one entry for each player (bids: that has more)."""
    seats = len(players)
    return [
        _wrong_length(key, len(part[key]), seats, (*path, key))
        for key in keys
        if part[key] is not None and len(part[key]) != seats and (key != "bids" or len(part[key]) > seats)
    ]


def _wrong_length(key: str, length: int, seats: int, path: Path) -> Finding:
    entries = "1 entry" if length == 1 else f"{length} entries"
    return Finding("wrong-type", f"`{key}` has {entries} for {seats} players; it needs one for each, in order", path)


def _stranger(name: str, players: list[str], path: Path) -> Finding:
    close = close_name(name, players)
    hint = f"did you mean {shown(close)}?" if close else f"the players are {', '.join(map(shown, players))}"
    return Finding("unknown-player", f"{shown(name)} is not one of the players; {hint}", path, fix=close)


def namesakes(players: list[Any]) -> Iterator[Finding]:
    """Yield a finding for each of *players* whose name stands there before; what is no text is passed over."""
    seen: set[str] = set()
    for seat, name in enumerate(players):
        if not isinstance(name, str):
            continue
        if name in seen:
            yield Finding("duplicate-player", f"two players are called {shown(name)}", ("players", seat), player=name)
        seen.add(name)
