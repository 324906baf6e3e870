"""Records judged by several processes: the same bytes as by one, in every ending nothing left behind."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import signal
import time
from pathlib import Path

import pytest

from bluke_cli.audit import budget
from bluke_cli.cli import judges, validate
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.rules.house import HouseRules
from tests.bots.processes import MARK, left_after, marked, needs_linux, new_mark
from tests.cli.running import LINE, PLAYED, SHEET, Run, bluke, environment, is_one_line, process, shell, start, write
from tests.cli.test_match_parts import Terminal, peak

SHORT = HouseRules(schedule=(4, 1, 3))
GAMES = [result.line for result in play(make_plan(["rules", "novice"], seed="jobs", games=12, rules=SHORT))]
BAD = LINE.replace("[2,0]", "[2,1]")
PRETTY = json.dumps(json.loads(BAD), indent=2) + "\n"
each_form = pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])


def slipped(line: str, rng: random.Random) -> str:
    """A game in which one card is written instead of another."""
    game = json.loads(line)
    tricks = rng.choice(game["hands"])["tricks"]
    at = rng.randrange(len(tricks))
    cards = tricks[at].split()
    cards[rng.randrange(len(cards))] = rng.choice("23456789TJQKA") + rng.choice("CDHS")
    tricks[at] = " ".join(cards)
    return json.dumps(game)


def stream(count: int) -> str:
    """Records as JSON Lines, good and bad ones and what is none, in an order of chance."""
    rng = random.Random("stream")
    kinds = (
        lambda: rng.choice(GAMES),
        lambda: slipped(rng.choice(GAMES), rng),
        lambda: BAD.strip(),
        lambda: LINE[: rng.randrange(1, 90)],
        lambda: '{"bluke": 1, "bluke": 1, "players": ["Zoë", "\\ud83d"]}',
        lambda: "",
    )
    return "".join(rng.choice(kinds)() + "\n" for _ in range(count))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of everything that may come in, good and bad; and what cannot be read."""
    games = tmp_path / "games"
    games.mkdir()
    write(games, "a.bluke.jsonl", stream(90))
    write(games, "b.bluke.yaml", f"{SHEET}---\n{SHEET.replace('took: [2, 0]', 'took: [2, 1]')}---\n{PLAYED}---\na: [")
    write(games, "c.bluke.jsonl.gz", gzip.compress((BAD + LINE).encode() * 40, mtime=0)[:-9])
    write(games, "d.bluke.json", PRETTY)
    write(games, "e.bluke.json", PRETTY[:-3])
    write(games, "f.bluke.csv", bluke("convert", "--to", "csv", stdin=SHEET).out.replace("Ann", "Ann,Ann"))
    write(games, "g.bluke.yaml", "# nothing\n")
    write(games, "h.bluke.jsonl", "\n\n")
    write(games, "i.bluke.yaml", b"bluke: 1\nplayers: [\xff]\n")
    write(games, "j.bluke.json", b"\xff\xfe{\0")
    write(games, "k.bluke.jsonl", BAD + LINE.replace("Ann", "A" * 5_000_000) + BAD)
    for number in range(70):
        write(games, f"many-{number}.bluke.yaml", PLAYED if number % 3 else PLAYED.replace("5C LO", "5C 5C"))
    (games / "many-50.link.bluke.json").symlink_to("nowhere")
    return games


def by_all(*arguments: str, stdin: str | bytes = "") -> Run:
    """Run `validate` by one, two and three processes; return how all of them went, the same."""
    alone = bluke("validate", *arguments, stdin=stdin)
    for jobs in ("2", "3"):
        assert bluke("validate", "--jobs", jobs, *arguments, stdin=stdin) == alone
    return alone


# The same bytes


@each_form
def test_a_mixed_folder(form: str, folder: Path) -> None:
    run = by_all("--format", form, str(folder), str(folder / "gone"), "-", stdin=stream(40))
    assert run.status == 2
    assert len(run.out) > 10_000
    assert run.err.count("\nbluke: ") + run.err.startswith("bluke: ") == 2


