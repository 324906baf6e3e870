"""Odd input written by other people: parser suites, naughty strings, raw terminal streams, broken UTF-8.

None of these files is a record of Bluke, so one oracle serves all: `validate` ends with status 1, names the file, shows
no trace and no raw control character, is quick, and judges alike however the input comes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bluke_cli.record.names import is_name
from tests.browser import Browser, needs_chromium
from tests.cli.running import LINE, bluke, environment, raw_controls
from tests.report.hostile import Page

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file()) if CORPUS.is_dir() else []
NAUGHTY = CORPUS / "blns" / "blns.json"
PARTS = 16  # for the processes that share the work
SUFFIXES = ("", ".yaml", ".json", ".jsonl")
SECONDS, MEBIBYTES = 5, 300
# A process begins with the memory of the one that starts it on its account, and that of a test run is large.
MEASURE = """
import os, subprocess, sys
_, status, usage = os.wait4(subprocess.Popen(sys.argv[1:]).pid, 0)
print(usage.ru_maxrss, file=open("peak", "w"))
os._exit(os.waitstatus_to_exitcode(status))
"""
COLOUR = re.compile("\x1b\\[[0-9;]*m")  # the program's own

pytestmark = pytest.mark.skipif(not FILES, reason=f"there is no corpus at {CORPUS}")


def split(text: str) -> list[str]:
    """Return the lines of *text*; only a line feed ends one."""
    assert text.endswith("\n")
    return text.split("\n")[:-1]


def test_the_corpus_is_all_there() -> None:
    assert len(FILES) > 900
    assert {path.relative_to(CORPUS).parts[0] for path in FILES} >= {"blns", "jsontestsuite", "yaml-test-suite"}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_file_is_refused_alike_however_it_comes(part: int, tmp_path: Path) -> None:
    for number, source in enumerate(FILES[part::PARTS]):
        data = source.read_bytes()
        for suffix in SUFFIXES:
            path = tmp_path / f"{number}{suffix}"
            path.symlink_to(source)
            started = time.monotonic()
            run = bluke("validate", str(path))
            assert time.monotonic() - started < SECONDS, f"{source} as {suffix} is slow"
            assert run.status == 1, f"{source} as {suffix}: {run}"
            lines = split(run.out)
            assert lines, source
            assert all(line.startswith(f"{path}:") for line in lines), source
            assert raw_controls(run.out + run.err) == [], source
            assert "Traceback" not in run.out + run.err, source
            kind = ["--input-format", suffix[1:]] if suffix else []
            piped = bluke("validate", "-", *kind, stdin=data)
            assert piped.status == run.status
            assert split(piped.out) == [line.replace(str(path), "-", 1) for line in lines], source


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_real_processes_stay_small(suffix: str, tmp_path: Path) -> None:
    names = []
    for number, source in enumerate(FILES):
        path = tmp_path / f"{number}{suffix}"
        path.symlink_to(source)
        names.append(path.name)
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "bluke_cli", "validate", "--format", "json", *names]
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        run = subprocess.run(
            command, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment(), check=False
        )
    assert run.returncode == 1
    assert int((tmp_path / "peak").read_text()) < MEBIBYTES * 1024
    findings = [json.loads(line) for line in (tmp_path / "out").read_text("utf-8").split("\n")[:-1]]
    assert {finding["file"] for finding in findings if finding["severity"] == "error"} == set(names)
    assert "Traceback" not in (tmp_path / "err").read_text("utf-8")


# Naughty strings as names and events


def naughty() -> list[str]:
    strings: list[str] = json.loads(NAUGHTY.read_text("utf-8"))
    return strings


def naughty_records() -> str:
    """JSON Lines: a record for each naughty string, as a player's name where it can be one, as event, site and note."""
    lines = []
    for text in naughty():
        record = json.loads(LINE)
        record["players"][1] = text if is_name(text) and text != "Ann" else "Bo"
        record |= {"hands": [{**record["hands"][0], "note": text}, *record["hands"][1:]], "event": text, "site": text}
        keys = ["bluke", "players", "dealer", "rules", "hands", "event", "site"]
        lines.append(json.dumps({key: record[key] for key in keys}, ensure_ascii=False, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def test_naughty_strings_come_back_from_every_format() -> None:
    lines = bluke("fmt", stdin=naughty_records()).out
    assert [json.loads(line)["event"] for line in split(lines)] == naughty()
    yaml = bluke("convert", "--to", "yaml", stdin=lines)
    assert yaml.status == 0
    assert bluke("convert", "--to", "jsonl", "--input-format", "yaml", stdin=yaml.out).out == lines
    assert bluke("fmt", "--check", stdin=yaml.out).status == 0
    assert bluke("rescore", "--check", stdin=yaml.out).status == 0
    for line in split(lines)[::10]:
        shown = bluke("convert", "--to", "json", stdin=line)
        assert bluke("convert", "--to", "jsonl", stdin=shown.out).out == line + "\n"


def test_naughty_records_are_sound_and_keep_their_ids_in_every_format() -> None:
    lines = naughty_records()
    assert bluke("validate", "--complete", stdin=lines).out == ""
    ids = bluke("fmt", "--id", stdin=lines).out
    assert bluke("fmt", "--id", stdin=bluke("convert", "--to", "yaml", stdin=lines).out).out == ids


@pytest.mark.parametrize(
    "command",
    [
        "validate",
        "validate --format json",
        "rescore --to table",
        "rescore --check",
        "replay",
        "replay --to jsonl",
    ],
)
def test_naughty_strings_never_command_a_terminal(command: str) -> None:
    wrong = naughty_records().replace('"took":[0,1]', '"took":[0,1],"total":[1,1]')
    run = bluke(*command.split(), stdin=wrong, terminal=True)
    assert len(run.out) > 10_000
    assert raw_controls(COLOUR.sub("", run.out + run.err)) == []
    assert "\x1b" not in bluke("--no-color", *command.split(), stdin=wrong, terminal=True).out


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "text"])
def test_naughty_names_are_dealt_to_and_never_command_a_terminal(form: str) -> None:
    names = [text for text in dict.fromkeys(naughty()) if is_name(text)]
    assert len(names) > 300
    tables = [
        [*names[at : at + 15], "Z"] if at + 1 == len(names) else names[at : at + 15] for at in range(0, len(names), 15)
    ]
    for table in tables:
        options = [word for name in table for word in ("--name", name)]
        run = bluke("deal", "--seed", "a", "--hand", "1", "--to", form, *options, terminal=True)
        assert (run.status, run.err) == (0, "")
        assert raw_controls(run.out) == []
        if form != "text":
            again = bluke("convert", "--to", "jsonl", "--input-format", form, stdin=run.out)
            assert json.loads(again.out)["players"] == table


