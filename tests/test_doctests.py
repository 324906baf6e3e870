"""The examples in docstrings do what they show."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import bluke_cli

ROOT = Path(__file__).parents[1]
MODULES = sorted(info.name for info in walk_packages(bluke_cli.__path__, "bluke_cli.") if info.name[-8:] != "__main__")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    assert doctest.testmod(import_module(name), report=True).failed == 0


def test_the_examples_of_the_page_on_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert (found.failed, found.attempted > 10) == (0, True)


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) > 20
