"""Points, running totals, final scores and winners: a fault is found once, where it was made.

Most games here are of two players and short schedules: a bid of 1 with 1 taken is 10 points, with 0 taken -10.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bluke_cli.audit.audit import audit
from bluke_cli.record.models import GameRecord
from tests.audit.marked import THREE, TWO, check, judged, only, where

SHEET = Path(__file__).parents[2] / "samples/valid/score-sheet-with-totals.yaml"
FOUR_HANDS = """\
bluke: 1
players: [Ann, Bo]
dealer: Ann
rules: {schedule: [2, 2, 2, 2]}
hands:
"""

# One wrong running total


def test_one_wrong_total_on_a_sheet_of_25_hands_is_one_finding() -> None:
    """The line, the player and the right value are named, and which totals follow from it."""
    lines = SHEET.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if "total: [11, 70, 170, 91]" in line)
    slip = 0
    for number in range(at, at + 20):  # Bo's total is 10 too high from hand 6 on, and nowhere corrected
        head, _, rest = lines[number].partition("total: [")
        if not rest:
            break
        sums = rest.rstrip("]}").split(", ")
        sums[1] = str(int(sums[1]) + 10)
        lines[number] = f"{head}total: [{', '.join(sums)}]}}"
        slip += 1
    assert slip == 20
    lines[at + 20] = lines[at + 20].replace("final: [144, 263, ", "final: [144, 273, ")
    (finding,) = judged("\n".join(lines)).findings
    assert (finding.code, finding.line, where(finding)) == ("total", at + 1, (6, None, "Bo", "/hands/5/total/1"))
    assert lines[at][(finding.column or 0) - 1 :].startswith("80, 170")
    assert finding.fix == "70"
    assert "70" in finding.message
    assert "hands 7 to 25" in finding.message


def test_a_total_put_right_later_is_one_finding() -> None:
    finding = only(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], total: [10, 10]}
- {bids: [1, 1], took: [1, 1], total: [«total»21, 20]}
- {bids: [1, 1], took: [1, 1], total: [31, 30]}
- {bids: [1, 1], took: [1, 1], total: [40, 40]}
"""
    )
    assert where(finding) == (2, None, "Ann", "/hands/1/total/0")
    assert finding.fix == "20"
    assert "hand 3 follows" in finding.message


def test_a_second_slip_on_top_of_the_first_is_a_finding_of_its_own() -> None:
    first, second = check(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], total: [«total»11, 10]}
- {bids: [1, 1], took: [1, 1], total: [21, 20]}
- {bids: [1, 1], took: [1, 1], total: [«total»32, 30]}
- {bids: [1, 1], took: [1, 1], total: [42, 40]}
"""
    )
    assert (first.fix, second.fix) == ("10", "31")
    assert "30" in second.message  # what it would be if the first were put right


def test_a_slip_that_comes_back_is_found_again() -> None:
    first, second = check(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], total: [«total»11, 10]}
- {bids: [1, 1], took: [1, 1], total: [20, 20]}
- {bids: [1, 1], took: [1, 1], total: [«total»31, 30]}
- {bids: [1, 1], took: [1, 1], total: [41, 40]}
"""
    )
    assert "follow" not in first.message
    assert "hand 4 follows" in second.message


def test_the_totals_of_each_player_are_judged_apart() -> None:
    check(FOUR_HANDS + "- {bids: [1, 1], took: [1, 1], total: [«total»11, «total»11]}\nstopped: here\n")


def test_totals_may_be_written_now_and_then() -> None:
    check(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1]}
- {bids: [1, 1], took: [2, 0], total: [21, 0]}
- {bids: [1, 1], took: [1, 1]}
- {bids: [1, 1], took: [0, 2], total: [21, «total»20]}
final: [21, 20]
winners: [Ann]
"""
    )


# A wrong score


def test_a_wrong_score_is_found_at_its_number() -> None:
    finding = only(TWO + "hands:\n- {bids: [5, 6], took: [3, 10], score: [«score»-20, 64]}\n")
    assert where(finding) == (1, None, "Ann", "/hands/0/score/0")
    assert finding.fix == "-50"


def test_a_wrong_score_carried_into_the_totals_is_one_finding() -> None:
    only(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], score: [10, «score»12], total: [10, 12]}
- {bids: [1, 1], took: [1, 1], score: [10, 10], total: [20, 22]}
- {bids: [1, 1], took: [1, 1], score: [10, 10]}
- {bids: [1, 1], took: [1, 1], score: [10, 10], total: [40, 42]}
final: [40, 42]
winners: [Bo]
"""
    )


def test_a_wrong_score_not_carried_on_is_one_finding() -> None:
    only(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], score: [10, «score»12], total: [10, 10]}
