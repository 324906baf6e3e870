"""Which of other people's programs are here; a test passes over those that are not.

`BLUKE_NODE_MODULES` names a folder into which npm has installed ajv, yaml-language-server, @microsoft/jest-sarif and
@microsoft/sarif-multitool. The others are looked for on the PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NODE_MODULES = Path(os.environ.get("BLUKE_NODE_MODULES", "no-node-modules")).absolute()


def needs(*programs: str) -> pytest.MarkDecorator:
    """Pass over a test where one of these programs is not on the PATH."""
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"no {' and no '.join(missing)} here")


def needs_package(name: str) -> pytest.MarkDecorator:
    """Pass over a test where there is no Node, or not this file of a package of npm."""
    is_here = shutil.which("node") is not None and (NODE_MODULES / name).exists()
    return pytest.mark.skipif(not is_here, reason=f"no node here, or BLUKE_NODE_MODULES holds no {name}")


def run(*command: str | Path, text: str = "", status: int | None = 0) -> str:
    """Run a program with *text* as its input; return its output. Any *status* but that, None for any, is a fault."""
    child = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert status in (None, child.returncode), child.stderr
    return child.stdout
