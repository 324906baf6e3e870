"""`bluke match`: games between bots, as records, and their standings."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from bluke_cli.bots.reach import BotRefused, Reach
from bluke_cli.cli import options
from bluke_cli.cli.inputs import STDIN
from bluke_cli.cli.merging import merge
from bluke_cli.cli.playing import Playing, playing
from bluke_cli.cli.progress import Progress
from bluke_cli.cli.reaching import only, reaching
from bluke_cli.cli.session import FINDINGS, Session, open_input
from bluke_cli.cli.words import BOT, FILE
from bluke_cli.errors import BlukeError
from bluke_cli.match.blocks import Deals
from bluke_cli.match.plan import Plan, make_plan, seats_for
from bluke_cli.match.run import MatchStopped
from bluke_cli.match.seating import FaultPolicy
from bluke_cli.match.standings import Standings
from bluke_cli.report.faults import FaultReport, said_lines
from bluke_cli.report.standings import standings_text
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS


@click.command("match")
@click.argument("bots", nargs=-1, required=True, type=BOT, callback=options.as_texts, metavar="BOT BOT [BOT]...")
@click.option(
    "--players", type=click.IntRange(MIN_PLAYERS, MAX_PLAYERS), help="Seats at the table; else 4, or 3 for three bots."
)
@click.option(
    "--blocks",
    type=click.IntRange(min=1),
    help="Sets of deals, each played in all rotations.  [default: 20; at most 10,000 with --until]",
)
@click.option("--games", type=click.IntRange(min=1), help="So many games, rounded up to whole blocks.")
@click.option(
    "--seed",
    callback=options.as_texts,
    metavar="TEXT",
    help="The seed of the deals and of the bots; a new one if left out.",
)
@click.option(
    "--deals", type=FILE, metavar="FILE", help="Play the deals of these records, a block each; - is standard input."
)
@options.house_rules
@reaching
@playing
@only
@click.option(
    "-o", "--output", "out", type=FILE, metavar="FILE", help="Write here, each game when it is over; - is stdout."
)
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
    only: tuple[int, int, int] | None,
    out: str | None,
    policy: FaultPolicy,
    reach: Reach,
    how: Playing,
) -> None:
    """Which bot is better, and how sure is that?

    Writes every game as a record, a line each, and the standings on standard error. The same deals are played with the
    bots in every seat; differences and their intervals come from the means of those blocks.

    A BOT is built in (see bluke bots), a class (package.module:Class), a file (path/bot.py), or any program that
    speaks the protocol (cmd:COMMAND). alias=BOT names it, BOT?key=value passes options.

    \b
    bluke match rules novice --seed 7 --jobs 2 -o run.jsonl
    bluke match rules novice --blocks 1000 --resume run.jsonl
    bluke match --merge part1.jsonl part2.jsonl -o all.jsonl
    bluke deal --seed friday -n 10 --to jsonl | bluke match rules random --deals - | bluke validate --complete -
    """
    if how.is_merge:
        merge(session, bots, out)
        return
    typed = how.seed(seed)
    how.check(deals, out, only, typed)
    given = None if deals is None else _read_deals(session, deals)
    house = options.read_rules(rules, seats_for(len(bots), players)) if rules else None
    plan = make_plan(
        bots,
        players=players,
        seed=typed,
        rules=house,
        blocks=how.most_blocks(blocks) if games is None and deals is None else blocks,
        games=games,
        deals=given,
        policy=policy,
        reach=reach,
        only=only,
    )
    _tell_what_to_know(session, plan, seed)
    play(session, how, plan, FaultReport(plan, deals), out)


def _tell_what_to_know(session: Session, plan: Plan, seed: str | None) -> None:
    """Tell, before a match, what bots of their own process can do, or where there are none for whom options are."""
    has_external = any(bot.is_external for bot in plan.bots)
    if seed is not None and has_external:
        session.say(
            "Bots of their own process could find the seed that you typed, and so the cards; leave it out to be sure."
        )
    if not has_external and (plan.reach.is_timed or plan.reach.transcripts is not None):
        session.say("No bot here has a process of its own: time limits and --transcripts have nothing to do.")


def play(session: Session, how: Playing, plan: Plan, report: FaultReport, out: str | None) -> None:
    """Play a match, or the part of it that is wanted and not there yet; tell its faults and the standings."""
    standings = Standings(plan.aliases)
    progress = Progress(session, standings, 1 if plan.only else how.games(plan), how.resume or out)
    with telling(session, report), progress, how.output(plan, out, standings) as (done, games, write):
        progress.show(done)
        with contextlib.closing(how.engine.play(plan, games)) as results:
            for done, result in enumerate(how.watch(results, standings), done + 1):  # noqa: B020 - it goes on counting
                write(result.line + "\n")
                standings.add(result.outcome)
                for line in report.lines(result.game, result.faults):
                    progress.clear()
                    click.echo(line, err=True)
                progress.show(done)
    session.say((standings_text(standings) + how.ending(standings)).rstrip("\n"))


@contextlib.contextmanager
def telling(session: Session, report: FaultReport) -> Iterator[None]:
    """Tell what a bot wrote that cannot play, the fault that a match stops at, and how many faults were not told."""
    try:
        yield
    except BotRefused as refused:
        for line in said_lines(refused.alias, refused.said):
            click.echo(line, err=True)
        raise
    except MatchStopped as stop:
        for line in report.lines(stop.result.game, stop.result.faults[:1]):
            click.echo(line, err=True)
        session.worsen(FINDINGS)
    for line in report.rest():
        click.echo(line, err=True)


def _read_deals(session: Session, name: str) -> Deals:
    from bluke_cli.cli.records import readings_of, record_of
    from bluke_cli.match.written import read_deals

    with open_input(name) as stream:
        deals = read_deals(record_of(reading) for reading in readings_of(session, stream, name, None))
    if session.status:
        raise BlukeError(f"{'standard input' if name == STDIN else name} holds deals that cannot be read")
    return deals