- {bids: [1, 1], took: [1, 1], score: [10, 10], total: [20, 20]}
- {bids: [1, 1], took: [1, 1]}
- {bids: [1, 1], took: [1, 1]}
final: [40, 40]
winners: [Ann, Bo]
"""
    )


def test_a_wrong_score_is_not_carried_past_a_right_total() -> None:
    """The total of hand 2 follows neither from the total before it nor from the facts."""
    check(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], score: [10, «score»12], total: [10, 10]}
- {bids: [1, 1], took: [1, 1], total: [20, «total»22]}
stopped: here
"""
    )


def test_a_final_score_may_follow_from_the_last_total_and_the_right_points() -> None:
    check(
        FOUR_HANDS.replace("[2, 2, 2, 2]", "[2, 2]")
        + """\
- {bids: [1, 1], took: [1, 1], total: [10, «total»15]}
- {bids: [1, 1], took: [1, 1], score: [10, «score»12]}
final: [20, 25]
winners: [Bo]
"""
    )


def test_a_wrong_score_carried_into_the_final_alone_is_one_finding() -> None:
    only(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], score: [10, «score»12]}
- {bids: [1, 1], took: [1, 1]}
- {bids: [1, 1], took: [1, 1]}
- {bids: [1, 1], took: [1, 1]}
final: [40, 42]
winners: [Bo]
"""
    )


def test_scores_follow_the_house_rules() -> None:
    check(
        THREE
        + """\
rules: {schedule: [4, 4], points: 5, overtrick: -1, min_bid: 0, bag_limit: 2, bag_penalty: 30}
hands:
- {bids: [1, 0, 3], took: [2, 1, 1], score: [4, -1, -15], total: [4, -1, -15]}
- {bids: [2, 2, 0], took: [3, 1, 0], score: [«score»9, -10, 0], total: [13, -11, -15]}   # Ann's second bag: -21
"""
    )


# Final and winners


def test_a_wrong_final_score_is_found_once() -> None:
    """The winners follow from the final scores as written, so they are not found as well."""
    finding = only(
        "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [1]}\n"
        "hands:\n- {bids: [1, 1], took: [1, 0]}\nfinal: [10, «final»11]\nwinners: [Bo]\n"
    )
    assert where(finding) == (None, None, "Bo", "/final/1")
    assert finding.fix == "-10"


def test_a_wrong_total_carried_into_the_final_is_one_finding() -> None:
    only(
        FOUR_HANDS
        + """\
