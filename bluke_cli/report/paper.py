"""Score sheets for paper: one HTML page a game, blank or filled, that a browser prints on A4 or Letter.

The page asks nothing of the network and holds no script; every text of a record is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Result, Settled, settle
from bluke_cli.replay.table import Table, table_of
from bluke_cli.report.page import content_policy
from bluke_cli.report.sheet import ending
from bluke_cli.report.text import visible
from bluke_cli.rules.house import setting_text

PAPERS = {"a4": ("A4", 297, 210), "letter": ("letter", 279.4, 215.9)}
"""Each paper as CSS calls it, and its long and short side in millimetres."""

MARGIN, HEADER = 10.0, 34.0  # mm: around the page; title, heads and foot of the table
TALLEST, LOWEST = 9.0, 5.0  # mm: a row
UPRIGHT = 4
"""The most players for whom the paper stands upright."""

_STYLE = """\
@page {{ size: {paper} {turn}; margin: {margin}mm }}
* {{ box-sizing: border-box }}
body {{ font: 10pt/1.2 system-ui, sans-serif; margin: 0; color: #000; background: #fff }}
section {{ break-after: page }}
section:last-child {{ break-after: auto }}
h1 {{ font-size: 13pt; margin: 0 0 2mm; overflow-wrap: anywhere }}
table {{ border-collapse: collapse; width: 100%; table-layout: fixed }}
thead {{ display: table-header-group }}
tr {{ break-inside: avoid }}
th, td {{ border: .2mm solid #555; padding: 0 .6mm; text-align: center; overflow: hidden; white-space: nowrap }}
th {{ font-weight: 600 }}
thead tr:first-child {{ height: 8mm }}
thead tr:last-child th, th.number, th.cards {{ font-size: 7pt; font-weight: 400 }}
tbody tr, tfoot tr {{ height: {row}mm }}
td {{ font-size: {size}pt; font-variant-numeric: tabular-nums }}
td.total, tfoot td {{ font-weight: 600 }}
.edge {{ border-left: .7mm solid #000 }}
.number {{ width: 8mm }} .cards {{ width: 9mm }} .dealer {{ width: 18mm }}
.name {{ unicode-bidi: isolate; text-overflow: ellipsis }}
p {{ margin: 1.5mm 0 0; font-size: 9pt; overflow-wrap: anywhere }}"""


@dataclass(frozen=True, slots=True)
class Page:
    """One game on paper; without `has_names` the players' names are left for the pen."""

    record: GameRecord
    has_names: bool = True


def paper_pages(pages: Iterable[Page], paper: str) -> Iterator[str]:
    """Yield the HTML of score sheets, a page each; the layout is that of the first."""
    is_first = True
    for page in pages:
        table = table_of(page.record)
        if is_first:
            yield _head(paper, len(table.players), len(table.sizes))
            is_first = False
        yield from _section(page, table)
    if not is_first:
        yield "</body>\n</html>\n"


def _head(paper: str, players: int, hands: int) -> str:
    name, long, short = PAPERS[paper]
    upright = players <= UPRIGHT
    room = (long if upright else short) - 2 * MARGIN - HEADER
    style = _STYLE.format(
        paper=name,
        turn="portrait" if upright else "landscape",
        margin=f"{MARGIN:g}",
        row=f"{max(LOWEST, min(TALLEST, room / hands)):.2f}",
        size=10 if players <= 2 * UPRIGHT else 7,
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{content_policy(style)}">
<meta name="viewport" content="width=device-width">
<title>Bluke score sheet</title>
<style>{style}</style>
</head>
<body>
"""


def _section(page: Page, table: Table) -> Iterator[str]:
    record = page.record
    settled, result = settle(record, table)
    names = [_shown(name) if page.has_names else "" for name in table.players]
    by_number = {hand.facts.number: hand for hand in settled}
    yield f"<section>\n<h1>{_title(record)}</h1>\n<table>\n{_heads(names)}<tbody>\n"
    for number in range(1, len(table.sizes) + 1):
        yield _row(number, table, names, by_number.get(number))
    yield "</tbody>\n" + _foot(result, len(names)) + "</table>\n"
    for line in [*ending(record, table, result), _reminder(table)]:
        yield f"<p>{escape(line)}</p>\n"
    yield "</section>\n"


def _shown(text: str) -> str:
    return escape(visible(text))


def _title(record: GameRecord) -> str:
    parts = [part for part in (record.event, record.site, record.date) if part]
    return " · ".join(["Bluke", *map(_shown, parts)])


def _heads(names: Sequence[str]) -> str:
    first = '<th class="number" rowspan="2" scope="col">hand</th><th class="cards" rowspan="2" scope="col">cards</th>'
    first += '<th class="dealer" rowspan="2" scope="col">dealer</th>'
    players = "".join(f'<th class="edge name" colspan="4" scope="colgroup">{name or "&nbsp;"}</th>' for name in names)
    four = '<th class="edge" scope="col">bid</th>' + "".join(
        f'<th scope="col">{word}</th>' for word in ("took", "score", "total")
    )
    return f"<thead>\n<tr>{first}{players}</tr>\n<tr>{four * len(names)}</tr>\n</thead>\n"


def _row(number: int, table: Table, names: Sequence[str], hand: Settled | None) -> str:
    dealer = table.dealer_of(number)
    cells = f'<th scope="row">{number}</th><td>{table.size_of(number)}</td>'
    cells += f'<td class="name">{"" if dealer is None else names[dealer]}</td>'
    for seat in range(len(names)):
        bid, took, score, total = _entries(hand, seat)
        cells += f'<td class="edge">{bid}</td><td>{took}</td><td>{score}</td><td class="total">{total}</td>'
    return f"<tr>{cells}</tr>\n"


def _entries(hand: Settled | None, seat: int) -> tuple[str, str, str, str]:
    """Return bid, took, score and total of a seat, each empty where it is not known."""
    if hand is None:
        return "", "", "", ""
    bids = hand.facts.bids_by_seat
    bid = "" if bids is None or bids[seat] is None else str(bids[seat])
    took = "" if hand.took is None else str(hand.took[seat])
    score = "" if hand.score is None else f"{hand.score[seat]:+d}"
    return bid, took, score, "" if hand.total is None or hand.score is None else str(hand.total[seat])


def _foot(result: Result, players: int) -> str:
    finals = [""] * players if result.final is None else list(map(str, result.final))
    cells = "".join(f'<td class="edge" colspan="3"></td><td>{final}</td>' for final in finals)
    return f'<tfoot>\n<tr><th colspan="3" scope="row">final</th>{cells}</tr>\n</tfoot>\n'


def _reminder(table: Table) -> str:
    """Say how a hand is scored at this table, and name its house rules."""
    rules, players = table.rules, len(table.players)
    text = f"Bid made: {rules.points} × bid, and {rules.overtrick} for each overtrick. Set: −{rules.points} × bid."
    differing = {key: value for key, value in rules.differing(players).items() if key not in ("schedule", "points")}
    if differing:
        shown = (f"{key} {setting_text(key, value)}" for key, value in differing.items())
        text += f" House rules: {', '.join(shown)}."
    return text
