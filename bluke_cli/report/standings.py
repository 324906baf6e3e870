"""Standings as a text table: what each bot did, and who is how far ahead of whom."""

from __future__ import annotations

from bluke_cli.match.standings import FEW_BLOCKS, Difference, Standings, Sums
from bluke_cli.report.text import columns, visible


def standings_text(standings: Standings) -> str:
    """Return the standings as lines, each with its line feed. The bot with the most points a game comes first."""
    lines = [_head(standings)]
    if standings.blocks:
        bots = sorted(standings.sums, key=lambda bot: -standings.sums[bot].mean_score)
        rows = [["bot", "points a game", "place", "wins", "bids made"]]
        rows += [[visible(bot), *_row(standings.sums[bot])] for bot in bots]
        lines += columns(rows)
        lines += _differences(standings, bots)
        lines += _cautions(standings)
    if standings.incomplete:
        verb = "block is" if standings.incomplete == 1 else "blocks are"
        lines.append(f"{standings.incomplete} {verb} incomplete and not counted.")
    return "\n".join(lines) + "\n"


def _head(standings: Standings) -> str:
    blocks = "block" if standings.blocks == 1 else "blocks"
    games = "game" if standings.games == 1 else "games"
    return f"{standings.blocks} {blocks}, {standings.games} {games}"


def _row(sums: Sums) -> list[str]:
    return [
        f"{sums.mean_score:.1f}",
        f"{sums.mean_place:.2f}",
        f"{100 * sums.win_share:.1f} %",
        f"{100 * sums.made_share:.1f} %",
    ]


def _differences(standings: Standings, bots: list[str]) -> list[str]:
    """Return a line for each pair, the better bot first."""
    order = {bot: at for at, bot in enumerate(bots)}
    rows = [["ahead", "behind", "points a game", "standard error"]]
    for pair, difference in standings.differences.items():
        if difference.blocks:
            first, second = sorted(pair, key=order.__getitem__)
            sign = 1 if first == pair[0] else -1
            rows.append([visible(first), visible(second), *_difference(difference, sign)])
    return ["", *columns(rows, left=2)] if len(rows) > 1 else []


def _difference(difference: Difference, sign: int) -> list[str]:
    if difference.is_identical:
        return ["identical play", ""]
    error = difference.error
    return [f"{sign * difference.mean:+.1f}", "unknown" if error is None else f"{error:.1f}"]


def _cautions(standings: Standings) -> list[str]:
    if standings.blocks >= FEW_BLOCKS or not standings.differences:
        return []
    return [f"Fewer than {FEW_BLOCKS} blocks: the standard errors are themselves only rough."]
