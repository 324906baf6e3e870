"""Statistics as one page with pictures, readable without JavaScript: nothing is fetched, and nothing runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bluke_cli.diagnostics import counted
from bluke_cli.match.groups import Group, Grouped
from bluke_cli.match.pictures import Pictures
from bluke_cli.match.ranking import Lead, leads, ranking
from bluke_cli.match.stats import Stats
from bluke_cli.report.charts import Chart, histogram, interval_chart, line_chart
from bluke_cli.report.page import page
from bluke_cli.report.standings import measures, played, roughness
from bluke_cli.report.stats import group_name, luck_notes, shares_of, turn_name, uncounted

MOST_LINES, MOST_HISTOGRAMS = 8, 6


@dataclass(slots=True)
class _Group:
    """What the page shows of one group of games."""

    name: str
    about: str
    standings: list[list[str]] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def stats_html(grouped: Grouped) -> str:
    """Return the page; *grouped* was made with pictures."""
    groups = [_group(group, stats) for group, stats in grouped.sorted()]
    return page("stats", "Bluke: what the records say", groups=groups, notes=uncounted(grouped)) + "\n"


def _group(group: Group, stats: Stats) -> _Group:
    found = _Group(group_name(group), f"{played(stats)}.")
    if stats.incomplete:
        found.notes.append(f"{counted(stats.incomplete, 'block')} left out, for games of it are missing.")
    if stats.blocks and stats.pictures is not None:
        found.standings = _standings(stats)
        found.charts = list(_charts(stats, stats.pictures))
        found.notes += roughness(stats)
    return found


def _standings(stats: Stats) -> list[list[str]]:
    rows = [["", "rank", "points a game", "place", "wins", "bids made"]]
    return rows + [[rank.bot, str(rank.place), *measures(stats.sums[rank.bot])] for rank in ranking(stats)]


def _charts(stats: Stats, pictures: Pictures) -> Iterator[Chart]:
    names = [rank.bot for rank in ranking(stats)]
    shown = names[:MOST_LINES]
    totals = {name: [(0.0, 0.0), *_numbered([mean.value for mean in pictures.totals[name]])] for name in shown}
    first = "" if len(shown) == len(names) else f" The first {len(shown)} of {len(names)}."
    yield line_chart("Totals, hand by hand", f"The mean running total after each hand.{first}", totals, "hand")
    pairs = leads(stats)
    if pairs:
        rows = [(f"{lead.ahead} − {lead.behind}", lead.mean, lead.difference.half_width()) for lead in pairs]
        about = "Points a game by which the first is ahead of the second, with its 95 % interval."
        yield interval_chart("Head to head", about, rows, "points a game")
    for lead in pairs[:MOST_HISTOGRAMS]:
        yield _differences(lead, pictures)
    sizes = {name: _shares(stats, name) for name in shown}
    about = f"The share of bids that were made, in hands of each size, in per cent.{first}"
    yield line_chart("Bids made by hand size", about, {name: line for name, line in sizes.items() if line}, "cards")
    yield _calibration(pictures)
    if stats.luck.hands:
        yield _luck(stats)
    yield from _seats(stats)


def _numbered(values: list[float]) -> list[tuple[float, float]]:
    return [(float(at), value) for at, value in enumerate(values, 1)]


def _shares(stats: Stats, name: str) -> list[tuple[float, float]]:
    return [
        (float(size), 100 * stats.sizes[size][name].share) for size in sorted(stats.sizes) if name in stats.sizes[size]
    ]


def _differences(lead: Lead, pictures: Pictures) -> Chart:
    """Return how the games of a pair ended, seen from the one that is ahead."""
    counts = dict(pictures.differences.get((lead.ahead, lead.behind), {}))
    if not counts:
        counts = {-value: count for value, count in pictures.differences[lead.behind, lead.ahead].items()}
    title, about = f"{lead.ahead} against {lead.behind}", "How often a game ended with so many points between them."
    return histogram(title, about, counts, f"points that {lead.ahead} is ahead")


def _calibration(pictures: Pictures) -> Chart:
    bids = sorted(pictures.bids)
    took = [(float(bid), pictures.bids[bid].took.value) for bid in bids]
    chart = line_chart(
        "Bid against tricks taken",
        "The mean number of tricks that was taken after bids of each height, beside the bid itself.",
        {"tricks taken": took, "as bid": [(float(bid), float(bid)) for bid in bids]},
        "bid",
    )
    chart.table = [["bid", "hands", "made", "mean tricks taken"]]
    for bid in bids:
        found = pictures.bids[bid]
        share = f"{100 * found.made / found.took.count:.1f} %"
        chart.table.append([str(bid), f"{found.took.count:,}", share, f"{found.took.value:.2f}"])
    return chart


def _luck(stats: Stats) -> Chart:
    """Return the points of each, those by the cards and the rest apart."""
    worth, rows = stats.luck.worth, list[tuple[str, float, float | None]]()
    for bot, share in shares_of(stats).items():
        rest = share.rest(worth)
        rows += [(f"{bot}, by cards", share.by_cards(worth), None), (f"{bot}, rest", rest.mean, rest.half_width())]
    chart = interval_chart("Luck of the deal", " ".join(luck_notes(stats)), rows, "points a hand")
    for row in chart.table[1::2]:
        row[-1] = ""
    return chart


def _seats(stats: Stats) -> Iterator[Chart]:
    """Yield what each seat was worth, and each turn, which is the distance from the dealer."""
    above = "points of {} above the mean of the table, with their 95 % intervals."
    seats = [(f"seat {seat}", mean.mean, mean.half_width()) for seat, mean in enumerate(stats.seats, 1)]
    yield interval_chart("Seats", f"By seat, {above.format('a game')}", seats, "points a game")
    if stats.turns:
        turns = [(turn_name(turn, stats), mean.mean, mean.half_width()) for turn, mean in enumerate(stats.turns, 1)]
        about = f"By distance from the dealer, {above.format('a hand')} Eldest bids and leads first."
        yield interval_chart("Turns", about, turns, "points a hand")
