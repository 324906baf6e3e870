"""`bluke match`: games between bots, as records, and their standings."""

from __future__ import annotations

import click

from bluke_cli.cli import options
from bluke_cli.cli.session import STDIN, Session, line_output, open_input
from bluke_cli.errors import BlukeError
from bluke_cli.match.blocks import Deals
from bluke_cli.match.plan import make_plan, seats_for
from bluke_cli.match.run import play
from bluke_cli.match.standings import Standings
from bluke_cli.report.standings import standings_text
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS


@click.command("match")
@click.argument("bots", nargs=-1, required=True, callback=options.as_texts, metavar="BOT BOT [BOT]...")
@click.option(
    "--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), help="Seats at the table; else 4, or 3 for three bots."
)
@click.option(
    "--blocks", type=click.IntRange(min=1), help="Sets of deals, each played in all rotations.  [default: 20]"
)
@click.option("--games", type=click.IntRange(min=1), help="So many games, rounded up to whole blocks.")
@click.option(
    "--seed",
    callback=options.as_texts,
    metavar="TEXT",
    help="The seed of the deals and of the bots; a new one if left out.",
)
@click.option("--deals", metavar="FILE", help="Play the deals of these records, a block each; - is standard input.")
@options.house_rules
@click.option("-o", "--output", "out", metavar="FILE", help="Write here, each game when it is over; - is stdout.")
@click.pass_obj
def command(
    session: Session,
    bots: tuple[str, ...],
    players: int | None,
    blocks: int | None,
    games: int | None,
    seed: str | None,
    deals: str | None,
    rules: tuple[str, ...],
    out: str | None,
) -> None:
    """Which bot is better, and how sure is that?

    Writes every game as a record, a line each, and the standings on standard error. The same deals are played with the
    bots in every seat; differences and their standard errors come from the means of those blocks.

    A BOT is built in (see bluke bots), a class (package.module:Class) or a file (path/bot.py). alias=BOT names it,
    BOT?key=value passes options.

    \b
    bluke match rules novice --seed 7 -o run.jsonl
    bluke deal --seed friday -n 10 --to jsonl | bluke match rules random --deals - | bluke validate --complete -
    """
    given = None if deals is None else _read_deals(session, deals)
    house = options.read_rules(rules, seats_for(len(bots), players)) if rules else None
    plan = make_plan(bots, players=players, seed=seed, rules=house, blocks=blocks, games=games, deals=given)
    standings = Standings(plan.aliases)
    with line_output(out) as write:
        for result in play(plan):
            write(result.line + "\n")
            standings.add(result.outcome)
    session.say(standings_text(standings).rstrip("\n"))


def _read_deals(session: Session, name: str) -> Deals:
    from bluke_cli.cli.records import readings_of, record_of
    from bluke_cli.match.written import read_deals

    with open_input(name) as stream:
        deals = read_deals(record_of(reading) for reading in readings_of(session, stream, name, None))
    if session.status:
        raise BlukeError(f"{'standard input' if name == STDIN else name} holds deals that cannot be read")
    return deals
