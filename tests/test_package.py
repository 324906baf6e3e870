"""The package as it is handed on: what is pinned, what the wheel holds, and that it works away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = [
    "py.typed",
    "report/codes.md",
    "report/templates/",
    "bots/data/bids.json",
    "bots/data/duel.json",
    "bots/data/play.json",
]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def test_every_dependency_is_pinned() -> None:
    pinned = pins()
    wanted = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    for requirement in (Requirement(text) for texts in wanted for text in texts):
        if requirement.name != PROJECT["name"]:
            assert pinned[canonicalize_name(requirement.name)] in requirement.specifier, requirement


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)
    if run.returncode and "setuptools" in run.stderr:
        pytest.skip("no package index within reach to fetch what builds a wheel")
    assert run.returncode == 0, run.stderr
    [made] = folder.glob("*.whl")
    return made


def test_the_wheel_holds_what_the_program_reads(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in NEEDED:
        assert any(name.startswith(f"bluke_cli/{needed}") for name in names), needed
    assert not [name for name in names if name.split("/")[0] not in ("bluke_cli",) and ".dist-info/" not in name]


def test_the_wheel_works_where_there_is_no_repository(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "there")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "there")}
    code = "import bluke_cli; print(bluke_cli.__file__)"
    for arguments, shown in (
        (["-c", code], str(tmp_path / "there")),
        (["-m", "bluke_cli", "--version"], PROJECT["name"]),
        (["-m", "bluke_cli", "explain", "revoke"], "revoke"),
        (["-m", "bluke_cli", "match", "tuned", "rules", "--players", "2", "--blocks", "1", "--seed", "1"], '"winners"'),
    ):
        command = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-s", *arguments]
        run = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=120
        )
        assert (run.returncode, shown in run.stdout) == (0, True), run.stderr
