"""Whole processes: what a start costs beside the imports it needs. CPU time of the child, user and system.

All that is imported is compiled before, as it is where it was installed or has run once.
Since pydantic loads itself piece by piece, `import pydantic` alone loads next to nothing; a model is what costs.
"""

from __future__ import annotations

import compileall
import importlib.util
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from run import Row

import bluke_cli

SHEET = str(Path(__file__).parent.parent / "samples" / "valid" / "score-sheet.yaml")
SCHEMA = str(Path(__file__).parent.parent / "schemas" / "bluke-record-1.schema.json")


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _runs(*command: str) -> Callable[[], float]:
    def work() -> float:
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return 1.0

    return work


def rows() -> Iterator[Row | str]:
    """Yield the rows about starting."""
    compileall.compile_dir(Path(bluke_cli.__file__).parent, quiet=1)
    click, readers = _runs("-c", "import click"), _runs("-c", "import click, yaml; from pydantic import BaseModel")
    bluke = ("-m", "bluke_cli")
    validate = _runs(*bluke, "validate", SHEET)
    yield Row("bluke --help : import click", _runs(*bluke, "--help"), click, "<= 1.15", "starts", _children)
    yield Row("bluke deal : import click", _runs(*bluke, "deal", "--seed", "x"), click, "<= 1.15", "starts", _children)
    name = "bluke validate : import click, yaml, pydantic.BaseModel"
    yield Row(name, validate, readers, "<= 1.25", "starts", _children)
    if importlib.util.find_spec("check_jsonschema") is None:
        yield "check-jsonschema is not installed: its row is left out"
    else:
        peer = _runs("-m", "check_jsonschema", "--schemafile", SCHEMA, SHEET)
        yield Row("bluke validate : check-jsonschema", validate, peer, "<= 0.6", "starts", _children)
