"""The vectors of docs/bots.md and docs/matches.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bluke_cli.bots.rng import Rng
from bluke_cli.match.plan import make_plan

DOCS = Path(__file__).parents[2] / "docs"


def vectors(document, kind):
    text = (DOCS / document).read_text(encoding="utf-8")
    return [
        json.loads(line)
        for block in re.findall(rf"```jsonl {kind}\n(.*?)```", text, re.S)
        for line in block.splitlines()
    ]


def test_the_generator():
    found = vectors("bots.md", "rng")
    assert len(found) == 3
    for vector in found:
        rng = Rng("ab" * 32)
        if "n" in vector:
            assert [rng.below(vector["n"]) for _ in vector["below"]] == vector["below"]
        else:
            items = list(range(10))
            rng.shuffle(items)
            assert items == vector["shuffle"]


def test_the_plan():
    plan = make_plan(["a=rules", "b=random", "c=novice", "d=random"], seed="friday", blocks=3)
    names = [bot.name.alias for bot in plan.bots]
    orders = [[names[bot] for bot in game.seating] for game in plan.schedule() if game.rotation == 0]
    found = vectors("matches.md", "plan")
    assert len(found) == 7
    for vector in found:
        if "order" in vector:
            assert orders[vector["block"] - 1] == vector["order"]
        elif "seat" in vector:
            assert plan.bot_seed(vector["block"], vector["seat"], names.index(vector["alias"])) == vector["seed"]
        else:
            assert plan.hash == vector["plan"]
