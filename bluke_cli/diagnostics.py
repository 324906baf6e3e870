"""The shape of a finding: what is wrong, where it stands, how it is put right.

A **finding** has a stable code, a severity and a place. The stages that find faults say *what* and the path inside the
record; the reader, which alone knows the text, adds file, record, line and column.
Not here: why something is wrong (`audit`, `record`) and how it is shown (`report`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Path = tuple[str | int, ...]
"""Where a value stands in a record: keys and list indices from the top, ``("hands", 3, "tricks", 0)``."""

Edit = tuple[Path, object]
"""A path, and the value that is to stand there; None takes a key out."""

Severity = Literal["error", "warning"]

CODES: dict[str, str] = {
    # the text
    "syntax": "The text is not well-formed YAML or JSON.",
    "encoding": "The text is not UTF-8, or holds half a surrogate pair.",
    "limit": "A limit of the format is passed: nesting, size, number of hands, digits.",
    "duplicate-key": "The same key stands twice in one object.",
    "alias": "YAML anchors, aliases, tags and merge keys are not part of the format.",
    # the shape
    "no-record": "The input holds no record at all.",
    "version": "The record is written in another version of the format.",
    "missing-key": "A key that every record needs is not there.",
    "unknown-key": "A key that the format does not know.",
    "wrong-type": "A value is of the wrong kind, or a list of the wrong length.",
    "bad-card": "Something stands where a card is due and is none.",
    "bad-name": "A player's name is blank, too long, or holds control characters.",
    "bad-rule": "A house rule has a value that it cannot have.",
    "duplicate-player": "Two players have the same name.",
    "unknown-player": "A name that is not one of the players.",
    # the table
    "draw": "The draw for the deal has a missing, extra or impossible card.",
    "dealer": "The dealer is not the one who follows from the draw or the hands before.",
    "scorekeeper": "The scorekeeper is not the one who drew the lowest card.",
    "too-many-hands": "There are more hands than the schedule has.",
    "hand-number": "A hand's number is out of order or not in the schedule.",
    "hand-size": "A hand's size is not the one that the schedule gives.",
    "trump": "The trump does not follow from the turned-up card.",
    "cut": "The cut moves more cards than the stock has.",
    "deal-size": "A player was dealt too many or too few cards.",
    "dealt": "A dealt holding differs from the cards that were played.",
    "duplicate-card": "The same card stands twice in one hand or one draw.",
    "seed": "The cards are not those that the seed deals.",
    # bidding and play
    "bid-missing": "A bid is missing although the hand went on.",
    "bid-range": "A bid is lower or higher than the rules allow.",
    "bid-hook": "The dealer made the bids add up to the hand size under the hook rule.",
    "trick-size": "A trick has too many or too few cards.",
    "trick-count": "A hand has too many or too few tricks.",
    "card-not-held": "A card was played by a player who did not hold it.",
    "revoke": "A player did not follow suit although they could.",
    "trump-not-broken": "A trump was led before trump was broken.",
    # the sums
    "took": "The tricks taken do not agree with the tricks.",
    "took-sum": "The tricks taken do not add up to the hand size.",
    "score": "The points for a hand are wrong.",
    "total": "A running total is wrong.",
    "final": "A final score is wrong, or stands in a game that is not over.",
    "winners": "The winners are wrong, or stand in a game that is not over.",
    "incomplete": "The game is not complete.",
}
"""Every code and its meaning in one sentence, in the order of the documents."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of one record, with the place of the offending value.

    `card` counts the cards of the text at `path` from 0, where one card of several is meant; `at_key` says that the
    key offends, not its value. `hand` is the hand's number in the schedule, `trick` counts from 1, `player` is the
    name; lines, columns and records count from 1. What does not apply, or is not known yet, is None. `fix` is the
    suggestion in words; `edits` are the values to write, path and value, where only one repair is likely.
    """

    code: str
    message: str
    path: Path = ()
    card: int | None = None
    at_key: bool = False
    severity: Severity = "error"
    hand: int | None = None
    trick: int | None = None
    player: str | None = None
    fix: str | None = None
    file: str | None = None
    record: int | None = None
    line: int | None = None
    column: int | None = None
    edits: tuple[Edit, ...] = ()

    @property
    def pointer(self) -> str:
        """Return the path as a JSON pointer (RFC 6901); the record itself is the empty string."""
        return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in self.path)


def counted(number: int, thing: str) -> str:
    """Return a number of things, as a message says it.

    >>> print(counted(1, "game"), counted(1200, "game"))
    1 game 1,200 games
    """
    return f"{number:,} {thing}{'' if abs(number) == 1 else 's'}"
