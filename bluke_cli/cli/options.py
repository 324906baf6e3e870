"""Options and arguments that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bluke_cli.cli.inputs import as_text
from bluke_cli.cli.session import Session
from bluke_cli.cli.words import FILE
from bluke_cli.errors import as_bluke_error
from bluke_cli.rules import dealing
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS, HouseRules, read_setting

if TYPE_CHECKING:
    from bluke_cli.record.models import GameRecord


KINDS = ("yaml", "json", "jsonl")
SHEET = "csv"
"""A score sheet in a spreadsheet, which is read as any other kind."""


def as_texts(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Return the text that was typed, of one value or each of several; as a callback of what is written into a record.

    Half a character is wrong usage: a record is UTF-8.
    """
    if isinstance(value, tuple):
        return tuple(as_texts(ctx, param, each) for each in value)
    text = None if value is None else as_text(value)
    if text is not None and not text.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise click.BadParameter(f"{text} is not UTF-8", ctx, param)
    return text


def _kept(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep an option about the input where all commands look for it, in the session."""
    session = ctx.find_object(Session)
    if session is not None and value:  # there is none while a shell completes
        setattr(session, str(param.name), as_texts(ctx, param, value) if param.name == "stdin_name" else value)


def inputs(command: Any) -> Any:
    """Give a command its `files` and `input_format`, and the options that say more about the files."""
    for option in (
        click.option(
            "--stdin-filename",
            "stdin_name",
            metavar="NAME",
            expose_value=False,
            callback=_kept,
            help="What standard input is called in findings; tells its format, too.",
        ),
        click.option(
            "--exclude",
            multiple=True,
            metavar="GLOB",
            expose_value=False,
            callback=_kept,
            help="Leave out what is called so, files or folders; repeatable.",
        ),
        click.option(
            "--input-format",
            type=click.Choice([*KINDS, SHEET]),
            help="What the input is; else its name tells, else its first bytes.",
        ),
        click.argument("files", nargs=-1, type=FILE),
    ):
        command = option(command)
    return command


out_file = click.option(
    "-o", "--output", "out", type=FILE, metavar="FILE", help="Write here, whole or not at all; - is stdout."
)
house_rules = click.option(
    "--rules",
    "rules",
    callback=as_texts,
    multiple=True,
    metavar="KEY=VALUE",
    help="A house rule; repeat it for more (see bluke rules).",
)


def read_rules(settings: tuple[str, ...], players: int) -> HouseRules:
    """Return the house rules that ``key=value`` texts name; BlukeError where they are not possible."""
    with as_bluke_error():
        return HouseRules.from_mapping(dict(map(read_setting, settings)), players)


def merged_rules(record: GameRecord, settings: tuple[str, ...]) -> HouseRules:
    """Return the house rules of a record with some of them replaced; BlukeError where that is not possible."""
    from bluke_cli.replay.table import written_rules

    with as_bluke_error():
        wanted = {**written_rules(record), **dict(map(read_setting, settings))}
        return HouseRules.from_mapping(wanted, len(record.players))


def check_seed(seed: str) -> None:
    """Raise BlukeError where this cannot be a seed."""
    with as_bluke_error():
        dealing.check_seed(seed)


def seats(players: int | None, names: tuple[str, ...]) -> list[str]:
    """Return the names of the players; P1, P2 … where none are given."""
    if not names:
        return [f"P{seat}" for seat in range(1, (players or 4) + 1)]
    if players is not None and players != len(names):
        from bluke_cli.diagnostics import counted

        verb = "is" if len(names) == 1 else "are"
        raise click.UsageError(f"--players says {players}, but there {verb} {counted(len(names), 'name')}")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise click.UsageError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {len(names)}")
    from bluke_cli.record.names import check_names

    check_names(names)
    return list(names)
