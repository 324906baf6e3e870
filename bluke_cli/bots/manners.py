"""How a bot keeps to the protocol where no game shows it: greeting, what it does not know, going when told.

Each check is a name, what was found, and the fault if it failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple

from bluke_cli.bots import wire
from bluke_cli.bots.child import GRACE
from bluke_cli.bots.external import ExternalBot
from bluke_cli.bots.loading import TRIAL_SEED, LoadedBot
from bluke_cli.bots.players import BotFault
from bluke_cli.bots.process import Process
from bluke_cli.bots.reach import HANG_SECONDS
from bluke_cli.bots.view import GameView


class Check(NamedTuple):
    """One thing that was tried: what it is, what was found, and the fault, None if all is well.

    After a fault of an *essential* one there is no sense in others.
    """

    what: str
    found: str = ""
    fault: BotFault | None = None
    is_essential: bool = False


def check_manners(bot: LoadedBot, game: GameView) -> Iterator[Check]:
    """Yield one check after the other, on a process of its own, up to an essential one that fails.

    There are none of a bot that plays in this process: nobody speaks with it.
    """
    if not isinstance(bot, ExternalBot):
        return
    limit = bot.reach.start_time or HANG_SECONDS
    try:
        process = Process(bot.command, 0, limit)
    except BotFault as fault:
        yield Check("starts", "", fault, is_essential=True)
        return
    options = dict(bot.name.options)
    steps: tuple[tuple[str, bool, Callable[[], str]], ...] = (
        ("starts", True, lambda: ""),
        ("answers hello", True, lambda: _greeting(process, limit)),
        ("answers an unknown request with an error", False, lambda: _unknown(process, limit)),
        ("begins a game, and ignores what it does not know", True, lambda: _beginning(process, game, options, limit)),
        ("ends within a second when told to quit", False, lambda: _quitting(process)),
    )
    try:
        for what, is_essential, check in steps:
            try:
                yield Check(what, check(), None, is_essential)
            except BotFault as fault:
                yield Check(what, "", fault, is_essential or fault.is_dead)
                if is_essential or fault.is_dead:
                    return
    finally:
        process.child.close()


def _greeting(process: Process, limit: float) -> str:
    process.greet(limit)
    return f"{process.name or 'without a name'}, caps: {'reset' if process.can_reset else 'none'}"


def _unknown(process: Process, limit: float) -> str:
    answer = process.ask(lambda number: {"t": "unheard-of", "id": number}, limit)
    if answer.kind != "error" or answer.fields.get("code") != "unsupported":
        raise BotFault("wrong-answer", 'the answer is to be {"t":"error","id":…,"code":"unsupported"}')
    return ""


def _beginning(process: Process, game: GameView, options: dict[str, str], limit: float) -> str:
    """Begin a game with what a later version might say besides."""

    def message(number: int) -> wire.Message:
        return {**wire.game_message(number, game, TRIAL_SEED, options), "unheard-of": {"t": "game", "id": None}}

    process.expect("ok", process.ask(message, limit))
    return ""


def _quitting(process: Process) -> str:
    begun = monotonic()
    process.child.close(wire.QUIT)
    took, status = monotonic() - begun, process.child.status
    if took >= GRACE or status is None:
        raise BotFault("timeout", "the bot had to be killed", said=process.child.said)
    return f"in {1000 * took:.0f} ms" + (f", with exit status {status}" if status else "")