def test_names_and_files_on_the_command_line_may_be_naughty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name never becomes a path, and a path that is not there is told as it stands."""
    monkeypatch.chdir(tmp_path)
    for text in naughty():
        if text.startswith("-") or os.path.exists(text):  # noqa: PTH110 - as it stands; one of them is /etc/hosts
            continue
        run = bluke("validate", text)
        assert run.status == 2, text
        assert raw_controls(run.out + run.err) == []
    assert list(tmp_path.iterdir()) == []


def naughty_games() -> list[tuple[list[str], str]]:
    """Return names, and a game whose players have them: every naughty string that can be a name, 15 at a table."""
    names = list(dict.fromkeys(text for text in naughty() if is_name(text)))
    games = []
    for start_at in range(0, len(names), 15):
        table = [*names[start_at : start_at + 15], "Ann", "Bo"][:15]
        cards = " ".join(rank + suit for suit in "CD" for rank in "23456789TJQKA")
        hand = {"up": "HI", "bids": [1] * len(table), "tricks": [cards[: 3 * len(table) - 1]]}
        game = {"bluke": 1, "players": table, "dealer": table[0], "rules": {"schedule": [1]}, "hands": [hand]}
        games.append((table, json.dumps(game)))
    assert len(games) > 20
    return games


def test_naughty_names_do_nothing_on_a_page() -> None:
    pytest.importorskip("jinja2")
    for _, game in naughty_games():
        for command, scripts in (("replay", 4), ("stats", 0)):
            run = bluke(command, "--to", "html", stdin=game)
            assert (run.status, run.err) == (0, "")
            assert Page(run.out).is_inert(scripts), game


@needs_chromium
def test_naughty_names_run_nothing_in_a_browser(tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    page = tmp_path / "a.html"
    page.write_text("<!doctype html>")
    with Browser(page, tmp_path) as browser:
        for number, (table, game) in enumerate(naughty_games()):
            page = tmp_path / f"{number}.html"
            assert bluke("replay", "--to", "html", "-o", str(page), stdin=game).status == 0
            browser.show(page)
            browser.press("End")
            for _ in range(4):
                browser.press("ArrowLeft")
            shown = browser.value("[...document.querySelectorAll('#seats h3')].map((seat) => seat.textContent)")
            assert [text.removesuffix(" (deals)") for text in shown] == table
            assert browser.value("document.querySelectorAll('script').length") == 4
            assert browser.value("document.querySelectorAll('main :is(img, iframe, object, form, a)').length") == 0
        assert browser.troubles == []
        assert [url for url in browser.requests if not url.startswith("file:")] == []
