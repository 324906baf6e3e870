"""Statistics as text tables: for each group of games its standings, then bids by hand size, luck, turns and seats."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.diagnostics import counted
from bluke_cli.match.difference import Difference
from bluke_cli.match.groups import Group, Grouped
from bluke_cli.match.luck import FEW_HANDS, Share
from bluke_cli.match.ranking import ranking
from bluke_cli.match.stats import Stats
from bluke_cli.report.standings import standings_text
from bluke_cli.report.text import columns, visible
from bluke_cli.rules.house import setting_text


def stats_text(grouped: Grouped) -> str:
    """Return the statistics of all groups as lines, each with its line feed; of several, each is named."""
    groups = grouped.sorted()
    parts = []
    for group, stats in groups:
        lines = [group_name(group)] if len(groups) > 1 else []
        parts.append("".join(f"{line}\n" for line in lines) + standings_text(stats) + _details(stats))
    rest = "".join(f"{line}\n" for line in uncounted(grouped))
    return "\n".join([*parts, rest] if rest else parts)


def group_name(group: Group) -> str:
    """Return what a group of games is called."""
    rules = ", ".join(f"{key}={setting_text(key, value)}" for key, value in group.house_rules.items())
    if group.plan:
        return visible(f"Match {group.plan[:12]}, seed {group.seed}")
    return visible(f"Games of {group.players} players" + (f", {rules}" if rules else ""))


def _details(stats: Stats) -> str:
    if not stats.blocks:
        return ""
    tables = [_faults(stats), _sizes(stats), _luck(stats), _turns(stats), _seats(stats)]
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


def _luck(stats: Stats) -> list[str]:
    """Return what each had above the mean of the table: tricks and points, each by the cards and the rest."""
    shares = shares_of(stats)
    if not shares:
        return []
    worth = stats.luck.worth
    rows = [["luck", "hands", "tricks", "by cards", "rest", "points", "by cards", "rest", "95 % interval"]]
    for bot, share in shares.items():
        found = (share.tricks.mean, share.luck.mean, share.tricks_beyond, share.points.mean, share.by_cards(worth))
        means = (f"{value:+.2f}" for value in found)
        rows.append([visible(bot), str(share.hands), *means, *_mean(share.rest(worth), 2)])
    return [*columns(rows), *luck_notes(stats)]


def shares_of(stats: Stats) -> dict[str, Share]:
    """Return the share of luck of each bot that has one, in the order of the ranking."""
    return {rank.bot: stats.luck.shares[rank.bot] for rank in ranking(stats) if rank.bot in stats.luck.shares}


def luck_notes(stats: Stats) -> list[str]:
    """Say what the numbers of the luck are, and how far they can be trusted."""
    worth = float(stats.luck.worth)
    notes = [f"Of a hand, above the mean of the table. A trick more by the cards was worth {worth:.1f} points."]
    if stats.luck.hands < FEW_HANDS:
        notes.append(f"Fewer than {FEW_HANDS} hands with all their cards: what a trick was worth is only rough.")
    return notes


def _turns(stats: Stats) -> list[str]:
    rows = [["turn", "points a hand above the mean", "95 % interval", "bids made"]]
    for turn, (mean, bids) in enumerate(zip(stats.turns, stats.turn_bids, strict=True), 1):
        rows.append([turn_name(turn, stats), *_mean(mean, 2), f"{100 * bids.share:.1f} %"])
    return columns(rows) if stats.turns else []


def turn_name(turn: int, stats: Stats) -> str:
    """Return what a turn, from 1, is called."""
    return f"{turn}, eldest" if turn == 1 else f"{turn}, dealer" if turn == len(stats.turns) else str(turn)


def _seats(stats: Stats) -> list[str]:
    rows = [["seat", "points a game above the mean", "95 % interval"]]
    rows += [[str(seat), *_mean(mean, 1)] for seat, mean in enumerate(stats.seats, 1)]
    return columns(rows)


def _mean(mean: Difference, digits: int) -> Sequence[str]:
    half = mean.half_width()
    interval = "unknown" if half is None else f"{mean.mean - half:+.{digits}f} to {mean.mean + half:+.{digits}f}"
    return f"{mean.mean:+.{digits}f}", interval


def uncounted(grouped: Grouped) -> list[str]:
    """Say which games are not in the statistics."""
    lines = []
    if grouped.unscored:
        verb = "is" if grouped.unscored == 1 else "are"
        lines.append(f"{counted(grouped.unscored, 'game')} {verb} not over, or cannot be scored, and not counted.")
    doubled = sum(stats.doubled for stats in grouped.stats.values())
    if doubled:
        verb = "was" if doubled == 1 else "were"
        lines.append(f"{counted(doubled, 'game')} {verb} there already, and counted once.")
    return lines
