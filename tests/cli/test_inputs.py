"""Which files are read: folders, patterns, standard input under a name; and files that cannot be read to their end."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from tests.cli.running import LINE, SHEET, bluke, raw_controls, write

READERS = ["validate", "fmt", "fmt --check", "rescore", "convert --to jsonl", "replay"]
BAD = SHEET.replace("took: [2, 0]", "took: [2, 1]")


def tree(folder: Path, *names: str, text: str = BAD) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
        (folder / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def files(folder: Path, *arguments: str) -> list[str]:
    """Return the files that were read, told by the one finding that each has."""
    run = bluke("-q", "validate", "--format", "json", "--input-format", "yaml", *arguments)
    assert run.err == ""
    return [os.path.relpath(finding["file"], folder) for finding in run.objects]


def test_a_folder_is_read_in_the_order_of_paths_without_what_is_hidden_or_called_otherwise(tmp_path: Path) -> None:
    read = [
        *("a.bluke.yaml", "b/a.bluke.yml", "b/c/x.bluke.json", "b/d.BLUKE.jsonl", "b.bluke", "c.bluke.ndjson"),
        *("d.bluke.yaml.gz", "e f\n.bluke.yaml", "f.bluke.csv", "f.bluke.tsv"),
    ]
    tree(tmp_path, *read)
    tree(
        tmp_path,
        ".git/a.bluke.yaml",
        "b/.x/a.bluke.yaml",
        ".hidden.bluke.yaml",
        "plain.yaml",
        "bluke.yaml",
        "x.gz",
        "plain.csv",
    )
    assert files(tmp_path, str(tmp_path)) == sorted(read, key=lambda name: name.split("/"))


def test_files_and_folders_are_read_as_they_are_named(tmp_path: Path) -> None:
    tree(tmp_path, "z/a.bluke.yaml", "y/.hidden/a.bluke.yaml", "x.txt")
    named = [str(tmp_path / name) for name in ("z", "y/.hidden", "x.txt", "z/a.bluke.yaml")]
    assert files(tmp_path, *named) == ["z/a.bluke.yaml", "y/.hidden/a.bluke.yaml", "x.txt", "z/a.bluke.yaml"]


def test_links_to_files_are_followed_and_links_to_folders_are_not(tmp_path: Path) -> None:
    tree(tmp_path, "a/x.bluke.yaml")
    (tmp_path / "a/loop").symlink_to(tmp_path)
    (tmp_path / "a/loop.bluke").symlink_to(tmp_path)
    (tmp_path / "a/y.bluke.yaml").symlink_to(tmp_path / "a/x.bluke.yaml")
    (tmp_path / "named").symlink_to(tmp_path / "a")
    assert files(tmp_path, str(tmp_path / "a")) == ["a/x.bluke.yaml", "a/y.bluke.yaml"]
    assert files(tmp_path, str(tmp_path / "named")) == ["named/x.bluke.yaml", "named/y.bluke.yaml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    tree(tmp_path, "x.bluke.yaml")
    os.mkfifo(tmp_path / "pipe.bluke.yaml")
    (tmp_path / "link.bluke.yaml").symlink_to("pipe.bluke.yaml")
    assert files(tmp_path, str(tmp_path)) == ["x.bluke.yaml"]


def test_a_link_that_leads_nowhere_hides_no_other_file(tmp_path: Path) -> None:
    tree(tmp_path, "x.bluke.yaml")
    (tmp_path / "a.bluke.yaml").symlink_to("b.bluke.yaml")
    (tmp_path / "b.bluke.yaml").symlink_to("a.bluke.yaml")
    (tmp_path / "c.bluke.yaml").symlink_to("d.bluke.yaml")
    run = bluke("validate", str(tmp_path))
    assert (run.status, run.err.count("bluke: "), run.err.count("symbolic links")) == (2, 3, 2), run
    assert "1 record" in run.err


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["old"], ["a.bluke.yaml", "b/c.draft.bluke.yaml"]),
        (["old/"], ["a.bluke.yaml", "b/c.draft.bluke.yaml"]),
        (["*.draft.*"], ["a.bluke.yaml", "b/old/a.bluke.yaml", "old/a.bluke.yaml"]),
        (["*/b/*"], ["a.bluke.yaml", "old/a.bluke.yaml"]),
        (["?.bluke.yaml"], ["b/c.draft.bluke.yaml"]),
        (["old", "*.draft.*"], ["a.bluke.yaml"]),
        (["A.bluke.yaml", "ol"], ["a.bluke.yaml", "b/c.draft.bluke.yaml", "b/old/a.bluke.yaml", "old/a.bluke.yaml"]),
    ],
)
def test_patterns_leave_out_files_and_folders(patterns: list[str], left: list[str], tmp_path: Path) -> None:
    tree(tmp_path, "a.bluke.yaml", "b/c.draft.bluke.yaml", "b/old/a.bluke.yaml", "old/a.bluke.yaml")
    options = [part for pattern in patterns for part in ("--exclude", pattern)]
    assert files(tmp_path, *options, str(tmp_path)) == left


def test_patterns_count_for_named_files_and_never_for_standard_input(tmp_path: Path) -> None:
    tree(tmp_path, "a.bluke.yaml", "b.bluke.yaml")
    run = bluke("validate", "--exclude", "a.*", str(tmp_path / "a.bluke.yaml"), str(tmp_path / "b.bluke.yaml"))
    assert run.out.startswith(str(tmp_path / "b.bluke.yaml"))
    run = bluke("validate", "--exclude", tmp_path.name, str(tmp_path / "a.bluke.yaml"))
    assert run.status == 0
    assert bluke("validate", "--exclude", "*", "-", stdin=BAD).out.startswith("-:")
    run = bluke("validate", "--exclude", "*", str(tmp_path / "a.bluke.yaml"), stdin=BAD)
    assert (run.status, run.out, run.err) == (0, "", "0 records: no findings\n")


@pytest.mark.parametrize("command", READERS)
def test_every_command_that_reads_records_takes_folders_and_patterns(command: str, tmp_path: Path) -> None:
    tree(tmp_path, "a.bluke.yaml", "b/c.bluke.yaml", text=SHEET)
    tree(tmp_path, "drafts/d.bluke.yaml", text="bluke: [")
    run = bluke(*command.split(), "--exclude", "drafts", str(tmp_path))
    assert run.status == 0
    assert run.out.count("Final:" if command == "replay" else "bluke") == (
        0 if command in ("validate", "fmt --check") else 2
    )
    broken = bluke("-q", *command.split(), str(tmp_path))
    assert broken.status == 1
    assert f"{tmp_path / 'drafts/d.bluke.yaml'}:1:" in broken.out + broken.err


@pytest.mark.parametrize("command", ["fmt", "rescore"])
def test_folders_are_changed_in_place(command: str, tmp_path: Path) -> None:
    text = SHEET.replace("[1, 1]", "[1,1]").replace("took: [2, 0]", "took: [2, 0], score: [5, 5]")
    tree(tmp_path, "a.bluke.yaml", "b/c.bluke.yaml", "other.yaml", "drafts/d.bluke.yaml", text=text)
    assert bluke(command, "--in-place", "--exclude", "drafts", str(tmp_path)).status == 0
    changed = [path.name for path in sorted(tmp_path.rglob("*.yaml")) if path.read_text() != text]
    assert changed == ["a.bluke.yaml", "c.bluke.yaml"]


@pytest.mark.parametrize("command", READERS)
def test_a_folder_without_records_is_told_and_the_rest_is_read(command: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    run = bluke("-q", *command.split(), str(tmp_path / "empty"), write(tmp_path, "a", BAD))
    assert run.status == 2
    assert f"bluke: {tmp_path / 'empty'}: the folder holds no records" in run.err


@pytest.mark.parametrize("command", [*READERS, "validate --fix", "validate --fix --format sarif"])
def test_what_cannot_be_read_is_told_once(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path, "full/a.bluke.yaml", "full/locked/a.bluke.yaml", text=SHEET)
    (tmp_path / "empty").mkdir()
    _lock(monkeypatch, "locked")
    run = bluke("-q", *command.split(), *(str(tmp_path / name) for name in ("empty", "missing", "full")))
    assert run.status == 2
    told = [line.split(": ")[2] for line in run.err.splitlines()]
    assert sorted(told) == [
        "No such file or directory",
        "Permission denied",
        "the folder holds no records (files called *.bluke.yaml and the like)",
    ]


def test_nothing_is_left_to_repair_and_standard_input_is_not_read_instead(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    run = bluke("validate", "--fix", str(tmp_path / "empty"), stdin=BAD)
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    run = bluke("validate", "--fix", "--exclude", "a.*", write(tmp_path, "a.yaml", BAD), stdin=BAD)
    assert (run.status, run.out, run.err) == (0, "", "0 records: no findings\n")


def test_a_folder_that_cannot_be_opened_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path, "a/a.bluke.yaml", "b/a.bluke.yaml", "c/a.bluke.yaml")
    _lock(monkeypatch, "b")
    run = bluke("-q", "validate", "--format", "json", str(tmp_path))
    assert [Path(finding["file"]).parent.name for finding in run.objects] == ["a", "c"]
    assert (run.status, run.err) == (2, f"bluke: {tmp_path / 'b'}: Permission denied\n")


def _lock(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a folder of this name not be opened, as if this were not root."""
    real = os.scandir

    def locked(path: str) -> object:
        if Path(path).name == name:
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("os.scandir", locked)


