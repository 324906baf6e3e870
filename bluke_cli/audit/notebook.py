"""The notebook an audit writes in: findings so far, and what may not be judged because it was reported before."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from bluke_cli.diagnostics import CODES, Edit, Finding, Path, Severity


@dataclass(slots=True)
class HandSpot:
    """A hand being judged: its index in the list and its number in the schedule."""

    index: int
    number: int

    def path(self, *steps: str | int) -> Path:
        """Return the path of something in this hand."""
        return ("hands", self.index, *steps)


@dataclass(slots=True)
class Notebook:
    """Findings without line and column, and the paths that the reader has reported and dropped already."""

    players: tuple[str, ...]
    damaged: Collection[Path] = ()
    findings: list[Finding] = field(default_factory=list)
    _around: set[Path] = field(init=False, repr=False)
    """The damaged paths and all above them."""

    def __post_init__(self) -> None:
        self._around = {path[:end] for path in self.damaged for end in range(len(path) + 1)}

    def is_damaged(self, *path: str | int) -> bool:
        """Return whether the value at *path*, something in it, or something around it was reported and dropped."""
        if not self._around:
            return False
        return path in self._around or any(path[:end] in self.damaged for end in range(len(path)))

    def faulty_hands(self, codes: Collection[str] = CODES) -> set[int]:
        """Return the indices of the hands in which an error was found, by the reader or since with one of *codes*."""
        errors = (finding for finding in self.findings if finding.severity == "error" and finding.code in codes)
        paths = [*self.damaged, *(error.path for error in errors)]
        return {int(path[1]) for path in paths if len(path) > 1 and path[0] == "hands"}

    def first(self, codes: Collection[str], path: Path) -> int | None:
        """Return the index of the first error of one of these codes at *path* or in it, None if there is none."""
        return next(
            (
                at
                for at, finding in enumerate(self.findings)
                if finding.code in codes and finding.severity == "error" and finding.path[: len(path)] == path
            ),
            None,
        )

    def amend(self, at: int, more: str, *, fix: str | None = None, edits: tuple[Edit, ...] | None = None) -> None:
        """Add to the message of the finding at index *at*; *fix* and *edits* replace its own where they are given."""
        old = self.findings[at]
        fix, edits = old.fix if fix is None else fix, old.edits if edits is None else edits
        self.findings[at] = replace(old, message=old.message + more, fix=fix, edits=edits)

    def report(
        self,
        code: str,
        message: str,
        path: Path,
        *,
        card: int | None = None,
        trick: int | None = None,
        seat: int | None = None,
        hand: int | None = None,
        severity: Severity = "error",
        fix: str | None = None,
        value: object = None,
    ) -> None:
        """Write a finding down; *value* is what is to stand at *path* instead, where that is known for sure."""
        player = None if seat is None else self.players[seat]
        edits: tuple[Edit, ...] = ()
        if value is not None:
            fix, edits = str(value), ((path, value),)
        found = Finding(code, message, path, card, hand=hand, trick=trick, player=player, severity=severity)
        self.findings.append(replace(found, fix=fix, edits=edits))
