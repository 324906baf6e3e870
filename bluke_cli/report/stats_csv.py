"""Statistics as one CSV table: a row for each number, with the half-width of its 95 % interval where it has one."""

from __future__ import annotations

from collections.abc import Iterator

from bluke_cli.match.difference import Difference
from bluke_cli.match.groups import Grouped
from bluke_cli.match.ranking import leads, ranking
from bluke_cli.match.stats import Stats
from bluke_cli.record.csv_cells import row_text
from bluke_cli.report.stats import group_name, shares_of

HEADS = ("group", "table", "name", "against", "at", "measure", "value", "half_width")
Row = list[str | int | float | None]


def stats_csv(grouped: Grouped) -> str:
    """Return the statistics of all groups as CSV; docs/tables.md describes the columns."""
    rows = [row_text([group_name(group), *row]) for group, stats in grouped.sorted() for row in _rows(stats)]
    return "".join([row_text(list(HEADS)), *rows])


def _rows(stats: Stats) -> Iterator[Row]:
    for rank in ranking(stats):
        sums = stats.sums[rank.bot]
        measures: dict[str, float] = {"rank": rank.place, "games": sums.games, "points": sums.mean_score}
        measures |= {"place": sums.mean_place, "wins": sums.win_share, "bids_made": sums.made_share}
        for measure, value in measures.items():
            yield ["standings", rank.bot, None, None, measure, value, None]
    for lead in leads(stats):
        half = lead.difference.half_width()
        yield ["differences", lead.ahead, lead.behind, None, "points", lead.mean, half]
    for size in sorted(stats.sizes, reverse=True):
        for bot in (rank.bot for rank in ranking(stats) if rank.bot in stats.sizes[size]):
            yield ["sizes", bot, None, size, "bids_made", stats.sizes[size][bot].share, None]
    yield from _luck(stats)
    for turn, (mean, bids) in enumerate(zip(stats.turns, stats.turn_bids, strict=True), 1):
        yield ["turns", None, None, turn, "points", *_mean(mean)]
        yield ["turns", None, None, turn, "bids_made", bids.share, None]
    for seat, mean in enumerate(stats.seats, 1):
        yield ["seats", None, None, seat, "points", *_mean(mean)]


def _luck(stats: Stats) -> Iterator[Row]:
    worth = stats.luck.worth
    for bot, share in shares_of(stats).items():
        measures: dict[str, float] = {"hands": share.hands, "tricks": share.tricks.mean}
        measures |= {"tricks_by_cards": share.luck.mean, "points": share.points.mean}
        measures |= {"points_by_cards": share.by_cards(worth)}
        for measure, value in measures.items():
            yield ["luck", bot, None, None, measure, value, None]
        yield ["luck", bot, None, None, "points_rest", *_mean(share.rest(worth))]
    if stats.luck.hands:
        yield ["luck", None, None, None, "points_a_trick", float(worth), None]


def _mean(mean: Difference) -> Row:
    return [mean.mean, mean.half_width()]
