"""Whatever call fails on the way, no file is lost or half-written: each call, one after the other, with each error.

Wherever a command writes a file, the first call that touches the disk fails, then the second, and so on until a run
has no such call. A run of `kill -9` at random moments ends it.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.failing import Driver, Outcome
from tests.cli.running import SHEET, start, write

ERRORS = ("ENOSPC", "EIO", "EACCES")
LOOSE = SHEET.replace("bluke: 1\n", "bluke:   1\n")
"""A record that is not in canonical form."""
WRONG = SHEET.replace("[2, 0]", "[2, 1]")
SLIP = SHEET.replace("up: 7H", "up: 7h, score: [11, -20], total: [11, -10]")
"""A record with a spelling and a sum that can be put right for sure."""
BEGUN = f"{SHEET.partition('hands:')[0]}hands: []\n"
COMMENTED = f"# Friday\n{SLIP}"
MATCH = ("match", "rules", "random", "--seed", "a", "--blocks", "1")


@dataclass(frozen=True)
class Case:
    """A command line, the files that lie there, and those of them that it writes."""

    words: str
    files: dict[str, str] = field(default_factory=dict)
    written: tuple[str, ...] = ("a.yaml",)


CASES = {
    "fmt --in-place": Case("fmt --in-place a.yaml", {"a.yaml": LOOSE}),
    "fmt --in-place, two files": Case(
        "fmt --in-place a.yaml b.yaml", {"a.yaml": LOOSE, "b.yaml": LOOSE}, ("a.yaml", "b.yaml")
    ),
    "rescore --in-place": Case("rescore --in-place a.yaml", {"a.yaml": SHEET}),
    "rescore --in-place, comments": Case("rescore --in-place a.yaml", {"a.yaml": COMMENTED}),
    "validate --fix": Case("validate --fix a.yaml", {"a.yaml": COMMENTED}),
    "-o, a new file": Case("rescore -o b.yaml a.yaml", {"a.yaml": SHEET}, ("b.yaml",)),
    "-o, an old file": Case("convert --to json -o b a.yaml", {"a.yaml": SHEET, "b": "old"}, ("b",)),
    "-o, the file read": Case("fmt -o a.yaml a.yaml", {"a.yaml": LOOSE}),
    "deal -o": Case("deal --seed a -n 20 -o b", {"b": "old"}, ("b",)),
    "schema -o": Case("schema -o b", {}, ("b",)),
    "sheet new": Case("sheet new b.yaml --name Ann --name Bo --seed a", {}, ("b.yaml",)),
    "sheet bids": Case("sheet bids a.yaml 1 1", {"a.yaml": BEGUN}),
    "sheet undo": Case("sheet undo a.yaml", {"a.yaml": SHEET}),
    "keep-bad": Case(
        "validate --skip-bad --keep-bad bad -o good a.yaml",
        {"a.yaml": f"{SHEET}---\n{WRONG}", "bad": "old", "good": "older"},
        ("bad", "good"),
    ),
}


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    with Driver() as driver:
        yield driver


def check_told(outcome: Outcome, where: object) -> None:
    """Check that a failure was told in one line, with a status of the table and no trace."""
    assert outcome.status == 2, where
    assert [line.startswith("bluke: ") for line in outcome.err.splitlines()].count(True) in (1, 2), where
    assert "Traceback" not in outcome.err, where
    assert "fault of the program" not in outcome.err, where
    assert "Errno" not in outcome.err, where


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("name", CASES)
def test_whatever_fails_a_file_is_old_or_new(name: str, error: str, driver: Driver) -> None:
    case = CASES[name]
    words = case.words.split()
    right = driver.run(words, case.files)
    assert right.status in (0, 1)
    calls = set()
    for number, outcome in driver.failures(words, case.files, error):
        where = (number, outcome)
        calls.add(outcome.call)
        for file in case.written:
            assert outcome.files.get(file) in (case.files.get(file), right.files[file]), where
        for file in set(case.files) - set(case.written):
            assert outcome.files[file] == case.files[file], where
        stray = set(outcome.files) - set(right.files)
        assert not stray or (outcome.call == "unlink" and len(stray) == 1), where
        if outcome.files != right.files and not _is_passed_over(words, outcome):
            check_told(outcome, where)
        elif outcome.status != right.status:
            assert outcome.status in (1, 2), where
            assert "Traceback" not in outcome.err, where
    assert {"open", "write", "fsync", "close", "chmod", "replace", "unlink"} <= calls


def _is_passed_over(words: list[str], outcome: Outcome) -> bool:
    """Return whether `--fix` could not read a file that was read again, and judged, right after."""
    was_read = "--fix" in words and outcome.status == 1 and "1 with errors" in outcome.err
    return was_read and outcome.call in ("stat", "open", "read", "close")


@pytest.mark.parametrize("error", ERRORS)
def test_a_match_that_cannot_be_written_leaves_whole_games(error: str, driver: Driver) -> None:
    words, files = [*MATCH, "-o", "b"], {"b": "old"}
    right = driver.run(words, files)
    calls = set()
    for number, outcome in driver.failures(words, files, error):
        calls.add(outcome.call)
        text = outcome.files["b"]
        assert text == "old" or (right.files["b"].startswith(text) and text[-1:] in ("", "\n")), (number, outcome)
        if outcome.files != right.files:
            check_told(outcome, (number, outcome))
            assert outcome.err.startswith("bluke: b: "), (number, outcome)
    assert {"open", "write", "close"} <= calls


@pytest.mark.parametrize("begun", [False, True], ids=["new", "begun"])
@pytest.mark.parametrize("error", ERRORS)
def test_a_match_that_cannot_be_kept_goes_on_where_it_stopped(error: str, begun: bool, driver: Driver) -> None:
    words = [*MATCH, "--resume", "b"]
    right = driver.run(words, {})
    first = right.files["b"].split("\n")[0] + "\n"
    files = {"b": f"{first}{first[:100]}", "b.version": right.files["b.version"]} if begun else {}
    calls = set()
    for number, outcome in driver.failures(words, files, error):
        calls.add(outcome.call)
        if outcome.status != 0:
            check_told(outcome, (number, outcome))
            assert outcome.err.startswith("bluke: b"), (number, outcome)
        again = driver.run(words, outcome.files)
        assert (again.status, again.files) == (0, right.files), (number, outcome, again)
    assert {"open", "read", "write", "close"} <= calls


@pytest.mark.parametrize("error", ERRORS)
def test_parts_are_merged_whole_or_not_at_all(error: str, driver: Driver) -> None:
    games = driver.run([*MATCH, "-o", "b"], {}).files["b"].split("\n")
    files = {"one": f"{games[0]}\n", "two": f"{games[1]}\n", "all": "old"}
    words = ["match", "--merge", "two", "one", "-o", "all"]
    right = driver.run(words, files)
    assert right.files["all"] == "\n".join(games)
    for number, outcome in driver.failures(words, files, error):
        assert outcome.files["all"] in ("old", right.files["all"]), (number, outcome)
        assert set(outcome.files) <= set(files) or outcome.call == "unlink", (number, outcome)
        if outcome.files != right.files:
            check_told(outcome, (number, outcome))


def test_a_repair_is_told_when_it_is_made(driver: Driver) -> None:
    case = CASES["validate --fix"]
    for number, outcome in driver.failures(case.words.split(), case.files, "ENOSPC"):
        is_made = outcome.files["a.yaml"] != case.files["a.yaml"]
        assert ("fixed /hands/0/score" in outcome.err) is is_made, (number, outcome)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    """The moments are spread over the whole of a run, most over the end, where the file is written."""
    old = "---\n".join([SHEET] * 150)
    path = Path(write(tmp_path, "a.yaml", old))
    begun = time.monotonic()
    with start("rescore", "--in-place", "a.yaml", cwd=tmp_path) as child:
        assert child.wait(60) == 0
    duration = time.monotonic() - begun
    new = path.read_text()
    assert new != old
    rng, killed = random.Random("kill"), 0
    for _ in range(15):
        path.write_text(old)
        with start("rescore", "--in-place", "a.yaml", cwd=tmp_path) as child:
            time.sleep(duration * (1 - rng.random() ** 2 * 0.7))
            child.kill()
            killed += child.wait() == -signal.SIGKILL
        assert path.read_text() in (old, new)
        assert {each.suffix for each in tmp_path.iterdir()} <= {".yaml", ".new"}
    assert killed
