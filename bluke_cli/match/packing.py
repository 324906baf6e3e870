"""What goes to another process and comes back: a plan, and the games of one block that were played there.

Bots cannot travel: children are processes, and a class of a user's file is known here only. A plan travels with their
names, and they are loaded again where it arrives. Games come back as finished lines, a block at a time. What arrives
is unpickled, so both ends must trust each other.
"""

from __future__ import annotations

import pickle
import traceback
from dataclasses import replace
from typing import NamedTuple

from bluke_cli import __version__
from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import Game, Plan, load_bots
from bluke_cli.match.run import GameResult, play_batch

Batch = tuple[Game, ...]
"""Games of one block."""


class PlayedElsewhereError(Exception):
    """A fault of the program itself in another process; the text is its traceback."""


class Reply(NamedTuple):
    """The games of a block that were played, or why they were not: an `error`, told to the user if it `is_told`."""

    results: list[GameResult]
    error: str | None = None
    is_told: bool = True


def pack(plan: Plan) -> bytes:
    """Return *plan* as bytes: the version of this package, and the plan with its hash and the names of its bots."""
    names = [bot.name for bot in plan.bots]
    return pickle.dumps((__version__, pickle.dumps((plan.hash, names, replace(plan, bots=())))))


def unpack(data: bytes) -> Plan:
    """Return the plan that was packed, its bots loaded here. Raises BlukeError where it is not the same match."""
    version, rest = pickle.loads(data)
    if version != __version__:
        raise BlukeError(f"a worker has bluke {__version__}, not {version}")
    digest, names, bare = pickle.loads(rest)
    plan: Plan = replace(bare, bots=load_bots(names, bare.reach))
    if plan.hash != digest:
        raise BlukeError("the file of a bot is not the same where it is to play, or has changed since the match began")
    return plan


def reply_to(plan: Plan, batch: Batch) -> Reply:
    """Play games of one block for somebody else. Raises nothing that is an Exception."""
    try:
        return Reply(list(play_batch(plan, batch)))
    except Exception as error:
        return reply_of(error)


def reply_of(error: Exception) -> Reply:
    """Return the reply that says what went wrong."""
    if isinstance(error, BlukeError):
        return Reply([], str(error))
    if isinstance(error, OSError):
        return Reply([], f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return Reply([], "".join(traceback.format_exception(error)), is_told=False)


def results_of(reply: Reply) -> list[GameResult]:
    """Return the games of a reply. Raises BlukeError, or PlayedElsewhereError, with what went wrong."""
    if reply.error is not None:
        raise BlukeError(reply.error) if reply.is_told else PlayedElsewhereError(reply.error)
    return reply.results
