"""Streams: memory that does not grow, limits that hold while reading, records that hide no other, files left whole."""

from __future__ import annotations

import contextlib
import gzip
import os
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.cli.running import LINE, PLAYED, SHEET, Run, bluke, environment, process, start, write

MEBIBYTE = 2**20
MOST = 300 * MEBIBYTE
SECONDS = 30  # on a machine that is busy with other tests


PROBE = """
import atexit, os
def told():
    with open("/proc/self/status") as status, open(os.environ["PEAK"], "w") as peak:
        peak.write(next(line for line in status if line.startswith("VmHWM:")).split()[1])
atexit.register(told)
"""
"""Told by the process itself: what the system tells of a child includes what its parent had before it."""


def measured(folder: Path, *arguments: str, chunks: Iterable[bytes] = (), path: Path | None = None) -> tuple[Run, int]:
    """Run the tool as a process fed with *chunks*, or with a file; return the run and its peak of memory, in bytes."""
    if not Path("/proc/self/status").exists():
        pytest.skip("there is no /proc to tell how much memory a process has")
    probe = folder / "probe"
    probe.mkdir(exist_ok=True)
    write(probe, "sitecustomize.py", PROBE)
    env = environment(PEAK=str(probe / "peak"))
    env["PYTHONPATH"] = f"{probe}:{env['PYTHONPATH']}"
    with contextlib.ExitStack() as stack:
        stdin: IO[bytes] | int = subprocess.PIPE if path is None else stack.enter_context(path.open("rb"))
        out, err = (stack.enter_context((probe / name).open("w+b")) for name in ("out", "err"))
        child = start(*arguments, env=env, stdin=stdin, stdout=out, stderr=err)
        if child.stdin is not None:
            threading.Thread(target=feed, args=(child.stdin, chunks), daemon=True).start()
        child.wait(100)
        texts = [(probe / name).read_text("utf-8") for name in ("out", "err")]
    return Run(child.returncode, *texts), int((probe / "peak").read_text()) * 1024


def feed(stdin: IO[bytes], chunks: Iterable[bytes]) -> None:
    with contextlib.suppress(BrokenPipeError), stdin:
        for chunk in chunks:
            stdin.write(chunk)


# Memory


@pytest.mark.parametrize(
    "command",
    [
        *("validate", "validate --format json --complete", "validate --format sarif"),
        *("validate --skip-bad", "rescore", "fmt", "fmt --check", "convert --to yaml"),
    ],
)
def test_memory_does_not_grow_with_the_length_of_a_stream(command: str, tmp_path: Path) -> None:
    line = LINE.replace("[0,1]}", '[0,1],"total":[9,9]}') if "--format" in command else LINE  # a finding for each
    peaks = []
    for games in (100, 2_000) if "--format" in command else (1_000, 20_000):
        path = tmp_path / f"{games}.jsonl"
        path.write_text(line * games)
        run, peak = measured(tmp_path, *command.split(), path=path)
        assert run.status == (1 if "--format" in command else 0)
        peaks.append(peak)
    assert peaks[1] - peaks[0] <= 6 * MEBIBYTE


@pytest.mark.parametrize(
    ("between", "kind", "code"),
    [("\n", "jsonl", "no-record"), ("\n", "yaml", "limit"), ("#\n", "yaml", "limit"), ("---\n", "yaml", "no-record")],
)
def test_memory_does_not_grow_with_what_is_no_record(between: str, kind: str, code: str, tmp_path: Path) -> None:
    run, peak = measured(
        tmp_path,
        "validate",
        "--input-format",
        kind,
        chunks=(between.encode() * 10_000 for _ in range(100 if "-" in between else 500)),
    )
    assert run.status == 1
    assert run.out.endswith(f"[{code}]\n")
    assert peak < 100 * MEBIBYTE


# Limits


def refused(run: Run, code: str) -> None:
    assert run.status == 1
    assert f"[{code}]" in run.out
    assert run.out.count("error:") == 1
    assert "Traceback" not in run.err


