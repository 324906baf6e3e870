"""The standings as they are shown."""

from __future__ import annotations

from bluke_cli.match.standings import Standings
from bluke_cli.report.standings import standings_text
from tests.match.test_standings import THREE_BLOCKS, outcome, standings


def test_a_duel():
    assert standings_text(standings("AB", THREE_BLOCKS)) == (
        "3 blocks, 6 games\n"
        "bot  points a game  place    wins  bids made\n"
        "A             15.0   1.58  75.0 %      6.0 %\n"
        "B             11.0   2.17  25.0 %      6.0 %\n"
        "\n"
        "ahead  behind  points a game  standard error\n"
        "A      B                +4.0             8.7\n"
        "Fewer than 30 blocks: the standard errors are themselves only rough.\n"
    )


def test_the_better_bot_comes_first_whatever_the_order_on_the_command_line():
    text = standings_text(standings("BA", THREE_BLOCKS))
    assert "A      B                +4.0             8.7\n" in text
    assert text.index("\nA ") < text.index("\nB ")


def test_identical_play_is_said_to_be_so():
    text = standings_text(standings("AB", [outcome(block, "AB", [3, 3], games=1) for block in range(40)]))
    assert "identical play" in text
    assert "Fewer" not in text


def test_one_block_has_no_standard_error():
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
