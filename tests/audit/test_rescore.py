"""Claims made right from the facts: took, score, total, final and winners (`bluke rescore`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bluke_cli.audit.audit import audit
from bluke_cli.audit.rescore import Change, changes, rescored
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.identity import identity
from bluke_cli.rules.house import HouseRules
from tests.audit.marked import judged

SAMPLES = Path(__file__).parents[2] / "samples/valid"
HEAD = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2, 1]}\nhands:\n"
CARDS = "- {up: 7H, bids: [1, 2], tricks: [4S 9S, 3D KD]}\n"
LINE = "- {up: 7H, bids: [1, 1], took: [0, 1]}\n"


def record_of(text: str) -> GameRecord:
    reading = judged(text).reading
    assert reading
    assert reading.record
    return reading.record


def hand_claims(record: GameRecord) -> list[tuple[Any, Any, Any]]:
    return [(hand.took, hand.score, hand.total) for hand in record.hands]


def test_all_sums_are_written_down() -> None:
    made = rescored(record_of(HEAD + CARDS + LINE))
    assert hand_claims(made) == [([1, 1], [10, -20], [10, -20]), ([0, 1], [-10, 10], [0, -10])]
    assert (made.final, made.winners) == ([0, -10], ["Ann"])


def test_wrong_claims_are_put_right_and_named() -> None:
    old = record_of(
        HEAD
        + CARDS.replace("}", ", took: [2, 0], score: [11, -20], total: [11, -20]}")
        + LINE.replace("}", ", total: [1, -10]}")
        + "final: [1, -10]\nwinners: [Bo]\n"
    )
    new = rescored(old)
    assert list(changes(old, new)) == [
        Change(("hands", 0, "took"), [2, 0], [1, 1]),
        Change(("hands", 0, "score"), [11, -20], [10, -20]),
        Change(("hands", 0, "total"), [11, -20], [10, -20]),
        Change(("hands", 1, "score"), None, [-10, 10]),
        Change(("hands", 1, "total"), [1, -10], [0, -10]),
        Change(("final",), [1, -10], [0, -10]),
        Change(("winners",), ["Bo"], ["Ann"]),
    ]
    assert Change(("hands", 1, "score"), None, [-10, 10]) not in changes(old, new, additions=False)
    assert old.final == [1, -10]  # the record itself is left as it was


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_rescoring_changes_no_fact_and_leaves_nothing_to_put_right(path: Path) -> None:
    for text in path.read_text(encoding="utf-8").split("\n---\n"):
        old = record_of(text)
        new = rescored(old)
        assert identity(new) == identity(old)
        assert rescored(new) == new
        assert list(changes(old, new, additions=False)) == []
        assert not [finding for finding in audit(new) if finding.severity == "error"]


def test_the_order_of_the_winners_is_left_as_it_stands() -> None:
    text = HEAD.replace("[2, 1]", "[1, 1]") + LINE + "- {bids: [1, 1], took: [1, 0]}\nwinners: [Bo, Ann]\n"
    assert rescored(record_of(text)).winners == ["Bo", "Ann"]


def test_the_result_of_a_game_that_is_not_over_is_left_as_it_stands() -> None:
    made = rescored(record_of(HEAD + CARDS + "final: [10, -20]\nwinners: [Ann]\n"))
    assert (made.final, made.winners) == ([10, -20], ["Ann"])
    assert hand_claims(made) == [([1, 1], [10, -20], [10, -20])]


def test_what_cannot_be_known_is_left_as_it_stands() -> None:
    """A card twice ends the judging: the written took is used, the result counts on from it."""
    broken = "- {up: 7H, bids: [1, 2], tricks: [4S 9S, 9S KD]}\n"
    made = rescored(
        record_of(HEAD + broken + LINE.replace("}", ", total: [5, 5]}") + "final: [5, 5]\nwinners: [Ann]\n")
    )
    assert hand_claims(made) == [(None, None, None), ([0, 1], [-10, 10], [5, 5])]
    assert (made.final, made.winners) == ([5, 5], ["Ann"])
    made = rescored(record_of(HEAD + broken.replace("}", ", took: [1, 1]}") + LINE))
    assert hand_claims(made) == [([1, 1], [10, -20], [10, -20]), ([0, 1], [-10, 10], [0, -10])]


def test_an_extract_counts_on_from_the_totals_that_are_written() -> None:
    text = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nhands:\n"
    first = "- {hand: 3, bids: [4, 5], took: [5, 6], total: [300, -7]}\n"
    made = rescored(record_of(text + first + "- {hand: 4, bids: [4, 5], took: [5, 5], total: [1, 2]}\n"))
    assert hand_claims(made) == [([5, 6], [41, 51], [300, -7]), ([5, 5], [41, 50], [341, 43])]


def test_a_revoke_is_scored_as_it_was_played() -> None:
    made = rescored(record_of(HEAD + "- {up: 7H, bids: [1, 1], tricks: [4S 3D, KD 9S]}\n"))
    assert hand_claims(made) == [([0, 2], [-10, 11], [-10, 11])]


def test_other_house_rules_replace_those_of_the_record() -> None:
    rules = HouseRules(schedule=(2, 1), points=5, overtrick=0)
    made = rescored(record_of(HEAD + CARDS + LINE), rules)
    assert [hand.score for hand in made.hands] == [[5, -10], [-5, 5]]
    assert made.rules is not None
    assert made.rules.written() == {"schedule": [2, 1], "points": 5, "overtrick": 0}
    assert not [finding for finding in audit(made) if finding.severity == "error"]
    assert rescored(made, HouseRules()).rules is None


def test_a_zero_is_not_missing() -> None:
    """Nobody took a trick is a score of its own; nothing written down is not."""
    text = HEAD + CARDS + "- {bids: [1, 1], took: [null, 1]}\n"
    assert hand_claims(rescored(record_of(text)))[1] == ([None, 1], None, None)
    assert hand_claims(rescored(record_of(text.replace("null", "0"))))[1] == ([0, 1], [-10, 10], [0, -10])
