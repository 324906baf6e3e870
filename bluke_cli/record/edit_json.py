"""Edits in place of a record that is JSON: values put in the place of others, and the layout around them kept.

Not here: keys that come or go; whoever asks for them writes the record anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from bluke_cli.diagnostics import Edit
from bluke_cli.record.edit import value_at
from bluke_cli.record.nodes import Node
from bluke_cli.record.splices import Splice, spliced
from bluke_cli.record.tree import Loaded, load


def edit_json(loaded: Loaded, edits: Sequence[Edit]) -> str | None:
    """Return the text with *edits* of what is there, None where they are not of that kind."""
    wanted = deepcopy(loaded.value)
    splices: list[Splice] = []
    for path, value in edits:
        node = None if loaded.node is None else loaded.node.at(path)
        if node is None or value is None:
            return None
        splices += _splices(node, value_at(wanted, path), value)
        value_at(wanted, path[:-1])[path[-1]] = value
    text = spliced(loaded.text, splices)
    return text if reads_as(loaded, text, wanted) else None


def reads_as(loaded: Loaded, text: str, wanted: Any) -> bool:
    """Return whether a record would, with *text* as its text, have the value that is wanted."""
    again = load(replace(loaded.document, raw=text.encode()))
    return again.parsed and bool(again.value == wanted)


def _splices(node: Node, old: Any, new: Any) -> Iterator[Splice]:
    """Yield the splices that make *new* of *old*: entry by entry where a list keeps its length."""
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for entry, *values in zip(node.value, old, new, strict=True):
            yield from _splices(entry, *values)
    elif old != new:
        yield Splice(node.start, node.end, _written(new, node))


def _written(value: Any, node: Node) -> str:
    """Return *value* as JSON, on one line, with spaces if there are any in what it replaces."""
    if isinstance(value, list) and isinstance(node.value, list) and " " not in node.lines.text[node.start : node.end]:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(value, ensure_ascii=False)
