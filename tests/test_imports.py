"""What a start loads. Reading is dear (pydantic and yaml take several times as long as Python itself to import), so
the commands that read no record load neither."""

from __future__ import annotations

import subprocess
import sys

import pytest


def loaded_by(*arguments: str, typed: str = "") -> set[str]:
    """Run the tool with *typed* as its standard input; return the names of all modules that it imported."""
    command = [sys.executable, "-X", "importtime", "-m", "bluke_cli", *arguments]
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
    assert not loaded_by("validate", *samples) & (several - {"threading"})


def test_the_loading_is_seen() -> None:
    record = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nhands: []\n"
    assert {"pydantic", "yaml"} <= loaded_by("validate", typed=record)
