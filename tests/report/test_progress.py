"""The line that says how far a match is."""

from __future__ import annotations

import pytest

from bluke_cli.match.standings import Outcome, Standings
from bluke_cli.report.progress import leader_text, progress_text


def standings_of(*blocks):
    """Standings of a duel of `lo` and `hi`; each block is what hi was ahead by, in its one game."""
    standings = Standings(["lo", "hi"])
    for number, ahead in enumerate(blocks, 1):
        standings.add(Outcome(number, 1, ("lo", "hi"), (10, 10 + ahead), (2, 1), (3, 4), 5))
    return standings


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        ([], ""),
        ([7], "hi +7.0 over lo"),
        ([10, 20, 30], "hi +20.0 ± 24.8 over lo"),
        ([-10, -20, -30], "lo +20.0 ± 24.8 over hi"),
        ([0, 0], "lo and hi are equal in every block"),
    ],
)
def test_the_leader_and_the_difference_to_the_next(blocks, text):
    assert leader_text(standings_of(*blocks)) == text


def test_only_the_first_two_of_many_are_named():
    standings = Standings(["a", "b", "c", "d"])
    for number in (1, 2):
        standings.add(Outcome(number, 1, ("a", "b", "c", "d"), (1, 40, 2, 30 + number), (4, 1, 3, 2), (0,) * 4, 5))
    assert leader_text(standings) == "b +8.5 ± 6.4 over d"


@pytest.mark.parametrize(
    ("done", "total", "played", "seconds", "text"),
    [
        (0, 40, 0, 0.0, "0 of 40"),
        (25, 40, 0, 3.0, "25 of 40"),
        (20, 40, 20, 4.0, "20 of 40, 5.0 games/s, 4 s left"),
        (30, 40, 5, 1.0, "30 of 40, 5.0 games/s, 2 s left"),
        (500, 1000, 500, 2.0, "500 of 1000, 250 games/s, 2 s left"),
        (1, 40, 1, 8.0, "1 of 40, 8.0 s a game, 5 min 12 s left"),
        (10, 10_000, 10, 10.0, "10 of 10000, 1.0 games/s, 2 h 46 min left"),
    ],
)
def test_games_speed_and_time_left(done, total, played, seconds, text):
    assert progress_text(Standings(["a", "b"]), done, total, played, seconds) == text


def test_all_in_one_line():
    text = progress_text(standings_of(10, 30), 2, 4, 2, 1.0)
    assert text == "2 of 4, 2.0 games/s, 1 s left; hi +20.0 ± 127.1 over lo"


def test_the_interval_is_one_that_may_be_watched():
    standings = standings_of(*[5, 15] * 15)
    half = standings.differences["lo", "hi"].watched_half_width(0.05)
    assert leader_text(standings) == f"hi +10.0 ± {half:.1f} over lo"
