"""Completion: what the shells ask for and what they are told, in processes of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.cli.main import COMMANDS
from bluke_cli.diagnostics import CODES
from tests.cli.running import environment, process


def asked(shell: str, *words: str) -> list[list[str]]:
    """Ask as the script of a shell does, the last word being typed; return type and value of each answer."""
    typed = ["bluke", *words]
    variables = {"COMP_WORDS": " ".join(typed), "COMP_CWORD": str(len(typed) - 1)}
    if shell == "fish":
        variables["COMP_CWORD"] = typed[-1]
    run = process(env=environment(_BLUKE_COMPLETE=f"{shell}_complete", **variables))
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    if shell == "zsh":
        return [lines[at : at + 2] for at in range(0, len(lines), 3)]
    if shell == "fish" and any("\t" not in line and "," not in line for line in lines):
        return [lines[at : at + 2] for at in range(0, len(lines), 3)]
    return [line.split("\t")[0].split(",", 1) for line in lines]


def values(*words: str) -> list[str]:
    return [value for kind, value in asked("bash", *words) if kind == "plain"]


def test_commands_are_completed() -> None:
    assert values("") == list(COMMANDS)
    assert values("re") == ["replay", "rescore"]


def test_options_and_their_values_are_completed() -> None:
    assert values("validate", "--ke") == ["--keep-bad"]
    assert values("validate", "--format", "") == ["text", "json", "github", "sarif"]
    assert values("convert", "--to", "j") == ["json", "jsonl"]


def test_codes_are_completed() -> None:
    assert values("explain", "") == list(CODES)
    assert values("explain", "score", "bid") == ["bid-missing", "bid-range", "bid-hook"]


def test_bots_are_completed_and_files_where_no_bot_begins_so() -> None:
    assert values("match", "") == [bot.name for bot in BUILT_IN]
    assert values("match", "rules", "x=no") == ["x=novice"]
    assert asked("bash", "match", "bots/") == [["file", "bots/"]]


@pytest.mark.parametrize(
    "words",
    [
        ["validate", "fri"],
        ["validate", "a.yaml", ""],
        ["validate", "--keep-bad", "b"],
        ["rescore", "-o", ""],
        ["match", "rules", "--deals", "d"],
        ["fmt", "--in-place", "x"],
        ["replay", ""],
        ["convert", ""],
    ],
    ids=" ".join,
)
def test_files_are_left_to_the_shell(words: list[str]) -> None:
    assert asked("bash", *words) == [["file", words[-1]]]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_answered_in_its_own_way(shell: str) -> None:
    assert asked(shell, "explain", "trump-")[0][-1].split(",")[-1].split("\t")[0] == "trump-not-broken"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_can_be_printed_by_command_and_by_variable(shell: str) -> None:
    run = process("completion", shell)
    assert (run.status, run.err) == (0, "")
    assert f"_BLUKE_COMPLETE={shell}_complete" in run.out
    asked_for = process(env=environment(_BLUKE_COMPLETE=f"{shell}_source"))
    assert asked_for.out.strip() == run.out.strip()
    if shutil.which(shell):
        subprocess.run([shell, "-n", "/dev/stdin"], input=run.out, encoding="utf-8", check=True, timeout=60)


def test_another_shell_is_wrong_usage() -> None:
    assert process("completion", "tcsh").status == 2
    assert process(env=environment(_BLUKE_COMPLETE="tcsh_source")).status == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_itself_completes(tmp_path: Path) -> None:
    """A real bash loads the script and runs the function that it binds, as a press of the Tab key does."""
    import sys

    tool = tmp_path / "bluke"
    tool.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bluke_cli \"$@\"\n")
    tool.chmod(0o755)
    script = """
        eval "$(bluke completion bash)"
        COMP_WORDS=(bluke explain scor); COMP_CWORD=2
        _bluke_completion bluke; printf '%s\\n' "${COMPREPLY[@]}"
        complete -p bluke
    """
    env = environment(PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    run = subprocess.run(
        ["bash", "--norc", "-c", script], env=env, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert run.stdout.splitlines()[:2] == ["scorekeeper", "score"]
    assert "_bluke_completion bluke" in run.stdout.splitlines()[2]
