"""A headless Chromium, for tests of pages; where none is to be found, those tests are skipped.

The one named by the variable BLUKE_CHROMIUM, or the first of the usual names on PATH.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("BLUKE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


def run(page: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page in the browser, with a profile of its own in *folder*."""
    assert CHROMIUM is not None
    common = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    command = [CHROMIUM, *common, *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=True)


def pdf_pages(page: Path, folder: Path) -> list[tuple[float, float]]:
    """Print a page; return width and height of each sheet of paper, in points."""
    out = folder / "out.pdf"
    run(page, folder, f"--print-to-pdf={out}", "--no-pdf-header-footer")
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", out.read_bytes())
    return [(float(width), float(height)) for width, height in boxes]
