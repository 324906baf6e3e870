"""How long `master` thinks, at tables of `rules`: with the kernel as it is without options, and in plain Python.

CPU time, in milliseconds, for all bids and cards and, in brackets, for cards where it has a choice. There is no ratio
and no peer: the targets are those of a machine like the one that the page was written on.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from run import without_kernel

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin.master import Master
from bluke_cli.bots.builtin.rules import Rules
from bluke_cli.kernel import kernel
from bluke_cli.match.blocks import seeded_block
from bluke_cli.rules.house import HouseRules

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from timed import Clock, Timed, rotations

WORLDS = 30
"""So many worlds `master` looks at in plain Python."""


def lines() -> Iterator[str]:
    """Yield a line for each number of players, with the kernel, then without."""
    gc.freeze()  # the peers that other rows have loaded are not to be gone over when garbage is sought
    for players in (4, 3, 2):
        if kernel() is not None:
            clock = _played(players, Master, blocks=2)
            bid, most = clock.mean("master bid"), max(map(clock.longest, ("master card", "master bid")))
            name = f"master, {players} players, with the kernel"
            yield f"{name}: a card {_card(clock)} <= 1.2, a bid {bid:.1f} <= 3, at most {most:.0f} <= 35 ms"
    for players in (4, 3, 2):
        with without_kernel():
            clock = _played(players, partial(Master, worlds=WORLDS), blocks=1)
        yield f"master?worlds={WORLDS}, {players} players, plain: a card {_card(clock)} <= 10 ms"


def _card(clock: Clock) -> str:
    """Return the mean for a card, and for one where there was a choice."""
    mean, chosen = clock.mean("master card"), len(clock.seconds["master card"])
    return f"{mean * chosen / (chosen + clock.forced):.2f} ({mean:.2f})"


def _played(players: int, make: Callable[[], Bot], blocks: int) -> Clock:
    """Play some blocks, one `master` in each seat in turn."""
    rules, clock = HouseRules(), Clock()
    for number in range(1, blocks + 1):
        block = seeded_block("bench", number, rules.hand_sizes(players), players)
        for _ in rotations(block, players, lambda: Timed(make(), "master", clock), Rules, "bench", rules):
            pass
    return clock
