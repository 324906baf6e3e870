"""Bots in this process: what they answer, and what goes wrong."""

# ruff: noqa: ARG002

from __future__ import annotations

import pytest

from bluke_cli.bots.api import Bot
from bluke_cli.bots.players import BotFault, LocalPlayer
from bluke_cli.bots.view import GameView
from bluke_cli.rules.house import HouseRules
from tests.bots.table import bidding, view

GAME = GameView(4, 0, 0, HouseRules(), (1,))


class Answering(Bot):
    """Gives, or raises, what it was made with."""

    def __init__(self, answer) -> None:
        self.answer = answer

    def bid(self, view):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    play = bid


class Listening(Answering):
    def observe(self, event):
        raise KeyError(event)


class Index:
    """A whole number of another type, as NumPy's are."""

    def __init__(self, number) -> None:
        self.number = number

    def __index__(self):
        return self.number


def player(bot):
    made = LocalPlayer(lambda: bot)
    made.start(GAME, "seed")
    return made


@pytest.mark.parametrize(("answer", "number"), [(3, 3), (-1, -1), (99, 99), (Index(5), 5)])
def test_a_whole_number_is_passed_on_unjudged(answer, number):
    for got in (player(Answering(answer)).bid(bidding("AS")), player(Answering(answer)).play(view("AS"))):
        assert type(got) is int
        assert got == number


@pytest.mark.parametrize("answer", [None, True, 3.0, "3", "KS", [3], Index("x")])
@pytest.mark.parametrize("question", ["bid", "play"])
def test_what_is_no_whole_number_is_a_wrong_answer(answer, question):
    with pytest.raises(BotFault) as caught:
        getattr(player(Answering(answer)), question)(view("AS"))
    assert (caught.value.code, caught.value.is_dead) == ("wrong-answer", False)


@pytest.mark.parametrize(
    ("error", "code", "is_dead"),
    [(ValueError("no"), "exception", False), (RecursionError(), "exception", False), (SystemExit(3), "exit", True)],
)
@pytest.mark.parametrize("question", ["bid", "play"])
def test_an_exception_is_a_fault(error, code, is_dead, question):
    with pytest.raises(BotFault) as caught:
        getattr(player(Answering(error)), question)(view("AS"))
    assert (caught.value.code, caught.value.is_dead) == (code, is_dead)


def test_an_interrupt_by_the_user_is_no_fault_of_the_bot():
    with pytest.raises(KeyboardInterrupt):
        player(Answering(KeyboardInterrupt())).bid(bidding("AS"))


def test_a_bot_that_cannot_start_is_dead():
    def fail():
        raise OSError("no such table")

    with pytest.raises(BotFault) as caught:
        LocalPlayer(fail).start(GAME, "seed")
    assert (caught.value.code, caught.value.is_dead, caught.value.detail) == (
        "exception",
        True,
        "OSError: no such table",
    )


def test_only_a_bot_with_its_own_observe_wants_events():
    assert not player(Answering(1)).wants_events
    listening = player(Listening(1))
    assert listening.wants_events
    with pytest.raises(BotFault) as caught:
        listening.observe(None)
    assert caught.value.code == "exception"


def test_a_bot_is_given_the_game_and_its_own_chance():
    bot = Answering(1)
    player(bot)
    assert bot.game == GAME
    assert bot.rng.below(2**32) == type(bot.rng)("seed").below(2**32)
