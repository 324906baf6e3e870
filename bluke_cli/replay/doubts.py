"""What of a record could not be read, or is no possible house rule, and what of its replay hangs on that.

What hangs on it is left out, never guessed: a hand whose turn-up is a blot is not played under some trump.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from bluke_cli.diagnostics import Path
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.table import house_rules_of
from bluke_cli.rules.house import ALL_RULES, PLAY_RULES, SUM_RULES


@dataclass(frozen=True, slots=True)
class Doubts:
    """The paths that the reader dropped, and the house rules that cannot be trusted for that or another reason."""

    damaged: frozenset[Path] = frozenset()
    rules: frozenset[str] = frozenset()
    _of_hands: dict[int, list[Path]] = field(init=False, repr=False, compare=False)
    """The damaged paths inside each hand, by its index."""

    def __post_init__(self) -> None:
        of_hands = defaultdict(list)
        for path in self.damaged:
            if path[0] == "hands" and len(path) > 2:
                of_hands[int(path[1])].append(path)
        object.__setattr__(self, "_of_hands", dict(of_hands))

    @property
    def schedule(self) -> bool:
        """Whether no hand's size is known."""
        return "schedule" in self.rules

    @property
    def sums(self) -> bool:
        """Whether no hand's points are known."""
        return bool(self.rules & SUM_RULES)

    @property
    def tie(self) -> bool:
        """Whether the winners are not known where several lead."""
        return "tie" in self.rules

    def lost(self, index: int) -> list[str]:
        """Return the keys of the hand at *index* that were dropped; "hand" alone where all of it was."""
        if ("hands", index) in self.damaged:
            return ["hand"]
        return sorted({str(path[2]) for path in self._of_hands.get(index, ())})

    def unreadable_trick(self, index: int) -> int | None:
        """Return the number, from 1, of the first trick of the hand at *index* that was dropped; None if none was.

        What was written behind it was dropped with it.
        """
        tricks = (path for path in self._of_hands.get(index, ()) if path[2] == "tricks" and len(path) > 3)
        return min((int(path[3]) + 1 for path in tricks), default=None)

    def lost_of_game(self) -> list[str]:
        """Return what was dropped outside the hands, and the house rules in doubt, each as ``rules.hook``."""
        keys = {str(path[0]) for path in self.damaged if len(path) == 1}
        keys |= {f"rules.{rule}" for rule in self.rules} if "rules" not in keys else set()
        return sorted(keys)

    def against_following(self, index: int) -> list[str]:
        """Return what is missing for the play of the hand at *index* to be followed, as far as it was dropped."""
        play_rules = sorted(self.rules & (PLAY_RULES - {"schedule"}))
        cards = [key for key in self.lost(index) if key in ("up", "trump", "hand")]
        return [f"the house rule {rule}" for rule in play_rules] + [_WORDS[key] for key in cards]


_WORDS = {"up": "the turn-up", "trump": "the trump", "hand": "the number of the hand"}


def doubts_of(record: GameRecord, damaged: Collection[Path] = ()) -> Doubts:
    """Return what is in doubt in a record from which the reader dropped what stood at the paths *damaged*."""
    _, violations = house_rules_of(record)
    rules = {violation.key or "" for violation in violations}
    for path in damaged:
        if path[0] == "rules":
            rules.update([str(path[1])] if len(path) > 1 else ALL_RULES)
    return Doubts(frozenset(damaged), frozenset(rules))


NO_DOUBTS = Doubts()
