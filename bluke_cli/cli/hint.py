"""`bluke hint`: what master would do in a recorded game."""

from __future__ import annotations

from collections.abc import Sequence

import click

from bluke_cli.audit.decisions import Decision, decisions
from bluke_cli.audit.review import WORLDS, weigh
from bluke_cli.cli import options
from bluke_cli.cli.inputs import as_text
from bluke_cli.cli.outputs import output
from bluke_cli.cli.records import readings, record_of
from bluke_cli.cli.scope import record_named, scope_in
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.errors import BlukeError
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.replay.doubts import doubts_of
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.scope import Scope
from bluke_cli.replay.table import table_of
from bluke_cli.report.hint import choice_json, choice_lines


@click.command("hint")
@options.inputs
@click.option("--hand", type=click.IntRange(min=1), metavar="K", help="This hand; else the last one written.")
@click.option("--trick", type=click.IntRange(min=1), metavar="T", help="The cards of this trick.")
@click.option("--bids", is_flag=True, help="The bids of the hand.")
@click.option("--player", metavar="SEAT", help="Only this player: a name, or a seat from 1.")
@click.option(
    "--worlds", type=click.IntRange(1, 100_000), default=WORLDS, help=f"Worlds for a choice.  [default: {WORLDS}]"
)
@click.option("--to", type=click.Choice(["text", "jsonl"]), default="text", help="The format.  [default: text]")
@options.out_file
@click.pass_obj
def command(
    session: Session,
    files: tuple[str, ...],
    input_format: Kind | None,
    hand: int | None,
    trick: int | None,
    bids: bool,
    player: str | None,
    worlds: int,
    to: str,
    out: str | None,
) -> None:
    """What would master bid and play here?

    Weighs the moves of a recorded game with the eyes of the player on turn: what each is worth, in points of the hand
    less the mean of the others', and how far it is behind the best one. With neither --trick nor --bids, the choice
    that is still to be made, or the last one. The cards that were held must be known: from dealt, or from a hand
    that is played out.

    \b
    bluke hint friday.yaml
    bluke hint friday.yaml --hand 2 --trick 1
    bluke hint friday.yaml --hand 2 --bids --player Ann
    """
    if trick is not None and bids:
        raise click.UsageError("--bids are not part of a trick")
    scope = Scope(() if hand is None else (hand,), () if trick is None else (trick,))
    wanted = None if player is None else as_text(player)
    with output(out) as write:
        for reading in readings(session, files, input_format):
            record = record_of(reading)
            found_scope = scope_in(session, reading, scope, wanted)
            if found_scope is None:
                continue
            for decision in _wanted(session, reading, record, found_scope, bids=bids):
                choice = weigh(decision, worlds)
                if to == "jsonl":
                    write(choice_json(choice, record.players) + "\n")
                else:
                    write("\n".join(choice_lines(choice, record.players)) + "\n")


def _wanted(session: Session, reading: Reading, record: GameRecord, scope: Scope, *, bids: bool) -> Sequence[Decision]:
    """Return the decisions asked for; none, which is told, where they are not there or cannot be weighed."""
    place = record_named(reading)
    table = table_of(record)
    settled, _ = settle(record, table, None, doubts_of(record, reading.damaged))
    if not settled:
        session.fail(f"{place}: no hands are written", FINDINGS)
        return ()
    hand = next((hand for hand in settled if hand.facts.number in scope.hands), settled[-1])
    try:
        found = decisions(hand, table)
    except BlukeError as error:
        session.fail(f"{place}: {error}", FINDINGS)
        return ()
    found = [decision for decision in found if scope.viewer in (None, decision.view.seat)]
    if bids or scope.tricks:
        found = [decision for decision in found if decision.trick in (scope.tricks or (None,))]
    else:
        found = found[-1:]
    if not found and hand.play is not None and hand.play.is_cut_short:
        session.fail(f"{place}: the play of hand {hand.facts.number} cannot be followed", FINDINGS)
    elif not found:
        session.fail(f"{place}: the choice that was asked for is not there yet")
    return found
