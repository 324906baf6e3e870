"""The table of layers in docs/architecture.md, held by reading the imports of every module.

An import anywhere counts: at the top, inside a function, under TYPE_CHECKING. What a module only knows for its types
it knows all the same.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bluke_cli

PACKAGE = Path(bluke_cli.__file__).parent
ROOT = PACKAGE.parent

LAYERS = [
    {"diagnostics"},
    {"errors", "kernel", "jobs"},
    {"rules", "record"},
    {"replay", "bots"},
    {"audit", "match", "bot"},
    {"report"},
    {"cli", "api"},
    {"__main__"},
]
HEIGHT = {part: height for height, row in enumerate(LAYERS) for part in row}

OFFERED = {("", "api"), ("replay", "api")}
"""The package offers what `api` holds under its own name, and `replay` is a name of both."""

FORBIDDEN = {
    ("bots", "record"): "bots do not know the file format",
    **{
        ("match", f"bots.{module}"): "a match speaks with no process"
        for module in ("external", "child", "process", "wire")
    },
}
"""What the heights alone would allow: a part, and what its modules may not import."""

HOMES = {
    "click": {"cli", "__main__"},
    "pydantic": {"record"},
    "pydantic_core": {"record"},
    "yaml": {"record"},
    "distributed": {"match"},
    "pyarrow": {"report"},
    "jinja2": {"report"},
    "markupsafe": {"report"},
}
"""The only third-party modules, and the parts that may import them."""


def imports(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield line and full name of all that a module imports; `from x import y` gives both x.y and nothing shorter."""
    package = module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *filter(None, [node.module])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def breaches(module: str, source: str) -> list[str]:
    """Return one text for each import that the table does not allow; `module` is its full name."""
    part = part_of(module)
    if part and part not in HEIGHT:
        return [f"{module} has no place in the table of layers"]
    return [
        f"{module}, line {line}: may not import {name}{why}"
        for line, name in imports(module, source)
        for why in [reason_against(part, name)]
        if why is not None
    ]


def part_of(name: str) -> str:
    """Return the part of the package that a module belongs to; the package itself, and its version, are ""."""
    part = (name + ".").split(".")[1]
    return "" if part in ("__init__", "__version__") else part


def reason_against(part: str, name: str) -> str | None:
    """Return why modules of *part* may not import *name*, or None if they may."""
    top = name.split(".")[0]
    if top == "bluke_cli":
        other = part_of(name)
        if other in ("", part) or (part, other) in OFFERED:
            return None
        for (who, what), why in FORBIDDEN.items():
            if part == who and f"{name}.".startswith(f"bluke_cli.{what}."):
                return f": {why}"
        return None if part and HEIGHT.get(other, 99) < HEIGHT[part] else ": imports point downwards only"
    if top in sys.stdlib_module_names or top == "__future__":
        return None
    return None if part in HOMES.get(top, ()) else f": {top} has its home elsewhere"


def modules() -> list[tuple[str, Path]]:
    """Return full name and file of every module; `bluke_cli/rules/__init__.py` is `bluke_cli.rules.__init__`, so that
    its relative imports count from the right place."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [(".".join(path.relative_to(ROOT).with_suffix("").parts), path) for path in paths]


@pytest.mark.parametrize(("module", "path"), modules(), ids=[module for module, _ in modules()])
def test_imports_point_downwards_only(module: str, path: Path) -> None:
    assert breaches(module, path.read_text(encoding="utf-8")) == []


def test_every_part_of_the_table_exists() -> None:
    assert {part_of(module) for module, _ in modules()} - {""} == set(HEIGHT)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("bluke_cli.rules.cards", "import bluke_cli.record.models"),
        ("bluke_cli.rules.cards", "from bluke_cli.record import models"),
        ("bluke_cli.rules.cards", "from bluke_cli import record"),
        ("bluke_cli.rules.cards", "from ..record import models"),
        ("bluke_cli.rules.__init__", "from ..record import models"),
        ("bluke_cli.rules.cards", "from .. import record"),
        ("bluke_cli.rules.cards", "def late():\n    from bluke_cli.record.models import GameRecord"),
        ("bluke_cli.rules.cards", "if TYPE_CHECKING:\n    from bluke_cli.record.models import GameRecord"),
        ("bluke_cli.rules.cards", "import numpy"),
        ("bluke_cli.rules.cards", "import pydantic"),
        ("bluke_cli.rules.cards", "import bluke_cli.replay"),
        ("bluke_cli.record.reader", "from bluke_cli.rules.cards import CARD_NAMES"),
        ("bluke_cli.replay.game", "from bluke_cli.bots import view"),
        ("bluke_cli.replay.game", "from yaml import safe_load"),
        ("bluke_cli.bots.view", "from bluke_cli.record import writer"),
        ("bluke_cli.bots.view", "import pydantic"),
        ("bluke_cli.audit.play", "import bluke_cli.match"),
        ("bluke_cli.match.plan", "from bluke_cli.audit import audit_record"),
        ("bluke_cli.match.plan", "import bluke_cli.report.text"),
        ("bluke_cli.match.plan", "from bluke_cli.bots.external import ExternalBot"),
        ("bluke_cli.match.plan", "from bluke_cli.bots import wire"),
        ("bluke_cli.report.text", "import click"),
        ("bluke_cli.report.text", "from click import style"),
        ("bluke_cli.diagnostics", "from bluke_cli.errors import BlukeError"),
        ("bluke_cli.cli.deal", "import yaml"),
        ("bluke_cli.helpers", "import os"),
        ("bluke_cli.__init__", "import bluke_cli.cli"),
    ],
)
def test_a_breach_is_found(module: str, source: str) -> None:
    assert len(breaches(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("bluke_cli.rules.tricks", "from bluke_cli.rules.cards import names\nfrom . import cards\nimport hashlib"),
        ("bluke_cli.rules.house", "from bluke_cli.errors import RuleViolation\nfrom ..errors import RuleViolation"),
        ("bluke_cli.record.models", "import pydantic, yaml\nfrom pydantic import BaseModel"),
        ("bluke_cli.replay.game", "from bluke_cli.rules import cards\nfrom bluke_cli.record import models"),
        ("bluke_cli.match.plan", "from bluke_cli.bots import reaching, wire_schema"),
        ("bluke_cli.cli.deal", "import click\nfrom bluke_cli import __version__\nfrom bluke_cli.rules import dealing"),
    ],
)
def test_what_the_table_allows_is_no_breach(module: str, source: str) -> None:
    assert breaches(module, source) == []
