"""Whether a YAML text has comments, which a canonical form does not keep."""

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
    text, at, bare = root.lines.text, 0, []
    for node in _scalars(root):
        bare.append(text[at : node.start])
        at = node.end
    return _COMMENT.findall(" ".join([*bare, text[at:]]))


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
