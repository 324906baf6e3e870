"""Stretches of a text replaced, and where the pieces of a YAML text stand: what edits in place are made of.

Not here: what is to be changed (`edit`).
"""

from __future__ import annotations

from dataclasses import dataclass

from bluke_cli.record.nodes import Node, line_end


@dataclass(frozen=True, slots=True)
class Splice:
    """`text` takes the place of what stands from `start` to `end`."""

    start: int
    end: int
    text: str


def spliced(text: str, splices: list[Splice]) -> str:
    """Return *text* with all *splices* made; those at one place keep their order."""
    pieces, at = [], 0
    for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
        pieces += [text[at : splice.start], splice.text]
        at = splice.end
    return "".join([*pieces, text[at:]])


def end_of(node: Node) -> int:
    """Return where a node's last character stands: parsers give block styles what follows them as well."""
    if node.kind in ("map", "seq") and not node.style:
        last = node.value[-1] if node.value else None
        return node.start if last is None else end_of(last[1] if isinstance(last, tuple) else last)
    return node.start + len(node.lines.text[node.start : node.end].rstrip())


def end_of_line(text: str, at: int) -> tuple[int, str]:
    """Return where the line of *at* ends, before its line break, and the line break that the text uses."""
    end = text.find(line_end(text), at)
    line_break = "\r\n" if "\r\n" in text else line_end(text)
    if end < 0:
        return len(text), line_break
    return (end - 1 if text[end - 1 : end] == "\r" and end > at else end), line_break


def margin(text: str, at: int) -> str:
    """Return what stands on the line of *at* before it."""
    return text[text.rfind(line_end(text), 0, at) + 1 : at]


def has_comment_inside(old: Node) -> bool:
    """Tell whether a comment stands between the entries of a list."""
    text, at = old.lines.text, old.start
    for entry in old.value:
        if "#" in text[at : entry.start]:
            return True
        at = end_of(entry)
    return "#" in text[at : end_of(old)]