- {bids: [1, 1], took: [1, 1], total: [10, 10]}
- {bids: [1, 1], took: [1, 1], total: [«total»25, 20]}
- {bids: [1, 1], took: [1, 1]}
- {bids: [1, 1], took: [1, 1]}
final: [45, 40]
winners: [Ann]
"""
    )


@pytest.mark.parametrize("winners", ["[Bo]", "[Ann]", "[]", "[Ann, Ann]", "[Ann, Bo, Bo]"])
def test_every_joint_winner_is_named(winners: str) -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [1, 1]}\n"
    hands = "hands:\n- {bids: [1, 1], took: [1, 0]}\n- {bids: [1, 1], took: [0, 1]}\n"
    finding = only(f"{game}{hands}winners: «winners»{winners}\n")
    assert where(finding) == (None, None, None, "/winners")
    check(f"{game}{hands}winners: [Ann, Bo]\n")
    check(f"{game}{hands}winners: [Bo, Ann]\n")


def test_among_tied_leaders_the_larger_made_bids_win_under_the_house_rule() -> None:
    """Both end with 10: Ann by a made 2 and a lost 1, Bo by a made 1 and nothing for a zero."""
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\n"
    game += "rules: {schedule: [2, 1], min_bid: 0, overtrick: 0, tie: most-made}\n"
    hands = "hands:\n- {bids: [2, 0], took: [2, 0]}\n- {bids: [1, 1], took: [0, 1]}\n"
    check(f"{game}{hands}final: [10, 10]\nwinners: [Ann]\n")
    check(f"{game}{hands}final: [10, 10]\nwinners: «winners»[Ann, Bo]\n")
    check(f"{game}{hands}final: [10, 10]\nwinners: «winners»[Bo]\n")


@pytest.mark.parametrize("claim", ["final: [0, 0]", "winners: [Ann]"])
def test_a_game_that_is_not_over_has_no_result(claim: str) -> None:
    key, _, value = claim.partition(": ")
    finding = only(TWO + f"hands:\n- {{bids: [4, 5], took: [6, 7]}}\n{key}: «{key}»{value}\n")
    assert where(finding) == (None, None, None, f"/{key}")


@pytest.mark.parametrize("hand", ["tricks: [5C 3C], total: [0, 0]", "total: [0, 0]", "tricks: [5C 3C]"])
def test_a_game_is_over_whose_last_hand_is_told_somehow(hand: str) -> None:
    """What is missing, the turn-up or the tricks, may have its finding; that the game was over is no doubt."""
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [1, 1]}\nhands:\n"
    hands = f"- {{up: 2D, bids: [1, 1], tricks: [3C 4C]}}\n- {{bids: [1, 1], {hand}}}\n"
    record = GameRecord.model_validate(yaml.safe_load(f"{game}{hands}final: [0, 0]\nwinners: [Ann, Bo]\n"))
    assert {finding.code for finding in audit(record)} <= {"incomplete"}


@pytest.mark.parametrize(
    "hand",
    [
        "{bids: [1, 1], took: [1, 1], total: [«total»5, 10]}",
        "{bids: [1, «bid-range»3], took: [1, 1]}",
        "{bids: [1, 1], took: «took-sum»[1, 2]}",
        "{dealer: «dealer»Bo, bids: [1, 1], took: [1, 1]}",
        "{bids: [1, 1], took: «wrong-type»1}",
        "«wrong-type»nothing",
    ],
)
def test_no_fault_of_a_hand_hides_that_hands_are_missing(hand: str) -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2, 1]}\nstopped: late\n"
    check(f"{game}hands:\n- {hand}\nfinal: «final»[1, 2]\nwinners: «winners»[Bo]\n")


@pytest.mark.parametrize("fault", ["dealer: «dealer»Ann, ", "up: 7H, trump: «trump»C, ", "cut: «cut»60, "])
def test_a_fault_beside_the_play_does_not_hide_that_the_last_hand_is_open(fault: str) -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [1, 1]}\nstopped: late\n"
    line = "- {bids: [1, 1], took: [1, 0]}\n"
    check(f"{game}hands:\n{line}- {{{fault}bids: [1, 1]}}\nfinal: «final»[1, 2]\n")


def test_a_house_rule_in_doubt_does_not_hide_that_hands_are_missing() -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2, 1], overtrick: «wrong-type»x}\n"
    check(f"{game}stopped: late\nhands:\n- {{bids: [1, 1], took: [1, 1]}}\nfinal: «final»[1, 2]\n")


@pytest.mark.parametrize(("took", "winners"), [("[1, 0]", "«winners»[Bo]"), ("[0, 1]", "[Bo]")])
def test_a_house_rule_for_ties_in_doubt_hides_the_winners_of_a_tie_only(took: str, winners: str) -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [1, 1], tie: «bad-rule»x}\n"
    hands = f"hands:\n- {{bids: [1, 1], took: [1, 0]}}\n- {{bids: [1, 1], took: {took}}}\n"
    check(f"{game}{hands}winners: {winners}\n")
    check(f"{game}{hands}final: [«final»7, «final»8]\n")


def test_a_hand_at_fault_does_not_hide_that_the_final_scores_are_not_the_last_totals() -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2, 1]}\n"
    hands = "hands:\n- {bids: [1, «bid-range»3], took: [1, 1]}\n- {bids: [1, 1], took: [1, 0], total: [20, 0]}\n"
    check(f"{game}{hands}final: [20, 0]\nwinners: [Ann]\n")
    check(f"{game}{hands}final: [20, «final»1]\nwinners: «winners»[Bo]\n")


def test_what_another_schedule_explains_is_not_told_again() -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\n"
    hands = "hands:\n- {size: «hand-size»2, bids: [1, 1], took: [1, 1]}\n- {size: 1, bids: [1, 1], took: [1, 0]}\n"
    check(f"{game}{hands}final: [20, 0]\nwinners: [Ann]\n")


@pytest.mark.parametrize(
    "hand",
    [
        "{up: 7H, bids: [1, 1], tricks: [4S «duplicate-card»4S]}",
        "{bids: [1, «bid-missing»null], took: [1, 0]}",
        "{bids: [1, 1], took: «wrong-type»1}",
        "«wrong-type»nothing",
    ],
)
def test_the_result_of_a_game_is_not_judged_where_a_hand_is_at_fault(hand: str) -> None:
    game = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [1, 1]}\n"
    line = "- {bids: [1, 1], took: [1, 0]}\n"
    check(f"{game}hands:\n{line}- {hand}\nfinal: [5, 6]\nwinners: [Ann]\n")


# Gaps, and hands that cannot be scored


def test_a_slip_in_an_extract_may_be_put_right_later() -> None:
    check(
        TWO
        + """\
