"""What of a record could not be read, or is no possible house rule, and what of its replay hangs on that.

What hangs on it is left out, never guessed: a hand whose turn-up is a blot is not played under some trump.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from bluke_cli.diagnostics import Path
from bluke_cli.record.models import GameRecord
from bluke_cli.record.nodes import MERGE_KEY
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
        """Return the keys of the hand at *index* that were dropped; "hand" alone where all of it was.

        What a merge key may have brought is named by that key alone.
        """
        if ("hands", index) in self.damaged:
            return ["hand"]
        return _named_once(self._of_hands.get(index, ()), 2)

    def is_lost(self, index: int, key: str) -> bool:
        """Return whether this key of the hand at *index* was dropped, or may have been merged."""
        if ("hands", index) in self.damaged:
            return key == "hand"
        return any(path[2] == key for path in self._of_hands.get(index, ()))

    def unreadable_trick(self, index: int) -> int | None:
        """Return the number, from 1, of the first trick of the hand at *index* that was dropped; None if none was.

        What was written behind it was dropped with it.
        """
        tricks = (path for path in self._of_hands.get(index, ()) if path[2] == "tricks" and len(path) > 3)
        return min((int(path[3]) + 1 for path in tricks), default=None)

    def lost_of_game(self) -> list[str]:
        """Return what was dropped outside the hands, and the house rules in doubt, each as ``rules.hook``."""
        keys = _named_once((path for path in self.damaged if len(path) == 1 or path[0] == MERGE_KEY), 0)
        if ("rules",) not in self.damaged:
            merged = self._merged_rules()
            keys += [f"rules.{rule}" for rule in self.rules - merged] + ([f"rules.{MERGE_KEY}"] if merged else [])
        return sorted(keys)

    def _merged_rules(self) -> set[str]:
        return {str(path[2]) for path in self.damaged if path[:2] == ("rules", MERGE_KEY)}

    def against_following(self, index: int) -> list[str]:
        """Return what is missing for the play of the hand at *index* to be followed, as far as it was dropped."""
        play_rules = self.rules & (PLAY_RULES - {"schedule"})
        if ("rules",) in self.damaged:
            missing = ["the house rules"]
        else:
            merged = play_rules & self._merged_rules()
            missing = [f"the house rule {rule}" for rule in sorted(play_rules - merged)]
            missing += [merged_words("rules")] if merged else []
        lost = self.lost(index)
        missing += [_WORDS[key] for key in lost if key in _WORDS]
        if MERGE_KEY in lost and any(self.is_lost(index, key) and key not in lost for key in _WORDS):
            missing.append(merged_words())
        return missing


_WORDS = {"up": "the turn-up", "trump": "the trump", "hand": "the number of the hand"}


def _named_once(paths: Iterable[Path], depth: int) -> list[str]:
    """Return the keys that stand at *depth* in these paths, of those that may have been merged the merge key alone."""
    paths = list(paths)
    merged = {path[depth + 1] for path in paths if path[depth] == MERGE_KEY}
    return sorted({str(path[depth]) for path in paths if path[depth] not in merged})


def merged_words(part: str = "") -> str:
    """Say what cannot be read because of a merge key, in the part of a record that is named, or right here."""
    return f"what {MERGE_KEY} merges" + (f" into {part}" if part else "")


def doubts_of(record: GameRecord, damaged: Collection[Path] = ()) -> Doubts:
    """Return what is in doubt in a record from which the reader dropped what stood at the paths *damaged*."""
    _, violations = house_rules_of(record)
    rules = {violation.key or "" for violation in violations}
    for path in damaged:
        if path[0] == "rules":
            rules.update([str(path[-1])] if len(path) > 1 else ALL_RULES)
    return Doubts(frozenset(damaged), frozenset(rules))


NO_DOUBTS = Doubts()
