"""Records for the tests of replay, from short YAML."""

from __future__ import annotations

import io

from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import read_records

HEAD = "bluke: 1\nplayers: [Ann, Bo, Cy]\ndealer: Ann\n"


def record_of(text: str) -> GameRecord:
    """Read one record of YAML, in which nothing may be wrong with the shape."""
    (reading,) = read_records(io.BytesIO(text.encode()), "game.yaml", "yaml")
    assert reading.findings == []
    assert reading.record
    return reading.record
