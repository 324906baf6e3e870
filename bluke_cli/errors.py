"""The two kinds of error that are not findings.

A `RuleViolation` says which rule an action would break, before anything has changed; the caller knows where that was.
A `BlukeError` is for the person at the keyboard: wrong usage, or a file that cannot be opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class RuleViolation(ValueError):
    """An action that the rules do not allow; `code` is a finding code, `reason` one sentence for the player.

    `key` names the house rule or option meant, `seat` the seat, `at` the index of the card among that seat's, or of the
    hand in a schedule, where the raiser knows them.
    """

    def __init__(
        self, code: str, reason: str, *, key: str | None = None, seat: int | None = None, at: int | None = None
    ) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.key = key
        self.seat = seat
        self.at = at


class BlukeError(Exception):
    """Something the user can mend that is no finding in a record: exit status 2, the message is all they see."""


@contextmanager
def as_bluke_error() -> Iterator[None]:
    """Turn a RuleViolation into a BlukeError with its reason: the user asked for what cannot be."""
    try:
        yield
    except RuleViolation as violation:
        raise BlukeError(violation.reason) from None
