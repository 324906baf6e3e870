"""What killed writers leave beside a file goes with the next write to it, and nothing else does."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bluke_cli.cli.outputs import replacing
from tests.cli.running import start, write

pytest.importorskip("fcntl")


def put(path: Path) -> None:
    with replacing(str(path)) as write_bytes:
        write_bytes(b"new")


def age(path: Path, seconds: int = 120) -> Path:
    os.utime(path, (time.time() - seconds,) * 2)
    return path


def killed(folder: Path) -> Path:
    """Kill a writer to the file `deals`; return what it leaves."""
    before = set(folder.iterdir())
    with start("deal", "-n", "1000000", "-o", "deals", cwd=folder) as child:
        end = time.monotonic() + 20
        while not (found := [path for path in set(folder.iterdir()) - before if path.stat().st_size]):
            assert time.monotonic() < end
            time.sleep(0.01)
        child.kill()
    return found[0]


def test_the_next_write_takes_away_what_a_killed_one_left(tmp_path: Path) -> None:
    write(tmp_path, "deals", "old")
    left = age(killed(tmp_path))
    put(tmp_path / "other")
    assert left.exists(), "it is beside another file"
    put(tmp_path / "deals")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals", "other"]
    assert (tmp_path / "deals").read_text() == "new"


def test_what_is_young_or_somebody_is_writing_or_is_called_otherwise_stays(tmp_path: Path) -> None:
    young = killed(tmp_path)
    names = (".deals.new", ".deals.abc.new", ".deals.ABCDEFGH.new", ".deals.abcdefgh.old", "deals.abcdefgh.new")
    others = [age(Path(write(tmp_path, name, ""))) for name in names]
    (tmp_path / ".deals.folder12.new").mkdir()
    (tmp_path / ".deals.linklink.new").symlink_to(others[0])
    with replacing(str(tmp_path / "deals")) as write_bytes:
        (mine,) = set(tmp_path.glob(".deals.????????.new")) - {young, *tmp_path.glob(".deals.[A-Zfl]*")}
        age(mine)
        put(tmp_path / "deals")
        assert {young, mine, *others} < set(tmp_path.iterdir())
        write_bytes(b"mine")
    assert (tmp_path / "deals").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 9


def test_a_new_file_is_held_until_it_is_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def late(new: str, old: Path) -> None:
        monkeypatch.setattr(os, "replace", replace)
        age(Path(new))
        put(old)
        replace(new, old)

    monkeypatch.setattr(os, "replace", late)
    with replacing(str(tmp_path / "deals")) as write_bytes:
        write_bytes(b"mine")
    assert (tmp_path / "deals").read_text() == "mine"


def test_a_folder_that_cannot_be_looked_into_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "scandir", failing)
    put(tmp_path / "deals")
    assert (tmp_path / "deals").read_text() == "new"
