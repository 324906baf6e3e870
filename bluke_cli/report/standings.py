"""Standings as a text table: what each bot did, and who is how far ahead of whom."""

from __future__ import annotations

from bluke_cli.diagnostics import counted
from bluke_cli.match.ranking import Lead, alpha_of, leads, ranking
from bluke_cli.match.standings import FEW_BLOCKS, Standings, Sums
from bluke_cli.report.text import columns, visible, width


def standings_text(standings: Standings) -> str:
    """Return the standings as lines, each with its line feed. The bot with the most points a game comes first."""
    lines = [played(standings)]
    if standings.blocks:
        lines += _bots(standings)
        lines += _pairs(standings)
    if standings.incomplete:
        verb = "is" if standings.incomplete == 1 else "are"
        lines.append(f"{counted(standings.incomplete, 'block')} {verb} incomplete and not counted.")
    return "\n".join(lines) + "\n"


def played(standings: Standings) -> str:
    """Return how many blocks and games count; the latter alone where each is a block."""
    games = counted(standings.games, "game")
    return games if standings.unit == "game" else f"{counted(standings.blocks, standings.unit)}, {games}"


def _bots(standings: Standings) -> list[str]:
    who = "bot" if standings.unit == "block" else "player"
    head = [who, "rank", "points a game", "place", "wins", "bids made"]
    ranks = ranking(standings)
    near = [", ".join(map(visible, rank.near)) for rank in ranks]
    rows = [[visible(rank.bot), str(rank.place), *measures(standings.sums[rank.bot])] for rank in ranks]
    if any(near):
        head.append("not separated from")
        widest = max(map(width, [head[-1], *near]))
        head[-1] += " " * (widest - width(head[-1]))
        for row, names in zip(rows, near, strict=True):
            row.append(names + " " * (widest - width(names)))
    return columns([head, *rows])


def measures(sums: Sums) -> list[str]:
    """Return the cells of a bot: points a game, place, wins and bids made."""
    return [
        f"{sums.mean_score:.1f}",
        f"{sums.mean_place:.2f}",
        f"{100 * sums.win_share:.1f} %",
        f"{100 * sums.made_share:.1f} %",
    ]


def _pairs(standings: Standings) -> list[str]:
    """Return a line for each pair, the better bot first, and what the run resolves."""
    found = leads(standings)
    if not found:
        return []
    alpha = alpha_of(standings)
    rows = [["ahead", "behind", "points a game", "95 % interval", "if watched"]]
    rows += [[visible(lead.ahead), visible(lead.behind), *_pair(lead, alpha, standings.unit)] for lead in found]
    if not any(row[-1] for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    lines = ["", *columns(rows, left=2)]
    return [*lines, *roughness(standings), *_resolution(found, standings.unit)]


def roughness(standings: Standings) -> list[str]:
    """Say that the intervals are not to be trusted far; nothing where they are."""
    if standings.blocks >= FEW_BLOCKS:
        return []
    return [f"Fewer than {FEW_BLOCKS} {standings.unit}s: the intervals are themselves only rough."]


def _pair(lead: Lead, alpha: float, unit: str) -> list[str]:
    difference = lead.difference
    if difference.is_equal:
        return [f"equal in every {unit}", "", ""]
    half, watched = difference.half_width(), difference.watched_half_width(alpha)
    if half is None:
        return [f"{lead.mean:+.1f}", "unknown", ""]
    return [
        f"{lead.mean:+.1f}",
        f"{lead.mean - half:+.1f} to {lead.mean + half:+.1f}",
        "" if watched is None else f"{lead.mean - watched:+.1f} to {lead.mean + watched:+.1f}",
    ]


def _resolution(found: list[Lead], unit: str) -> list[str]:
    """Say how large a difference shows after so many blocks, and how many blocks would show one of 1 point."""
    widths = [half for lead in found if (half := lead.difference.half_width()) is not None]
    if not widths:
        return []
    needed = max(lead.difference.blocks_for(1) or 0 for lead in found)
    enough = counted(needed, unit)
    return [f"So many {unit}s resolve differences of {max(widths):.1f} points; 1 point would take {enough}."]
