"""The options of `match` that say how bots are reached, and what becomes of their faults."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bluke_cli.bots.reach import HANG_SECONDS, Reach
from bluke_cli.match.seating import MAX_FAULTS, FaultPolicy

_SECONDS = click.FloatRange(min=0, min_open=True, max=HANG_SECONDS)
move_time = click.option(
    "--move-time", type=_SECONDS, metavar="SECONDS", help="The longest that one decision may take."
)
start_time = click.option(
    "--start-time", type=_SECONDS, metavar="SECONDS", help="The longest that a bot may take to begin."
)
transcripts = click.option(
    "--transcripts",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write down here what is said to and by each bot of its own process.",
)
_OPTIONS = (
    click.option(
        "--on-fault",
        type=click.Choice(["substitute", "stop"]),
        default="substitute",
        show_default=True,
        help="When a bot fails: decide in its place, or end the match.",
    ),
    click.option(
        "--max-faults",
        type=click.IntRange(min=1),
        default=MAX_FAULTS,
        show_default=True,
        help="After so many, the fallback plays on to the end of the game.",
    ),
    move_time,
    click.option(
        "--game-time",
        type=click.FloatRange(min=0, min_open=True, max=999_999),
        metavar="SECONDS",
        help="The longest that all decisions of a bot in a game may take.",
    ),
    start_time,
    click.option("--inproc", is_flag=True, help="Play bots in Python inside this process: faster, and trusted."),
    transcripts,
)


def reaching(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command all of these options; it gets them as `policy` and `reach`."""

    @functools.wraps(command)
    def with_reach(
        *arguments: Any,
        on_fault: Any,
        max_faults: int,
        move_time: float | None,
        game_time: float | None,
        start_time: float | None,
        inproc: bool,
        transcripts: Path | None,
        **options: Any,
    ) -> Any:
        policy = FaultPolicy(on_fault, max_faults)
        reach = Reach(inproc, start_time, move_time, game_time, transcripts)
        return command(*arguments, policy=policy, reach=reach, **options)

    for option in reversed(_OPTIONS):
        with_reach = option(with_reach)
    return with_reach


class _GameKey(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int, int]:
        if isinstance(value, tuple):
            return value
        parts = str(value).split("/")
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
            raise click.BadParameter(f"a game is named BLOCK/LINEUP/ROTATION, as 3/1/0, not {value}", ctx, param)
        return int(parts[0]), int(parts[1]), int(parts[2])


only = click.option(
    "--only",
    type=_GameKey(),
    metavar="B/L/R",
    help="Play just this game: block and line-up from 1, rotation from 0.",
)
