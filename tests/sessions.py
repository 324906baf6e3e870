"""Golden sessions: what is typed in a shell, and what it answers.

A **session** is a text file, or a Markdown file with ``console`` blocks. Its steps run in order, each in a bash of its
own, all in one fresh folder that holds a copy of `samples/`::

    $ printf 'one\ntwo\n' | tail -1
    two
    $ false
    [exit 1]

A line ``> more`` under the command continues it, as in a shell. ``[exit 0]`` is left out. Output is stdout and stderr
as a terminal would show them. ``…`` stands for any text within a line; alone on a line for one or more lines. Text
before the first command of a file is for the reader. Markdown blocks marked ``yaml record``, ``json record`` and
``jsonl record`` are records that must be valid; ``yaml record revoke`` is one that must give exactly that finding.

Run as a program, it writes the output of the named files anew: ``python tests/sessions.py FILE…``. Read the diff.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import bluke_cli

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 120
FENCE = re.compile(r"^(`{3,})(.*)$")
EXIT = re.compile(r"\[exit (\d+)\]")


@dataclass(frozen=True, slots=True)
class Step:
    """One command with the output that it should give; `line` is the line of its ``$``, `end` its last line, from 1."""

    line: int
    end: int
    command: str
    output: tuple[str, ...] = ()
    status: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """A record shown in a document: its kind, its text, and the one code it should give ("" for a valid one)."""

    line: int
    kind: str
    text: str
    code: str


def parse_steps(lines: list[tuple[int, str]]) -> list[Step]:
    """Return the steps of numbered lines; what stands before the first ``$`` is left out."""
    steps: list[Step] = []
    typing = False
    for number, line in lines:
        if line.startswith("$ "):
            steps.append(Step(number, number, line[2:]))
            typing = True
        elif typing and (line == ">" or line.startswith("> ")):
            steps[-1] = replace(steps[-1], end=number, command=f"{steps[-1].command}\n{line[2:]}")
        elif steps:
            typing = False
            steps[-1] = _with_line(steps[-1], number, line)
    return [replace(step, output=_without_blank_end(step.output)) for step in steps]


def _with_line(step: Step, number: int, line: str) -> Step:
    if found := EXIT.fullmatch(line):
        return replace(step, end=number, status=int(found[1]))
    return replace(step, end=number if line else step.end, output=(*step.output, line))


def _without_blank_end(lines: tuple[str, ...]) -> tuple[str, ...]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def blocks(text: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield the fenced blocks of a Markdown text: the words after the fence, and the numbered lines inside."""
    fence, info, inside = "", "", []
    for number, line in enumerate(text.split("\n"), 1):
        found = FENCE.match(line)
        if not fence and found:
            fence, info, inside = found[1], found[2].strip(), []
        elif fence and line.strip() == fence:
            yield info, inside
            fence = ""
        elif fence:
            inside.append((number, line))
    if fence:
        raise ValueError(f"the block '{fence}{info}' is not closed")


def read_steps(path: Path) -> list[Step]:
    """Return the steps of a session file, or those of all ``console`` blocks of a Markdown file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".md":
        return parse_steps(list(enumerate(text.split("\n"), 1)))
    return [step for info, inside in blocks(text) if info == "console" for step in parse_steps(inside)]


def read_samples(path: Path) -> list[Sample]:
    """Return the blocks of a Markdown file that are marked as records."""
    samples = []
    for info, inside in blocks(path.read_text(encoding="utf-8")):
        kind, *words = info.split() or [""]
        if words[:1] == ["record"]:
            text = "".join(f"{line}\n" for _, line in inside)
            samples.append(Sample(inside[0][0], kind, text, " ".join(words[1:])))
    return samples


@contextmanager
def table() -> Iterator[Callable[[str], tuple[list[str], int]]]:
    """Lay a fresh folder with `samples/`; yield the function that runs a command there.

    The function returns the lines of output and the exit status. `bluke` is the tool of the running interpreter.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work, tools, home = folder / "work", folder / "bin", folder / "home"
        for part in (work, tools, home):
            part.mkdir()
        shutil.copytree(ROOT / "samples", work / "samples")
        shim = tools / "bluke"
        shim.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bluke_cli \"$@\"\n", encoding="utf-8")
        shim.chmod(0o755)
        environment = {
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(bluke_cli.__file__).parent.parent),
            "PYTHONUNBUFFERED": "1",  # stdout and stderr mix as on a terminal
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "NO_COLOR": "1",
            "COLUMNS": "80",
            "TERM": "dumb",
        }
        yield lambda command: _run(command, work, environment)