@each_form
def test_records_parted(form: str, folder: Path, tmp_path: Path) -> None:
    """Findings and what is told of files share standard error, so their order shows."""
    arguments = ("validate", "--format", form, "--complete", "--skip-bad", "--keep-bad", str(tmp_path / "bad"))
    runs = []
    for jobs in ("1", "2", "3"):
        run = bluke(*arguments, "--jobs", jobs, str(folder), stdin="")
        runs.append((run, (tmp_path / "bad").read_bytes()))
    assert runs[0] == runs[1] == runs[2]
    assert "not passed on" in runs[0][0].err
    assert "is kept in part only" in runs[0][0].err
    assert len(runs[0][1]) > 4 * 2**20


@pytest.mark.parametrize("most", ["0", "30"])
def test_the_first_findings(most: str, folder: Path) -> None:
    run = by_all("--max-findings", most, str(folder))
    assert run.out.count("\n") == int(most)
    assert f"; {most} of " in run.err


@pytest.mark.parametrize("kind", ["jsonl", "yaml"])
def test_a_stream_of_good_and_bad_records(kind: str) -> None:
    text = stream(200)
    if kind == "yaml":
        text = "".join(f"--- {line}\n" for line in text.splitlines())
    run = by_all("--input-format", kind, stdin=gzip.compress(text.encode()))
    assert run.status == 1
    assert "did you mean" in run.out


def test_a_file_that_is_repaired_first(tmp_path: Path) -> None:
    runs = []
    for jobs in ("1", "2"):
        name = write(tmp_path, "a.yaml", PLAYED.replace("2S 9S", "2S 9Z").replace("5C LO", "5C 5D"))
        other = write(tmp_path, "b.yaml", f"{SHEET[:-1]}\n---\n{SHEET}".replace("2, 0", "2, 1"))
        runs.append((bluke("validate", "--fix", "--jobs", jobs, name, other), Path(name).read_bytes()))
    assert runs[0] == runs[1]


def test_findings_on_a_terminal() -> None:
    runs = [bluke("validate", "--jobs", jobs, stdin=stream(60), terminal=True) for jobs in ("1", "2")]
    assert runs[0] == runs[1]
    assert "\x1b[32m" in runs[0].out


def test_what_ends_the_input_is_told_in_its_turn(tmp_path: Path) -> None:
    write(tmp_path, "bad.jsonl", BAD * 3)
    runs = [shell(f"bluke validate --jobs {jobs} bad.jsonl - <&-", tmp_path) for jobs in "12"]
    assert runs[0] == runs[1]
    assert (runs[0].status, runs[0].out.count("\n"), runs[0].err) == (2, 3, "bluke: standard input is closed\n")


