"""Statistics from records alone: they agree with the match that wrote them, and with sums done by hand."""

from __future__ import annotations

import io
import json
import random

import pytest

from bluke_cli.match.groups import Grouped
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.match.standings import Standings
from bluke_cli.record.reader import read_records
from bluke_cli.report.standings import standings_text
from bluke_cli.report.stats import stats_text
from bluke_cli.report.stats_json import stats_json
from bluke_cli.rules.house import HouseRules

SHORT = HouseRules(schedule=(3, 2, 1))
FIELD = ["rules", "novice", "random", "b=random"]


def lines_of(bots, blocks=3, rules=SHORT, seed="x", players=None):
    """Play a match; return its standings and its lines."""
    plan = make_plan(bots, seed=seed, blocks=blocks, rules=rules, players=players)
    standings, lines = Standings(plan.aliases), []
    for result in play(plan):
        standings.add(result.outcome)
        lines.append(result.line)
    return standings, lines


def grouped_of(*texts):
    grouped = Grouped()
    for text in texts:
        for reading in read_records(io.BytesIO(text.encode()), "-"):
            assert reading.record is not None
            grouped.add(reading.record)
    return grouped


def only(grouped):
    [(_, stats)] = grouped.sorted()
    return stats


# A match


@pytest.mark.parametrize(
    ("bots", "players", "rules"),
    [
        (FIELD, None, SHORT),
        (["novice", "random"], None, SHORT),
        (["novice", "random"], 3, HouseRules(schedule=(2, 1), tie="most-made")),
        ([*FIELD, "c=novice"], None, HouseRules(schedule=(1,))),
        (["rules", "rules", "random"], None, HouseRules(schedule=(4, 3), bag_limit=2, bag_penalty=30, min_bid=0)),
        (["a=rules", "b=rules"], None, SHORT),
    ],
)
def test_the_records_of_a_match_give_its_standings(bots, players, rules):
    standings, lines = lines_of(bots, players=players, rules=rules)
    stats = only(grouped_of("\n".join(lines)))
    assert stats.sums == standings.sums
    assert standings_text(stats) == standings_text(standings)
    assert stats_text(grouped_of("\n".join(lines))).startswith(standings_text(standings))


def test_the_order_of_the_games_and_the_parts_change_nothing():
    _, lines = lines_of([*FIELD, "c=novice"], rules=HouseRules(schedule=(2,)))
    whole = grouped_of("\n".join(lines))
    chance = random.Random(1)
    for _ in range(5):
        mixed = chance.sample(lines, len(lines))
        grouped = grouped_of("\n".join(mixed[:7]), "\n".join(mixed[7:]))
        assert stats_json(grouped) == stats_json(whole)
        assert stats_text(grouped) == stats_text(whole)


def test_claims_are_not_trusted():
    _, lines = lines_of(FIELD)
    records = [json.loads(line) for line in lines]
    for record in records:
        record["final"] = [999] * 4
        record["winners"] = record["players"]
        for hand in record["hands"]:
            hand["took"], hand["score"], hand["total"] = [0] * 4, [7] * 4, [7] * 4
    forged = "\n".join(map(json.dumps, records))
    assert stats_json(grouped_of(forged)) == stats_json(grouped_of("\n".join(lines)))


def test_a_game_that_is_there_twice_counts_once():
    _, lines = lines_of(FIELD)
    once, twice = grouped_of("\n".join(lines)), grouped_of("\n".join([*lines, *lines[:3]]))
    assert (only(once).doubled, only(twice).doubled) == (0, 3)
    assert only(once).sums == only(twice).sums
    early = only(grouped_of("\n".join([lines[0], *lines])))  # while its block is not complete
    assert early.doubled == 1
    assert early.sums == only(once).sums
    assert "3 games were there already, and counted once.\n" in stats_text(twice)


def test_incomplete_blocks_are_left_out_and_reported():
    _, lines = lines_of(FIELD)
    stats = only(grouped_of("\n".join(lines[:-1])))
    assert (stats.blocks, stats.games, stats.incomplete) == (2, 8, 1)
    assert "1 block is incomplete and not counted.\n" in stats_text(grouped_of("\n".join(lines[:-1])))
    assert stats.sizes[3]["rules"].hands == 8


def test_matches_are_kept_apart_by_their_plan():
    _, first = lines_of(FIELD, blocks=1)
    _, second = lines_of(FIELD, blocks=2, seed="y")
    grouped = grouped_of("\n".join([*second, *first]))
    assert sorted((group.seed, stats.blocks) for group, stats in grouped.sorted()) == [("x", 1), ("y", 2)]
    assert stats_text(grouped).count("Match ") == 2


def test_only_open_blocks_are_kept():
    _, lines = lines_of(FIELD, blocks=20, rules=HouseRules(schedule=(1,)))
    grouped = Grouped()
    for number, reading in enumerate(read_records(io.BytesIO("\n".join(lines).encode()), "-"), 1):
        grouped.add(reading.record)
        assert len(only(grouped)._open) == len(only(grouped)._places) == (1 if number % 4 else 0)


