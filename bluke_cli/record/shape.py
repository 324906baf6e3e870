"""The keys of a record in the order of the format, and where text is due: there a plain word of YAML is text.

The models say the same (a test compares); here it is said without loading pydantic.
"""

from __future__ import annotations

from functools import lru_cache

from bluke_cli.record.nodes import TEXT, TEXT_OR_NULL, Shape

_HAND: Shape = {"dealer": TEXT, "trump": TEXT, "up": TEXT, "dealt": [TEXT], "tricks": [TEXT], "note": TEXT}
_RULES: Shape = {"schedule": TEXT, "led_bluke": TEXT, "trump_lead": TEXT, "no_trump_bluke": TEXT, "tie": TEXT}

RECORD_SHAPE: Shape = {
    "players": [TEXT],
    "dealer": TEXT,
    "scorekeeper": TEXT,
    "draw": [TEXT],
    "rules": _RULES,
    "deal": {"method": TEXT, "seed": TEXT},
    "hands": [_HAND],
    "stopped": TEXT,
    "winners": [TEXT],
    "date": TEXT,
    "event": TEXT,
    "site": TEXT,
    "note": TEXT,
    "bots": [TEXT_OR_NULL],
}

GAME_KEYS = (
    *("bluke", "players", "dealer", "scorekeeper", "draw", "rules", "deal", "hands", "stopped", "final", "winners"),
    *("date", "event", "site", "note", "bots", "match"),
)
HAND_KEYS = (
    *("hand", "size", "dealer", "trump", "up", "cut", "dealt", "bids", "tricks", "took", "score", "total", "note"),
)
ORIGIN_KEYS = ("method", "seed", "game")


@lru_cache(maxsize=256)
def keys_in_order(keys: tuple[str, ...], order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same keys in the order of the format."""
    return tuple(key for key in order if key in keys)
