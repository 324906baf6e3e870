"""The scorekeeper's audit: what went wrong on a sheet, in the words of the table."""

from __future__ import annotations

from typing import Any

import pytest

from bluke_cli.audit.audit import audit
from bluke_cli.diagnostics import Finding
from bluke_cli.record.models import GameRecord

RIGHT = [
    {"bids": [1, 1, 2], "took": [1, 2, 2], "total": [10, 11, 20]},
    {"bids": [2, 1, 1], "took": [0, 3, 1], "total": [-10, 23, 30]},
    {"bids": [1, 1, 1], "took": [1, 1, 1], "total": [0, 33, 40]},
]


def sheet(
    *changes: tuple[int, str, list[int]], carry: tuple[int, int] | None = None, score: bool = False
) -> dict[str, Any]:
    """Return a sheet of three hands with lists replaced, or a player's totals from hand 2 on too high."""
    hands: list[dict[str, Any]] = [{key: list(value) for key, value in hand.items()} for hand in RIGHT]
    if score:
        for hand, points in zip(hands, ([10, 11, 20], [-20, 12, 10], [10, 10, 10]), strict=True):
            hand["score"] = points
    if carry is not None:
        seat, by = carry
        for hand in hands[1:]:
            hand["total"][seat] += by
    for index, key, value in changes:
        hands[index][key] = value
    return {
        "bluke": 1,
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Ann",
        "rules": {"schedule": [5, 4, 3]},
        "hands": hands,
    }


def errors(plain: dict[str, Any]) -> list[Finding]:
    return [finding for finding in audit(GameRecord.model_validate(plain)) if finding.severity == "error"]


def test_a_right_sheet() -> None:
    assert errors(sheet()) == errors(sheet(score=True)) == []


@pytest.mark.parametrize(
    ("carry", "words"),
    [
        ((1, 10), "a slip of 10"),
        ((1, -2), "the overtricks were forgotten"),
        ((0, 20), "the points of this hand were not added"),
        ((0, 40), "the points were added, not taken off"),
    ],
)
def test_a_wrong_sum_that_is_carried_on(carry: tuple[int, int], words: str) -> None:
    found = errors(sheet(carry=carry))
    assert [(finding.code, finding.hand) for finding in found] == [("total", 2)]
    assert f"perhaps {words}" in found[0].message
    assert "the total after hand 3 follows from it" in found[0].message


def test_points_entered_for_the_wrong_player() -> None:
    found = errors(sheet((1, "total", [20, 1, 30]), (2, "total", [30, 11, 40]), (1, "took", [0, 3, 1])))
    assert "the points of Ann and Bo were exchanged" not in found[0].message  # 22 and −10 were entered: nothing fits
    found = errors(sheet((1, "total", [22, -9, 30]), (2, "total", [32, 1, 40])))
    assert "the points of Ann and Bo were exchanged" in found[0].message


def test_bid_and_took_exchanged() -> None:
    found = errors(sheet((0, "took", [1, 1, 2]), (0, "bids", [1, 2, 2]), score=True))
    assert [finding.code for finding in found] == ["took-sum"]
    assert "bid and took of Bo were exchanged" in found[0].message
    assert dict(found[0].edits) == {("hands", 0, "bids", 1): 1, ("hands", 0, "took", 1): 2}


def test_tricks_of_two_players_exchanged() -> None:
    found = errors(sheet((1, "took", [3, 0, 1]), score=True))
    assert {finding.code for finding in found} == {"score"}
    assert "perhaps the tricks of Ann and Bo were exchanged" in found[0].message
    assert dict(found[0].edits) == {("hands", 1, "took", 0): 0, ("hands", 1, "took", 1): 3}


def test_whether_the_winner_changes() -> None:
    plain = sheet(carry=(1, 10)) | {"final": [0, 43, 40], "winners": ["Bo"]}
    found = errors(plain)
    assert [finding.code for finding in found] == ["total"]
    assert "with the right sums Cy wins, not Bo" in found[0].message
    assert "Cy wins all the same" in errors(sheet(carry=(0, 10)) | {"final": [10, 33, 40]})[0].message


class TestBidsAndPointsOnly:
    """A sheet without tricks: what was taken follows from the points, where it does."""

    def plain(self, *points: list[int]) -> dict[str, Any]:
        hands = [{"bids": hand["bids"], "score": score} for hand, score in zip(RIGHT, points, strict=True)]
        return sheet() | {"hands": hands}

    def test_tricks_are_inferred_and_the_sheet_is_complete(self) -> None:
        assert (
            errors(self.plain([10, 11, 20], [-20, 12, 10], [10, 10, 10]) | {"final": [0, 33, 40], "winners": ["Cy"]})
            == []
        )

    def test_impossible_points(self) -> None:
        found = errors(self.plain([10, 11, 20], [-20, 9, 10], [10, 10, 10]))
        assert [(finding.code, finding.pointer, finding.player) for finding in found] == [
            ("score", "/hands/1/score/1", "Bo")
        ]

    def test_points_that_mean_too_many_tricks(self) -> None:
        found = errors(self.plain([10, 11, 20], [-20, 12, 10], [11, 10, 10]))
        assert [(finding.code, finding.hand) for finding in found] == [("took-sum", 3)]

    def test_a_wrong_final_is_found_even_where_two_players_are_set(self) -> None:
        plain = self.plain([10, 11, 20], [-20, 13, -10], [10, 10, 10]) | {"final": [0, 34, 21], "winners": ["Bo"]}
        assert [(finding.code, finding.pointer) for finding in errors(plain)] == [("final", "/final/2")]
