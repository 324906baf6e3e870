"""The standings as they are shown."""

from __future__ import annotations

from bluke_cli.match.standings import Standings
from bluke_cli.report.standings import standings_text
from tests.match.test_standings import THREE_BLOCKS, outcome, standings


def test_a_duel():
    assert standings_text(standings("AB", THREE_BLOCKS)) == (
        "3 blocks, 6 games\n"
        "bot  rank  points a game  place    wins  bids made  not separated from\n"
        "A       1           15.0   1.58  75.0 %      6.0 %  B\n"
        "B       2           11.0   2.17  25.0 %      6.0 %  A\n"
        "\n"
        "ahead  behind  points a game   95 % interval\n"
        "A      B                +4.0  -33.5 to +41.5\n"
        "Fewer than 30 blocks: the intervals are themselves only rough.\n"
        "So many blocks resolve differences of 37.5 points; 1 point would take 879 blocks.\n"
    )


def test_the_better_bot_comes_first_whatever_the_order_on_the_command_line():
    text = standings_text(standings("BA", THREE_BLOCKS))
    assert "A      B                +4.0  -33.5 to +41.5\n" in text
    assert text.index("\nA ") < text.index("\nB ")


def test_from_thirty_blocks_on_the_interval_for_those_who_watch_stands_beside_the_other():
    games = [outcome(block, "AB", [10 + block % 3, block % 2], games=1) for block in range(30)]
    text = standings_text(standings("AB", games))
    assert "if watched" in text
    assert "Fewer" not in text
    assert "if watched" not in standings_text(standings("AB", games[:-1]))


def test_who_is_equal_in_every_block_is_said_to_be_so():
    found = standings("AB", [outcome(block, "AB", [3, 3], games=1) for block in range(40)])
    text = standings_text(found)
    assert "equal in every block" in text
    found.unit = "game"
    assert "equal in every game" in standings_text(found)
    assert "Fewer" not in text


def test_one_block_has_no_interval():
    assert "unknown" in standings_text(standings("AB", THREE_BLOCKS[:2]))


def test_incomplete_blocks_are_reported():
    assert standings_text(standings("AB", THREE_BLOCKS[:1])) == (
        "0 blocks, 0 games\n1 block is incomplete and not counted.\n"
    )


def test_one_bot_alone_has_nobody_to_be_compared_with():
    text = standings_text(standings("A", [outcome(1, "AAAA", [1, 2, 3, 4], games=1)]))
    assert text.startswith("1 block, 1 game\n")
    assert "ahead" not in text
    assert "Fewer" not in text


def test_nothing_played_yet():
    assert standings_text(Standings(["A", "B"])) == "0 blocks, 0 games\n"
