"""What a repair changes in the text of a record: the shortest stretch to replace, and what to put there.

For editors and other programs that apply a repair themselves. Like an edit in place (`edit`), a patch is only offered
if the text that it makes reads as the old record with the changes and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from bluke_cli.errors import BlukeError
from bluke_cli.record.edit import Change, edit_claims
from bluke_cli.record.nodes import Lines, Node
from bluke_cli.record.tree import Loaded, load

MAX_LENGTH = 2**16
"""Characters of a record that is looked at: each patch reads it again."""


@dataclass(frozen=True, slots=True)
class Patch:
    """`text` takes the place of what stands from `start` up to and without `end`, each a line and column."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def patch(loaded: Loaded, changes: Sequence[Change]) -> Patch | None:
    """Return the patch that makes *changes*, None where there is none that is known to be right."""
    old = loaded.text
    if not changes or not loaded.parsed or len(old) > MAX_LENGTH:
        return None
    try:
        new = edit_claims(old, changes) if loaded.document.kind == "yaml" else _edited_json(loaded, changes)
    except BlukeError:
        return None
    if new is None or new == old:
        return None
    start, end = _difference(old, new)
    lines = Lines(old, loaded.document.line)
    return Patch(lines.place(start), lines.place(end), new[start : len(new) - (len(old) - end)])


def _difference(old: str, new: str) -> tuple[int, int]:
    """Return where in *old* the stretch begins and ends that differs from *new*, whole words of it."""
    start = _same(old, new)
    most = min(len(old), len(new)) - start
    same = _same(old[len(old) - most :][::-1], new[len(new) - most :][::-1])
    end = len(old) - same
    while start and _is_in_word(old[start - 1]):
        start -= 1
    while end < len(old) and _is_in_word(old[end]):
        end += 1
    return start, end


def _same(first: str, second: str) -> int:
    """Return how many characters at the beginning are the same."""
    return next(
        (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )


def _is_in_word(char: str) -> bool:
    return char.isalnum() or char in "-_"


def _edited_json(loaded: Loaded, changes: Sequence[Change]) -> str | None:
    """Return the text with *changes* to single values that are there, None where they are no such changes."""
    wanted, text = deepcopy(loaded.value), loaded.text
    places = []
    for path, value in changes:
        node: Node | None = loaded.node
        parent: Any = wanted
        for step in path:
            found = node.child(step) if node is not None else None
            node = found[1] if found is not None else None
        if node is None or node.kind not in ("text", "plain") or isinstance(value, list | dict):
            return None
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = value
        places.append((node.start, node.end, json.dumps(value, ensure_ascii=False)))
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    again = load(replace(loaded.document, raw=text.encode()))
    return text if again.parsed and again.value == wanted else None