@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl"])
def test_a_line_of_a_gigabyte(kind: str, tmp_path: Path) -> None:
    started = time.monotonic()
    chunk = b"a" * MEBIBYTE
    run, peak = measured(tmp_path, "validate", "--input-format", kind, chunks=(chunk for _ in range(1000)))
    refused(run, "limit")
    assert peak < MOST / 3
    assert time.monotonic() - started < SECONDS


@pytest.mark.parametrize("kind", ["yaml", "jsonl"])
def test_records_after_one_that_is_too_long_are_read(kind: str, tmp_path: Path) -> None:
    text = LINE.encode() if kind == "jsonl" else b"---\n" + SHEET.encode()
    chunks = [text, b"{" + b" " * 5 * MEBIBYTE + b"\n", text, text.replace(b"[0", b"[1")]
    run, _ = measured(tmp_path, "validate", "--input-format", kind, chunks=chunks)
    assert run.status == 1
    limit, wrong = run.out.splitlines()
    assert "[limit]" in limit
    assert "[took-sum]" in wrong
    assert run.err.startswith("3 records" if kind == "yaml" else "4 records, 2 with errors")


@pytest.mark.parametrize("command", ["validate", "rescore", "fmt", "fmt --check", "convert --to yaml", "replay"])
def test_standard_input_without_end_and_without_a_line_feed(command: str) -> None:
    """It is told at once that the record is too long, and memory stays small while the rest is passed over."""
    with start(*command.split(), env=environment(PYTHONUNBUFFERED="1")) as child:
        assert child.stdin is not None
        threading.Thread(target=feed, args=(child.stdin, endless(b"a" * MEBIBYTE)), daemon=True).start()
        stream = child.stdout if command == "validate" else child.stderr
        assert stream is not None
        assert b"[limit]" in stream.readline()
        time.sleep(0.5)
        status = Path(f"/proc/{child.pid}/status")
        if status.exists():
            peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
            assert int(peak.split()[1]) * 1024 < MOST / 3
        child.terminate()
        assert child.wait(10) == 143


def endless(chunk: bytes) -> Iterator[bytes]:
    while True:
        yield chunk