@pytest.mark.parametrize(
    "match",
    [
        {},
        {"block": 3, "rotation": 0},
        {"block": True},
        {"lineup": 2},
        {"rotation": 2},
        {"rotations": "2"},
        {"plan": 7},
        {"seed": None},
        {"block": 0},
    ],
)
def test_a_match_of_another_kind_is_no_match(match):
    _, [line, *_] = lines_of(["novice", "random"], blocks=1)
    record = json.loads(line)
    is_part = bool(match) and match != {"block": 3, "rotation": 0}
    record["match"] = {**record["match"], **match} if is_part else match
    stats = only(grouped_of(json.dumps(record)))
    assert (stats.unit, stats.blocks) == ("game", 1)
    assert set(stats.sums) == {"novice/1", "novice/2", "random/1", "random/2"}


def test_faults_are_counted_by_bot():
    _, lines = lines_of(["novice", "random"], blocks=1)
    records = [json.loads(line) for line in lines]
    records[0]["match"]["faults"] = [{"seat": 1, "hand": 1, "trick": None, "code": "timeout"}, {"seat": True}, 5]
    records[1]["match"]["faults"] = [{"seat": 0}, {"seat": 1}, {"seat": 9}]
    grouped = grouped_of("\n".join(map(json.dumps, records)))
    assert dict(only(grouped).faults) == {"random": 2, "novice": 1}
    assert "novice 1, random 2" in stats_text(grouped)


# People at a table

EVENING = """\
bluke: 1
players: [Ann, Bo/1, Cy]
dealer: {dealer}
rules: {{schedule: [2, 1]}}
hands:
- {{up: 7H, bids: [1, 2, 1], took: [1, 0, 1]}}
- {{up: 2C, bids: [1, 1, 1], took: {last}}}
"""
# Points of the first hand: 10, -20, 10; of the second, won by Ann: 10, -10, -10; by Cy: -10, -10, 10.
ANN_WINS = EVENING.format(dealer="Ann", last=[1, 0, 0])  # 20, -30, 0
CY_WINS = EVENING.format(dealer="Bo/1", last=[0, 0, 1])  # 0, -30, 20


def test_games_of_people_by_hand():
    stats = only(grouped_of(f"{ANN_WINS}---\n{CY_WINS}"))
    assert (stats.unit, stats.blocks, stats.games) == ("game", 2, 2)
    ann, bo = stats.sums["Ann"], stats.sums["Bo/1"]
    assert (ann.mean_score, ann.mean_place, ann.win_share, ann.made_share) == (10, 1.5, 0.5, 0.75)
    assert (bo.mean_score, bo.mean_place, bo.win_share, bo.made_share) == (-30, 3, 0, 0)
    difference = stats.differences["Ann", "Cy"]
    assert (difference.mean, difference.deviation) == (0, pytest.approx(800**0.5))


def test_a_tie_goes_to_who_made_more_where_the_rules_say_so():
    """Ann makes 2 and is set, 20 - 10; Bo is set and makes 1 with an overtrick that counts as much, -10 + 20."""
    text = (
        "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [2, 2], overtrick: 10, tie: most-made}\nhands:\n"
        "- {up: 2C, bids: [2, 1], took: [2, 0]}\n- {up: 3C, bids: [1, 1], took: [0, 2]}\n"
    )
    shared = only(grouped_of(text.replace("most-made", "shared"))).sums
    assert (shared["Ann"].win_share, shared["Bo"].win_share) == (0.5, 0.5)
    found = only(grouped_of(text)).sums
    assert (found["Ann"].win_share, found["Bo"].win_share, found["Bo"].mean_place) == (1, 0, 2)


def test_bids_made_by_hand_size_by_hand():
    stats = only(grouped_of(ANN_WINS, CY_WINS))
    found = {(size, name): (each.made, each.hands) for size, of in stats.sizes.items() for name, each in of.items()}
    assert found == {
        (2, "Ann"): (2, 2),
        (2, "Bo/1"): (0, 2),
        (2, "Cy"): (2, 2),
        (1, "Ann"): (1, 2),
        (1, "Bo/1"): (0, 2),
        (1, "Cy"): (1, 2),
    }


def test_turns_and_seats_by_hand():
    """Ann deals the first game: Bo, Cy, Ann bid, then Cy, Ann, Bo; Bo deals the second: Cy, Ann, Bo, then Ann, Bo, Cy.

    The means of the hands are 0, -10/3, 0, -10/3. Above them, by turn: -20, 10, 10; -20/3, 40/3, -20/3; and
    10, 10, -20; -20/3, -20/3, 40/3.
    """
    stats = only(grouped_of(ANN_WINS, CY_WINS))
    first, second = [(-20 - 20 / 3) / 2, (10 + 40 / 3) / 2, (10 - 20 / 3) / 2], [10 / 6, 10 / 6, -20 / 6]
    assert [turn.mean for turn in stats.turns] == [
        pytest.approx(sum(pair) / 2) for pair in zip(first, second, strict=True)
    ]
    assert [(bids.made, bids.hands) for bids in stats.turn_bids] == [(1, 4), (3, 4), (2, 4)]
    # The means of the games are -10/3 both: seat 1 has 70/3 and 10/3 above them.
    assert [seat.mean for seat in stats.seats] == [pytest.approx(points) for points in (40 / 3, -80 / 3, 40 / 3)]


