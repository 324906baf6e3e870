"""Bots in processes of their own, beside the least that an exchange with another Python process can cost.

A decision of an external bot is to cost at most 250 µs more than in this process; the speeds at the end
of the line say how long it takes here.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

from run import Row

from bluke_cli.bots.naming import parse_name
from bluke_cli.bots.players import Player
from bluke_cli.bots.reach import Reach
from bluke_cli.bots.reaching import reach_bot
from bluke_cli.bots.view import GameView, View
from bluke_cli.bots.wire import act_message, line_of
from bluke_cli.rules.cards import card, cards, mask_of
from bluke_cli.rules.house import HouseRules

ECHO = "import sys\nfor line in sys.stdin.buffer:\n    sys.stdout.buffer.write(b'1\\n'); sys.stdout.buffer.flush()\n"
EXCHANGES = 200


def _view() -> View:
    holding = mask_of(cards("2C 7C QC 3D KD 4H 5H 9H AH 2S LO"))
    return View(
        rules=HouseRules(),
        players=4,
        seat=0,
        hand=3,
        size=11,
        dealer=3,
        up=card("8S"),
        trump=3,
        scores=(10, 20, 30, -40),
        hands_left=22,
        holding=holding,
        bids=(3, 2, 4, 1),
        won=(0, 0, 0, 0),
        tricks=(),
        leader=0,
        trick=(),
        legal_bids=(),
        legal_mask=holding,
    )


def _player() -> Player:
    """Return a player in a process of its own that gives any legal card."""
    bot = reach_bot(parse_name("bluke_cli.bots.builtin.uniform:Random"), Reach())
    player = bot.player(1)
    rules = HouseRules()
    player.start(GameView(4, 0, 3, rules, rules.hand_sizes(4)), "bench")
    return player


def rows() -> Iterator[Row | str]:
    """Yield the rows about external bots."""
    player, view = _player(), _view()
    line = line_of(act_message(1, view, [], None))
    echo = subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert echo.stdin is not None
    assert echo.stdout is not None
    incoming, outgoing = echo.stdout, echo.stdin

    def ours() -> float:
        for _ in range(EXCHANGES):
            player.play(view)
        return EXCHANGES

    def theirs() -> float:
        for _ in range(EXCHANGES):
            outgoing.write(line)
            incoming.read(2)
        return EXCHANGES

    yield Row(
        "bots  : an external decision, a bare exchange of as much", ours, theirs, "<= 8", "exchanges", time.perf_counter
    )
    player.close()
    outgoing.close()
    echo.wait()
