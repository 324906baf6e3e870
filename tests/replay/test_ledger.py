"""The sums of a game from its facts alone (RULES 11, 12; docs/format.md, Fine print)."""

from __future__ import annotations

import json
import random

import pytest

from bluke_cli.replay.ledger import Ledger, settle
from bluke_cli.replay.table import table_of
from bluke_cli.rules.house import HouseRules
from tests import oracle
from tests.replay.made import HEAD, record_of


def test_totals_run_on_from_hand_to_hand() -> None:
    ledger = Ledger(4, HouseRules())
    assert ledger.enter(1, [4, 3, 2, 5], [4, 4, 1, 4]) == [40, 31, -20, -50]
    assert ledger.enter(2, [1, 2, 6, 2], [2, 2, 6, 2]) == [11, 20, 60, 20]
    assert ledger.totals == [51, 51, 40, -30]
    assert ledger.winning_seats([51, 51, 40, -30]) == [0, 1]


def test_an_unknown_hand_makes_totals_unknown_until_one_is_written() -> None:
    ledger = Ledger(2, HouseRules())
    ledger.enter(1, [1, 1], [2, 0])
    assert ledger.enter(2, [1, 1], None) is None
    assert ledger.totals is None
    ledger.restart(None)
    assert ledger.totals is None
    assert ledger.enter(3, [1, 1], [1, 1]) == [10, 10]
    assert ledger.totals is None
    ledger.restart([7, 8])
    assert ledger.totals == [7, 8]
    ledger.restart([100, 100])  # what is known is not replaced by what is written
    assert ledger.totals == [7, 8]
    ledger.enter(4, [1, 1], [1, 0])
    assert ledger.totals == [17, -2]


def test_a_gap_makes_totals_unknown() -> None:
    ledger = Ledger(2, HouseRules())
    ledger.enter(1, [1, 1], [2, 0])
    assert ledger.enter(3, [1, 1], [1, 1]) == [10, 10]
    assert ledger.totals is None
    assert not ledger.has_history
    ledger = Ledger(2, HouseRules())
    ledger.enter(3, [1, 1], [1, 1])
    assert ledger.totals is None


def test_bags_cannot_be_counted_without_the_hands_before() -> None:
    ledger = Ledger(2, HouseRules(bag_limit=2, bag_penalty=50))
    assert ledger.enter(1, [1, 1], [2, 0]) == [11, -10]
    assert ledger.enter(2, [1, 1], [2, 0]) == [-39, -10]
    ledger.forget()
    assert ledger.enter(3, [1, 1], [2, 0]) is None
    ledger.restart([1, 2])
    assert ledger.totals == [1, 2]
    assert ledger.enter(4, [1, 1], [1, 1]) is None
    assert ledger.totals is None


def test_a_tie_by_made_bids_cannot_be_decided_without_the_hands_before() -> None:
    ledger = Ledger(2, HouseRules(tie="most-made"))
    ledger.enter(1, [2, 1], [2, 0])
    assert ledger.winning_seats([5, 5]) == [0]
    ledger.forget()
    assert ledger.winning_seats([5, 5]) is None
    assert ledger.winning_seats([5, 6]) == [1]


def test_a_game_is_over_when_every_hand_of_the_schedule_is_scored() -> None:
    text = HEAD + "rules: {schedule: [1, 1]}\nhands:\n- {bids: [1, 1, 1], took: [1, 0, 0]}\n"
    record = record_of(text)
    assert settle(record, table_of(record))[1].is_complete is False
    record = record_of(text + "- {bids: [1, 1, 1], took: [0, 1, 0]}\n")
    settled, result = settle(record, table_of(record))
    assert [(hand.score, hand.total) for hand in settled] == [
        ([10, -10, -10], [10, -10, -10]),
        ([-10, 10, -10], [0, 0, -20]),
    ]
    assert (result.is_complete, result.final, result.winners) == (True, [0, 0, -20], [0, 1])
    record = record_of(text + "- {bids: [1, 1, 1], took: [0, null, 0]}\n")
    assert settle(record, table_of(record))[1].final is None
    record = record_of(text + "- {hand: 3, bids: [1, 1, 1], took: [0, 1, 0]}\n")
    assert settle(record, table_of(record))[1].is_complete is False


def test_a_hand_with_too_few_bids_cannot_be_scored() -> None:
    record = record_of(HEAD + "rules: {schedule: [1]}\nhands:\n- {bids: [1, 1], took: [1, 0, 0]}\n")
    (hand,), result = settle(record, table_of(record))
    assert (hand.score, hand.total, result.is_complete) == (None, None, False)


def test_claims_are_never_trusted() -> None:
    wrong = ", score: [99, 99, 99], total: [99, 99, 99]}\n"
    record = record_of(
        HEAD
        + "rules: {schedule: [1, 1]}\nhands:\n- {bids: [1, 1, 1], took: [1, 0, 0]"
        + wrong
        + "- {bids: [1, 1, 1], took: [0, 1, 0]"
        + wrong
        + "final: [99, 99, 99]\nwinners: [Cy]\n"
    )
    assert settle(record, table_of(record))[1].final == [0, 0, -20]


@pytest.mark.parametrize("players", range(2, 16))
def test_whole_sheets_are_settled_as_the_oracle_does(players: int) -> None:
    rng = random.Random(f"sheet-{players}")
    for _ in range(5):
        limit = rng.choice([None, 2, 5])
        rules = oracle.rules_with(
            points=rng.choice([1, 5, 10]),
            overtrick=rng.choice([-1, 0, 1, 2]),
            bag_limit=limit,
            bag_penalty=None if limit is None else rng.choice([-5, 0, 30]),
            tie=rng.choice(["shared", "most-made"]),
            min_bid=0,
        )
        hands = []
        for size in oracle.default_schedule(players):
            took = [0] * players
            for _ in range(size):
                took[rng.randrange(players)] += 1
            hands.append(([rng.randint(0, size) for _ in range(players)], took))
        written = ", ".join(f"{key}: {json.dumps(value)}" for key, value in rules.items() if value is not None)
        names = ", ".join(f"P{seat}" for seat in range(players))
        lines = "".join(f"- {{bids: {bids}, took: {took}}}\n" for bids, took in hands)
        record = record_of(f"bluke: 1\nplayers: [{names}]\ndealer: P0\nrules: {{{written}}}\nhands:\n{lines}")
        settled, result = settle(record, table_of(record))
        assert [hand.score for hand in settled] == oracle.scores(hands, players, rules)
        assert result.final == oracle.totals(hands, players, rules)
        assert result.winners == oracle.winners(hands, players, rules)