def _run(command: str, folder: Path, environment: dict[str, str]) -> tuple[list[str], int]:
    """Run one command with nothing to read; kill all of it when it takes too long."""
    child = subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output, _ = child.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise
    lines = output.decode("utf-8", "backslashreplace").split("\n")
    return list(_without_blank_end(tuple(lines))), child.returncode


def agrees(expected: tuple[str, ...], actual: list[str]) -> bool:
    """Tell whether the output is the expected one; a ``…`` that is really there matches too."""
    parts = []
    for line in expected:
        if line == "…":
            parts.append(r"(?:[^\n]*\n)+")
        else:
            parts.append("[^\n]+".join(map(re.escape, line.split("…"))) + "\n")
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in actual)) is not None


def differences(steps: list[Step]) -> Iterator[str]:
    """Run the steps in a fresh folder; yield one text for each that does not answer as written."""
    with table() as run:
        for step in steps:
            actual, status = run(step.command)
            if status != step.status or not agrees(step.output, actual):
                yield "\n".join(
                    [
                        f"line {step.line}: $ {step.command}",
                        *(f"  expected  {line}" for line in (*step.output, f"[exit {step.status}]")),
                        *(f"  answered  {line}" for line in (*actual, f"[exit {status}]")),
                    ]
                )


def misjudged(samples: list[Sample]) -> Iterator[str]:
    """Validate the samples; yield one text for each that does not give the codes it is marked with."""
    with table() as run:
        for complete in (False, True):
            chosen = {f"{sample.line}.{sample.kind}": sample for sample in samples if _is_complete(sample) is complete}
            if not chosen:
                continue
            for name, sample in chosen.items():
                run(f"cat >{name} <<'END OF RECORD'\n{sample.text}END OF RECORD")
            option = "--complete" if complete else ""
            lines, status = run(f"bluke validate --format json {option} {' '.join(chosen)} 2>errors")
            found = [finding for finding in map(json.loads, lines) if finding.get("severity") == "error"]
            if status != (1 if found else 0):
                yield f"bluke validate ended with status {status}: {run('cat errors')[0]}"
            for name, sample in chosen.items():
                codes = [finding["code"] for finding in found if finding["file"] == name]
                if codes != ([sample.code] if sample.code else []):
                    yield f"line {sample.line}: marked {sample.code or 'valid'}, found {codes or 'valid'}"


def _is_complete(sample: Sample) -> bool:
    """Tell whether a sample is to be judged as a complete game; only then is `incomplete` an error."""
    return sample.code == "incomplete"


def rewrite(path: Path) -> bool:
    """Write the output in a session or Markdown file anew; return whether that changed it.

    Where the output still agrees, the text stays as it is, its ``…`` included.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    steps = read_steps(path)
    changed = False
    with table() as run:
        answers = [run(step.command) for step in steps]
    for step, (actual, status) in reversed(list(zip(steps, answers, strict=True))):
        if status != step.status or not agrees(step.output, actual):
            typed = step.line + step.command.count("\n")
            lines[typed : step.end] = [*actual, *([f"[exit {status}]"] if status else [])]
            changed = True
    if changed:
        path.write_text("\n".join(lines), encoding="utf-8")
    return changed


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        if rewrite(Path(argument)):
            print(f"written anew: {argument}")
