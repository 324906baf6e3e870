"""Fuzzing by hand: `python tests/fuzz.py SECONDS [SEED]` damages samples at random and judges what comes of it.

Some are damaged as bytes, some as values, as in `tests/clients/mutants.py`. Whatever the bytes, there are findings and
no exception; every finding has a code and a place; a second look finds the same; what is called sound can be written
and read again. What can be read at all can be shown in every form, told, rescored into something that can be read, and
compared with itself. No input takes more than 5 s for each MB begun, and none more than 300 MB. Stops at the first
input that breaks this, and keeps it.
"""

from __future__ import annotations

import io
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # as a program, it finds the other tests so

from bluke_cli.audit.diff import compare
from bluke_cli.audit.doctor import Budget
from bluke_cli.audit.examine import Examined, examine_stream
from bluke_cli.audit.rescore import rescored
from bluke_cli.audit.sides import side_of
from bluke_cli.diagnostics import CODES
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading
from bluke_cli.record.writer import write_jsonl, write_yaml
from bluke_cli.replay.identity import identity, normalised
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.scope import Scope
from bluke_cli.replay.story import tell
from bluke_cli.replay.table import table_of
from bluke_cli.report.findings import finding_json, finding_line
from bluke_cli.report.forms import FORMS, form_of
from bluke_cli.report.replay import event_lines
from bluke_cli.report.sheet import score_sheet
from bluke_cli.report.text import visible
from tests.clients.mutants import changed, sources

SAMPLES = [
    path
    for path in (Path(__file__).parent.parent / "samples").rglob("*")
    if path.suffix in (".yaml", ".json", ".jsonl")
]
SECONDS_PER_MB, MOST_MEMORY = 5, 300 * 2**20
TOKENS = (
    b'"', b"'", b"[", b"]", b"{", b"}", b":", b": ", b",", b"- ", b"---\n", b"...\n", b"\n", b"\t", b"\r\n",
    b"#", b"!", b"&a ", b"*a", b"<<: ", b"|", b">", b"%", b"null", b"true", b"~", b"0", b"-1", b"1e9",
    b"99999999999999999999", b"x-a", b"HI", b"LO", b"7C!", b"10H", b"\xe2\x99\xa5", b"\xff", b"\x00",
    b"\xed\xa0\x80", b"\\ud800", b"\xef\xbb\xbf", b"bluke", b"hands", b"tricks", b"took", b"bids", b"dealt",
    b"rules", b"schedule", b"13-1-13", b"players", b"cut", b"up",
)  # fmt: skip


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return *data* with a few random changes."""
    text = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        end = min(end, at + rng.choice((0, 1, 1, 4, 40, 400)))
        kind = rng.randrange(6)
        if kind == 0:
            del text[at:end]
        elif kind == 1:
            text[at:at] = rng.choice(TOKENS)
        elif kind == 2:
            text[at:end] = rng.choice(TOKENS)
        elif kind == 3:
            text[at:at] = text[at:end]
        elif kind == 4 and at < len(text):
            text[at] = rng.randrange(256)
        else:
            lines = bytes(text).split(b"\n")
            one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one], lines[two] = lines[two], lines[one]
            text = bytearray(b"\n".join(lines))
    return bytes(text)


def damaged_value(values: list[Any], rng: random.Random) -> bytes:
    """Return one of *values* with a few random changes, as JSON; which is YAML, too."""
    value = rng.choice(values)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        value = changed(value, rng)
    return json.dumps(value, indent=rng.choice((None, None, 2))).encode()


def judge(data: bytes, name: str) -> None:
    """Judge *data*; AssertionError or whatever is raised is a fault of the program."""
    for examined in examine_stream(io.BytesIO(data), name, budget=Budget(left=2000, for_one_hand=1000)):
        for finding in examined.findings:
            assert finding.code in CODES, finding
            assert (finding.line or 0) > 0, finding
            assert (finding.column or 0) > 0, finding
            line = finding_line(finding)
            assert line == visible(line), line
            finding_json(finding)
        for form in FORMS:
            shown = list(form_of(form, room=60).about(examined.reading, examined.findings))
            assert bool(shown) >= bool(examined.findings), form
        reading = examined.reading
        if reading is not None and reading.record is not None:
            use(reading, reading.record)
            if not reading.findings:
                check_written(examined, reading.record)


def use(reading: Reading, record: GameRecord) -> None:
    """Do with a record all that can be done with one that is not sound."""
    for viewer in (None, 0):
        for why in (False, True):
            for line in event_lines(tell(record, Scope(viewer=viewer, why=why), reading.damaged), record.players):
                assert line == visible(line), line
    table = table_of(record)
    score_sheet(record, table, *settle(record, table))
    assert compare(side_of(record, reading.damaged), side_of(record, reading.damaged)) == []
    right = rescored(record)
    assert rescored(right) == right
    (second,) = examine_stream(io.BytesIO(write_jsonl(right).encode()), "x.jsonl")
    assert second.reading is not None
    assert second.reading.findings == []


def check_written(examined: Examined, record: GameRecord) -> None:
    """Check that a record of the right shape is the same when it is written and read again."""
    again = normalised(record)
    for text, kind in ((write_jsonl(again), "x.jsonl"), (write_yaml(again), "x.yaml")):
        (second,) = examine_stream(io.BytesIO(text.encode()), kind)
        assert second.reading is not None
        assert second.reading.record is not None, second.findings
        assert identity(second.reading.record) == identity(record)
        codes = sorted(found.code for found in examined.findings)
        assert sorted(found.code for found in second.findings) == codes, second.findings


def _peak_memory() -> int:
    """Return how many bytes this process has held at most; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main(seconds: float, seed: str) -> int:
    """Fuzz for so long; return the exit status."""
    rng, start, count, slowest = random.Random(seed), time.monotonic(), 0, 0.0
    values = sources(rng)
    while time.monotonic() - start < seconds:
        path = rng.choice(SAMPLES)
        data = damaged(path.read_bytes(), rng) if rng.random() < 0.7 else damaged_value(values, rng)
        name = rng.choice((path.name, path.name, "x.yaml", "x.json", "x.jsonl", "-"))
        before = time.process_time()
        try:
            judge(data, name)
            taken = time.process_time() - before
            assert taken < SECONDS_PER_MB * (1 + len(data) // 2**20), f"{taken:.1f} s"
            assert (peak := _peak_memory()) < MOST_MEMORY, f"{peak / 2**20:.0f} MB"
        except BaseException:
            Path("fuzz-failure.bin").write_bytes(data)
            print(f"seed {seed}, input {count} as {name}, kept in fuzz-failure.bin", file=sys.stderr)
            raise
        slowest = max(slowest, taken)
        count += 1
    memory = f"{_peak_memory() / 2**20:.0f} MB at most"
    print(f"{count} inputs in {seconds:.0f} s, none broke it; the slowest took {slowest:.2f} s, {memory}")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else str(time.time_ns())))
