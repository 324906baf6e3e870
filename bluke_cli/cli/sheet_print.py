"""`bluke sheet print`: a score sheet for paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.cli.session import Session
from bluke_cli.cli.words import FILE
from bluke_cli.record.limits import FORMAT_VERSION
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from bluke_cli.report.paper import Page


@click.command("print")
@click.argument("name", metavar="[FILE]", required=False, type=FILE)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The paper.  [default: a4]")
@click.option(
    "--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), help="A blank sheet for so many.  [default: 4]"
)
@click.option(
    "--name", "names", callback=options.as_texts, multiple=True, metavar="NAME", help="A player on a blank sheet."
)
@options.house_rules
@options.out_file
@click.pass_obj
def command(
    session: Session,
    name: str | None,
    paper: str,
    players: int | None,
    names: tuple[str, ...],
    rules: tuple[str, ...],
    out: str | None,
) -> None:
    """What does the sheet look like on paper?

    Writes HTML, for a browser to print: a line a hand, and bid, tricks taken, score and total of each player. Without a
    file the sheet is blank; with one it is filled as far as the game has come, a page for each game.

    \b
    bluke sheet print -o blank.html
    bluke sheet print saturday.yaml --paper letter -o saturday.html
    bluke sheet print --name Ann --name Bo --rules schedule=7-1-7 -o blank.html
    """
    if name is not None and (players is not None or names or rules):
        raise click.UsageError("--players, --name and --rules are for a blank sheet, without a file")

    from bluke_cli.report.paper import paper_pages

    pages = _filled(session, name) if name is not None else _blank(players, names, rules)
    with output(out, is_safe=True) as write:
        for text in paper_pages(pages, paper):
            write(text)
        session.hold_back(out)


def _filled(session: Session, name: str) -> Iterator[Page]:
    from bluke_cli.cli.records import readings, record_of
    from bluke_cli.report.paper import Page

    return (Page(record_of(reading)) for reading in readings(session, (name,), None))


def _blank(players: int | None, names: tuple[str, ...], rules: tuple[str, ...]) -> Iterator[Page]:
    """Return the page of a game of which nothing is known but the players and the house rules."""
    from bluke_cli.audit.entries import judged
    from bluke_cli.report.paper import Page

    seats = options.seats(players, names)
    house = options.read_rules(rules, len(seats)).differing(len(seats))
    record, _ = judged({"bluke": FORMAT_VERSION, "players": seats, "rules": house, "hands": []})
    assert record is not None, "a game of these players by these rules can be written down"
    return iter([Page(record, has_names=bool(names))])
