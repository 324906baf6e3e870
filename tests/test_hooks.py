"""The hooks for pre-commit: what they are run on, and what they do then, as pre-commit runs them."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bluke_cli.cli.inputs import RECORDS
from tests.cli.running import SHEET, Run, process, write
from tests.sessions import ROOT, blocks

HOOKS: dict[str, Any] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
BAD = SHEET.replace("took: [2, 0]", "took: [2, 1]")


def run_hook(name: str, *files: str) -> Run:
    program, *arguments = shlex.split(HOOKS[name]["entry"])
    assert program == "bluke"
    return process(*arguments, *files)


def test_each_hook_says_what_pre_commit_asks_for() -> None:
    assert set(HOOKS) == {"bluke-validate", "bluke-fmt"}
    for hook in HOOKS.values():
        assert {"id", "name", "entry", "language", "files"} <= set(hook)
        assert hook["language"] == "python"


@pytest.mark.parametrize("ending", RECORDS)
def test_the_hooks_run_on_the_files_that_a_folder_is_searched_for(ending: str) -> None:
    for name, hook in HOOKS.items():
        pattern = re.compile(hook["files"])
        is_table = ending.endswith(("csv", "tsv"))  # whose form is that of somebody's spreadsheet
        assert bool(pattern.search(f"games/friday{ending}")) is (name == "bluke-validate" or not is_table)
        assert bool(pattern.search(f"games/friday{ending}.gz")) is (name == "bluke-validate")
        assert not pattern.search(f"games/friday{ending}x")
        assert not pattern.search("games/bluke.yaml.txt")


def test_validate_passes_good_records_in_silence_and_fails_bad_ones(tmp_path: Path) -> None:
    good, bad = write(tmp_path, "a.bluke.yaml", SHEET), write(tmp_path, "b.bluke.yaml", BAD)
    assert run_hook("bluke-validate", good) == Run(0, "", "")
    run = run_hook("bluke-validate", good, bad)
    assert run.status == 1
    assert run.out.startswith(f"{bad}:6:")


def test_fmt_changes_the_files_which_is_how_pre_commit_knows(tmp_path: Path) -> None:
    loose = write(tmp_path, "a.bluke.yaml", SHEET.replace("[1, 1]", "[1,1]"))
    assert run_hook("bluke-fmt", loose).status == 0
    assert Path(loose).read_text() == SHEET
    commented = write(tmp_path, "b.bluke.yaml", f"# mine\n{SHEET}".replace("[1, 1]", "[1,1]"))
    assert run_hook("bluke-fmt", commented).status == 2


def test_the_documents_show_yaml_and_json_that_can_be_read_and_hooks_that_exist() -> None:
    """Blocks of YAML and JSON in the document are whole but for the one that goes on from another."""
    shown = list(blocks((ROOT / "docs/at-home.md").read_text(encoding="utf-8")))
    texts = {
        info: ["\n".join(line for _, line in inside) for kind, inside in shown if kind == info] for info, _ in shown
    }
    config, workflow, steps = map(yaml.safe_load, texts["yaml"])
    assert [hook["id"] for hook in config["repos"][0]["hooks"]] == list(HOOKS)
    runs = [step["run"] for step in [*workflow["jobs"]["validate"]["steps"], *steps] if "run" in step]
    for line in runs:
        if line.startswith("bluke"):
            parsed = process(*shlex.split(line.split("||")[0])[1:-1], "--help")
            assert parsed.status == 0, line
    for text in texts["json"]:
        yaml.safe_load(text)


def test_the_scripts_of_the_document_are_shell() -> None:
    shown = blocks((ROOT / "docs/at-home.md").read_text(encoding="utf-8"))
    for info, inside in shown:
        if info == "sh":
            text = "\n".join(line for _, line in inside)
            subprocess.run(["bash", "-n"], input=text, encoding="utf-8", check=True, timeout=60)
