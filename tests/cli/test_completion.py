"""Completion: what the shells ask for and what they are told, in processes of their own."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
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


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("said", [{}, {"COMP_WORDS": "bluke"}, {"COMP_WORDS": "bluke", "COMP_CWORD": " "}])
def test_a_shell_that_says_too_little_is_told(shell: str, said: dict[str, str]) -> None:
    run = process(env=environment(_BLUKE_COMPLETE=f"{shell}_complete", **said))
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("bluke: _BLUKE_COMPLETE is for shells")


# Real shells


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"no {shell} here")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose `bluke` is this one, at home in a folder of its own that holds a record."""
    tool = tmp_path / "bin" / "bluke"
    tool.parent.mkdir()
    tool.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bluke_cli \"$@\"\n")
    tool.chmod(0o755)
    (tmp_path / "friday.yaml").write_text("bluke: 2\n")
    path = f"{tool.parent}{os.pathsep}{os.environ['PATH']}"
    return environment(PATH=path, HOME=str(tmp_path), TERM="dumb", NO_COLOR="1")


def told(shell: str, script: str, home: dict[str, str]) -> list[str]:
    """Run a script in a shell without its start files; return the lines that it wrote."""
    run = subprocess.run(
        [shell, {"bash": "--norc", "fish": "--no-config"}[shell], "-c", script],
        env=home, cwd=home["HOME"], capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert run.stderr == ""
    return run.stdout.splitlines()


@needs("bash")
def test_bash_itself_completes(home: dict[str, str]) -> None:
    """A real bash loads the script and runs the function that it binds, as a press of the Tab key does."""
    script = """
        eval "$(bluke completion bash)"
        COMP_WORDS=(bluke explain scor); COMP_CWORD=2
        _bluke_completion bluke; printf '%s\\n' "${COMPREPLY[@]}"
        COMPREPLY=(); COMP_WORDS=(bluke match rules x = no); COMP_CWORD=5
        _bluke_completion bluke; printf '%s\\n' "${COMPREPLY[@]}"
        complete -p bluke
    """
    answers = told("bash", script, home)
    assert answers[:3] == ["scorekeeper", "score", "novice"]
    assert "_bluke_completion bluke" in answers[3]


@needs("fish")
def test_fish_itself_completes(home: dict[str, str]) -> None:
    """A real fish says what it would offer; it sorts, and adds the descriptions whole."""
    asked_for = ["re", "explain trump-", "match rules x=no", "validate fri", "validate --form", "validate --format g"]
    script = "source (bluke completion fish | psub)\n" + "\n".join(f"complete -C 'bluke {each}'" for each in asked_for)
    answers = [line.split("\t") for line in told("fish", script, home)]
    assert answers[:2] == [["replay", COMMANDS["replay"]], ["rescore", COMMANDS["rescore"]]]
    assert answers[2] == ["trump-not-broken", CODES["trump-not-broken"]]
    assert [each[0] for each in answers[3:]] == ["x=novice", "friday.yaml", "--format", "github"]


class Typist:
    """A person at an interactive zsh, behind a terminal."""

    def __init__(self, home: dict[str, str]) -> None:
        self._master, slave = os.openpty()
        words = ["zsh", "-f", "-i"]
        self._child = subprocess.Popen(
            words, stdin=slave, stdout=slave, stderr=slave, cwd=home["HOME"], env=home, start_new_session=True
        )
        os.close(slave)

    def type(self, keys: str, *, until: str) -> str:
        """Press keys, and look at the screen until a text stands there."""
        os.write(self._master, keys.encode())
        seen, end = "", time.monotonic() + 30
        while until not in seen:
            assert time.monotonic() < end, seen
            if select.select([self._master], [], [], 0.2)[0]:
                seen += os.read(self._master, 65536).decode("utf-8", "replace")
        return seen

    def leave(self) -> None:
        """Hang up."""
        self._child.kill()
        self._child.wait()
        os.close(self._master)


@needs("zsh")
def test_zsh_itself_completes(home: dict[str, str]) -> None:
    typist = Typist(home)
    try:
        load = "autoload -Uz compinit; compinit -u -D; eval \"$(bluke completion zsh)\"; PS1='> '; echo load''ed\n"
        typist.type(load, until="\nloaded")
        typist.type("bluke explain trump-n\t\n", until="With the house rule `trump_lead: broken`")
        typist.type("bluke match rules x=no\t--blocks 0\n", until="0 is not in the range")
        typist.type("bluke validate fri\t\n", until="friday.yaml:1:8: error: ")
        listed = typist.type("bluke explain bid-\t", until="bid-hook")
        assert CODES["bid-missing"] in listed
    finally:
        typist.leave()
