"""Statistics as CSV and as a page: the numbers of the JSON, and nothing that acts."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from bluke_cli.report.charts import Scale, histogram, interval_chart, line_chart, tick
from tests.browser import needs_chromium, run
from tests.cli.running import LINE, SCORED, bluke
from tests.report.hostile import NAMES, Page

pytest.importorskip("jinja2")


@pytest.fixture(scope="module")
def games() -> str:
    line = "match rules novice random b=random --rules schedule=3-1-3 --seed 7 --blocks 6"
    found = bluke(*line.split())
    assert found.status == 0
    return found.out


def test_the_csv_has_the_numbers_of_the_json(games: str) -> None:
    table = bluke("stats", "--to", "csv", stdin=games)
    assert (table.status, table.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(table.out)))
    found = {(row["table"], row["name"], row["against"], row["at"], row["measure"]): row for row in rows}
    assert len(found) == len(rows)
    (group,) = json.loads(bluke("stats", "--to", "json", stdin=games).out)["groups"]
    for bot in group["bots"]:
        for measure in ("rank", "games", "points", "place", "wins", "bids_made"):
            assert float(found["standings", bot["bot"], "", "", measure]["value"]) == bot[measure]
        for size, share in bot["bids_made_by_size"].items():
            assert float(found["sizes", bot["bot"], "", size, "bids_made"]["value"]) == share
    for pair in group["differences"]:
        row = found["differences", pair["ahead"], pair["behind"], "", "points"]
        assert (float(row["value"]), float(row["half_width"])) == (pair["points"], pair["half_width"])
    luck = group["luck"]
    assert (luck["hands"], len(luck["bots"])) == (6 * 4 * 5, 4)
    for bot in luck["bots"]:
        for measure in ("hands", "tricks", "tricks_by_cards", "points", "points_by_cards"):
            assert float(found["luck", bot["bot"], "", "", measure]["value"]) == bot[measure]
        row = found["luck", bot["bot"], "", "", "points_rest"]
        assert (float(row["value"]), float(row["half_width"])) == (bot["rest"]["points"], bot["rest"]["half_width"])
    assert float(found["luck", "", "", "", "points_a_trick"]["value"]) == luck["points_a_trick"]
    for key in ("turn", "seat"):
        for each in group[f"{key}s"]:
            assert float(found[f"{key}s", "", "", str(each[key]), "points"]["half_width"]) == each["half_width"]


def test_the_page_shows_every_picture_and_its_numbers(games: str, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    assert bluke("stats", "--to", "html", "-o", str(out), stdin=games).status == 0
    text = out.read_text()
    page = Page(text)
    assert page.is_inert()
    assert page.tags.count("svg") == page.tags.count("details") == 1 + 1 + 6 + 1 + 1 + 1 + 2
    (group,) = json.loads(bluke("stats", "--to", "json", stdin=games).out)["groups"]
    for bot in group["bots"]:
        assert f"{bot['points']:.1f}" in page.words
        assert page.words.count(bot["bot"]) >= 3
    bids = text[text.index("Bid against tricks taken") :]
    cells = [word for word in Page(bids).words if word.strip()]
    hands = [
        int(cells[at + 1].replace(",", "")) for at, word in enumerate(cells) if word in "123" and "%" in cells[at + 2]
    ]
    assert sum(hands) == 6 * 4 * 5 * 4, "every bid of every game is counted once"


def test_seats_and_turns_are_drawn_with_their_intervals(games: str) -> None:
    """The chart of each has a mark and an interval for every seat, and the numbers of the JSON under it."""
    text = bluke("stats", "--to", "html", stdin=games).out
    (group,) = json.loads(bluke("stats", "--to", "json", stdin=games).out)["groups"]
    for title, rows in (("Seats", group["seats"]), ("Turns", group["turns"])):
        (figure,) = [part for part in text.split("<figure") if f"<figcaption>{title}<" in part]
        assert figure.count("<rect") == figure.count("thick") == len(rows) == 4
        for row in rows:
            assert f"<td>{tick(round(row['points'], 1))}</td>" in figure
            low, high = (tick(round(row["points"] + side * row["half_width"], 1)) for side in (-1, 1))
            assert f"<td>{low} to {high}</td>" in figure


def test_a_sheet_without_cards_has_no_luck_to_draw() -> None:
    text = bluke("stats", "--to", "html", stdin=SCORED).out
    assert "Luck of the deal" not in text
    assert json.loads(bluke("stats", "--to", "json", stdin=SCORED).out)["groups"][0]["luck"] is None
    assert ",luck," not in bluke("stats", "--to", "csv", stdin=SCORED).out
    assert "luck" not in bluke("stats", stdin=SCORED).out


def test_games_are_drawn_once_and_only_complete_blocks(games: str) -> None:
    lines = games.splitlines(keepends=True)
    whole, doubled = bluke("stats", "--to", "html", stdin=games), bluke("stats", "--to", "html", stdin=games * 2)
    assert doubled.out.split("</section>")[0] == whole.out.split("</section>")[0]
    part = bluke("stats", "--to", "html", stdin="".join(lines[:-1])).out
    assert "1 block left out" in part
    assert "5 blocks, 20 games" in part


def test_hostile_names_are_inert() -> None:
    record = {"bluke": 1, "players": NAMES, "dealer": NAMES[0], "rules": {"schedule": [1]}}
    record["hands"] = [{"bids": [1] * len(NAMES), "took": [1, *[0] * (len(NAMES) - 1)]}]
    found = bluke("stats", "--to", "html", stdin=json.dumps(record))
    assert (found.status, found.err) == (0, "")
    page = Page(found.out)
    assert page.is_inert()
    assert "\u202e" not in found.out
    for name in NAMES[:5]:
        assert name in page.words
    table = bluke("stats", "--to", "csv", stdin=json.dumps(record)).out
    assert ",'=HYPERLINK(1)," in table


def test_a_page_of_one_game_and_of_none() -> None:
    one = bluke("stats", "--to", "html", stdin=SCORED)
    assert (one.status, "1 game" in one.out, "Fewer than 30" in one.out) == (0, True, True)
    none = bluke("stats", "--to", "html", stdin=LINE.replace(',"took":[0,1]', ""))
    assert "No game that is over" in none.out
    assert "1 game is not over" in none.out


def test_without_jinja_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    found = bluke("stats", "--to", "html", "-o", str(tmp_path / "a"), stdin=SCORED)
    assert (found.status, found.out, list(tmp_path.iterdir())) == (2, "", [])
    assert "bluke[html]" in found.err
    assert bluke("stats", stdin=SCORED).status == 0


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 17), (-1810, 1810), (5, 5), (0.1, 0.12), (-0.5, 0)])
def test_a_scale_covers_its_range_with_round_numbers(low: float, high: float) -> None:
    scale = Scale(low, high, 100, 500)
    ticks = scale.ticks()
    assert 100 - 1e-6 <= scale(low) <= scale(high) <= 500 + 1e-6
    assert 2 <= len(ticks) <= 9
    assert (round(scale(ticks[0])), round(scale(ticks[-1]))) == (100, 500)


def test_charts_count_everything() -> None:
    counts = {value: 1 + value % 3 for value in range(-200, 201, 7)}
    chart = histogram("", "", counts, "points")
    assert sum(int(row[1]) for row in chart.table[1:]) == sum(counts.values())
    assert len(chart.bars) == len(chart.table) - 1 <= 31
    assert len(histogram("", "", {0: 5}, "points").bars) == 1
    lines = line_chart("", "", {"a": [(1, 2)], "b": [(1, 3), (2, 4)]}, "hand")
    assert lines.table == [["hand", "a", "b"], ["1", "2", "3"], ["2", "", "4"]]
    rows = interval_chart("", "", [("a", 1.0, 2.0), ("b", -3.0, None)], "points")
    assert rows.table[1:] == [["a", "1", "\u22121 to 3"], ["b", "\u22123", "unknown"]]


@needs_chromium
def test_a_browser_shows_the_page_without_complaint(games: str, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    assert bluke("stats", "--to", "html", "-o", str(out), stdin=games).status == 0
    shown = run(out, tmp_path, "--dump-dom", "--enable-logging=stderr", "--v=0")
    assert "CONSOLE" not in shown.stderr
    assert shown.stdout.count("<svg") == 13
