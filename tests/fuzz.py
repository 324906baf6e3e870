"""Fuzzing by hand: `python tests/fuzz.py SECONDS [SEED]` damages samples at random and judges what comes of it.

Whatever the bytes, there are findings and no exception; every finding has a code and a place; a second look finds the
same; what is called sound can be written and read again. Stops at the first input that breaks this, and keeps it.
"""

from __future__ import annotations

import io
import random
import sys
import time
from pathlib import Path

from bluke_cli.audit.budget import Budget
from bluke_cli.audit.examine import examine_stream
from bluke_cli.diagnostics import CODES
from bluke_cli.record.writer import write_jsonl, write_yaml
from bluke_cli.replay.identity import identity, normalised
from bluke_cli.report.findings import finding_json, finding_line
from bluke_cli.report.text import visible

SAMPLES = [
    path
    for path in (Path(__file__).parent.parent / "samples").rglob("*")
    if path.suffix in (".yaml", ".json", ".jsonl")
]
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
        reading = examined.reading
        if reading is not None and reading.record is not None and not reading.findings:
            again = normalised(reading.record)
            for text, kind in ((write_jsonl(again), "x.jsonl"), (write_yaml(again), "x.yaml")):
                (second,) = examine_stream(io.BytesIO(text.encode()), kind)
                assert second.reading is not None
                assert second.reading.record is not None, second.findings
                assert identity(second.reading.record) == identity(reading.record)
                codes = sorted(found.code for found in examined.findings)
                assert sorted(found.code for found in second.findings) == codes, second.findings


def main(seconds: float, seed: str) -> int:
    """Fuzz for so long; return the exit status."""
    rng, start, count, slowest = random.Random(seed), time.monotonic(), 0, 0.0
    while time.monotonic() - start < seconds:
        path = rng.choice(SAMPLES)
        data = damaged(path.read_bytes(), rng)
        name = rng.choice((path.name, path.name, "x.yaml", "x.json", "x.jsonl", "-"))
        before = time.process_time()
        try:
            judge(data, name)
        except BaseException:
            Path("fuzz-failure.bin").write_bytes(data)
            print(f"seed {seed}, input {count} as {name}, kept in fuzz-failure.bin", file=sys.stderr)
            raise
        slowest = max(slowest, time.process_time() - before)
        count += 1
    print(f"{count} inputs in {seconds:.0f} s, none broke it; the slowest took {slowest:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else str(time.time_ns())))
