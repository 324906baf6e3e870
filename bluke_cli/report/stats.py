"""Statistics as text tables: for each group of games its standings, then bids by hand size, turns and seats."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.match.difference import Difference
from bluke_cli.match.pool import Group, Pool
from bluke_cli.match.ranking import ranking
from bluke_cli.match.stats import Stats
from bluke_cli.report.standings import counted, standings_text
from bluke_cli.report.text import columns, visible


def stats_text(pool: Pool) -> str:
    """Return the statistics of all groups as lines, each with its line feed; of several, each is named."""
    groups = pool.sorted()
    parts = []
    for group, stats in groups:
        lines = [group_name(group)] if len(groups) > 1 else []
        parts.append("".join(f"{line}\n" for line in lines) + standings_text(stats) + _details(stats))
    rest = "".join(f"{line}\n" for line in uncounted(pool))
    return "\n".join([*parts, rest] if rest else parts)


def group_name(group: Group) -> str:
    """Return what a group of games is called."""
    rules = ", ".join(f"{key}={_setting(value)}" for key, value in group.house_rules.items())
    if group.plan:
        return visible(f"Match {group.plan[:12]}, seed {group.seed}")
    return visible(f"Games of {group.players} players" + (f", {rules}" if rules else ""))


def _setting(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _details(stats: Stats) -> str:
    if not stats.blocks:
        return ""
    tables = [_faults(stats), _sizes(stats), _turns(stats), _seats(stats)]
    return "".join("\n" + "\n".join(lines) + "\n" for lines in tables if lines)


def _faults(stats: Stats) -> list[str]:
    found = [f"{visible(bot)} {faults}" for bot, faults in sorted(stats.faults.items()) if faults]
    return [f"Faults, where the fallback played: {', '.join(found)}"] if found else []


def _sizes(stats: Stats) -> list[str]:
    """Return how many of its bids each made, in per cent, a column for each hand size."""
    sizes = sorted(stats.sizes, reverse=True)
    rows = [["bids made, %", *map(str, sizes)]]
    for rank in ranking(stats):
        found = [stats.sizes[size].get(rank.bot) for size in sizes]
        rows.append([visible(rank.bot), *("" if made is None else f"{100 * made.share:.0f}" for made in found)])
    return columns(rows)


def _turns(stats: Stats) -> list[str]:
    last = len(stats.turns)
    rows = [["turn", "points a hand above the mean", "95 % interval", "bids made"]]
    for turn, (mean, bids) in enumerate(zip(stats.turns, stats.turn_bids, strict=True), 1):
        name = f"{turn}, eldest" if turn == 1 else f"{turn}, dealer" if turn == last else str(turn)
        rows.append([name, *_mean(mean, 2), f"{100 * bids.share:.1f} %"])
    return columns(rows) if stats.turns else []


def _seats(stats: Stats) -> list[str]:
    rows = [["seat", "points a game above the mean", "95 % interval"]]
    rows += [[str(seat), *_mean(mean, 1)] for seat, mean in enumerate(stats.seats, 1)]
    return columns(rows)


def _mean(mean: Difference, digits: int) -> Sequence[str]:
    half = mean.half_width()
    interval = "unknown" if half is None else f"{mean.mean - half:+.{digits}f} to {mean.mean + half:+.{digits}f}"
    return f"{mean.mean:+.{digits}f}", interval


def uncounted(pool: Pool) -> list[str]:
    """Say which games are not in the statistics."""
    lines = []
    if pool.unscored:
        verb = "is" if pool.unscored == 1 else "are"
        lines.append(f"{counted(pool.unscored, 'game')} {verb} not over, or cannot be scored, and not counted.")
    doubled = sum(stats.doubled for stats in pool.groups.values())
    if doubled:
        verb = "was" if doubled == 1 else "were"
        lines.append(f"{counted(doubled, 'game')} {verb} there already, and counted once.")
    return lines
