"""`bluke diff`: exit statuses, streams, and as git's diff driver."""

from __future__ import annotations

import gzip
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.running import LINE, PLAYED, SHEET, Run, bluke, environment, raw_controls, shell, write

ROOT = Path(__file__).parents[2]
OTHER = SHEET.replace("[0, 1]", "[1, 0]")
COMMENTED = "# a comment\n" + SHEET.replace("7H", "7♥")


def diff(folder: Path, old: str | bytes, new: str | bytes, *arguments: str) -> Run:
    return bluke("diff", *arguments, write(folder, "old.yaml", old), write(folder, "new.yaml", new))


def test_status_0_is_no_difference(tmp_path: Path) -> None:
    assert diff(tmp_path, SHEET, COMMENTED) == Run(0, "", "")
    assert diff(tmp_path, SHEET, COMMENTED, "--format", "json") == Run(0, "", "")


def test_what_the_input_is_can_be_said_of_every_kind(tmp_path: Path) -> None:
    sheet = bluke("convert", "--to", "csv", stdin=SHEET).out
    assert bluke("diff", "--input-format", "csv", "-", write(tmp_path, "a.csv", sheet), stdin=sheet) == Run(0, "", "")


def test_status_1_is_a_difference(tmp_path: Path) -> None:
    run = diff(tmp_path, SHEET, OTHER)
    assert (run.status, run.err) == (1, "")
    assert run.out.split("\n")[0] == "hand 2 tricks taken: Ann 0 → 1, Bo 1 → 0"


@pytest.mark.parametrize(
    ("old", "new", "is_compared"),
    [
        (SHEET, OTHER.replace("7H", "7X"), True),  # what can be read is compared
        (SHEET.replace("7H", "7X"), SHEET.replace("7H", "7X"), False),
        (SHEET, "players: 3\n", False),
        (SHEET, "# nothing\n", False),
        ("", "", False),
        (SHEET, b"\xff\xfe\xff", False),
    ],
)
def test_status_2_is_what_cannot_be_read(old: str, new: str, is_compared: bool, tmp_path: Path) -> None:
    run = diff(tmp_path, old, new)
    assert run.status == 2
    assert run.err
    assert bool(run.out) is is_compared


