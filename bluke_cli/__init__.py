"""bluke: the reference tool-kit for the trick-taking card game Bluke.

``from bluke_cli import read, validate, …`` gives what `bluke_cli.api` holds; it is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bluke_cli.api import (
        BlukeError,
        Finding,
        GameRecord,
        Hand,
        HandRecord,
        RuleViolation,
        UnreadableRecord,
        begin_hand,
        card_names,
        cards_of,
        deal,
        identity,
        play,
        read,
        rescore,
        validate,
        write,
    )

__version__ = "0.1.0"
__all__ = [
    "BlukeError",
    "Finding",
    "GameRecord",
    "Hand",
    "HandRecord",
    "RuleViolation",
    "UnreadableRecord",
    "begin_hand",
    "card_names",
    "cards_of",
    "deal",
    "identity",
    "play",
    "read",
    "rescore",
    "validate",
    "write",
]


def __getattr__(name: str) -> Any:
    """Load a public name from `bluke_cli.api`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bluke_cli import api

    return getattr(api, name)
