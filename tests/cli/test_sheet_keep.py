"""`bluke sheet keep`: an evening in one session, piped, at a terminal, and where the locale knows no UTF-8."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.evening import PLAYERS, evening, typed, words
from tests.cli.running import Run, bluke, environment, process, start, write


def lines_of(hands: list[tuple[list[int], list[int]]]) -> list[str]:
    """Return what is typed in an evening with five mistakes; the dealer of hand 1 is the third player."""
    lines = [",".join(PLAYERS), "No"]
    for number, (bids, took) in enumerate(hands, 1):
        order = [(2 + number + at) % 4 for at in range(4)]
        one_by_one = words([bids[seat] for seat in order])
        if number % 2:
            lines.append(" ".join(words(bids)))
        else:
            lines += one_by_one
        if number == 2:  # a number that cannot be, and a word
            lines += ["99 99 99 99", "what"]
        if number == 4:
            lines.append(f"bids Bo={bids[1] % 9 + 1}")
            lines.append(f"bids Bo={bids[1]}")
        if number == 6:
            lines += [" ".join(words([took[1], took[0], *took[2:]])), "1", "undo", "undo"]
        if number == 9:
            lines += ["undo", " ".join(words(bids)), "show", "help", ""]
        if number == 12:
            wrong = [hands[3][1][1], hands[3][1][0], *hands[3][1][2:]]
            lines += [f"hand 4 took {' '.join(words(wrong))}", f"hand 4 took {' '.join(words(hands[3][1]))}"]
        lines.append(" ".join(words(took)))
    return lines


def judge(run: Run, path: Path, hands: list[tuple[list[int], list[int]]], tmp_path: Path) -> None:
    assert run.status == 0, run
    by_hand = write(tmp_path, "typed.yaml", typed(hands))
    assert path.read_bytes() == bluke("fmt", by_hand).out.encode()
    assert bluke("validate", "--complete", str(path)).status == 0
    assert run.out.splitlines()[-1] == bluke("rescore", by_hand, "--to", "table").out.splitlines()[-1]
    assert " win" in run.out.splitlines()[-1]


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_an_evening_through_a_pipe(locale: str, tmp_path: Path) -> None:
    hands, path = evening(11), tmp_path / "friday.yaml"
    text = "\n".join(lines_of(hands)) + "\n"
    run = process("sheet", "keep", str(path), stdin=text.encode(), env=environment(LC_ALL=locale, PYTHONUTF8="0"))
    judge(run, path, hands, tmp_path)
    assert run.err == ""
    assert "Zoë bids" in run.out


def test_an_evening_at_a_terminal(tmp_path: Path) -> None:
    """Each line is typed when the question for it stands there."""
    pty = pytest.importorskip("pty")
    hands, path = evening(12), tmp_path / "friday.yaml"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bluke_cli", "sheet", "keep", str(path)]
    child = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment())
    os.close(theirs)
    try:
        shown = b""
        for line in lines_of(hands):
            shown += _until_asked(ours)
            os.write(ours, line.encode() + b"\n")
        shown += _rest(ours)
        assert child.wait(60) == 0
    finally:
        child.kill()
        child.wait()
        os.close(ours)
    text = shown.decode().replace("\r\n", "\n")
    judge(Run(0, text, ""), path, hands, tmp_path)
    assert "\x1b" not in text
    assert all(len(line.split("> ")[0]) <= 80 for line in text.splitlines())


def _until_asked(terminal: int) -> bytes:
    """Read what is shown up to the next question; fail if none comes."""
    shown, until = b"", time.monotonic() + 60
    while not shown.endswith(b"> "):
        assert time.monotonic() < until, shown
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 4096)
    return shown


def _rest(terminal: int) -> bytes:
    shown = b""
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError:  # the other side is closed
        pass
    return shown


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    hands, path = evening(13), tmp_path / "friday.json"
    lines = lines_of(hands)
    for at in range(0, len(lines), 17):
        part = "\n".join(lines[at : at + 17]) + ("\n" if at % 2 else "\nquit\n")
        run = bluke("sheet", "keep", str(path), stdin=part)
        assert (run.status, run.err) == (0, "")
    assert " win" in run.out.splitlines()[-1]
    again = bluke("sheet", "keep", str(path))
    assert (again.status, again.out.splitlines()[-1]) == (0, run.out.splitlines()[-1])
    assert bluke("validate", "--complete", str(path)).status == 0


def test_names_of_several_words_can_be_typed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    typed_ = "Ann Lee, Ann Bee, O'Neil\nO'Neil\nAnn Lee=3\nann bee = 4  o=5\nAnn Bee=5 Ann Lee=4 O'Neil=4\n"
    assert bluke("sheet", "keep", str(path), stdin=typed_).status == 0
    assert "{bids: [3, 4, 5], took: [4, 5, 4]}" in path.read_text()


def test_it_asks_until_the_players_can_be_a_game(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    run = bluke("sheet", "keep", str(path), stdin="Ann\n\nAnn,Ann\n\nAnn,Bo\nCy\nAnn,Bo\n\n")
    assert (run.status, run.out.count("\nNo: ")) == (0, 3)
    assert "draw:" in path.read_text()


def test_what_somebody_else_wrote_is_seen_before_an_entry_is_made(tmp_path: Path) -> None:
    path = str(tmp_path / "a.yaml")
    assert bluke("sheet", "new", path, "--name", "Ann", "--name", "Bo", "--dealer", "Bo").status == 0
    with start("sheet", "keep", path) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        _until_asked(child.stdout.fileno())
        assert bluke("sheet", "bids", path, "5").status == 0
        child.stdin.write(b"6\n")
        child.stdin.flush()
        assert b"somebody else" in _until_asked(child.stdout.fileno())
        assert "bids: [5, null]" in Path(path).read_text()
        child.stdin.write(b"6\n")
        child.stdin.close()
        child.stdout.read()
        assert child.wait(60) == 0
    assert "bids: [5, 6]" in Path(path).read_text()


@pytest.mark.parametrize("line", ["hand", "hand 1 bids", "hand x bids 1", "hand ² bids 1", "hand 99999999999 took 1 1"])
def test_words_that_are_no_entry_are_refused_and_asked_again(line: str, tmp_path: Path) -> None:
    path = str(tmp_path / "a.yaml")
    run = bluke("sheet", "keep", path, stdin=f"Ann,Bo\nBo\n{line}\nup\nup 1X\n\x1b[31m\n4\n")
    assert (run.status, run.err) == (0, "")
    assert run.out.count("\nNo: ") == 4
    assert "\x1b" not in run.out
    assert "bids: [4, null]" in Path(path).read_text()


def test_nothing_is_said_to_be_taken_back_before_it_is(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    text = "bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2]}\nhands: [{bids: [1, 1]},  # mine\n ]\n"
    path.write_text(text)
    run = bluke("sheet", "keep", str(path), stdin="undo\nundo hand 1\n")
    assert "Taken back" not in run.out
    assert "cannot be changed in place" in run.out
    assert "No: undo stands alone" in run.out
    assert path.read_text() == text


def test_a_number_that_is_too_long_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_text("bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nrules: {schedule: [2]}\nhands: []\n")
    for number, said in (("9" * 19, "has more than 18 digits"), ("--9", "is not a whole number")):
        assert said in bluke("sheet", "bids", str(path), "--", number).err
