"""What Python programs import: the names, and what goes wrong with them."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bluke_cli
from bluke_cli import api

SAMPLES = Path(__file__).parents[1] / "samples"


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True).stdout


def test_the_package_offers_what_the_api_holds() -> None:
    assert {*bluke_cli.__all__, "replay"} == set(api.__all__)
    for name in bluke_cli.__all__:
        assert getattr(bluke_cli, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = bluke_cli.nonsense  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing() -> None:
    assert (
        run("import bluke_cli, sys; print('pydantic' in sys.modules, 'bluke_cli.api' in sys.modules)")
        == "False False\n"
    )


@pytest.mark.parametrize("before", ["", "import bluke_cli.replay.story;", "import bluke_cli.api;"])
def test_replay_is_the_function_whatever_is_loaded(before: str) -> None:
    code = "from bluke_cli import deal, replay; print(len(list(replay(deal('x', 3), hands=[1]))))"
    assert run(before + code) == "2\n"


@pytest.mark.parametrize(
    "source",
    [str, Path, Path.read_bytes, lambda path: io.BytesIO(path.read_bytes())],
    ids=["text", "path", "bytes", "stream"],
)
def test_every_kind_of_source(source: Any) -> None:
    path = SAMPLES / "valid" / "games.jsonl"
    games = list(api.read(source(path)))
    assert len(games) == 3
    assert list(api.validate(source(path))) == []
    assert "".join(api.write(game, "jsonl") for game in games) == path.read_text("utf-8")


@pytest.mark.parametrize("path", sorted((SAMPLES / "valid").iterdir()), ids=lambda path: path.name)
def test_a_record_is_judged_like_its_text(path: Path) -> None:
    texts = [(finding.code, finding.path, finding.message) for finding in api.validate(path)]
    models = [
        (finding.code, finding.path, finding.message) for game in api.read(path) for finding in api.validate(game)
    ]
    assert models == texts


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: list(api.read("no/such/file.yaml")), "no/such/file.yaml: No such file"),
        (lambda: list(api.read(b"bluke: 1\nplayers: [Ann, Bo]\n")), "missing-key"),
        (lambda: api.deal("x", 1), "2 to 15 players"),
        (lambda: api.deal("x", ["Ann", "Ann"]), "two players are called"),
        (lambda: api.deal("", 4), "1 to 256 characters"),
        (lambda: api.deal("x", 4, hands=[26]), "hands 1 to 25"),
        (lambda: api.deal("x", 4, rules={"hook": 1}), "hook is one of"),
        (lambda: list(api.play(["nobody", "random"])), "nobody"),
        (lambda: list(api.replay(api.deal("x", 3), seat="Zoë")), "not one of the players"),
        (lambda: api.rescore(api.deal("x", 3), {"points": 0}), "at least 1"),
    ],
)
def test_what_the_user_can_mend_is_one_kind_of_error(call: Any, reason: str) -> None:
    with pytest.raises(api.BlukeError, match=reason):
        call()


def test_the_unreadable_record_says_all_that_is_wrong() -> None:
    with pytest.raises(api.UnreadableRecord) as caught:
        list(api.read(b"bluke: 1\nplayers: [Ann, Bo]\ndealer: Cy\nhands: [{bids: [1, 2, 3]}]\n"))
    assert [finding.code for finding in caught.value.findings] == ["unknown-player", "wrong-type"]


def test_the_same_seed_plays_the_same_games() -> None:
    once, again = (list(api.play(["novice", "random"], seed="7", rules={"schedule": "2-1"})) for _ in range(2))
    assert once == again
    assert len(once) == 2
