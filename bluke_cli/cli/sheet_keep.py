"""A whole evening of score keeping in one session: it asks, checks, writes, and asks again.

The file is read anew before each question, so nothing is held here that is not on disk.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

import click

from bluke_cli.audit.entries import Due, due, undone
from bluke_cli.cli import sheet_entries as entries
from bluke_cli.cli.sheet import begun
from bluke_cli.cli.sheet_file import Entry, SheetFile
from bluke_cli.errors import BlukeError, as_bluke_error
from bluke_cli.record.models import GameRecord
from bluke_cli.report.keeping import drawn_lines, entered_lines, next_lines, sheet_lines, wrapped
from bluke_cli.report.text import visible, width

LONGEST_LINE = 4096
LONGEST_PROMPT = 60
_PAIR = re.compile(r"(\S[^=]*?) ?= ?([^ =]+)")
HELP = """\
  3                  the bid of the player whose turn it is
  4 3 5              all bids, or all tricks taken, in the order of the players
  Bo=2 Cy=4          the same by name
  bids Bo=2          put right a bid that is entered
  up 7H              the card turned up
  undo               take the last entry back; again for the one before
  hand 3 took 4 2 5  put right what was entered before; hand 3 bids Bo=2
  show               all hands so far
  quit               leave; everything entered is in the file"""


class Ended(Exception):
    """There is nothing more to read, or the player has had enough."""


def keep(sheet: SheetFile, name: str) -> None:
    """Keep score until the game is over or the input ends."""
    try:
        if not sheet.exists():
            _begin(sheet)
        while _went_on(sheet):
            pass
    except Ended:
        click.echo(visible(f"Kept in {name}."))


def _begin(sheet: SheetFile) -> None:
    """Ask who plays until a sheet can be begun."""
    while True:
        names = tuple(name.strip() for name in _asked("Who plays, clockwise (commas between the names)").split(","))
        dealer = _asked("Who deals first (nothing: draw for it)") or None
        try:
            _print(drawn_lines(sheet.create(begun(names, dealer=dealer))))
        except (BlukeError, click.UsageError) as error:
            _refuse(str(error))
        else:
            return


def _went_on(sheet: SheetFile) -> bool:
    """Show how it stands and make one entry; False where the game is over."""
    record, seen = sheet.read()
    with as_bluke_error():
        next_up = due(record)
    if next_up.what == "nothing":
        _print(sheet_lines(record))
        return False
    _print(next_lines(record))
    while True:
        words = _asked(_prompt(record, next_up)).split()
        if not words:
            continue
        if words[0] in ("show", "help", "?"):
            _print(sheet_lines(record) if words[0] == "show" else HELP.split("\n"))
            continue
        taken_back: list[str] = []
        try:
            after = sheet.change(_entry(words, next_up, taken_back), seen)
        except BlukeError as error:
            _refuse(str(error))
            return True
        number = next_up.number if words[0] != "hand" else int(words[1])
        _print(taken_back or entered_lines(after, number))
        return True


def _entry(words: list[str], next_up: Due, taken_back: list[str]) -> Entry:
    """Return the entry that was typed, which says in *taken_back* what it takes back; BlukeError where it is none."""
    if words[0] == "quit":
        raise Ended
    if words[0] == "undo":
        if len(words) > 1:
            raise BlukeError("undo stands alone, and takes the last entry back; type hand 3 took 4 2 5 for one before")
        return lambda record: _undo(record, taken_back)
    if words[0] == "up":
        return lambda record: entries.turn_up(record, " ".join(words[1:]))
    if words[0] == "hand":
        if len(words) < 4 or not words[1].isascii() or not words[1].isdigit() or words[2] not in ("bids", "took"):
            raise BlukeError("type hand, its number, bids or took, and what is right: hand 3 took 4 2 5")
        number, enter = int(words[1][:9]), entries.bids if words[2] == "bids" else entries.took
        return lambda record: enter(record, _named(words[3:]), hand=number)
    what, rest = (words[0], words[1:]) if words[0] in ("bids", "took") else (next_up.what, words)
    if what == "bids":
        return lambda record: entries.bids(record, _named(rest))
    return lambda record: entries.took(record, _named(rest))


def _named(words: list[str]) -> list[str]:
    """Return the words with those of a name that has several put together.

    >>> _named(["Ann", "Lee", "=", "3", "Bo=2"]), _named(["4", "3"])
    (['Ann Lee=3', 'Bo=2'], ['4', '3'])
    """
    text = " ".join(words)
    pairs = [f"{name}={number}" for name, number in _PAIR.findall(text)]
    return pairs if pairs and not _PAIR.sub("", text).strip() else words


def _undo(record: GameRecord, taken_back: list[str]) -> dict[str, object]:
    plain, what = undone(record)
    taken_back.append(visible(f"Taken back: {what}."))
    return plain


def _prompt(record: GameRecord, next_up: Due) -> str:
    names = " ".join(record.players)
    order = visible(names) if width(names) <= LONGEST_PROMPT else f"{len(record.players)} numbers"
    if next_up.seat is None:
        return f"took ({order})"
    is_first = all(bid is None for bid in next_up.bids)
    return f"{visible(record.players[next_up.seat])} bids" + (f" (or all: {order})" if is_first else "")


def _asked(question: str) -> str:
    """Ask, and return the line that was typed; Ended where there is none. What is not typed by hand is shown."""
    click.echo(f"{question}> ", nl=False)
    if sys.stdin is None:
        raise BlukeError("standard input is closed")
    line = sys.stdin.buffer.readline(LONGEST_LINE)
    text = line.decode("utf-8", "replace").strip()
    if not line or not sys.stdin.isatty():
        click.echo(visible(text))
    if not line:
        raise Ended
    return text


def _refuse(reason: str) -> None:
    _print(wrapped(visible(f"No: {reason}.")))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
