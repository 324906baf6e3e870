"""How the process ends: exit statuses, signals, closed and full streams, locales, faults of the program itself."""

from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import (
    LINE,
    bluke,
    environment,
    is_one_line,
    needs_full_disk,
    process,
    raw_controls,
    shell,
    start,
    write,
)

# The readers of a pipe


@pytest.mark.parametrize(
    "producer",
    [
        "bluke deal --seed friday -n 1000000 --to jsonl",
        "bluke match rules novice --seed 1 --blocks 1000",
        'yes "$(cat line)" | bluke validate --format json --complete',
        'yes "$(cat sound)" | bluke rescore',
    ],
)
def test_a_reader_that_has_enough_ends_it_silently_and_soon(producer: str, tmp_path: Path) -> None:
    write(tmp_path, "sound", LINE)
    write(tmp_path, "line", LINE.replace("[0,1]", "[1,1]"))
    started = time.monotonic()
    run = shell(f"{producer} | head -1", tmp_path)
    assert (run.status, run.err) == (141, "")
    assert is_one_line(run.out)
    assert time.monotonic() - started < 20


def test_the_producer_s_status_is_that_of_a_closed_pipe(tmp_path: Path) -> None:
    run = shell("bluke deal --seed friday -n 100000 --to jsonl | head -1 >line; echo ${PIPESTATUS[@]}", tmp_path)
    assert run.out.split() == ["141", "0"]


# Signals

SIGNALS = pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])


def stopped(child: subprocess.Popen[bytes], number: int) -> int:
    """Send a signal; return the exit status, or kill what does not end."""
    child.send_signal(number)
    try:
        return child.wait(10)
    except subprocess.TimeoutExpired:
        child.kill()
        pytest.fail(f"signal {number} did not end it")


@SIGNALS
def test_a_signal_while_standard_input_is_read(number: int, status: int) -> None:
    with start("validate") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(LINE.replace("[0,1]", "[1,1]").encode() * 300)
        child.stdin.flush()
        assert child.stdout.readline()  # it is at work
        assert stopped(child, number) == status
        assert child.stderr is not None
        assert child.stderr.read() == b""


@SIGNALS
def test_a_signal_while_a_match_runs(number: int, status: int) -> None:
    with start("match", "rules", "rules", "--blocks", "1000") as child:
        assert child.stdout is not None
        lines = [child.stdout.readline()]
        child.send_signal(number)
        lines += child.stdout.readlines()
        assert child.wait(10) == status
        assert all(line.endswith(b"}\n") for line in lines)
        assert child.stderr is not None
        assert child.stderr.read() == b""


@SIGNALS
def test_a_signal_while_the_reader_of_a_pipe_has_stopped_reading(number: int, status: int) -> None:
    with start("deal", "-n", "1000000", "--to", "jsonl") as child:
        assert child.stdout is not None
        child.stdout.read(1)
        time.sleep(0.3)  # the pipe is full by now
        assert stopped(child, number) == status


@SIGNALS
def test_a_signal_leaves_the_file_and_the_folder_as_they_were(number: int, status: int, tmp_path: Path) -> None:
    write(tmp_path, "deals", "old")
    with start("deal", "-n", "1000000", "-o", "deals", cwd=tmp_path) as child:
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
        assert stopped(child, number) == status
    assert [path.name for path in tmp_path.iterdir()] == ["deals"]
    assert (tmp_path / "deals").read_text() == "old"


@SIGNALS
def test_a_signal_while_the_new_file_is_made_leaves_nothing(number: int, status: int, tmp_path: Path) -> None:
    hook = "import os, tempfile\nmake = tempfile.mkstemp\n"
    hook += f"def mkstemp(**more):\n made = make(**more)\n os.kill(os.getpid(), {int(number)})\n return made\n"
    folder = tmp_path / "here"
    folder.mkdir()
    run = process("deal", "-o", "deals", cwd=folder, env=hooked(tmp_path, hook + "tempfile.mkstemp = mkstemp\n"))
    assert (run.status, list(folder.iterdir())) == (status, [])


def test_a_signal_during_an_import_is_no_fault_of_the_program(tmp_path: Path) -> None:
    """Before Python 3.12 an exception out of `__set_name__`, where many an import runs, came wrapped in another."""
    hook = "import bluke_cli.cli.bots as b\ndef stop():\n try:\n  raise KeyboardInterrupt\n"
    hook += " except BaseException as e:\n  raise RuntimeError('wrapped') from e\nb.bots_text = stop\n"
    run = process("bots", env=hooked(tmp_path, hook))
    assert (run.status, run.out, run.err) == (130, "", "")


