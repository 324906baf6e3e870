"""Every golden session, and every session and record in README and docs, does what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluke_cli.diagnostics import CODES
from tests.sessions import ROOT, agrees, differences, misjudged, parse_steps, read_samples, read_steps, rewrite

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SESSIONS = [path for path in (*sorted((ROOT / "tests/sessions").glob("*.txt")), *DOCUMENTS) if read_steps(path)]
WITH_RECORDS = [path for path in DOCUMENTS if read_samples(path)]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SESSIONS, ids=name)
def test_a_session_answers_as_written(path: Path) -> None:
    wrong = list(differences(read_steps(path)))
    assert not wrong, "\n\n".join([f"{name(path)} differs; `make sessions` writes it anew", *wrong])


@pytest.mark.parametrize("path", WITH_RECORDS, ids=name)
def test_a_record_in_a_document_is_what_it_is_marked(path: Path) -> None:
    wrong = list(misjudged(read_samples(path)))
    assert not wrong, "\n".join([name(path), *wrong])


def test_there_are_sessions_and_records() -> None:
    assert {path.suffix for path in SESSIONS} == {".md", ".txt"}
    assert "docs/format.md" in map(name, WITH_RECORDS)


def test_every_code_has_its_section_with_a_wrong_record_and_the_same_put_right() -> None:
    path = ROOT / "docs/codes.md"
    headings = [line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("### ")]
    assert headings == [f"### `{code}`" for code in CODES]
    assert [sample.code for sample in read_samples(path)] == [each for code in CODES for each in (code, "")]


# The runner itself.


def steps_of(text: str) -> list:
    return parse_steps(list(enumerate(text.split("\n"), 1)))


@pytest.mark.parametrize(
    "text",
    [
        "$ echo one; echo two\none\ntwo",
        "what stands here is for the reader\n\n$ echo one\none\n\n$ echo two\ntwo\n",
        "$ cat <<'E'\n> a\n>\n>  b\n> E\na\n\n b",
        "$ exit 3\n[exit 3]",
        "$ echo no >&2; echo yes; exit 1\nno\nyes\n[exit 1]",
        "$ seq 9\n1\n…\n9",
        "$ echo took 3.25 s\ntook … s",
        "$ echo kept >file\n$ cat file\nkept",
        "$ ls\nsamples",
        "$ cat",
    ],
)
def test_a_right_session_passes(text: str) -> None:
    assert list(differences(steps_of(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "$ echo one\ntwo",
        "$ echo one",
        "$ true\none",
        "$ echo one; echo two\none",
        "$ echo ' one'\none",
        "$ exit 3",
        "$ true\n[exit 1]",
        "$ seq 2\n1\n…\n2",
        "$ echo took s\ntook … s",
        "$ echo 'a.c'\na?c",
        "$ echo abc\na.c",
    ],
)
def test_a_wrong_session_fails(text: str) -> None:
    assert len(list(differences(steps_of(text)))) == 1


def test_a_difference_names_line_command_and_both_outputs() -> None:
    (text,) = differences(steps_of("$ true\n$ echo one\ntwo\n[exit 4]"))
    assert text.split("\n") == [
        "line 2: $ echo one",
        "  expected  two",
        "  expected  [exit 4]",
        "  answered  one",
        "  answered  [exit 0]",
    ]


def test_a_wildcard_is_a_wildcard_and_nothing_else_is() -> None:
    assert agrees(("…",), ["a", "b"])
    assert agrees(("a…",), ["a…"])
    assert not agrees(("…",), [])
    assert not agrees((".*",), ["a"])


def test_only_console_blocks_of_markdown_run(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("```console\n$ echo 1\n2\n```\n```sh\n$ false\n```\n````console\n$ echo '```'\n```\n````\n")
    assert [(step.line, step.command) for step in read_steps(path)] == [(2, "echo 1"), (9, "echo '```'")]
    assert len(list(differences(read_steps(path)))) == 1


def test_a_block_left_open_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("```console\n$ false\n")
    with pytest.raises(ValueError, match="not closed"):
        read_steps(path)


def test_a_wrongly_marked_record_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    right = "```yaml record\nbluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nhands: []\n```\n"
    path.write_text(right + right.replace("record", "record dealer"))
    assert list(misjudged(read_samples(path))) == ["line 8: marked dealer, found valid"]


def test_writing_anew_mends_what_differs_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Two steps.\n\n$ seq 3\n1\n…\n\n$ echo a; exit 2\nb\n\n[exit 1]\n\n$ true\nx\n")
    assert rewrite(path)
    mended = "Two steps.\n\n$ seq 3\n1\n…\n\n$ echo a; exit 2\na\n[exit 2]\n\n$ true\n"
    assert path.read_text() == mended
    assert not rewrite(path)
