"""House rules: one frozen value that says how this table plays, the default game if nothing is said.

The keys, their values and defaults are those of the `rules` of a record (docs/rules.md, House rules).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.schedules import checked_schedule, default_schedule, schedule_text

MIN_PLAYERS, MAX_PLAYERS = 2, 15
MOST_POINTS = 10**9
"""What a rule may bring in points, plus or minus; so that the sums of the longest game can be written (18 digits)."""

CHOICES: dict[str, tuple[object, ...]] = {
    "min_bid": (1, 0),
    "hook": (False, True),
    "led_bluke": ("any", "trump", "next-suit"),
    "trump_lead": ("free", "broken"),
    "no_trump_bluke": ("power", "powerless"),
    "tie": ("shared", "most-made"),
}
"""The house rules that are a choice of a few values, the default first."""

BID_RULES = frozenset({"min_bid", "hook", "schedule"})
PLAY_RULES = frozenset({"led_bluke", "trump_lead", "no_trump_bluke", "schedule"})
BAG_RULES = frozenset({"bag_limit", "bag_penalty"})
SUM_RULES = frozenset({"points", "overtrick"}) | BAG_RULES
ALL_RULES = BID_RULES | PLAY_RULES | SUM_RULES | {"tie"}
"""The house rules on which the bids, the play and the sums hang."""

# A number has no leading zeros, as everywhere in a record. Compiled when it is first used: a start needs it seldom.
_NUMBER = "-?(0|[1-9][0-9]{0,17})"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How a table plays; `HouseRules()` is the default game.

    `schedule` is the list of hand sizes, None for the default of the number of players. `points` and `overtrick` are
    points a trick. `bag_limit` and `bag_penalty` are both None or both numbers: overtricks, and points lost.
    """

    schedule: tuple[int, ...] | None = None
    min_bid: int = 1
    hook: bool = False
    led_bluke: str = "any"
    trump_lead: str = "free"
    no_trump_bluke: str = "power"
    points: int = 10
    overtrick: int = 1
    bag_limit: int | None = None
    bag_penalty: int | None = None
    tie: str = "shared"

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object], players: int) -> HouseRules:
        """Return the rules that *mapping* names, for a number of players; what it does not name is the default.

        The schedule may be a list or text. Raises RuleViolation ``bad-rule``, its `key` the house rule at fault.
        """
        values: dict[str, Any] = dict(mapping)
        for key, value in values.items():
            _check_value(key, value)
        if values.get("schedule") is not None:
            values["schedule"] = checked_schedule(values["schedule"], players)
        for key, other in (("bag_limit", "bag_penalty"), ("bag_penalty", "bag_limit")):
            if values.get(key) is not None and values.get(other) is None:
                raise RuleViolation("bad-rule", f"{key} says nothing without {other}", key=key)
        return cls(**values)

    def hand_sizes(self, players: int) -> tuple[int, ...]:
        """Return the schedule in force for a number of players: the size of each hand, in order (RULES 3)."""
        return default_schedule(players) if self.schedule is None else self.schedule

    def differing(self, players: int) -> dict[str, object]:
        """Return what differs from the default game, in the order of the documents, the schedule as a list."""
        found: dict[str, object] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "schedule":
                if value is not None and value != default_schedule(players):
                    found["schedule"] = list(value)
            elif value != field.default:
                found[field.name] = value
        return found


def _check_value(key: str, value: object) -> None:
    if key in CHOICES:
        choices = CHOICES[key]
        if type(value) is not type(choices[0]) or value not in choices:
            shown = ", ".join(str(choice).lower() for choice in choices)
            raise RuleViolation("bad-rule", f"{key} is one of {shown}", key=key)
    elif key in ("points", "bag_limit", "overtrick", "bag_penalty"):
        if value is None and key.startswith("bag_"):
            return
        if type(value) is not int:
            raise RuleViolation("bad-rule", f"{key} is a whole number", key=key)
        if key in ("points", "bag_limit") and value < 1:
            raise RuleViolation("bad-rule", f"{key} is at least 1", key=key)
        if abs(value) > MOST_POINTS:
            raise RuleViolation("bad-rule", f"{key} is at most {MOST_POINTS:,}, plus or minus", key=key)
    elif key != "schedule":
        raise RuleViolation("bad-rule", f"there is no house rule {key!r}", key=key)


def read_setting(text: str) -> tuple[str, object]:
    """Return the house rule and the value that ``key=value`` means, as on a command line.

    Raises RuleViolation ``bad-rule`` where it has not that form, or names no house rule.

    >>> read_setting("min_bid=0"), read_setting("hook=true"), read_setting("schedule=7-1")
    (('min_bid', 0), ('hook', True), ('schedule', '7-1'))
    """
    key, equals, value = text.partition("=")
    if not equals:
        raise RuleViolation("bad-rule", f"a house rule is given as key=value, not {text!r}")
    kinds = {field.name: type(field.default) for field in fields(HouseRules)}
    if key not in kinds:
        raise RuleViolation("bad-rule", f"there is no house rule {key!r}; there are {', '.join(kinds)}", key=key)
    if value in ("true", "false"):
        return key, value == "true"
    if key != "schedule" and type(CHOICES.get(key, (0,))[0]) is int:
        if re.fullmatch(_NUMBER, value):
            return key, int(value)
        if key not in CHOICES:
            raise RuleViolation("bad-rule", f"{key} is a whole number up to {MOST_POINTS:,}, not {value!r}", key=key)
    return key, value


def setting_text(key: str, value: object) -> str:
    """Return the value of a house rule as it is typed behind ``key=``.

    >>> setting_text("hook", True), setting_text("schedule", [3, 1, 3]), setting_text("points", 5)
    ('true', '3,1,3', '5')
    """
    if key == "schedule" and isinstance(value, list | tuple):
        return schedule_text(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