def wait_for(condition: object) -> None:
    """Wait until a condition holds."""
    assert callable(condition)
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


# Closed streams


@pytest.mark.parametrize(
    ("command", "status", "err"),
    [
        ("bluke validate <&-", 2, "name a FILE"),
        ("bluke validate - <&-", 2, "bluke: standard input is closed\n"),
        ("bluke deal --seed a >&-", 2, "bluke: standard output is closed\n"),
        ("bluke --help >&-", 2, "bluke: standard output is closed\n"),
        ("bluke validate missing 2>&-", 2, ""),
        ("bluke validate missing <&- >&- 2>&-", 2, ""),
        ("bluke validate line <&-", 0, "1 record: no findings\n"),
        ("bluke validate line <&- 2>&-", 0, ""),
        ("bluke deal --seed a 2>&- >deals", 0, ""),
        ("bluke nonsense 2>&-", 2, ""),
    ],
)
def test_closed_streams(command: str, status: int, err: str, tmp_path: Path) -> None:
    write(tmp_path, "line", LINE)
    run = shell(command, tmp_path)
    assert run.status == status
    assert err in run.err if err else run.err == ""
    assert "Traceback" not in run.err


# A full disk


@needs_full_disk
@pytest.mark.parametrize(
    "command", ["deal --seed a", "--help", "validate line", "match random random --blocks 1", "rescore line"]
)
def test_a_full_disk_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    write(tmp_path, "line", LINE.replace("[2,0]", '[2,0],"score":[9,9]'))
    run = shell(f"bluke -q {command} >/dev/full", tmp_path)
    assert (run.status, run.out) == (2, "")
    assert run.err == "bluke: No space left on device\n"


@needs_full_disk
@pytest.mark.parametrize("command", ["validate missing", "nonsense", "validate line"])
def test_a_full_disk_under_standard_error_changes_no_status_to_success_or_to_a_trace(
    command: str, tmp_path: Path
) -> None:
    write(tmp_path, "line", LINE.replace("[0,1]", "[1,1]"))
    assert shell(f"bluke {command} 2>/dev/full", tmp_path).status in (2, 120)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_disk_that_becomes_full_in_the_middle_of_a_write(unbuffered: str, tmp_path: Path) -> None:
    """An unbuffered write takes what still fits, and says so only in its return value."""
    env = environment(PYTHONUNBUFFERED=unbuffered)
    run = shell("(ulimit -f 2; bluke deal --seed a --to jsonl >deal)", tmp_path, env)
    assert (run.status, run.err) == (2, "bluke: File too large\n")


# Locales

LOCALES = [
    {"LC_ALL": "C", "PYTHONUTF8": "0"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii:strict"},
]


@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: " ".join(f"{k}={v}" for k, v in locale.items()))
def test_data_and_messages_are_utf_8_in_every_locale(locale: dict[str, str], tmp_path: Path) -> None:
    env = environment(**locale)
    command = "deal --seed ü --name Zoë --name 李雷 --hand 1 --to jsonl"
    run = shell(f"bluke {command} | tee deal | bluke validate; bluke validate Zoë", tmp_path, env)
    (deal,) = (tmp_path / "deal").read_text("utf-8").splitlines()
    assert '"players":["Zoë","李雷"]' in deal
    assert '"seed":"ü"' in deal
    assert "Zoë: No such file or directory" in run.err
    assert run.status == 2


@pytest.mark.parametrize("option", ["--seed", "--name"])
@pytest.mark.parametrize("locale", LOCALES[:2], ids=["coerced", "ascii"])
def test_bytes_that_are_no_utf_8_are_wrong_usage(option: str, locale: dict[str, str], tmp_path: Path) -> None:
    run = shell(f"bluke deal {option} $'\\xff'", tmp_path, environment(**locale))
    assert (run.status, run.out) == (2, "")
    assert f"Invalid value for '{option}'" in run.err


# Hostile words on the command line

HOSTILE = "\x1b[31m\u202e\u200b\x07\n::error::x"


