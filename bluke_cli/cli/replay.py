"""`bluke replay`: a game card by card."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bluke_cli.cli import options
from bluke_cli.cli.inputs import as_text
from bluke_cli.cli.outputs import output
from bluke_cli.cli.records import told_readings
from bluke_cli.cli.scope import scope_in
from bluke_cli.cli.session import FINDINGS, Session
from bluke_cli.errors import BlukeError
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.replay.scope import Scope
from bluke_cli.replay.story import Event, tell
from bluke_cli.report.replay import event_json, event_lines


@click.command("replay")
@options.inputs
@click.option(
    "--hand", "hands", type=click.IntRange(min=1), multiple=True, metavar="K", help="Only this hand; repeatable."
)
@click.option(
    "--trick", "tricks", type=click.IntRange(min=1), multiple=True, metavar="T", help="Only this trick; repeatable."
)
@click.option("--from", "seat", metavar="SEAT", help="Only what this player saw: a name, or a seat from 1.")
@click.option("--why", is_flag=True, help="The rule behind each card and each winner.")
@click.option("--review", is_flag=True, help="What master would have bid and played, and what each choice cost.")
@click.option("--to", type=click.Choice(["text", "jsonl", "html"]), default="text", help="The format.  [default: text]")
@options.out_file
@click.pass_obj
def command(
    session: Session,
    files: tuple[str, ...],
    input_format: Kind | None,
    hands: tuple[int, ...],
    tricks: tuple[int, ...],
    seat: str | None,
    why: bool,
    review: bool,
    to: str,
    out: str | None,
) -> None:
    """What happened, card by card?

    Follows the rules from card to card: who led, who won, what each hand was worth. A play that broke a rule is
    marked with the rule, and the hand goes on from it.

    html is one page to step through, with buttons and keys; it fetches nothing.

    Where a record breaks off, cannot be read or cannot be followed, it is told up to there, with the reason; exit
    status 1 says that something could not be read or followed.

    \b
    bluke replay friday.yaml --hand 2 --why
    bluke replay friday.yaml --to html -o friday.html
    bluke replay friday.yaml --hand 2 --trick 1 --from Ann
    """
    wanted = None if seat is None else as_text(seat)
    is_first = True
    with output(out, is_safe=to == "html") as write:
        for reading in told_readings(session, files, input_format):
            record = reading.record
            scope = scope_in(session, reading, Scope(hands, tricks, None, why), wanted)
            if record is None or scope is None:
                continue
            events = _watched(session, tell(record, scope, reading.damaged))
            if review:
                events = _reviewed(events, reading, record, scope.viewer)
            if to == "html":
                if not is_first:
                    raise BlukeError("a page shows one game, and there are more here")
                is_first = False
                write(_page(events, record, scope))
                continue
            lines = map(event_json, events) if to == "jsonl" else event_lines(events, record.players)
            write("\n" if to == "text" and not is_first else "")
            is_first = False
            for line in lines:
                write(line + "\n")


def _watched(session: Session, events: Iterator[Event]) -> Iterator[Event]:
    """Pass the events on; end with status 1 if something could not be told."""
    for event in events:
        if event.get("left_out") or event.get("is_cut_short"):
            session.worsen(FINDINGS)
        yield event


def _reviewed(events: Iterator[Event], reading: Reading, record: GameRecord, viewer: int | None) -> Iterator[Event]:
    from bluke_cli.audit.review import with_review
    from bluke_cli.replay.doubts import doubts_of

    return with_review(events, record, doubts_of(record, reading.damaged), viewer=viewer)


def _page(events: Iterator[Event], record: GameRecord, scope: Scope) -> str:
    from bluke_cli.report.replay_html import replay_html

    return replay_html(events, record.players, None if scope.viewer is None else record.players[scope.viewer])
