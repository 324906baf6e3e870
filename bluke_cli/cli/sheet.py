"""`bluke sheet`: score keeping at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from bluke_cli.cli import options, sheet_print
from bluke_cli.cli.inputs import as_text
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.cli.words import FILE
from bluke_cli.errors import BlukeError

NUMBERS = {"ignore_unknown_options": True}
"""For a command whose words may be numbers below zero: they are refused as bids, not as options."""

file_name = click.argument("name", metavar="FILE", type=FILE)
at_hand = click.option(
    "--hand", type=click.IntRange(min=1), metavar="K", help="Put right what was entered for this hand before."
)


class InOrder(click.Group):
    """A group that lists its commands as they are written: in the order of an evening."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands."""
        return list(self.commands)


@click.group("sheet", cls=InOrder)
def command() -> None:
    """How do we keep score at the table?

    A sheet is a record in a file, and nothing else: what was entered is on disk, whatever happens then. Each entry is
    checked at once. "keep" asks for one after the other all evening; the other commands do one thing each. Numbers
    stand in the order of the players, as in the columns of a paper sheet, whoever deals.

    \b
    bluke sheet new saturday.yaml --name Ann --name Bo --name Cy --dealer Cy
    bluke sheet bids saturday.yaml 4 3 5
    bluke sheet took saturday.yaml 4 2 7
    bluke sheet show saturday.yaml
    """


@command.command("new")
@file_name
@click.option(
    "--name",
    "names",
    callback=options.as_texts,
    multiple=True,
    required=True,
    metavar="NAME",
    help="A player; repeat it for each, clockwise.",
)
@options.house_rules
@click.option("--seed", callback=options.as_texts, metavar="TEXT", help="Draw for dealer and scorekeeper by this seed.")
@click.option("--dealer", callback=options.as_texts, metavar="NAME", help="Who deals the first hand; no draw.")
@click.option("--scorekeeper", callback=options.as_texts, metavar="NAME", help="Who keeps score; goes with --dealer.")
@click.pass_obj
def new(
    session: Session,
    name: str,
    names: tuple[str, ...],
    rules: tuple[str, ...],
    seed: str | None,
    dealer: str | None,
    scorekeeper: str | None,
) -> None:
    """Who plays, by which rules, and who deals first?

    Begins a sheet. Without --dealer each player is drawn a card: the highest deals, the lowest keeps score.

    \b
    bluke sheet new saturday.yaml --name Ann --name Bo --name Cy
    bluke sheet new saturday.json --name Ann --name Bo --rules schedule=7-1-7 --dealer Bo
    """
    from bluke_cli.cli.sheet_file import SheetFile

    if dealer is not None and seed is not None:
        raise click.UsageError("--seed draws for the deal, so there is no --dealer with it")
    if scorekeeper is not None and dealer is None:
        raise click.UsageError("--scorekeeper goes with --dealer; else the draw decides")
    record = SheetFile(session, name).create(begun(names, rules, seed, dealer, scorekeeper))
    _print(session, _drawn(record))
    _show_next(session, record)


def begun(
    names: tuple[str, ...],
    rules: tuple[str, ...] = (),
    seed: str | None = None,
    dealer: str | None = None,
    scorekeeper: str | None = None,
) -> dict[str, Any]:
    """Return a new sheet; BlukeError where there can be no such game."""
    from bluke_cli.replay.dealt import new_seed, new_sheet

    seats = options.seats(None, names)
    for given in (dealer, scorekeeper):
        if given is not None and given not in seats:
            raise BlukeError(f"{given!r} is not one of the players")
    seed = new_seed() if seed is None else seed
    options.check_seed(seed)
    plain = new_sheet(seed, seats, options.read_rules(rules, len(seats)))
    if dealer is not None:
        del plain["draw"]
        plain.update(dealer=dealer, scorekeeper=scorekeeper)
    return {key: value for key, value in plain.items() if value is not None}


def _drawn(record: Any) -> list[str]:
    from bluke_cli.report.keeping import drawn_lines

    return drawn_lines(record)


