"""Whether a YAML text has comments, which a canonical form does not keep."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bluke_cli.record.nodes import Node
from bluke_cli.record.tree import Loaded

_HASH = re.compile(r"(?:^|(?<=\s))#", re.MULTILINE)


def has_comments(loaded: Loaded) -> bool:
    """Return whether a comment stands in the text of a YAML document that could be read."""
    if loaded.document.kind != "yaml" or loaded.node is None or "#" not in loaded.text:
        return False
    texts = [(node.start, node.end) for node in _scalars(loaded.node)]
    return any(not any(start <= found.start() < end for start, end in texts) for found in _HASH.finditer(loaded.text))


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
