"""The three questions of docs/tables.md, put to each tool that is there; all must give the answers of the document."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.running import bluke, shell

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```(\w+) (answer|duckdb|pandas|mlr|jq) ([123])\n(.*?)```", re.DOTALL)


def blocks() -> dict[tuple[str, str], str]:
    text = (ROOT / "docs/tables.md").read_text(encoding="utf-8")
    return {(tool, number): inside for _, tool, number, inside in BLOCK.findall(text)}


BLOCKS = blocks()
ASKED = [key for key in BLOCKS if key[0] != "answer"]


@pytest.mark.parametrize(("tool", "number"), ASKED, ids=[" ".join(key) for key in ASKED])
def test_each_tool_gives_the_same_answer(tool: str, number: str, tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    games = str(ROOT / "samples/valid/games.jsonl")
    assert bluke("convert", games, "--to", "csv-long", "-o", str(tmp_path / "games.csv")).status == 0
    assert answer(tool, BLOCKS[tool, number], tmp_path) == BLOCKS["answer", number]


def answer(tool: str, question: str, folder: Path) -> str:
    if tool in ("mlr", "jq"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} here")
        run = shell(question, folder)
        assert (run.status, run.err) == (0, "")
        return run.out
    if importlib.util.find_spec(tool) is None:
        pytest.skip(f"no {tool} here")
    names: dict[str, object] = {}
    exec(f"import os, {tool}; os.chdir({str(folder)!r})", names)
    if tool == "pandas":
        exec(question, names)
        return str(names["answer"].to_csv(index=False))  # type: ignore[attr-defined]
    exec(f"answer = duckdb.sql({question!r})", names)
    found: object = names["answer"]
    rows = [found.columns, *found.fetchall()]  # type: ignore[attr-defined]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def test_every_tool_is_asked_every_question() -> None:
    assert sorted(ASKED) == sorted((tool, number) for tool in ("duckdb", "pandas", "mlr", "jq") for number in "123")
