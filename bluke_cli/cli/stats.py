"""`bluke stats`: the statistics of many games."""

from __future__ import annotations

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.cli.records import readings, record_of
from bluke_cli.cli.session import Session
from bluke_cli.match.groups import Grouped
from bluke_cli.record.kinds import Kind
from bluke_cli.report.stats import stats_text
from bluke_cli.report.stats_json import stats_json


@click.command("stats")
@options.inputs
@click.option(
    "--to", type=click.Choice(["table", "json", "csv", "html"]), default="table", help="The format.  [default: table]"
)
@options.out_file
@click.pass_obj
def command(session: Session, files: tuple[str, ...], input_format: Kind | None, to: str, out: str | None) -> None:
    """What do these records say?

    Reads the games of matches, in any order and from any number of files, and of people at a table. Shows differences
    with their intervals, places, wins, bids made by hand size, luck of the deal, and what turn and seat are worth.
    Scores are reckoned anew from the facts; whether the games keep the rules is for bluke validate to say.

    html is one page with pictures, which fetches nothing and runs nothing; csv has a row for each number.

    \b
    bluke match rules novice --seed 7 --blocks 3 | tee run.jsonl | bluke stats
    bluke stats run.jsonl --to json
    bluke stats run.jsonl --to html -o run.html
    """
    grouped = Grouped(with_pictures=to == "html")
    for reading in readings(session, files, input_format):
        grouped.add(record_of(reading))
    session.hold_back(out)
    text = _text(grouped, to)
    with output(out, is_safe=True) as write:
        write(text)


def _text(grouped: Grouped, to: str) -> str:
    """Return the statistics in the format *to*; what a format needs is loaded for it alone."""
    if to == "html":
        from bluke_cli.report.stats_html import stats_html

        return stats_html(grouped)
    if to == "csv":
        from bluke_cli.report.stats_csv import stats_csv

        return stats_csv(grouped)
    return stats_text(grouped) if to == "table" else stats_json(grouped)
