"""What a repair changes in the text of a record: the shortest stretch to replace, and what to put there.

For editors and other programs that apply a repair themselves. Like an edit in place (`edit`), a patch is only offered
if the text that it makes reads as the old record with the changes and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from bluke_cli.diagnostics import Edit, Finding, Path
from bluke_cli.errors import BlukeError
from bluke_cli.record.edit import edit_claims, value_at
from bluke_cli.record.edit_json import edit_json, reads_as
from bluke_cli.record.nodes import Lines
from bluke_cli.record.splices import Splice, spliced
from bluke_cli.record.tree import Loaded

MAX_LENGTH = 2**16
"""Characters of a record that is looked at: each patch reads it again."""


@dataclass(frozen=True, slots=True)
class Patch:
    """`text` takes the place of what stands from `start` up to and without `end`, each a line and column."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def patch(loaded: Loaded, finding: Finding) -> Patch | None:
    """Return the patch that makes the repair that a finding suggests, None where none is known to be right."""
    old = loaded.text
    if not loaded.parsed or len(old) > MAX_LENGTH:
        return None
    if finding.code == "unknown-key" and finding.fix is not None:
        new = _with_key(loaded, finding.path, finding.fix)
    else:
        new = _edited(loaded, finding.edits or _edits_of(loaded, finding))
    if new is None or new == old:
        return None
    start, end = _difference(old, new)
    lines = Lines(old, loaded.document.line, loaded.document.line_end)
    return Patch(lines.place(start), lines.place(end), new[start : len(new) - (len(old) - end)])


def _edits_of(loaded: Loaded, finding: Finding) -> Sequence[Edit]:
    """Return the edits of a finding that only says in words what to write."""
    if finding.fix is None or finding.code not in ("bad-card", "unknown-player"):
        return ()
    if finding.card is None:
        return ((finding.path, finding.fix),)
    tokens = str(value_at(loaded.value, finding.path)).split()
    tokens[finding.card] = finding.fix
    return ((finding.path, " ".join(tokens)),)


def _edited(loaded: Loaded, edits: Sequence[Edit]) -> str | None:
    """Return the text with *edits* made, None where that cannot be done."""
    if not edits:
        return None
    try:
        return edit_claims(loaded.text, edits) if loaded.document.kind == "yaml" else edit_json(loaded, edits)
    except BlukeError:
        return None


def _with_key(loaded: Loaded, path: Path, name: str) -> str | None:
    """Return the text with the key at *path* called *name*, None where such a key is there already."""
    *above, old = path
    wanted = deepcopy(loaded.value)
    parent, node = value_at(wanted, above), None if loaded.node is None else loaded.node.at(above)
    if name in parent:
        return None
    parent[name] = parent.pop(old)
    pair = None if node is None else node.child(old)
    if pair is None or pair[0] is None:
        return None
    key = f'"{name}"' if pair[0].style or loaded.document.kind != "yaml" else name
    text = spliced(loaded.text, [Splice(pair[0].start, pair[0].end, key)])
    return text if reads_as(loaded, text, wanted) else None


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
