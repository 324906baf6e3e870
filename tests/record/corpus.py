"""Odd input written by other people, where it is at hand; the tests that use it skip where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"


def files(pattern: str = "**/*") -> list[Path]:
    if not ROOT.is_dir():
        pytest.skip("the folder ../shared/corpus is not there")
    return sorted(path for path in ROOT.glob(pattern) if path.is_file())
