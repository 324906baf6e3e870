"""How bots are reached in a match: in this process or not, against which clocks, and whether all is written down.

None of it changes what a bot is, and without a clock none of it changes a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bluke_cli.errors import BlukeError

HANG_SECONDS = 60.0
"""The longest that any request may take, clock or none."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How to reach bots.

    `in_process` is for bots in Python: quicker, and trusted. Limits are in seconds, None for none: `start_time` for
    each request until a game has begun, `move_time` for a decision, `game_time` for all decisions of a game.
    `transcripts` is a folder for what is said to and by each external bot, a file a game and seat.
    """

    in_process: bool = False
    start_time: float | None = None
    move_time: float | None = None
    game_time: float | None = None
    transcripts: Path | None = None

    def __post_init__(self) -> None:
        for limit in (self.start_time, self.move_time):
            if limit is not None and not 0 < limit <= HANG_SECONDS:
                raise BlukeError(f"a limit is more than 0 and at most {HANG_SECONDS:g} seconds, not {limit:g}")
        if self.game_time is not None and not 0 < self.game_time < 1e6:
            raise BlukeError(f"a limit is a number of seconds above 0, not {self.game_time:g}")

    @property
    def is_timed(self) -> bool:
        """Whether a clock is on: then a match cannot be repeated."""
        return self.limits != {}

    @property
    def limits(self) -> dict[str, float]:
        """The limits that are set, by name."""
        named = (("start_time", self.start_time), ("move_time", self.move_time), ("game_time", self.game_time))
        return {name: limit for name, limit in named if limit is not None}


PLAIN = Reach()


class BotRefused(BlukeError):
    """A bot that cannot play, found before the first game; `said` is the end of what it wrote to standard error."""

    def __init__(self, reason: str, alias: str, said: str = "") -> None:
        super().__init__(reason)
        self.alias = alias
        self.said = said
