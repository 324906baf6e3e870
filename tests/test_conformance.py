"""The conformance kit: in step with the program, and confirmed by the oracle and by a second implementation."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bluke_cli.rules.house import CHOICES
from tests import oracle

ROOT = Path(__file__).resolve().parent.parent
KIT = ROOT / "conformance"
NODE = shutil.which("node")


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (KIT / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]]


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("conformance", ROOT / "tools" / "conformance.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["conformance"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", sorted(path.name for path in KIT.glob("*.jsonl")))
def test_the_files_are_in_step(name: str) -> None:
    made = maker()
    assert set(made.FILES) == {path.name for path in KIT.glob("*.jsonl")}
    assert [json.loads(json.dumps(case)) for case in made.FILES[name](random.Random(name))] == cases(name[:-6])


def test_every_house_rule_and_every_fault_of_the_play_comes_up() -> None:
    for name, keys in (("plays", "led_bluke trump_lead no_trump_bluke"), ("bids", "min_bid hook"), ("scores", "tie")):
        for key in keys.split():
            assert {case["rules"].get(key, CHOICES[key][0]) for case in cases(name)} == set(CHOICES[key])
    codes = {fault["code"] for case in cases("hands") for fault in case["faults"]}
    assert codes == {"revoke", "trump-not-broken", "duplicate-card", "trick-size", "trick-count"}


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_a_second_implementation_made_from_the_documents_agrees() -> None:
    command = [str(NODE), str(ROOT / "tests" / "js" / "conform.mjs"), str(KIT)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    assert "hands: 240" in run.stdout


# The oracle


def test_deals_and_draws() -> None:
    for case in cases("deals"):
        pack = oracle.shuffled_pack(case["seed"], case["game"], case["hand"])
        dealt = oracle.deal(pack, case["players"], case["size"], case["dealer"], case["cut"])
        assert ([" ".join(cards) for cards in dealt["holdings"]], dealt["up"]) == (case["holdings"], case["up"])
    for case in cases("draws"):
        drawn = oracle.draw(case["seed"], case["game"], case["players"])
        assert [" ".join(cards) for cards in drawn["cards"]] == case["draw"]
        assert (drawn["dealer"], drawn["scorekeeper"]) == (case["dealer"], case["scorekeeper"])


def test_bids() -> None:
    for case in cases("bids"):
        rules = oracle.rules_with(**case["rules"])
        assert oracle.legal_bids(case["bids"], case["players"], case["size"], rules) == case["legal"]


def test_plays_and_tricks() -> None:
    for case in cases("plays"):
        rules, holding, trick = oracle.rules_with(**case["rules"]), case["holding"].split(), case["trick"].split()
        legal = oracle.legal_cards(holding, trick, case["trump"], rules, case["broken"])
        assert sorted(legal) == sorted(case["legal"].split())
    for case in cases("tricks"):
        rules = oracle.rules_with(**case["rules"])
        assert oracle.winner(case["trick"].split(), case["trump"], rules) == case["winner"]


def test_scores() -> None:
    for case in cases("scores"):
        rules = oracle.rules_with(**case["rules"])
        hands = [(hand["bids"], hand["took"]) for hand in case["hands"]]
        assert oracle.scores(hands, case["players"], rules) == [hand["score"] for hand in case["hands"]]
        assert oracle.totals(hands, case["players"], rules) == case["hands"][-1]["total"]
        assert oracle.winners(hands, case["players"], rules) == case["winners"]


def test_hands() -> None:
    """The oracle judges hands of whole tricks only."""
    judged = 0
    for case in cases("hands"):
        tricks = [trick.split() for trick in case["tricks"]]
        if (
            not 0 < len(tricks) <= case["size"]
            or any(len(trick) != case["players"] for trick in tricks[:-1])
            or len(tricks[-1]) > case["players"]
        ):
            continue
        judged += 1
        hand = {**case, "tricks": tricks}
        faults = oracle.judge_hand(hand, oracle.rules_with(**case["rules"]), holdings_known=False)
        assert [(fault["trick"], fault["card"], fault["code"]) for fault in case["faults"]] == faults
    assert judged > 150