def test_a_file_that_is_not_there_is_no_record_that_went(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", SHEET)
    for pair in ([path, str(tmp_path / "none")], [str(tmp_path / "none"), path]):
        run = bluke("diff", *pair)
        assert (run.status, run.out) == (2, "")
        assert "No such file" in run.err


@pytest.mark.parametrize("files", [[], ["a"], ["a", "b", "c"], ["-", "-"]])
def test_two_files_are_compared(files: list[str]) -> None:
    run = bluke("diff", *files)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("Usage: bluke diff")


def test_one_of_the_two_may_be_standard_input_and_of_another_kind(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", SHEET)
    assert bluke("diff", "-", path, stdin=LINE) == Run(0, "", "")
    assert bluke("diff", path, "-", stdin=OTHER).status == 1
    write(tmp_path, "b.yaml.gz", gzip.compress(SHEET.encode()))
    assert bluke("diff", path, str(tmp_path / "b.yaml.gz")).status == 0


def test_records_are_matched_by_position(tmp_path: Path) -> None:
    old, new = "---\n".join([SHEET, PLAYED, SHEET]), "---\n".join([SHEET, PLAYED, OTHER, PLAYED])
    run = diff(tmp_path, old, new)
    assert run.status == 1
    assert run.out.split("\n")[0] == "record 3: hand 2 tricks taken: Ann 0 → 1, Bo 1 → 0"
    assert run.out.split("\n")[-2] == "record 4: added: Ann, Bo"
    assert all(line.startswith(("record 3: ", "record 4: ")) for line in run.out.split("\n")[:-1])
    back = diff(tmp_path, new, old, "--format", "json")
    assert {each["record"] for each in back.objects} == {3, 4}
    assert back.objects[-1]["new"] is None
    assert back.objects[-1]["old"]["players"] == ["Ann", "Bo"]


def test_a_record_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    run = diff(tmp_path, "---\n".join([SHEET, SHEET, SHEET]), "---\n".join(["players: 3\n", SHEET, OTHER]))
    assert run.status == 2
    assert run.out.startswith("record 3: hand 2")
    assert "missing" in run.err


def test_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert diff(tmp_path, SHEET, OTHER, "-o", str(out)).out == ""
    assert out.read_text() == diff(tmp_path, SHEET, OTHER).out


def test_nothing_in_a_record_commands_a_terminal(tmp_path: Path) -> None:
    evil = OTHER.replace("Ann", '"A\u2066n"').replace("Bo", '"B\u202eo"') + 'note: "\u202e\\e[2J"\n'
    for arguments in ([], ["--format", "json"]):
        run = diff(tmp_path, SHEET, evil, *arguments)
        assert run.out
        assert raw_controls(run.out + run.err) == []


# As git's diff driver

GIT = pytest.mark.skipif(shutil.which("git") is None, reason="no git here")


def git(folder: Path, command: str) -> Run:
    env = environment(
        HOME=str(folder),
        GIT_CONFIG_NOSYSTEM="1",
        GIT_AUTHOR_NAME="a",
        GIT_AUTHOR_EMAIL="a@b",
        GIT_COMMITTER_NAME="a",
        GIT_COMMITTER_EMAIL="a@b",
        GIT_PAGER="cat",
    )
    return shell(command, folder, env)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one record, whose diffs are made by this tool, as docs/diff.md says."""
    folder = tmp_path / "games"
    folder.mkdir()
    tool = tmp_path / "bluke"
    tool.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bluke_cli \"$@\"\n")
    tool.chmod(0o755)
    write(folder, "friday.bluke.yaml", SHEET)
    write(folder, ".gitattributes", "*.bluke.yaml diff=bluke\n")
    settings = re.findall(r"^git config .*$", (ROOT / "docs/diff.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(settings) == 2
    wanted = " && ".join(
        line.replace("bluke diff", f"{tool} diff").replace("bluke fmt", f"{tool} fmt") for line in settings
    )
    run = git(folder, f"git init -q . && git add . && git commit -qm one && {wanted}")
    assert run.status == 0, run.err
    return folder


@GIT
def test_git_diff_speaks_of_the_game(repository: Path) -> None:
    write(repository, "friday.bluke.yaml", OTHER)
    run = git(repository, "git diff")
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(
        "diff --bluke a/friday.bluke.yaml b/friday.bluke.yaml\nhand 2 tricks taken: Ann 0 → 1, Bo 1 → 0\n"
    )


@GIT
def test_git_diff_says_when_the_games_are_the_same(repository: Path) -> None:
    write(repository, "friday.bluke.yaml", COMMENTED)
    run = git(repository, "git diff")
    assert run.status == 0
    assert run.out.split("\n")[1] == "the same games: only comments, layout or spelling differ"


@GIT
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("rm friday.bluke.yaml; git diff", "removed: Ann, Bo"),
        ("cp friday.bluke.yaml b.bluke.yaml; git add .; git diff --cached", "added: Ann, Bo"),
        ("git mv friday.bluke.yaml b.bluke.yaml; git diff --cached -M", "b/b.bluke.yaml\nthe same games"),
        (
            "git mv friday.bluke.yaml b.bluke.yaml; echo 'note: x' >>b.bluke.yaml; git add .; git diff --cached -M",
            "about note",
        ),
        ("echo '<<<<<<< HEAD' >>friday.bluke.yaml; git diff", "b/friday.bluke.yaml:"),
        ("printf '' >friday.bluke.yaml; git diff", "removed: Ann, Bo"),
        ("sed -i 's/7H/7X/' friday.bluke.yaml; git diff", "bad-card"),
        ("chmod +x friday.bluke.yaml; git diff", ""),
    ],
)
def test_git_is_never_stopped(repository: Path, command: str, words: str) -> None:
    run = git(repository, command)
    assert (run.status, run.err) == (0, "")
    assert words in run.out


@GIT
def test_an_unmerged_file_is_named(repository: Path) -> None:
    run = git(
        repository,
        "git checkout -qb other; sed -i 's/7H/8H/' *.yaml; git commit -qam two; git checkout -q -; "
        "sed -i 's/7H/9H/' *.yaml; git commit -qam three; git merge other >/dev/null; git diff",
    )
    assert "friday.bluke.yaml" in run.out
    assert "died" not in run.err


@GIT
def test_log_p_shows_canonical_texts(repository: Path) -> None:
    write(repository, "friday.bluke.yaml", COMMENTED.replace("[0, 1]", "[1, 0]"))
    run = git(repository, "git commit -qam two; git log -p -1")
    assert run.status == 0
    changed = [line for line in run.out.split("\n") if line.startswith(("-- ", "+- "))]
    assert changed == [
        "-- {up: HI, bids: [1, 1], took: [0, 1]}",
        "+- {up: HI, bids: [1, 1], took: [1, 0]}",
    ]
    run = git(repository, "git log -p -1 --ext-diff")
    assert "hand 2 tricks taken: Ann 0 → 1, Bo 1 → 0" in run.out


@pytest.mark.parametrize("count", [0, 2, 6, 8, 10])
def test_only_what_git_gives_is_taken(count: int) -> None:
    run = bluke("diff", "--git", *["x"] * count)
    assert (run.status, run.out) == (2, "")
    assert "7 arguments" in run.err
