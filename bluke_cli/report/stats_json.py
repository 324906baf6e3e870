"""Statistics as JSON: all that the tables show, and their standard errors.

Numbers are rounded to six digits after the point, so that they are the same on every machine; shares are 0 to 1.
"""

from __future__ import annotations

import json
from typing import Any

from bluke_cli.match.difference import Difference
from bluke_cli.match.groups import Group, Grouped
from bluke_cli.match.ranking import Lead, Rank, alpha_of, leads, ranking
from bluke_cli.match.stats import Made, Stats
from bluke_cli.report.stats import shares_of
from bluke_cli.report.text import json_visible


def stats_json(grouped: Grouped) -> str:
    """Return the statistics of all groups as one JSON object, with a line feed at its end."""
    found = {"groups": [_group(*item) for item in grouped.sorted()], "unscored": grouped.unscored}
    return json_visible(json.dumps(found, ensure_ascii=False, indent=2)) + "\n"


def _group(group: Group, stats: Stats) -> dict[str, Any]:
    alpha = alpha_of(stats)
    return {
        "plan": group.plan or None,
        "seed": group.seed or None,
        "players": group.players,
        "rules": group.house_rules,
        "blocks": stats.blocks,
        "games": stats.games,
        "incomplete_blocks": stats.incomplete,
        "doubled_games": stats.doubled,
        "bots": [_bot(rank, stats) for rank in ranking(stats)],
        "differences": [_lead(lead, alpha) for lead in leads(stats)],
        "luck": _luck(stats),
        "turns": [
            {"turn": turn, **_mean(mean), "bids_made": _share(bids)}
            for turn, (mean, bids) in enumerate(zip(stats.turns, stats.turn_bids, strict=True), 1)
        ],
        "seats": [{"seat": seat, **_mean(mean)} for seat, mean in enumerate(stats.seats, 1)],
    }


def _bot(rank: Rank, stats: Stats) -> dict[str, Any]:
    sums = stats.sums[rank.bot]
    return {
        "bot": rank.bot,
        "rank": rank.place,
        "games": sums.games,
        "points": _rounded(sums.mean_score),
        "place": _rounded(sums.mean_place),
        "wins": _rounded(sums.win_share),
        "bids_made": _rounded(sums.made_share),
        "bids_made_by_size": {
            str(size): _share(stats.sizes[size][rank.bot])
            for size in sorted(stats.sizes, reverse=True)
            if rank.bot in stats.sizes[size]
        },
        "not_separated_from": list(rank.near),
        "faults": stats.faults[rank.bot],
    }


def _luck(stats: Stats) -> dict[str, Any] | None:
    """Return what each had above the mean of the table, by the hand; None where no hand has all its cards."""
    shares, worth = shares_of(stats), stats.luck.worth
    bots = [
        {
            "bot": bot,
            "hands": share.hands,
            "tricks": _rounded(share.tricks.mean),
            "tricks_by_cards": _rounded(share.luck.mean),
            "points": _rounded(share.points.mean),
            "points_by_cards": _rounded(share.by_cards(worth)),
            "rest": _mean(share.rest(worth)),
        }
        for bot, share in shares.items()
    ]
    return {"hands": stats.luck.hands, "points_a_trick": _rounded(float(worth)), "bots": bots} if bots else None


def _lead(lead: Lead, alpha: float) -> dict[str, Any]:
    difference = lead.difference
    return {
        "ahead": lead.ahead,
        "behind": lead.behind,
        "blocks": difference.blocks,
        **_mean(difference),
        "points": _rounded(lead.mean),
        "half_width_if_watched": _rounded(difference.watched_half_width(alpha)),
        "equal": difference.is_equal,
        "blocks_for_1_point": difference.blocks_for(1),
    }


def _mean(mean: Difference) -> dict[str, Any]:
    """Return points, their standard error, and the half-width of their 95 % interval."""
    return {
        "points": _rounded(mean.mean),
        "standard_error": _rounded(mean.error),
        "half_width": _rounded(mean.half_width()),
    }


def _share(made: Made) -> float | None:
    return _rounded(made.share)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