def bomb(size: int) -> bytes:
    """A stream of *size* bytes, packed to a thousandth of that."""
    packer = zlib.compressobj(wbits=31)
    parts = [packer.compress(b" " * MEBIBYTE) for _ in range(size // MEBIBYTE)]
    return b"".join([*parts, packer.flush()])


@pytest.mark.parametrize(
    ("command", "kind"),
    [("validate", "yaml"), ("validate", "json"), ("validate", "jsonl"), ("rescore", "jsonl"), ("fmt --check", "yaml")],
)
def test_a_gzip_bomb(command: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"bomb.{kind}.gz"
    path.write_bytes(bomb(100 * MEBIBYTE))
    started = time.monotonic()
    run, peak = measured(tmp_path, *command.split(), str(path))
    assert run.status == (2 if "check" in command else 1)
    if run.status == 1:
        assert "[limit]" in run.out + run.err or "[no-record]" in run.out + run.err
    assert peak < MOST / 3
    assert time.monotonic() - started < SECONDS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"bluke":' + "[" * 100_000, "limit"),
        ("[" * 1_000_000, "limit"),
        ('{"a":' * 100_000, "limit"),
        ('{"x-a":' + "[" * 17 + "]" * 17 + "}", "limit"),
        ('{"bluke":' + "9" * 1_000_000 + "}", "limit"),
        ('{"bluke":1,"players":["a","b"],"hands":[' + ",".join(["{}"] * 1001) + "]}", "limit"),
        ('{"bluke":1' + "0" * 20 + ',"players":["a","b"],"dealer":"a","hands":[]}', "limit"),
        ("- " * 100_000, "limit"),
        ("? " * 100_000, "limit"),
    ],
    ids=lambda value: value[:12] if len(value) > 12 else value,
)
@pytest.mark.parametrize("kind", ["yaml", "json"])
def test_depth_digits_and_hands_have_limits(text: str, code: str, kind: str) -> None:
    if kind == "json" and not text.startswith(("{", "[")):
        pytest.skip("not the beginning of JSON")
    started = time.monotonic()
    run = bluke("validate", "--input-format", kind, stdin=text)
    assert run.status == 1
    assert f"[{code}]" in run.out
    assert time.monotonic() - started < SECONDS


def test_a_stream_of_findings_does_not_wait_for_its_end() -> None:
    """On a terminal a finding shows when it is found; a program that reads it gets it with the next full buffer."""
    with start("validate", env=environment(PYTHONUNBUFFERED="1")) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(LINE.replace("[0,1]", "[1,1]").encode() * 2)
        child.stdin.flush()
        assert b"[took-sum]" in child.stdout.readline()
        child.stdin.close()
        assert child.wait(20) == 1


# Many files, many records


def test_a_broken_record_hides_no_other(tmp_path: Path) -> None:
    wrong = LINE.replace('"took":[0,1]', '"took":[1,1]')
    names = [
        write(tmp_path, "a.jsonl", LINE + "{\n" + wrong),
        write(tmp_path, "b.yaml", f"{SHEET}---\n: [\n---\n{SHEET.replace('[0, 1]', '[1, 1]')}"),
        write(tmp_path, "c.json", "{"),
        write(tmp_path, "d.jsonl.gz", gzip.compress(wrong.encode())),
        write(tmp_path, "e.jsonl.gz", gzip.compress(wrong.encode() * 999)[:-40]),
    ]
    run = bluke("validate", "--format", "json", *names)
    assert run.status == 1
    found = [(Path(each["file"]).name, each["record"], each["code"]) for each in run.objects]
    assert found[:6] == [
        ("a.jsonl", 2, "syntax"),
        ("a.jsonl", 3, "took-sum"),
        ("b.yaml", 2, "syntax"),
        ("b.yaml", 3, "took-sum"),
        ("c.json", 1, "syntax"),
        ("d.jsonl.gz", 1, "took-sum"),
    ]
    assert found[-1][2] == "syntax"
    assert len(found) > 100


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("name", "text"), [("a.yaml", SHEET), ("a.jsonl", LINE), ("a.json", LINE), ("a", LINE)])
def test_the_kind_is_told_by_option_name_or_first_bytes(name: str, text: str, packed: bool, tmp_path: Path) -> None:
    data = gzip.compress(text.encode()) if packed else text.encode()
    path = write(tmp_path, name + (".gz" if packed else ""), data)
    assert bluke("validate", path).status == 0
    assert bluke("validate", stdin=data).status == 0
    kind = name[2:] or "jsonl"
    assert bluke("validate", "--input-format", kind, stdin=data).status == 0
    # the option wins over the name, and the name over the first bytes
    other = write(tmp_path, "b.json" if kind == "yaml" else "b.jsonl", PLAYED)
    assert bluke("validate", other).status == 1
    assert bluke("validate", "--input-format", "yaml", other).status == 0


def test_no_record_at_all_is_a_finding_of_each_input(tmp_path: Path) -> None:
    names = [write(tmp_path, name, text) for name, text in [("a.yaml", ""), ("b.json", "\n"), ("c.jsonl", "\n\n")]]
    run = bluke("validate", *names, "-")
    assert run.status == 1
    assert [line.rsplit(" ", 1)[1] for line in run.out.splitlines()] == ["[no-record]"] * 4
    for command in ("rescore", "fmt", "convert --to json", "replay", "fmt --check", "fmt --diff", "fmt --id"):
        run = bluke(*command.split(), *names)
        assert (run.status, run.out) == (1, "")
        assert run.err.count("[no-record]") == 3


# Files that are written


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_file_appears_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    assert bluke("convert", "--to", "yaml", "-o", str(path), stdin=LINE) == Run(0, "", "")
    assert contents(tmp_path) == {"new.yaml": SHEET.encode()}
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask()


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("command", ["fmt", "convert --to yaml", "rescore --to yaml"])
@pytest.mark.parametrize("text", [f"{LINE}{{\n", ""], ids=["one-broken", "empty"])
def test_a_file_is_not_replaced_by_a_part_of_the_input(command: str, text: str, tmp_path: Path) -> None:
    """Not even by what could be read of itself."""
    path = write(tmp_path, "a.jsonl", text)
    run = bluke(*command.split(), path, "-o", path)
    assert run.status == 1
    assert "not written" in run.err
    assert contents(tmp_path) == {"a.jsonl": text.encode()}
    assert bluke(*command.split(), path, str(tmp_path / "missing"), "-o", path).status == 2
    assert contents(tmp_path) == {"a.jsonl": text.encode()}