@pytest.mark.parametrize(
    "arguments",
    [
        [HOSTILE],
        [f"--{HOSTILE}"],
        ["validate", HOSTILE],
        ["validate", f"--format={HOSTILE}"],
        ["validate", f"--{HOSTILE}"],
        ["fmt", "--in-place", HOSTILE],
        ["rescore", HOSTILE],
        ["deal", "--rules", f"{HOSTILE}=1"],
        ["deal", "--rules", f"points={HOSTILE}"],
        ["deal", "--name", HOSTILE, "--name", "a"],
        ["deal", "-o", f"{HOSTILE}/a"],
        ["deal", HOSTILE],
        ["match", "rules", HOSTILE],
        ["match", "rules", f"{HOSTILE}=rules"],
        ["match", "rules", f"{HOSTILE}.py"],
        ["match", "rules", "random", "--deals", HOSTILE],
    ],
    ids=lambda arguments: " ".join(arguments).replace(HOSTILE, "HOSTILE"),
)
def test_hostile_words_never_reach_the_screen_as_they_are(arguments: list[str]) -> None:
    run = bluke(*arguments)
    assert run.status == 2
    assert "\\x1b" in run.err
    assert raw_controls(run.out + run.err) == []
    assert not any(line.startswith("::") for line in run.err.splitlines())


# Files that cannot be opened


@pytest.mark.parametrize("command", ["validate", "fmt", "fmt --check", "rescore", "convert --to yaml", "replay"])
def test_a_file_that_cannot_be_opened_is_told_and_the_others_are_judged(command: str, tmp_path: Path) -> None:
    sound, broken = write(tmp_path, "a.jsonl", LINE), write(tmp_path, "b.jsonl", "{")
    for unreadable, reason in (
        (str(tmp_path / "missing"), "No such file or directory"),
        (str(tmp_path), "the folder holds no records (files called *.bluke.yaml and the like)"),
        (f"{sound}/b", "Not a directory"),
        ("", "No such file or directory"),
    ):
        run = bluke("-q", *command.split(), unreadable, sound, broken)
        assert run.status == 2
        told, finding = run.err.splitlines() if command != "validate" else (run.err.rstrip("\n"), run.out)
        assert told == f"bluke: {unreadable or repr('')}: {reason}"
        assert finding.startswith(f"{broken}:1:2: error: ")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "a.jsonl", LINE)
    (tmp_path / "a.jsonl").chmod(0)
    real = builtins.open

    def as_if_not_root(name: object, *rest: object, **more: object) -> object:
        if name == path:
            raise PermissionError(13, "Permission denied", name)
        return real(name, *rest, **more)  # type: ignore[call-overload]

    monkeypatch.setattr("builtins.open", as_if_not_root)
    run = bluke("validate", path)
    assert (run.status, run.out, run.err) == (2, "", f"bluke: {path}: Permission denied\n")


# Faults of the program itself


def hooked(folder: Path, code: str, **changes: str) -> dict[str, str]:
    """An environment in which *code* runs before the program."""
    write(folder, "sitecustomize.py", code)
    env = environment(**changes)
    return {**env, "PYTHONPATH": f"{folder}:{env['PYTHONPATH']}"}


FAULT = "import bluke_cli.cli.bots as b\n"
FAULT += "def broken(): raise ZeroDivisionError('a\\nb\\x1b[31m\\x07')\nb.bots_text = broken\n"


def test_a_fault_of_the_program_is_one_line_and_status_70(tmp_path: Path) -> None:
    run = process("bots", env=hooked(tmp_path, FAULT))
    assert (run.status, run.out) == (70, "")
    assert is_one_line(run.err)
    assert run.err.startswith(
        "bluke: a fault of the program itself: ZeroDivisionError: a\\x0ab\\x1b[31m\\x07 (BLUKE_DEBUG=1"
    )


def test_bluke_debug_shows_the_trace_and_no_raw_control_character(tmp_path: Path) -> None:
    run = process("bots", env=hooked(tmp_path, FAULT, BLUKE_DEBUG="1"))
    assert run.status == 70
    assert run.err.startswith("Traceback (most recent call last):\n")
    assert "in broken" in run.err
    assert raw_controls(run.err) == []


@pytest.mark.parametrize("kind", [MemoryError, RecursionError, AssertionError, GeneratorExit, UnicodeError])
def test_every_other_exception_is_a_fault_too(kind: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise kind

    monkeypatch.setattr("bluke_cli.cli.bots.bots_text", broken)
    run = bluke("bots")
    assert (run.status, run.out) == (70, "")
    assert is_one_line(run.err)


def test_ctrl_c_while_loading_is_no_traceback(tmp_path: Path) -> None:
    """A module that click imports is replaced by one in which Ctrl-C comes."""
    (tmp_path / "gettext.py").write_text("raise KeyboardInterrupt\n")
    command = [sys.executable, "-m", "bluke_cli", "--help"]
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (130, b"")
