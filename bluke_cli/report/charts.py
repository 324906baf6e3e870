"""Charts as plain data, for a template to draw as SVG: where lines, bars and words stand. No text is markup here.

A chart is 640 wide and measures from its upper left corner. Colours are classes (`s0` … `s7`), so that the page can
have a light and a dark face; lines are told apart by dashes and by their names at the end as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

WIDTH, LEFT, TOP, BOTTOM = 640, 60, 14, 34
COLOURS = 8
Point = tuple[float, float]


@dataclass(slots=True)
class Chart:
    """A chart: what it shows in words, its marks, and the numbers behind it as a table, heads first.

    `lines` are path data and class, `bars` x, y, width, height and class, `words` x, y, text, anchor and class.
    """

    title: str
    about: str
    height: int
    lines: list[tuple[str, str]] = field(default_factory=list)
    bars: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    words: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    table: list[list[str]] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How wide it is."""
        return WIDTH

    def line(self, points: Sequence[Point], kind: str) -> None:
        """Draw a line through points."""
        self.lines.append(("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), kind))

    def bar(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """Draw a rectangle."""
        self.bars.append((f"{x:.1f}", f"{y:.1f}", f"{max(0.5, width):.1f}", f"{height:.1f}", kind))

    def word(self, x: float, y: float, text: str, anchor: str = "middle", kind: str = "") -> None:
        """Write a word, its anchor `start`, `middle` or `end`."""
        self.words.append((f"{x:.1f}", f"{y:.1f}", text, anchor, kind))


class Scale:
    """From values to places along an axis, over a range that is widened to round numbers."""

    def __init__(self, low: float, high: float, start: float, end: float, least_step: float = 0) -> None:
        if high - low < 1e-9:
            low, high = low - 1, high + 1
        self.step = max(least_step, _round_step((high - low) / 5))
        self.low, self.high = math.floor(low / self.step) * self.step, math.ceil(high / self.step) * self.step
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return the round values along the axis."""
        return [self.low + at * self.step for at in range(round((self.high - self.low) / self.step) + 1)]


def _round_step(step: float) -> float:
    """Return the smallest of 1, 2, 5, 10 … that is no smaller.

    >>> _round_step(3), _round_step(0.07), _round_step(11)
    (5.0, 0.1, 20.0)
    """
    power = float(10 ** math.floor(math.log10(step)))
    return round(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step * (1 - 1e-9)), 12)


def tick(value: float) -> str:
    """Return a value as it stands at an axis, with a true minus sign."""
    return f"{value:g}".replace("-", "\u2212")


def axes(chart: Chart, x: Scale, y: Scale, x_label: str) -> None:
    """Draw the grid with its numbers, and say what runs along the bottom."""
    for value in y.ticks():
        chart.line([(x.start, y(value)), (x.end, y(value))], "zero" if abs(value) < 1e-9 else "grid")
        chart.word(x.start - 6, y(value) + 4, tick(value), "end")
    for value in x.ticks():
        chart.word(x(value), y.start + 15, tick(value))
    chart.word((x.start + x.end) / 2, chart.height - 4, x_label)


def line_chart(title: str, about: str, series: Mapping[str, Sequence[Point]], x_label: str) -> Chart:
    """Return a chart of lines over whole numbers, each with its name at its end."""
    points = [point for line in series.values() for point in line]
    chart = Chart(title, about, 300)
    x = Scale(min(at for at, _ in points), max(at for at, _ in points), LEFT, WIDTH - 110, 1)
    values = [value for _, value in points]
    y = Scale(min(0.0, *values), max(0.0, *values), chart.height - BOTTOM, TOP)
    axes(chart, x, y, x_label)
    ends: list[tuple[float, str, str]] = []
    for at, (name, line) in enumerate(series.items()):
        kind = f"s{at % COLOURS}"
        chart.line([(x(a), y(b)) for a, b in line], kind)
        ends.append((y(line[-1][1]), name, kind))
    last = -99.0
    for place, name, kind in sorted(ends):
        last = max(place, last + 13)
        chart.word(x.end + 6, last + 4, name, "start", kind)
    places = sorted({at for at, _ in points})
    known = {name: dict(line) for name, line in series.items()}
    chart.table = [[x_label, *series]]
    chart.table += [[tick(at), *(_cell(known[name].get(at)) for name in series)] for at in places]
    return chart


def _cell(value: float | None) -> str:
    return "" if value is None else tick(round(value, 1))


def histogram(title: str, about: str, counts: Mapping[int, int], x_label: str) -> Chart:
    """Return how often each value came, in at most 30 bars."""
    chart = Chart(title, about, 220)
    low, high = min(counts), max(counts)
    size = max(1, round(_round_step(max(1, high - low + 1) / 30)))
    bins: dict[int, int] = {}
    for value, count in counts.items():
        bins[value // size * size] = bins.get(value // size * size, 0) + count
    x = Scale(min(low, 0), max(high, 0) + size, LEFT, WIDTH - 20)
    y = Scale(0, max(bins.values()), chart.height - BOTTOM, TOP)
    axes(chart, x, y, x_label)
    for start in sorted(bins):
        top = y(bins[start])
        chart.bar(x(start), top, x(start + size) - x(start) - 1, y.start - top, "s0")
        chart.table.append(
            [f"{tick(start)} to {tick(start + size - 1)}" if size > 1 else tick(start), str(bins[start])]
        )
    chart.line([(x(0), y.start), (x(0), y.end)], "zero")
    chart.table.insert(0, [x_label, "games"])
    return chart


def interval_chart(title: str, about: str, rows: Sequence[tuple[str, float, float | None]], x_label: str) -> Chart:
    """Return means with the half-widths of their intervals, a row each; None where there is no interval."""
    chart = Chart(title, about, TOP + 24 * len(rows) + BOTTOM)
    reach = [abs(mean) + (half or 0) for _, mean, half in rows]
    x = Scale(min(0.0, *(mean - (half or 0) for _, mean, half in rows)), max(reach), 220, WIDTH - 20)
    bottom = chart.height - BOTTOM
    for value in x.ticks():
        chart.line([(x(value), TOP), (x(value), bottom)], "zero" if abs(value) < 1e-9 else "grid")
        chart.word(x(value), bottom + 15, tick(value))
    chart.word((x.start + x.end) / 2, chart.height - 4, x_label)
    chart.table = [["", "mean", "95 % interval"]]
    for at, (name, mean, half) in enumerate(rows):
        y = TOP + 24 * at + 12
        chart.word(x.start - 10, y + 4, name, "end")
        if half is not None:
            chart.line([(x(mean - half), y), (x(mean + half), y)], "s0 thick")
        chart.bar(x(mean) - 3, y - 6, 6, 12, "s0")
        interval = "unknown" if half is None else f"{_cell(mean - half)} to {_cell(mean + half)}"
        chart.table.append([name, _cell(mean), interval])
    return chart