def test_the_input_may_be_the_output(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", LINE * 3)
    assert bluke("rescore", path, "-o", path).status == 0
    assert (tmp_path / "a.jsonl").read_text().count("winners") == 3


def test_what_is_wrong_with_an_output_is_told_with_its_name(tmp_path: Path) -> None:
    for name, reason in [
        (str(tmp_path), "Is a directory"),
        (f"{tmp_path}/no/a", "No such file or directory"),
        (f"{tmp_path}/{'a' * 300}", "File name too long"),
    ]:
        run = bluke("deal", "--seed", "a", "-o", name)
        assert run == Run(2, "", f"bluke: {name}: {reason}\n")
    assert contents(tmp_path) == {}


def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    # a pipe of our own, and no device: where this is broken, the program puts a file in its place
    os.mkfifo(tmp_path / "pipe")
    read = subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE)
    assert bluke("bots", "-o", str(tmp_path / "pipe")).status == 0
    out, _ = read.communicate(timeout=20)
    assert out.decode() == bluke("bots").out
    assert (tmp_path / "pipe").is_fifo()


def in_place(folder: Path, text: str = SHEET.replace("[2, 1]", "[ 2,1 ]")) -> Path:
    path = folder / "a.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("command", ["fmt", "rescore"])
def test_in_place_keeps_permissions_and_links(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    path = in_place(folder)
    path.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    assert bluke("-q", command, "--in-place", str(link)) == Run(0, "", "")
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(contents(folder)) == ["a.yaml"]
    changed = path.read_text()
    assert changed == SHEET if command == "fmt" else "winners: [Ann]" in changed
    before = path.stat()
    assert bluke(command, "--in-place", str(link)) == Run(0, "", "")
    assert path.stat() == before, "nothing differs, so nothing is written"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_in_place_keeps_the_owner(tmp_path: Path) -> None:
    path = in_place(tmp_path)
    os.chown(path, 1234, 4321)
    assert bluke("fmt", "--in-place", str(path)).status == 0
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


STEPS = ["os.fsync", "os.replace", "os.chmod", "tempfile.mkstemp"]


@pytest.mark.parametrize("command", ["fmt --in-place a.yaml b.yaml", "rescore --in-place a.yaml b.yaml"])
@pytest.mark.parametrize("step", STEPS)
def test_a_step_of_writing_that_fails_loses_nothing_and_stops_no_other_file(
    command: str, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    old = in_place(tmp_path).read_bytes()
    write(tmp_path, "b.yaml", old)
    monkeypatch.setattr(step, failing_once(step))
    run = bluke(*command.split())
    assert run.status == 2
    assert run.err == "bluke: a.yaml: No space left on device; nothing was changed\nb.yaml: changed\n"
    left = contents(tmp_path)
    assert sorted(left) == ["a.yaml", "b.yaml"]
    assert left["a.yaml"] == old
    assert left["b.yaml"] != old


def failing_once(step: str) -> Callable[..., object]:
    """What is called *step*, with the first call failing as on a full disk."""
    module, name = step.split(".")
    real = getattr(__import__(module), name)
    calls = iter([True])

    def called(*arguments: object, **more: object) -> object:
        if next(calls, False):
            raise OSError(28, "No space left on device")
        return real(*arguments, **more)

    return called


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, "deal", "old")
    command = f"ulimit -f 1; '{sys.executable}' -m bluke_cli deal --seed a -o deal"
    run = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment(), capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (2, b"bluke: deal: File too large\n")
    assert contents(tmp_path) == {"deal": b"old"}


def test_kill_9_leaves_the_old_file(tmp_path: Path) -> None:
    write(tmp_path, "deals", "old")
    with start("deal", "-n", "1000000", "-o", "deals", cwd=tmp_path) as child:
        end = time.monotonic() + 20
        while sum(path.stat().st_size for path in tmp_path.iterdir()) < 100_000:
            assert time.monotonic() < end
            time.sleep(0.01)
        child.kill()
    assert (tmp_path / "deals").read_text() == "old"
    # what is left over cannot be taken for a record: it is hidden, and its name ends otherwise
    left = [path.name for path in tmp_path.iterdir() if path.name != "deals"]
    assert all(name.startswith(".deals.") and name.endswith(".new") for name in left)


def test_in_place_refuses_what_it_cannot_do_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts: dict[str, bytes] = {
        "broken.yaml": SHEET.replace("7H", "7X").encode(),
        "packed.yaml.gz": gzip.compress(SHEET.encode()),
        "empty.yaml": b"",
    }
    for name, data in texts.items():
        write(tmp_path, name, data)
    in_place(tmp_path)
    for command in ("fmt", "rescore"):
        in_place(tmp_path)
        run = bluke(command, "--in-place", "missing", ".", *texts, "a.yaml")
        assert run.status == 2
        assert [line.split(":")[0] for line in run.err.splitlines() if not line.startswith("bluke: ")][-1] == "a.yaml"
        assert {name: (tmp_path / name).read_bytes() for name in texts} == texts
        assert sorted(contents(tmp_path)) == sorted([*texts, "a.yaml"])
    with_comment = in_place(tmp_path, "# ours\n" + SHEET.replace("[2, 1]", "[ 2,1 ]"))
    run = bluke("fmt", "--in-place", "a.yaml")
    assert (run.status, run.out) == (2, "")
    assert run.err == "bluke: a.yaml: it has comments, which the canonical form does not keep; nothing was changed\n"
    assert with_comment.read_text().startswith("# ours\n")
    assert bluke("rescore", "--in-place", "a.yaml").status == 0
    assert with_comment.read_text().startswith("# ours\n")
    assert bluke("fmt", "--in-place", "-").status == 2


@pytest.mark.parametrize(
    ("command", "name", "data", "status"),
    [
        *[
            (command, *refused)
            for command in ("fmt --in-place", "rescore --in-place", "validate --fix")
            for refused in (
                ("a.yaml", SHEET.replace("7H", "7XX").encode(), 1),  # the record is at fault
                ("a.yaml", b"", 1),
                ("a.yaml", b"[", 1),
                ("a.yaml", b"\xff", 1),
                ("a.yaml.gz", gzip.compress(SHEET.encode()), 2),  # the file itself is in the way
                ("missing", None, 2),
            )
        ],
        ("fmt --in-place", "a.yaml", b"# ours\n" + SHEET.replace(": 1", ":  1").encode(), 2),
        ("rescore --in-place", "a.yaml", SHEET.encode() + b"winners: [Ann, # well\n  Bo]\n", 2),
    ],
)
def test_a_file_that_stays_as_it_is_counts_by_what_is_in_the_way(
    command: str, name: str, data: bytes | None, status: int, tmp_path: Path
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    run = bluke(*command.split(), str(path))
    assert run.status == status, run
    assert run.err
    assert data is None or path.read_bytes() == data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("command", ["fmt --in-place", "rescore --in-place", "validate --fix"])
def test_a_pipe_is_not_changed_in_place(command: str, tmp_path: Path) -> None:
    """To read one takes what is in it, and to write to one waits for a reader."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    if "validate" in command:  # which reads it afterwards
        threading.Thread(target=pipe.write_text, args=("[",), daemon=True).start()
    run = process(*command.split(), str(pipe))
    assert run.status == 2
    assert run.err.startswith(f"bluke: {pipe}: no plain file, so it cannot be changed in place\n")


def test_a_file_without_a_name_is_named_all_the_same() -> None:
    assert bluke("deal", "--seed", "a", "-o", "").err == "bluke: '': Is a directory\n"
    assert "no finding ''" in bluke("explain", "").err
    assert bluke("replay", "--from", "", stdin=SHEET).err == "bluke: -, record 1: there is no player and no seat ''\n"
