"""`bluke deal`: the cards that a seed deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.record.limits import MAX_DIGITS
from bluke_cli.replay.dealt import dealt_game, new_seed
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS, HouseRules

MAX_GAME = 10**MAX_DIGITS - 1
"""The last game that a record can name."""


@click.command("deal")
@click.option(
    "--seed",
    callback=options.as_texts,
    metavar="TEXT",
    help="Any text of 1 to 256 characters; a new one, of 256 random bits, if left out.",
)
@click.option(
    "--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), help="How many players, P1, P2 …  [default: 4]"
)
@click.option(
    "--name",
    "names",
    callback=options.as_texts,
    multiple=True,
    metavar="NAME",
    help="A player; repeat it for each, clockwise.",
)
@click.option("-n", "count", type=click.IntRange(min=1), default=1, metavar="COUNT", help="How many games.")
@click.option(
    "--game",
    type=click.IntRange(1, MAX_GAME),
    default=1,
    metavar="G",
    help="The number of the first game.  [default: 1]",
)
@click.option(
    "--hand", "hands", type=click.IntRange(min=1), multiple=True, metavar="K", help="Only this hand; repeatable."
)
@options.house_rules
@click.option("--to", type=click.Choice([*options.KINDS, "text"]), default="yaml", help="The format.  [default: yaml]")
@options.out_file
def command(
    seed: str | None,
    players: int | None,
    names: tuple[str, ...],
    count: int,
    game: int,
    hands: tuple[int, ...],
    rules: tuple[str, ...],
    to: str,
    out: str | None,
) -> None:
    """What cards does this seed deal?

    The same seed deals the same cards everywhere, by the method bluke-deal-1, which the documents describe.

    \b
    bluke deal --seed friday --name Ann --name Bo --name Cy
    bluke deal --seed friday -n 100 --to jsonl
    bluke deal --seed friday --hand 17 --to text
    """
    if game + count - 1 > MAX_GAME:
        raise click.UsageError(f"games are numbered up to {MAX_GAME}")
    seed = new_seed() if seed is None else seed
    options.check_seed(seed)
    seats = options.seats(players, names)
    house = options.read_rules(rules, len(seats))
    wanted = _wanted(hands, house, len(seats))
    games = (dealt_game(seed, number, seats, house, wanted) for number in range(game, game + count))
    with output(out) as write:
        for text in _rendered(games, to, single=count == 1):
            write(text)


def _wanted(hands: tuple[int, ...], rules: HouseRules, players: int) -> list[int] | None:
    count = len(rules.hand_sizes(players))
    for hand in hands:
        if hand > count:
            from bluke_cli.diagnostics import counted

            raise click.UsageError(f"the game has {counted(count, 'hand')}, there is no hand {hand}")
    return sorted(set(hands)) or None


def _rendered(games: Iterator[dict[str, Any]], to: str, *, single: bool) -> Iterator[str]:
    from bluke_cli.record.writer import write_json, write_jsonl, write_yaml

    if to == "text":
        from bluke_cli.report.deals import deal_text

        yield from map(deal_text, games)
    elif to == "yaml":
        for at, record in enumerate(games):
            yield write_yaml(record, first=at == 0)
    else:
        yield from map(write_json if to == "json" and single else write_jsonl, games)