def test_without_a_dealer_there_are_no_turns():
    text = ANN_WINS.replace("dealer: Ann\n", "").replace("bluke: 1\n", "bluke: 1\ndraw: [2C, 3C]\n")
    stats = only(grouped_of(text))
    assert stats.turns == []
    assert stats.blocks == 1
    assert "turn" not in stats_text(grouped_of(text))


def test_tables_of_another_size_or_other_rules_are_kept_apart():
    other = ANN_WINS.replace("[2, 1]}", "[2, 1], hook: false, points: 5}")
    two = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [1]}\n"
    two += "hands:\n- {up: 2C, bids: [1, 1], took: [1, 0]}\n"
    grouped = grouped_of(ANN_WINS, two, other, CY_WINS)
    assert [(group.players, stats.games) for group, stats in grouped.sorted()] == [(2, 1), (3, 1), (3, 2)]
    assert "Games of 3 players, points=5, schedule=2-1\n" in stats_text(grouped)


def test_a_schedule_is_named_as_it_can_be_typed():
    text = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [3, 1]}\n"
    text += "hands:\n- {up: 2C, bids: [1, 1], took: [1, 2]}\n- {up: 2C, bids: [1, 1], took: [1, 0]}\n"
    assert "Games of 2 players, schedule=3,1\n" in stats_text(grouped_of(text, CY_WINS))


def test_games_that_are_not_over_are_counted_apart():
    unfinished = ANN_WINS.rsplit("- ", 1)[0]
    unknown = ANN_WINS.replace("took: [1, 0, 0]", "took: [1, 0, null]")
    grouped = grouped_of(unfinished, ANN_WINS, unknown)
    assert (grouped.unscored, only(grouped).games) == (2, 1)
    assert "2 games are not over, or cannot be scored, and not counted.\n" in stats_text(grouped)
    assert stats_text(grouped_of(unfinished)) == "1 game is not over, or cannot be scored, and not counted.\n"


def test_a_game_that_a_written_total_brings_to_its_end_is_not_scored_whole():
    bids = ANN_WINS.index("bids: [") + len("bids: [")
    beyond = f"{ANN_WINS[:bids]}9{'0' * 17}{ANN_WINS[bids + 1 :]}".rstrip().removesuffix("}") + ", total: [1, 2, 3]}\n"
    assert grouped_of(beyond).unscored == 1


def test_who_missed_an_evening_is_compared_where_both_sat():
    dot = CY_WINS.replace("Ann", "Dot")
    stats = only(grouped_of(ANN_WINS, dot))
    assert {pair: each.blocks for pair, each in stats.differences.items()} == {
        ("Ann", "Bo/1"): 1,
        ("Ann", "Cy"): 1,
        ("Bo/1", "Cy"): 2,
        ("Bo/1", "Dot"): 1,
        ("Cy", "Dot"): 1,
    }


def test_the_json_says_what_the_tables_show():
    [group] = json.loads(stats_json(grouped_of(ANN_WINS, CY_WINS)))["groups"]
    assert (group["plan"], group["players"], group["blocks"], group["rules"]) == (None, 3, 2, {"schedule": [2, 1]})
    assert [bot["bot"] for bot in group["bots"]] == ["Ann", "Cy", "Bo/1"]
    assert group["bots"][0]["bids_made_by_size"] == {"2": 1.0, "1": 0.5}
    assert group["bots"][0]["not_separated_from"] == ["Cy", "Bo/1"]
    assert [pair["points"] for pair in group["differences"]] == [0, 40, 40]
    [first, *_] = group["differences"]
    assert first == {
        "ahead": "Ann",
        "behind": "Cy",
        "blocks": 2,
        "points": 0.0,
        "standard_error": 20.0,
        "half_width": 254.124095,  # t of one degree is 12.7062
        "half_width_if_watched": None,
        "equal": False,
        "blocks_for_1_point": first["blocks_for_1_point"],
    }
    assert [turn["turn"] for turn in group["turns"]] == [seat["seat"] for seat in group["seats"]] == [1, 2, 3]


def test_names_cannot_command_a_terminal():
    text = json.dumps(
        {
            "bluke": 1,
            "players": ["\u202eevil", "Bo"],
            "dealer": "Bo",
            "rules": {"schedule": [1]},
            "hands": [{"up": "2C", "bids": [1, 1], "took": [1, 0]}],
        }
    )
    for shown in (stats_text(grouped_of(text)), stats_json(grouped_of(text))):
        assert "\\u202eevil" in shown
        assert "\u202e" not in shown
