"""The table of a record: seats, schedule, dealers, house rules (RULES 3–5, House rules)."""

from __future__ import annotations

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.replay.table import draw_of, hand_numbers, house_rules_of, read_cards, table_of, written_rules
from bluke_cli.rules.cards import cards
from bluke_cli.rules.house import HouseRules
from tests.replay.made import HEAD, record_of

DRAWN = "bluke: 1\nplayers: [Ann, Bo, Cy]\nhands: []\n"


def test_names_become_seats() -> None:
    table = table_of(record_of(HEAD + "hands: []\n"))
    assert [table.seat_of(name) for name in ("Ann", "Bo", "Cy")] == [0, 1, 2]
    with pytest.raises(ValueError, match="not in tuple"):
        table.seat_of("Dee")


def test_the_deal_passes_left_and_wraps() -> None:
    table = table_of(record_of(HEAD.replace("dealer: Ann", "dealer: Bo") + "hands: []\n"))
    assert [table.dealer_of(number) for number in (1, 2, 3, 4, 25)] == [1, 2, 0, 1, 1]


def test_the_schedule_gives_sizes_and_nothing_beyond_it() -> None:
    table = table_of(record_of(HEAD + "hands: []\n"))
    assert (table.size_of(1), table.size_of(13), table.size_of(25)) == (13, 1, 13)
    assert table.size_of(0) is table.size_of(26) is table.size_of(-1) is None
    table = table_of(record_of(HEAD + 'rules: {schedule: "3-1,1-3"}\nhands: []\n'))
    assert table.sizes == (3, 2, 1, 1, 2, 3)


def test_the_draw_says_who_deals_where_no_dealer_is_written() -> None:
    assert table_of(record_of(DRAWN + "draw: [9H, 2S, AH]\n")).dealer == 2
    assert table_of(record_of(DRAWN + "draw: [9H, 2S, AH]\ndealer: Bo\n")).dealer == 1
    assert table_of(record_of(DRAWN)).dealer is None
    assert table_of(record_of(DRAWN)).dealer_of(3) is None
    assert table_of(record_of(DRAWN + "draw: [AS, AC, 2H]\n")).dealer is None


def test_a_draw_is_judged_with_its_redraws() -> None:
    draw = draw_of(record_of(DRAWN + "draw: [AS 7D, AC JH, 4D]\n"))
    assert draw is not None
    assert (draw.dealer, draw.scorekeeper) == (1, 2)
    assert draw_of(record_of(DRAWN)) is None
    with pytest.raises(RuleViolation) as caught:
        draw_of(record_of(DRAWN + "draw: [AS, AC, 4D]\n"))
    assert (caught.value.code, caught.value.seat) == ("draw", 0)


def test_only_rules_that_are_written_count_as_written() -> None:
    assert written_rules(record_of(HEAD + "hands: []\n")) == {}
    written = written_rules(record_of(HEAD + "rules: {points: 10, hook: true}\nhands: []\n"))
    assert written == {"points": 10, "hook": True}


def test_a_house_rule_that_is_wrong_is_left_at_its_default() -> None:
    record = record_of(HEAD + "rules: {schedule: 30-1, bag_limit: 5, points: 5}\nhands: []\n")
    rules, violations = house_rules_of(record)
    assert rules == HouseRules(points=5)
    assert {(violation.code, violation.key) for violation in violations} == {
        ("bad-rule", "schedule"),
        ("bad-rule", "bag_limit"),
    }
    assert table_of(record).rules == rules


def test_other_rules_may_replace_the_records_own() -> None:
    record = record_of(HEAD + "rules: {schedule: 3-1, points: 5}\nhands: []\n")
    table = table_of(record, HouseRules(schedule=(2,)))
    assert (table.sizes, table.rules.points) == ((2,), 10)


def test_a_mark_after_a_card_is_passed_over() -> None:
    assert read_cards("7C QH! LO") == cards("7C QH LO")
    assert read_cards("") == []


def test_a_hand_without_a_number_is_its_position() -> None:
    record = record_of(HEAD + "hands:\n- {up: 7H}\n- {hand: 5}\n- {up: 2C}\n")
    assert hand_numbers(record) == [1, 5, 3]
