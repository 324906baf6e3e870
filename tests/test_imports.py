"""What a start loads. Reading is dear (pydantic and yaml take several times as long as Python itself to import), so
the commands that read no record load neither."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

PARTS = {"__main__", "cli", "cli.main", "errors"}
PARTS_OF_DEAL = PARTS | {
    *("cli.deal", "cli.inputs", "cli.options", "cli.outputs", "cli.session", "cli.words"),
    *("kernel", "kernel._kernel", "record", "record.limits", "record.notation", "record.writer"),
    *("replay", "replay.dealt", "rules", "rules.cards", "rules.dealing", "rules.house", "rules.schedules"),
}
"""Our own modules that the help, and a deal, load."""

DEAR = {
    *("_hashlib", "concurrent.futures", "csv", "difflib", "fnmatch", "gzip", "hashlib", "json", "logging", "pathlib"),
    *("random", "secrets", "subprocess", "tempfile", "unicodedata"),
}
"""What of the standard library costs a start too much, or would cost it the more that follows."""


def loaded_by(*arguments: str, typed: str = "") -> set[str]:
    """Run the tool with *typed* as its standard input; return the names of all modules that it imported."""
    return imported("-m", "bluke_cli", *arguments, typed=typed)


@cache
def loaded_by_click() -> set[str]:
    """Return the names of all modules that click imports itself, which differ by its version and that of Python."""
    return imported("-c", "import click")


def imported(*arguments: str, typed: str = "") -> set[str]:
    command = [sys.executable, "-X", "importtime", *arguments]
    run = subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    times = [line for line in run.stderr.split("\n") if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip() for line in times}


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "--version",
        "deal --help",
        "deal --seed friday",
        "deal --seed friday -n 2 --to jsonl",
        "deal --seed friday --players 3 --hand 17 --rules hook=true --to json",
        "deal --seed friday --to text",
        "rules",
        "bots",
    ],
)
def test_a_command_that_reads_nothing_loads_neither_pydantic_nor_yaml(line: str) -> None:
    loaded = loaded_by(*line.split())
    assert "click" in loaded
    assert not loaded & {"pydantic", "pydantic_core", "yaml"}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("--help", PARTS),
        ("deal --seed friday", PARTS_OF_DEAL),
        ("deal --seed friday --name Ann --name Bo --hand 2", PARTS_OF_DEAL | {"record.names"}),
    ],
)
def test_the_help_and_a_deal_load_little_beside_click(line: str, parts: set[str]) -> None:
    loaded = loaded_by(*line.split())
    assert {name.partition(".")[2] for name in loaded if name.startswith("bluke_cli.")} <= parts
    assert loaded & DEAR <= loaded_by_click()


def test_a_deal_of_odd_names_loads_what_it_needs() -> None:
    assert {"json", "unicodedata"} <= loaded_by("deal", "--seed", "1: a", "--name", "Zoë", "--name", "Bo")


def test_no_garbage_is_looked_for_in_what_was_loaded_at_the_start() -> None:
    asking = "print(gc.isenabled(), gc.get_freeze_count(), len(sought))"
    lines = [
        "import atexit, gc, sys",
        "from bluke_cli.__main__ import run",
        "sought = []",
        "gc.callbacks.append(lambda phase, _: gc.get_freeze_count() or sought.append(phase))",
        "sys.argv = ['bluke', '--version']",
        f"atexit.register(lambda: {asking})",
        "run()",
    ]
    command = [sys.executable, "-c", "\n".join(lines)]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
    is_enabled, kept, sought = printed[-1].split()
    assert is_enabled == "True"
    assert int(kept) > 1000
    assert sought == "0"


def test_the_schema_is_made_from_the_models_without_yaml() -> None:
    loaded = loaded_by("schema")
    assert "pydantic" in loaded
    assert "yaml" not in loaded


@pytest.mark.parametrize("sample", ["valid/score-sheet.yaml", "valid/games.jsonl"])
def test_whole_games_in_order_are_validated_without_pydantic(sample: str) -> None:
    loaded = loaded_by("validate", f"samples/{sample}")
    assert not loaded & {"pydantic", "pydantic_core"}


def test_one_process_loads_nothing_that_several_need() -> None:
    several = {"bluke_cli.cli.judges", "bluke_cli.jobs.pool", "concurrent.futures", "subprocess", "threading"}
    samples = ("samples/valid/games.jsonl", "samples/valid/score-sheet.yaml")
    assert loaded_by("validate", "--jobs", "2", *samples) >= several
    assert loaded_by("validate", *samples) & several <= loaded_by_click()


def test_the_loading_is_seen() -> None:
    record = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nhands: []\n"
    assert {"pydantic", "yaml"} <= loaded_by("validate", typed=record)