def test_a_name_that_the_locale_cannot_say(tmp_path: Path) -> None:
    names = [os.fsencode(write(tmp_path, name, BAD)) for name in ("Zoë.jsonl", "Zo\udce9.jsonl")]
    environs = environment(LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    runs = [process("validate", "--jobs", jobs, *names, env=environs) for jobs in ("1", "2")]
    assert runs[0] == runs[1]
    assert "Zoë" in runs[0].out


# The search for suggestions


def test_the_search_ends_at_the_same_record(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("search")
    text = "".join(slipped(rng.choice(GAMES), rng) + "\n" for _ in range(70))
    whole = bluke("validate", "--format", "json", stdin=text)
    monkeypatch.setattr(validate, "FOR_A_RUN", 3_000)
    part = by_all("--format", "json", stdin=text)
    assert len(whole.objects) == len(part.objects)
    differing = [at for at, (one, other) in enumerate(zip(whole.objects, part.objects, strict=True)) if one != other]
    assert 9 < differing[0] < len(part.objects) - 9
    for one, other in zip(whole.objects, part.objects, strict=True):
        assert one["message"].startswith(other["message"])
        assert one["code"] == other["code"]


def test_a_record_that_is_all_wrong_has_an_end() -> None:
    assert budget.FOR_A_RECORD < budget.FOR_A_RUN
    rng = random.Random(1)
    game = json.loads(GAMES[0])
    hands = [json.loads(slipped(GAMES[0], rng))["hands"][0] for _ in range(900)]
    del game["deal"]
    line = json.dumps(game | {"rules": {"schedule": [4] * 900}, "hands": hands})
    assert by_all("--max-findings", "5", stdin=line).status == 1


# Faults


@needs_linux
def test_a_process_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    text, mark = stream(600).encode(), new_mark()
    alone = bluke("validate", stdin=text)
    arguments = ("validate", "--jobs", "2", "-o", str(tmp_path / "out"))
    with start(*arguments, env=environment(**{MARK: mark})) as child:
        assert child.stdin is not None
        for part in (text[: len(text) // 2], text[len(text) // 2 :]):
            child.stdin.write(part)
            child.stdin.flush()
            os.kill(workers(mark, 1)[0], signal.SIGKILL)
            assert workers(mark, 1)
        _, err = child.communicate(timeout=60)
    assert (child.returncode, (tmp_path / "out").read_text(), err.decode()) == (alone.status, alone.out, alone.err)
    assert left_after(mark, 5) == []


def workers(mark: str, least: int) -> list[int]:
    """Return the processes that judge, as soon as there are so many."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        found = []
        for pid in marked(mark):
            try:
                if b"judges:judging" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
            except OSError:
                continue
        if len(found) >= least:
            return found
        time.sleep(0.01)
    raise AssertionError("there are no such processes")


def test_records_that_kill_every_process_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = new_mark()
    monkeypatch.setenv(MARK, mark)
    monkeypatch.setattr(judges, "WORK", "tests.cli.odd_judges:dying")
    run = bluke("validate", "--jobs", "2", stdin=LINE)
    assert (run.status, run.out, is_one_line(run.err)) == (70, "", True)
    assert "record 1, on: the process that judged them died 3 times" in run.err
    assert left_after(mark, 5) == []


@pytest.mark.parametrize(("work", "says"), [("failing", r"ValueError: so\\x0ait is"), ("unspeakable", "Error: soso")])
def test_a_fault_of_the_program_is_told_in_its_turn(work: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = new_mark()
    monkeypatch.setenv(MARK, mark)
    monkeypatch.setattr(judges, "WORK", f"tests.cli.odd_judges:{work}")
    run = bluke("validate", "--jobs", "2", stdin=BAD * 5)
    assert left_after(mark, 5) == []
    assert (run.status, is_one_line(run.err)) == (70, True)
    assert run.out == bluke("validate", stdin=BAD * 2).out
    assert re.search(says, run.err)
    monkeypatch.setenv("BLUKE_DEBUG", "1")
    assert "odd_judges.py" in bluke("validate", "--jobs", "2", stdin=BAD * 5).err


@pytest.mark.parametrize("number", ["0", "-1", "two", "1025"])
def test_there_is_at_least_one_job(number: str) -> None:
    run = bluke("validate", "--jobs", number, stdin=LINE)
    assert (run.status, run.out) == (2, "")
    assert "--jobs" in run.err


# Endings


@needs_linux
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_a_signal_leaves_no_process(number: int, status: int) -> None:
    mark = new_mark()
    with start("validate", "--jobs", "2", env=environment(**{MARK: mark})) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        child.stdin.write(stream(300).encode())
        child.stdin.flush()
        workers(mark, 2)
        child.send_signal(number)
        assert child.wait(20) == status
        assert child.stderr.read() == b""
    assert left_after(mark, 8) == []


@needs_linux
def test_ctrl_c_at_a_terminal_leaves_no_process(tmp_path: Path) -> None:
    """The terminal sends it to the whole group, workers and all."""
    mark = new_mark()
    os.mkfifo(tmp_path / "a.jsonl")
    terminal = Terminal("validate", "--jobs", "2", str(tmp_path / "a.jsonl"), env=environment(**{MARK: mark}))
    with (tmp_path / "a.jsonl").open("wb") as source:
        source.write(stream(300).encode())
        source.flush()
        workers(mark, 2)
        os.write(terminal.descriptor, b"\x03")
        shown, status = terminal.finish()
    assert (status, "Traceback" in shown) == (130, False)
    assert left_after(mark, 8) == []


@needs_linux
def test_a_reader_that_has_enough_leaves_no_process(tmp_path: Path) -> None:
    mark, name = new_mark(), write(tmp_path, "a.jsonl", BAD * 20_000)
    with start("validate", "--jobs", "2", name, env=environment(**{MARK: mark})) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline()
        child.stdout.close()
        assert child.wait(30) == 141
        assert child.stderr.read() == b""
    assert left_after(mark, 8) == []


@needs_linux
def test_memory_stays_flat(tmp_path: Path) -> None:
    warned = LINE.replace(',"took":[0,1]', "")
    few, many = (write(tmp_path, f"{count}.jsonl", (LINE + warned) * count) for count in (800, 5000))
    assert peak("validate", "--jobs", "2", many) - peak("validate", "--jobs", "2", few) < 3000
