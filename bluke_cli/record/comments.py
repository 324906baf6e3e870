"""The comments of a YAML text, which a canonical form does not keep."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bluke_cli.record.nodes import Node
from bluke_cli.record.tree import Loaded

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\r\n]*")


def has_comments(loaded: Loaded) -> bool:
    """Return whether a comment stands in the text of a YAML document that could be read."""
    if loaded.document.kind != "yaml" or loaded.node is None or "#" not in loaded.text:
        return False
    return bool(comments(loaded.node))


def comments(root: Node) -> list[str]:
    """Return the comments in the text of a tree."""
    return [comment for _, comment in _comments_with_places(root)]


def comments_between(root: Node, start: int, end: int) -> list[str]:
    """Return the comments that begin between two offsets of the text of a tree."""
    return [comment for at, comment in _comments_with_places(root) if start <= at < end]


def _comments_with_places(root: Node) -> Iterator[tuple[int, str]]:
    """Yield each comment and its offset: they stand between scalars, which may look like comments themselves."""
    text, at = root.lines.text, 0
    for start, end in [*((node.start, node.end) for node in _scalars(root)), (len(text), len(text))]:
        yield from ((at + found.start(), found[0]) for found in _COMMENT.finditer(text[at:start]))
        at = end


def _scalars(node: Node) -> Iterator[Node]:
    if node.kind == "map":
        for key, value in node.value:
            yield key
            yield from _scalars(value)
    elif node.kind == "seq":
        for value in node.value:
            yield from _scalars(value)
    else:
        yield node
