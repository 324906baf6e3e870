"""How far a match is, in one line: games, speed, time left, and who leads."""

from __future__ import annotations

from bluke_cli.match.ranking import alpha_of
from bluke_cli.match.standings import Standings
from bluke_cli.report.text import visible


def progress_text(standings: Standings, done: int, total: int, played: int, seconds: float) -> str:
    """Return the line of a match of which *done* of *total* games are written, *played* of them in so many *seconds*.

    Games that were there before the run are done, but tell nothing about its speed.
    """
    parts = [f"{done} of {total}"]
    if played and seconds > 0:
        rate = played / seconds
        parts.append(f"{rate:.{0 if rate >= 100 else 1}f} games/s" if rate >= 1 else f"{1 / rate:.1f} s a game")
        parts.append(f"{_time((total - done) / rate)} left")
    leader = leader_text(standings)
    return ", ".join(parts) + (f"; {leader}" if leader else "")


def leader_text(standings: Standings) -> str:
    """Return who leads, and by how many points a game over the next, with the interval.

    The interval is one that may be watched, once there are enough blocks. Before the first block is complete there is
    nothing to say.
    """
    if not standings.blocks or len(standings.sums) < 2:
        return ""
    first, second = sorted(standings.sums, key=lambda bot: -standings.sums[bot].mean_score)[:2]
    is_turned = (first, second) not in standings.differences
    difference = standings.differences[(second, first) if is_turned else (first, second)]
    if not difference.blocks:
        return f"{visible(first)} leads"
    if difference.is_equal:
        return f"{visible(first)} and {visible(second)} are equal in every {standings.unit}"
    mean = -difference.mean if is_turned else difference.mean
    half = difference.watched_half_width(alpha_of(standings)) or difference.half_width()
    width = "" if half is None else f" ± {half:.1f}"
    return f"{visible(first)} {mean:+.1f}{width} over {visible(second)}"


def _time(seconds: float) -> str:
    """Return a time as a person says it.

    >>> print(_time(7.4), _time(125), _time(725), _time(7500), sep=" | ")
    7 s | 2 min 05 s | 12 min | 2 h 05 min
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes_of_hour = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes_of_hour:02} min"
    if minutes >= 10:
        return f"{minutes} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
