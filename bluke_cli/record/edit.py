"""Claims changed in a YAML text that a person wrote: comments, layout and everything else stay as they stand.

An edit has the path ``("final",)`` or ``("hands", 3, "took")``, or that of an entry of such a list. A hand, ``("hands",
3)``, can be put on behind the last, or the last taken off. Edits become **splices** into the text, found by the places
of its tree. Whatever the layout, the outcome is read again before it is handed back: it must be the old record with the
edits and nothing else, and with all its comments, or they are refused. So the code below may overlook a layout, but it
cannot spoil a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from io import BytesIO
from typing import Any

from bluke_cli.diagnostics import Edit, Path
from bluke_cli.errors import BlukeError
from bluke_cli.record.comments import comments
from bluke_cli.record.feed import BOM
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.record.nodes import Node
from bluke_cli.record.removals import take_off, take_out
from bluke_cli.record.source import Document, read_documents
from bluke_cli.record.splices import Splice, end_of, end_of_line, has_comment_inside, margin, spliced
from bluke_cli.record.tree import load
from bluke_cli.record.writer import flow

_ORDER = {2: tuple(GameRecord.model_fields), 4: tuple(HandRecord.model_fields)}


def edit_stream(data: bytes, edits: Mapping[int, Sequence[Edit]]) -> bytes:
    """Return a YAML stream with *edits*, by record number from 1, made in place; see `edit_claims`."""
    edited, at, line = [], 0, 1
    for document in read_documents(BytesIO(data), "-", "yaml"):
        start = at
        while line < document.line:
            start = data.index(b"\n", start) + 1
            line += 1
        start += len(BOM) if data.startswith(BOM, start) else 0
        if not data.startswith(document.raw, start):
            raise BlukeError("it cannot be changed in place, for it is no plain YAML text")
        edited.append(data[at:start])
        wanted = edits.get(document.number)
        text = edit_claims(document.raw.decode(), wanted).encode() if wanted else document.raw
        edited.append(text)
        at = start + len(document.raw)
        line += document.raw.count(b"\n")
    return b"".join([*edited, data[at:]])


def edit_claims(text: str, edits: Sequence[Edit]) -> str:
    """Return the *text* of one YAML record with *edits* made and all else untouched, character for character.

    Raises BlukeError, with the reason, where that cannot be done.
    """
    node, before = _read(text)
    wanted = deepcopy(before)
    splices: list[Splice] = []
    one_by_one: list[Edit] = []  # what shares commas or braces with its neighbours
    for path, value in sorted(edits, key=lambda change: _rank(change[0])):
        if _is_removal(path, value) or _is_hand(path) or _is_in_empty(node, path):
            one_by_one.append((path, value))
        else:
            splices += _splices(node, path, value)
    edited = spliced(text, splices)
    for path, value in one_by_one:
        edited = spliced(edited, list(_splices(_read(edited)[0], path, value)))
    for path, value in edits:
        set_value(wanted, path, value)
    again, after = _read(edited)
    if after != wanted:
        raise BlukeError("the record is laid out in a way that cannot be changed in place")
    if comments(again) != comments(node):
        raise BlukeError("a comment would be lost or moved; change it by hand")
    return edited


def _read(text: str) -> tuple[Node, Any]:
    """Return tree and value of a YAML record."""
    loaded = load(Document("-", 1, "yaml", text.encode(), 1))
    if loaded.node is None:
        reason = loaded.findings[0].message if loaded.findings else "there is nothing here"
        raise BlukeError(f"the record cannot be changed in place: {reason}")
    return loaded.node, loaded.value


def _rank(path: Path) -> tuple[int, int]:
    """Return where in the record a change belongs, so that keys put in at the same place come in table order."""
    if _is_hand(path):
        return int(path[1]), len(_ORDER[4])
    if path[0] == "hands":
        return int(path[1]), _ORDER[4].index(str(path[2]))
    return len(path) + 10**9, _ORDER[2].index(str(path[0]))


def _is_removal(path: Path, value: object) -> bool:
    """Tell whether a change takes out a key, or a hand; another entry of a list can become null, but not go."""
    return value is None and (isinstance(path[-1], str) or _is_hand(path))


def _is_hand(path: Path) -> bool:
    """Tell whether a change is one of a whole hand."""
    return len(path) == 2 and path[0] == "hands"


def _is_in_empty(root: Node, path: Path) -> bool:
    """Tell whether a change puts a key into an object that has none."""
    node = root.at(path[:-1])
    return node is not None and node.kind == "map" and not node.value


def set_value(record: Any, path: Path, value: object) -> None:
    """Make a change in a record of plain dicts and lists; a key set to None is taken out."""
    parent = value_at(record, path[:-1])
    if _is_removal(path, value):
        parent.pop(path[-1], *[None] * isinstance(parent, dict))
    elif isinstance(parent, list) and path[-1] == len(parent):
        parent.append(value)
    else:
        parent[path[-1]] = value


def value_at(value: Any, path: Iterable[str | int]) -> Any:
    """Return what stands at *path* in plain dicts and lists."""
    for step in path:
        value = value[step]
    return value


def _splices(root: Node, path: Path, value: object) -> Iterator[Splice]:
    """Yield the splices of one change."""
    parent = root.at(path[:-1])
    if parent is None:
        raise BlukeError(f"there is no {_named(path[:-1])} to change in place")
    found = parent.child(path[-1])
    if _is_hand(path) and parent.kind == "seq":
        yield take_off(root, parent) if found is not None else _put_on(parent, value)
    elif found is not None:
        old = found[1]
        if _is_removal(path, value):
            yield take_out(root, parent, str(path[-1]))
        else:
            yield from _replace(old, value, path)
    elif parent.kind != "map":
        raise BlukeError(f"{_named(path[:-1])} is not laid out so that it can be changed in place")
    elif not _is_removal(path, value):
        yield _put_in(parent, str(path[-1]), value, _ORDER[4 if path[0] == "hands" else 2])


def _named(path: Path) -> str:
    """Return what a message calls the thing at *path*."""
    return "/".join(str(step + 1) if isinstance(step, int) else step for step in path)


def _replace(old: Node, value: object, path: Path) -> Iterator[Splice]:
    """Yield the splices that make *value* of *old*: entry by entry where a list keeps its length."""
    if old.kind == "seq" and isinstance(value, list) and 0 < len(old.value) <= len(value):
        for entry, new in zip(old.value, value, strict=False):
            yield from _replace(entry, new, path)
        yield from _lengthen(old, value[len(old.value) :])
    elif old.kind not in ("map", "seq"):
        text = old.lines.text
        if value != old.value:  # a name may stay in the quotes it has
            space = " " if old.start == old.end and text[old.start - 1 : old.start].strip() else ""
            yield Splice(old.start, old.end, space + flow(value))
    elif old.kind == "seq" and has_comment_inside(old):
        raise BlukeError(f"{_named(path)} has another length now, and comments inside it; change it by hand")
    elif old.style:
        yield Splice(old.start, old.end, flow(value))
    elif old.kind == "seq" and isinstance(value, list) and value:
        yield _block_list(old, value)
    else:
        raise BlukeError(f"{_named(path)} cannot be changed in place; change it by hand")


def _lengthen(old: Node, more: list[Any]) -> Iterator[Splice]:
    """Yield the splice that puts more entries behind those of a list."""
    text, at = old.lines.text, end_of(old.value[-1])
    if more and old.style:
        yield Splice(at, at, "".join(f", {flow(entry)}" for entry in more))
    elif more:
        at, line_break = end_of_line(text, at)
        yield Splice(at, at, "".join(f"{line_break}{margin(text, old.start)}- {flow(entry)}" for entry in more))


def _block_list(old: Node, value: list[Any]) -> Splice:
    """Return the splice that gives a list of one entry a line other entries."""
    text = old.lines.text
    between = end_of_line(text, end_of(old))[1] + margin(text, old.start) + "- "
    start = text.index("-", old.start) + 1
    return Splice(start, end_of(old), " " + between.join(flow(entry) for entry in value))


def _put_in(parent: Node, key: str, value: object, order: tuple[str, ...]) -> Splice:
    """Return the splice that gives *parent* another key, after the last of those that come before it in *order*."""
    text = parent.lines.text
    pair = f"{key}: {flow(value)}"
    if not parent.value:
        return Splice(parent.start, parent.end, f"{{{pair}}}")
    rank = {name: number for number, name in enumerate(order)}
    before = [(rank.get(name.value, len(order)), i) for i, (name, _) in enumerate(parent.value)]
    earlier = [entry for entry in before if entry[0] < rank[key]]
    first = parent.value[0][0].start
    if parent.style:
        if not earlier:
            return Splice(first, first, pair + ", ")
        at = end_of(parent.value[max(earlier)[1]][1])
        return Splice(at, at, ", " + pair)
    indent = " " * (parent.value[0][0].column - 1)
    if not earlier:
        return Splice(first, first, pair + end_of_line(text, first)[1] + indent)
    at, line_break = end_of_line(text, end_of(parent.value[max(earlier)[1]][1]))
    return Splice(at, at, line_break + indent + pair)


def _put_on(parent: Node, value: object) -> Splice:
    """Return the splice that gives a list one entry more at its end."""
    text = parent.lines.text
    if parent.style and parent.value:
        at = end_of(parent.value[-1])
        return Splice(at, at, ", " + flow(value))
    if parent.style:
        start = len(text[: parent.start].rstrip())
        return Splice(start, parent.end, f"{end_of_line(text, start)[1]}- {flow(value)}")
    at, line_break = end_of_line(text, end_of(parent))
    return Splice(at, at, f"{line_break}{margin(text, parent.start)}- {flow(value)}")


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Edit]:
    """Yield the edits that make one record of another, both as plain dicts, of the same hands but for the last."""
    yield from (((key,), new.get(key)) for key in {**old, **new} if key != "hands" and old.get(key) != new.get(key))
    for at, (before, after) in enumerate(zip(old["hands"], new["hands"], strict=False)):
        keys = (key for key in {**before, **after} if before.get(key) != after.get(key))
        yield from ((("hands", at, key), after.get(key)) for key in keys)
    yield from ((("hands", at), hand) for at, hand in enumerate(new["hands"]) if at >= len(old["hands"]))
    yield from ((("hands", at), None) for at in reversed(range(len(new["hands"]), len(old["hands"]))))