@command.command("keep")
@file_name
@click.pass_obj
def keep(session: Session, name: str) -> None:
    """How do we keep score all evening, in one go?

    Asks for each bid and for the tricks taken, says at once what cannot be, and ends with the winner. Type undo to take
    an entry back, help for the other words. What was entered is in the file at once; the same command goes on with it
    another time. If there is no such file, it asks who plays.

    \b
    bluke sheet keep saturday.yaml
    """
    from bluke_cli.cli.sheet_file import SheetFile
    from bluke_cli.cli.sheet_keep import keep as keep_on

    keep_on(SheetFile(session, name), as_text(name))


@command.command("bids", context_settings=NUMBERS)
@file_name
@click.argument("numbers", nargs=-1, metavar="BID...", callback=options.as_texts)
@click.option("--up", metavar="CARD", callback=options.as_texts, help="The card turned up, such as 7H or HI.")
@at_hand
@click.pass_obj
def bids(session: Session, name: str, numbers: tuple[str, ...], up: str | None, hand: int | None) -> None:
    """Who bids what?

    One number is the bid of the player whose turn it is. As many as there are players are all bids, in the order of the
    players. NAME=NUMBER is the bid of that player, and puts it right if it is there; the beginning of a name will do.

    \b
    bluke sheet bids saturday.yaml 4 3 5 --up 7H
    bluke sheet bids saturday.yaml 4
    bluke sheet bids saturday.yaml Bo=2
    """
    from bluke_cli.cli import sheet_entries as entries

    if up is not None and hand is not None:
        raise click.UsageError("--up is for the hand in progress, so there is no --hand with it")
    if not numbers and up is None:
        raise click.UsageError("name the bids, or the card turned up")
    _enter(session, name, lambda record: entries.bids(record, numbers, up, hand), hand)


@command.command("took", context_settings=NUMBERS)
@file_name
@click.argument("numbers", nargs=-1, required=True, metavar="TRICKS...", callback=options.as_texts)
@at_hand
@click.pass_obj
def took(session: Session, name: str, numbers: tuple[str, ...], hand: int | None) -> None:
    """Who took how many tricks?

    All numbers, in the order of the players, or NAME=NUMBER for each. They add up to the size of the hand.

    \b
    bluke sheet took saturday.yaml 4 2 7
    bluke sheet took saturday.yaml --hand 1 Ann=3 Bo=3
    """
    from bluke_cli.cli import sheet_entries as entries

    _enter(session, name, lambda record: entries.took(record, numbers, hand), hand)


@command.command("undo")
@file_name
@click.pass_obj
def undo(session: Session, name: str) -> None:
    """What if the last entry was wrong?

    Takes it back: the tricks taken in a hand, or its bids; while some have still to bid, the last bid.

    \b
    bluke sheet undo saturday.yaml
    """
    from bluke_cli.audit.entries import undone

    taken_back: list[str] = []

    def edit(record: Any) -> dict[str, Any]:
        plain, what = undone(record)
        taken_back.append(f"Taken back: {what}.")
        return plain

    _enter(session, name, edit, None, taken_back)


@command.command("show")
@file_name
@click.pass_obj
def show(session: Session, name: str) -> None:
    """How does it stand, and who is next?

    \b
    bluke sheet show saturday.yaml
    """
    from bluke_cli.cli.sheet_file import SheetFile
    from bluke_cli.report.keeping import sheet_lines

    record, _ = SheetFile(session, name).read()
    for line in sheet_lines(record):
        click.echo(line)


def _enter(
    session: Session, name: str, edit: Callable[[Any], Any], hand: int | None, first: Iterable[str] | None = None
) -> None:
    """Make an entry; show what it came to, or tell why it is refused."""
    from bluke_cli.cli.sheet_file import RefusedError, SheetFile
    from bluke_cli.report.keeping import entered_lines

    sheet = SheetFile(session, name)
    try:
        record = sheet.change(edit)
    except RefusedError as refusal:
        session.fail(f"{refusal}; nothing was written", FINDINGS)
        return
    _print(session, entered_lines(record, hand or len(record.hands)) if first is None else first)
    _show_next(session, record)


def _show_next(session: Session, record: Any) -> None:
    from bluke_cli.report.keeping import next_lines

    _print(session, next_lines(record))


def _print(session: Session, lines: Iterable[str]) -> None:
    for line in lines:
        if not session.quiet:
            click.echo(line)


command.add_command(sheet_print.command)
