"""What happens to a sheet when its writer is killed, when two write at once, and when the disk is full or closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import sheet_crash
from tests.cli.evening import evening, typed
from tests.cli.running import bluke, environment, start, write

NEW = ["--name", "Ann", "--name", "Bo", "--name", "No", "--name", "Zoë", "--dealer", "No"]
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.fixture
def path(tmp_path: Path) -> str:
    name = str(tmp_path / "friday.yaml")
    assert bluke("sheet", "new", name, *NEW).status == 0
    return name


@needs_fork
def test_killed_fifty_times_in_an_evening_nothing_is_lost_and_nothing_broken(path: str, tmp_path: Path) -> None:
    command = [sys.executable, sheet_crash.__file__, path, "50", "5"]
    env = environment()
    env["PYTHONPATH"] += os.pathsep + str(Path(__file__).parents[2])
    run = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    killed, late = map(int, run.stdout.split())
    assert killed >= 50
    assert 0 < late < killed
    by_hand = write(tmp_path, "typed.yaml", typed(evening(5)))
    assert Path(path).read_text() == bluke("fmt", by_hand).out
    assert bluke("validate", "--complete", path).status == 0


def test_writers_at_the_same_time_lose_nothing_silently(path: str) -> None:
    pytest.importorskip("fcntl")
    for number in range(1, 6):
        bidders = [start("sheet", "bids", path, "1") for _ in range(4)]
        ended = [(child.communicate(), child.returncode)[1] for child in bidders]
        assert ended == [0, 0, 0, 0], "each is the bid of the next player"
        assert Path(path).read_text().count("bids: [1, 1, 1, 1]") == number
        took = [start("sheet", "took", path, *_all(winner, 14 - number)) for winner in ("Ann", "Bo", "No", "Zoë")]
        ended = sorted((child.communicate(), child.returncode)[1] for child in took)
        assert ended == [0, 1, 1, 1], "one is entered, and the others hear of it"


def _all(winner: str, size: int) -> list[str]:
    return [f"{name}={size if name == winner else 0}" for name in ("Ann", "Bo", "No", "Zoë")]


def test_without_locks_it_works_as_well(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert bluke("sheet", "bids", path, "4", "3", "3", "2").status == 0


def test_a_folder_that_cannot_be_written_is_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Path(path).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    run = bluke("sheet", "bids", path, "4", "3", "3", "2")
    assert (run.status, run.out) == (2, "")
    assert "No space left" in run.err
    assert Path(path).read_bytes() == before
    assert [each.name for each in Path(path).parent.iterdir()] == ["friday.yaml"]
