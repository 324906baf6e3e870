"""How a match reaches a bot: the `Player` interface, and bots that are objects in this process.

A match knows only `Player`. Its answers are whole numbers, not yet judged by the rules; whatever else goes wrong on
the way is a `BotFault`. `print` in a bot goes to standard error only while the caller holds `quiet_stdout`.
"""

from __future__ import annotations

import contextlib
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from bluke_cli.bots.api import Bot
from bluke_cli.bots.events import Event
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.view import GameView, View


class BotFault(Exception):
    """A bot did not answer as it should; `code` is one of the fault codes of a match.

    `is_dead` says that it cannot be asked again in this game; `said` is the end of what it wrote to standard error.
    """

    def __init__(self, code: str, detail: str, *, is_dead: bool = False, said: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.is_dead = is_dead
        self.said = said


class Player(Protocol):
    """One bot in one game. Every method may raise BotFault and nothing else."""

    wants_events: bool

    def start(self, game: GameView, seed: str) -> None:
        """Begin a game; *seed* feeds the bot's chance."""

    def bid(self, view: View) -> int:
        """Return the bot's bid, legal or not."""

    def play(self, view: View) -> int:
        """Return the bot's card, legal or not."""

    def observe(self, event: Event) -> None:
        """Tell the bot what happened; called only if `wants_events`."""

    def blame(self, code: str, detail: str) -> None:
        """Tell the bot of its own fault; it stays in the game."""

    def finish(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Tell the bot that the game is over; both lists are by seat."""

    def close(self) -> None:
        """Let go of whatever the bot was played with, in every ending; nothing is asked afterwards. Never raises."""


class LocalPlayer:
    """A bot that is a Python object in this process, made anew by *make* when a game starts."""

    __slots__ = ("_bot", "_make", "wants_events")

    def __init__(self, make: Callable[[], Bot]) -> None:
        self._make = make
        self.wants_events = False

    def start(self, game: GameView, seed: str) -> None:
        """Make the bot and begin a game. A bot that fails here is dead: it never had a game to play."""
        try:
            self._bot = self._make()
            self._bot.start(game, Rng(seed))
        except (Exception, SystemExit) as error:
            raise _blame(error, is_dead=True) from error
        self.wants_events = type(self._bot).observe is not Bot.observe

    def bid(self, view: View) -> int:
        """Return the bot's bid. Raises BotFault ``exception``, ``exit`` or ``wrong-answer``."""
        try:
            answer = self._bot.bid(view)
        except (Exception, SystemExit) as error:
            raise _blame(error) from error
        return answer if type(answer) is int else _whole(answer)

    def play(self, view: View) -> int:
        """Return the bot's card. Raises BotFault ``exception``, ``exit`` or ``wrong-answer``."""
        try:
            answer = self._bot.play(view)
        except (Exception, SystemExit) as error:
            raise _blame(error) from error
        return answer if type(answer) is int else _whole(answer)

    def observe(self, event: Event) -> None:
        """Tell the bot what happened. Raises BotFault ``exception`` or ``exit``."""
        try:
            self._bot.observe(event)
        except (Exception, SystemExit) as error:
            raise _blame(error) from error

    def blame(self, code: str, detail: str) -> None:
        """Say nothing: a bot in Python sees what it is asked next."""

    def finish(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Say nothing: a bot in Python hears of the last hand's end if it listens."""

    def close(self) -> None:
        """Do nothing: an object needs no end."""


def _whole(answer: object) -> int:
    """Return an answer that is a whole number of another type, such as NumPy's; BotFault if it is none."""
    if not isinstance(answer, bool):
        with contextlib.suppress(Exception):
            return operator.index(answer)  # type: ignore[arg-type]  # what is none raises
    raise BotFault("wrong-answer", f"a whole number is wanted, not {type(answer).__name__}")


def _blame(error: BaseException, is_dead: bool = False) -> BotFault:
    if isinstance(error, SystemExit):
        return BotFault("exit", "the bot called sys.exit", is_dead=True)
    return BotFault("exception", f"{type(error).__name__}: {error}", is_dead=is_dead)


@contextlib.contextmanager
def quiet_stdout() -> Iterator[None]:
    """Send what is printed to standard error meanwhile, so that a stray ``print`` never lands in the records."""
    with contextlib.redirect_stdout(sys.stderr):
        yield
