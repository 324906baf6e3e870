"""Engines: ways to play games of a plan. All give the same results in the same order.

They differ in who plays: this process, several on this machine, or a cluster. Only the engine that is used is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import Game, Plan
from bluke_cli.match.run import Results, play


@dataclass(frozen=True, slots=True)
class Engine:
    """Who plays: so many processes here (1: this one), or the cluster at an address like ``dask://host:port``."""

    jobs: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise BlukeError("there is at least one job")
        if self.cluster is not None:
            from bluke_cli.match.cluster import scheduler_of

            scheduler_of(self.cluster)

    def play(self, plan: Plan, games: Iterable[Game]) -> Results:
        """Play *games* of *plan*, those of a block one after the other, and yield their results in this order.

        Close the iterator when it is not used to its end. Raises what `run.play` does, and BlukeError where the engine
        fails.
        """
        if self.cluster is not None:
            from bluke_cli.match.cluster import play_on_cluster

            return play_on_cluster(plan, games, self.cluster)
        if self.jobs > 1:
            from bluke_cli.match.workers import play_in_processes

            return play_in_processes(plan, games, self.jobs)
        return play(plan, games)
