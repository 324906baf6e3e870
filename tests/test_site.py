"""The documents as a site: every link on it leads somewhere, and every command has its page."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from bluke_cli.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
LINK = re.compile(r'(?:href|src)="([^"#?]*)(#[^"]*)?"')

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="the extra `docs` is not installed")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    return folder


def test_every_link_leads_somewhere(site: Path) -> None:
    lost, followed = [], 0
    for page in site.rglob("*.html"):
        if page.name == "404.html":  # its links begin at the root of the server
            continue
        for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
            anchor = "" if anchor == "#" else anchor
            if re.match(r"[a-z]+:|//", target):
                continue
            goal = (page.parent / unquote(unescape(target))).resolve() if target else page
            goal = goal / "index.html" if goal.is_dir() else goal
            followed += 1
            if not goal.exists() or (
                goal.suffix == ".html" and anchor and f'id="{unquote(anchor[1:])}"' not in goal.read_text("utf-8")
            ):
                lost.append((page.relative_to(site).as_posix(), target + anchor))
    assert lost == []
    assert followed > 1000


def test_every_command_has_its_page(site: Path) -> None:
    for name, question in COMMANDS.items():
        assert question in unescape((site / "commands" / name / "index.html").read_text(encoding="utf-8"))
    assert (site / "commands" / "sheet-took" / "index.html").exists()
