"""Score sheets for paper: what stands in the page, that nothing in it can act, and that it fits its paper."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.browser import needs_chromium, pdf_pages
from tests.cli.evening import evening, typed
from tests.cli.running import bluke, write


class Cells(HTMLParser):
    """The cells of the body of a table, and every tag that there is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.rows: list[list[str]] = []
        self._is_in_cell = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "tr":
            self.rows.append([])
        self._is_in_cell = tag in ("td", "th")
        if self._is_in_cell:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        if self._is_in_cell:
            self.rows[-1][-1] += data


def test_a_blank_sheet_has_the_schedule_and_room_for_four() -> None:
    run = bluke("sheet", "print")
    assert (run.status, run.err) == (0, "")
    rows = Cells(run.out).rows
    assert [row[:2] for row in rows[2:27]] == [
        [str(number), str(size)] for number, size in enumerate([*range(13, 0, -1), *range(2, 14)], 1)
    ]
    assert all(row[2:] == [""] * 17 for row in rows[2:27])
    assert len(rows) == 2 + 25 + 1
    assert rows[1] == ["bid", "took", "score", "total"] * 4


def test_players_and_house_rules_of_a_blank_sheet() -> None:
    run = bluke("sheet", "print", "--name", "Ann", "--name", "Bo", "--rules", "schedule=3-1", "--rules", "hook=true")
    rows = Cells(run.out).rows
    assert rows[0][3:] == ["Ann", "Bo"]
    assert [row[1] for row in rows[2:5]] == ["3", "2", "1"]
    assert "hook true" in run.out
    assert "landscape" in bluke("sheet", "print", "--players", "7").out
    assert "size: letter portrait" in bluke("sheet", "print", "--paper", "letter").out


def test_a_sheet_is_filled_as_far_as_the_game_has_come(tmp_path: Path) -> None:
    hands = evening(3)
    path = write(tmp_path, "half.yaml", typed(hands[:9]))
    rows = Cells(bluke("sheet", "print", path).out).rows
    scored = bluke("rescore", path, "--to", "json")
    assert scored.status == 0
    assert rows[2][:5] == ["1", "13", "No", str(hands[0][0][0]), str(hands[0][1][0])]
    assert [int(rows[10][at]) for at in (6, 10, 14, 18)] == json.loads(scored.out)["hands"][8]["total"]
    assert rows[11][2] == "Zoë", "who deals next is known"
    assert rows[11][3:] == [""] * 16
    whole = write(tmp_path, "whole.yaml", typed(hands))
    run = bluke("sheet", "print", whole, "-o", str(tmp_path / "out.html"))
    assert (run.status, run.out) == (0, "")
    text = (tmp_path / "out.html").read_text()
    assert bluke("rescore", whole, "--to", "table").out.splitlines()[-1] in text
    assert Cells(bluke("sheet", "print", path, "--paper", "a4").out).tags.count("section") == 1


def test_every_game_of_a_stream_has_a_page(tmp_path: Path) -> None:
    path = write(tmp_path, "two.yaml", typed(evening(1)) + "---\n" + typed(evening(2)))
    assert Cells(bluke("sheet", "print", path).out).tags.count("section") == 2


def test_nothing_is_printed_of_what_cannot_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", "bluke: 1\n")
    out = tmp_path / "out.html"
    run = bluke("sheet", "print", path, "-o", str(out))
    assert (run.status, out.exists()) == (1, False)
    assert bluke("sheet", "print", path).out == ""
    assert bluke("sheet", "print", path, "--players", "3").status == 2


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg/onload=x>",
    "\u202eevil&amp;",
]


def test_no_name_is_markup(tmp_path: Path) -> None:
    record = {"bluke": 1, "players": HOSTILE, "dealer": HOSTILE[0], "hands": [], "event": "</h1><script>x</script>"}
    path = write(tmp_path, "a.json", json.dumps(record))
    page = bluke("sheet", "print", path).out
    cells = Cells(page)
    assert not {"script", "img", "svg"} & set(cells.tags)
    assert not [name for name, _ in cells.attributes if name.startswith("on") or name in ("src", "href", "style")]
    assert cells.rows[0][3:6] == HOSTILE[:3]
    assert "\u202e" not in page
    assert re.search("Content-Security-Policy\" content=\"default-src 'none'", page)


@needs_chromium
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", ["2", "4", "5", "8", "15"])
def test_a_sheet_fits_on_one_page(paper: str, players: str, tmp_path: Path) -> None:
    """As a PDF, printed by a browser: one page, of the right size."""
    out = tmp_path / "a.html"
    assert bluke("sheet", "print", "--paper", paper, "--players", players, "-o", str(out)).status == 0
    pages = pdf_pages(out, tmp_path)
    size = (595, 842) if paper == "a4" else (612, 792)
    assert [tuple(map(round, page)) for page in pages] == [size if int(players) <= 4 else size[::-1]]