# Standard input under a name


def test_standard_input_has_a_name_that_tells_its_format() -> None:
    torn = LINE + LINE[:40] + "\n" + LINE
    assert bluke("validate", stdin=torn).out.startswith("-:2:")
    run = bluke("validate", "--stdin-filename", "games/run.json", stdin=torn)
    assert run.out.startswith("games/run.json:2:1: error: ")  # one JSON value, with something behind it
    assert bluke("fmt", "--stdin-filename", "a.yaml", stdin=LINE).out.startswith("bluke: 1\n")
    assert bluke("fmt", "--stdin-filename", "a.yaml", "--input-format", "jsonl", stdin=LINE).out == LINE


@pytest.mark.parametrize("command", READERS)
def test_every_command_calls_standard_input_so(command: str) -> None:
    run = bluke("-q", *command.split(), "--stdin-filename", "\x1b[31m::x", "-", stdin="bluke: [")
    assert "\\x1b[31m::x:1:" in run.out + run.err
    assert raw_controls(run.out + run.err) == []


def test_the_name_is_not_opened_or_written(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", "old")
    assert bluke("validate", "--stdin-filename", path, stdin=SHEET).status == 0
    assert bluke("fmt", "--in-place", "--stdin-filename", path, "-", stdin=SHEET).status == 2
    assert Path(path).read_text() == "old"


# Files that can be opened, but not read


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here that cannot be read")
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read_hides_no_other(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("/proc/self/mem")
    broken = write(tmp_path, "b.yaml", "bluke: [")
    run = bluke("-q", *command.split(), str(tmp_path / "a.yaml"), broken)
    assert run.status == 2
    assert f"bluke: {tmp_path / 'a.yaml'}: Input/output error\n" in run.err
    assert f"{broken}:1:" in run.out + run.err


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here that cannot be read")
def test_no_file_is_replaced_by_less_than_all(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("/proc/self/mem")
    out = write(tmp_path, "out", "old")
    good = write(tmp_path, "b.yaml", SHEET)
    for command in ("fmt", "rescore", "convert --to json", "validate --skip-bad"):
        assert bluke("-q", *command.split(), "-o", out, str(tmp_path / "a.yaml"), good).status == 2
        assert Path(out).read_text() == "old"


def test_a_folder_holds_score_sheets_of_spreadsheets_too_and_none_is_repaired_into_something_else(
    tmp_path: Path,
) -> None:
    table = "hand,cards,dealer,Ann bid,Ann took,Bo bid,Bo took\n1,2,Bo,1,2,1,0\n"
    tree(tmp_path, "a.bluke.csv", text=table)
    run = bluke("-q", "validate", str(tmp_path))
    assert run.status == 1
    assert run.out.startswith(f"{tmp_path / 'a.bluke.csv'}:2:3: ")
    fixed = bluke("validate", "--fix", str(tmp_path))
    assert fixed.status == 2
    assert "a.bluke.csv: a score sheet" in fixed.err
    assert (tmp_path / "a.bluke.csv").read_text() == table