hands:
- {hand: 3, bids: [4, 5], took: [5, 6], total: [41, 51]}
- {hand: 4, bids: [4, 5], took: [5, 5], total: [82, «total»100]}
- {hand: 5, bids: [4, 5], took: [4, 5], total: [122, 151]}
"""
    )


def test_totals_restart_after_a_hand_whose_number_is_wrong() -> None:
    check(
        TWO
        + """\
hands:
- {bids: [4, 5], took: [6, 7], total: [42, 52]}
- {hand: «hand-number»1, bids: [4, 5], took: [6, 7], total: [84, 104]}
- {hand: 2, bids: [4, 5], took: [5, 7], total: [125, 156]}
"""
    )


def test_totals_restart_after_a_gap() -> None:
    check(
        TWO
        + """\
hands:
- {hand: 1, bids: [4, 5], took: [6, 7], total: [42, 52]}
- {hand: 3, bids: [4, 5], took: [5, 6], total: [300, -7]}
- {hand: 4, bids: [4, 5], took: [5, 5], total: [341, «total»44]}
- {hand: 9, bids: [1, 1], took: [2, 3], total: [1, 2]}
"""
    )


def test_totals_after_a_gap_start_from_the_next_one_written() -> None:
    check(
        TWO
        + """\
hands:
- {hand: 3, bids: [4, 5], took: [5, 6]}
- {hand: 4, bids: [4, 5], took: [5, 5], total: [341, 43]}
- {hand: 5, bids: [4, 5], took: [4, 5]}
- {hand: 6, bids: [4, 4], took: [4, 4], total: [421, «total»43]}
"""
    )


def test_after_a_card_fault_the_written_took_is_used() -> None:
    check(
        TWO
        + """\
rules: {schedule: [2, 1]}
hands:
- {up: 7H, bids: [1, 1], tricks: [4S 9S, «duplicate-card»9S KD], took: [2, 0], score: [11, -10], total: [11, «total»10]}
- {bids: [1, 1], took: [1, 0], total: [21, 0]}
"""
    )


def test_after_a_card_fault_without_took_totals_start_from_the_next_one_written() -> None:
    check(
        TWO
        + """\
rules: {schedule: [2, 1, 1]}
hands:
- {up: 7H, bids: [1, 1], tricks: [4S 9S, «duplicate-card»9S KD]}
- {bids: [1, 1], took: [1, 0], total: [77, 88]}
- {bids: [1, 1], took: [1, 0], total: [«total»77, 78]}
"""
    )


@pytest.mark.parametrize(
    "hand",
    [
        "{bids: [1, 1], took: «took-sum»[0, 0], score: [5, 5], total: [15, -5]}",
        "{bids: [«bid-range»0, 1], took: [1, 0], score: [5, 5], total: [15, -5]}",
        "{bids: [«bid-missing»null, 1], took: [1, 0], score: [5, 5], total: [15, -5]}",
        "{bids: «wrong-type»[1, 1, 1], took: [1, 0], score: [5, 5], total: [15, -5]}",
        "{bids: [1, «wrong-type»x], took: [1, 0], score: [5, 5], total: [15, -5]}",
        "{took: [1, 0], total: [15, -5]}",
        "«wrong-type»nothing",
    ],
)
def test_a_hand_whose_facts_are_at_fault_gives_no_second_finding_in_the_sums(hand: str) -> None:
    check(
        TWO
        + f"""\
rules: {{schedule: [1, 1, 1]}}
hands:
- {{bids: [1, 1], took: [1, 0], total: [10, -10]}}
- {hand}
- {{bids: [1, 1], took: [1, 0], total: [25, -15]}}
"""
    )


def test_points_that_were_dropped_are_not_missed() -> None:
    check(
        TWO
        + """\
rules: {schedule: [1, 1], points: «bad-rule»0}
hands:
- {bids: [1, 1], took: [1, 0], score: [5, -5], total: [5, -5]}
- {bids: [1, 1], took: [1, 0], total: [99, 99]}
final: [98, 98]
"""
    )


def test_sums_are_judged_by_what_was_played_not_by_the_written_took() -> None:
    check(
        TWO
        + """\
rules: {schedule: [2]}
hands:
- {up: 7H, bids: [1, 2], tricks: [4S 9S, 3D KD], took: [«took»0, «took»2], score: [10, -20], total: [10, -20]}
"""
    )


def test_after_a_revoke_the_hand_is_scored_as_it_was_played() -> None:
    check(
        TWO
        + """\
rules: {schedule: [2]}
hands:
- {up: 7H, bids: [1, 1], tricks: [4S «revoke»3D, KD 9S], took: [0, 2], score: [-10, 11], total: [-10, «total»10]}
"""
    )
