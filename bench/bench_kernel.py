"""Playing hands out: the kernel beside plain Python, and beside OpenSpiel's rollouts and search in C++.

A playout plays 4 players' 12 tricks. Beside OpenSpiel ours are what a search has of them: a world is drawn, of up to
four the likeliest by the bids, and each of twelve moves is played out in it, so that twelve playouts share a world.
OpenSpiel's rollout in C++ copies a state of `oh_hell`, cards known, and draws nothing. A simulation of its ISMCTSBot
draws a world, goes down the tree that it keeps to a new node, plays out from there and enters what came of it; we keep
no tree. In the row with a world for each, and beside plain Python, a world is drawn for every single playout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from run import Row

from bluke_cli.bots.search import search
from bluke_cli.bots.search.chance import stream
from bluke_cli.bots.search.position import Position, moves_of
from bluke_cli.bots.search.tables import tables
from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import mask_of
from bluke_cli.rules.house import HouseRules

PLAYERS, SIZE = 4, 12
RANDOM_MIX, LINEAR_MIX = (1, 0, 0, 0), (0, 0, 0, 1)


def _position() -> Position:
    """Return the lead of a hand of 12 cards after four bids of 3."""
    pack = list(range(54))
    chance = stream(1, 0)
    for i in range(53, 0, -1):
        j = chance.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    holding, up = mask_of(pack[:SIZE]), pack[-3]
    return Position(
        rules=HouseRules(),
        players=PLAYERS,
        seat=0,
        size=SIZE,
        dealer=3,
        up=up,
        trump=up // 13 if up < 52 else None,
        holding=holding,
        dead=1 << up,
        bids=(3,) * PLAYERS,
        won=(0,) * PLAYERS,
        voids=(0,) * PLAYERS,
        leader=0,
        trick=(),
        played=(0,) * PLAYERS,
        is_broken=False,
    )


def _compiled(mix: search.Mix, worlds: int, most: int = 1) -> Callable[[], float]:
    """Return a search of so many worlds, each played out after at most so many moves."""
    position = _position()
    moves, data, compiled = moves_of(position)[:most], tables().packed, kernel()
    assert compiled is not None

    def work() -> float:
        compiled.search(position.packed(), data, bytes(mix), bytes(moves), 1, 0, worlds)
        return worlds * len(moves)

    return work


def _plain(mix: search.Mix, worlds: int) -> Callable[[], float]:
    position = _position()
    moves, data = moves_of(position)[:1], tables()

    def work() -> float:
        for number in range(worlds):
            search.plain_values(position, moves, mix, stream(1, number), data)
        return worlds

    return work


def rows() -> Iterator[Row | str]:
    """Yield the rows about the kernel."""
    if kernel() is None:
        yield "the kernel is not built, or turned off: its rows are left out"
        return
    yield Row(
        "kernel, random playouts : plain Python", _compiled(RANDOM_MIX, 2000), _plain(RANDOM_MIX, 20), "", "playouts"
    )
    yield Row(
        "kernel, linear playouts : plain Python", _compiled(LINEAR_MIX, 1000), _plain(LINEAR_MIX, 5), "", "playouts"
    )
    try:
        import pyspiel
    except ImportError:
        yield "OpenSpiel is not installed: its rows about the kernel are left out"
        return
    game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=12)")
    state = _dealt(game)
    players = [pyspiel.make_uniform_random_bot(player, player) for player in range(PLAYERS)]

    def rollouts() -> float:
        for seed in range(50):
            pyspiel.evaluate_bots(state.clone(), players, seed)
        return 50

    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        50,
        100,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )

    def simulations() -> float:
        bot.step(state)
        return 50

    each = _compiled(RANDOM_MIX, 2000)
    many = _compiled(RANDOM_MIX, 500, SIZE)
    yield Row("kernel, random playouts : OpenSpiel rollouts in C++", many, rollouts, ">= 12", "playouts")
    yield Row("kernel, random playouts : OpenSpiel ISMCTS simulations", many, simulations, ">= 30", "playouts")
    name = "kernel, random playouts, a world for each : OpenSpiel ISMCTS simulations"
    yield Row(name, each, simulations, "", "playouts")


def _dealt(game: object) -> object:
    """Return a state of OpenSpiel where the bids have been made and the first card is due."""
    state = game.new_initial_state()  # type: ignore[attr-defined]
    chance = stream(2, 0)
    decisions = 0
    while state.is_chance_node() or decisions < PLAYERS:
        legal = state.legal_actions()
        decisions += not state.is_chance_node()
        state.apply_action(legal[chance.below(len(legal))])
    return state
