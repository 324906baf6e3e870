"""The bots that come with the tool-kit, each rung stronger than the one below.

They decide with whole numbers and `Rng` only, so a match between them is the same on every machine.
"""

from __future__ import annotations

import importlib
from typing import NamedTuple

from bluke_cli.bots.api import Bot


class BuiltIn(NamedTuple):
    """One built-in bot: its name, where its class is, and what it does in one line."""

    name: str
    module: str
    class_name: str
    summary: str

    def load(self) -> type[Bot]:
        """Return the class."""
        found: type[Bot] = getattr(importlib.import_module(f"{__name__}.{self.module}"), self.class_name)
        return found


BUILT_IN: tuple[BuiltIn, ...] = (
    BuiltIn("random", "uniform", "Random", "any legal bid and any legal card, all equally likely"),
    BuiltIn("novice", "novice", "Novice", "bids its sure tricks; plays high while it needs tricks, else low"),
    BuiltIn("rules", "rules", "Rules", "bids by a table of self-play; wins cheaply, draws trump, cashes masters"),
    BuiltIn("tuned", "tuned", "Tuned", "bids much like rules; plays by weights that the search taught it"),
    BuiltIn("master", "master", "Master", "tries its moves in worlds that fit what it saw (worlds, ms, seed)"),
)
"""The built-in bots, weakest first."""
