"""Keys and hands taken out of a YAML text that a person wrote: what they held goes, the comments on it stay.

A comment beside what goes stands on a line of its own then. Not here: what is to be changed, and whether the outcome is
what was wanted (`edit`).
"""

from __future__ import annotations

from bluke_cli.record.comments import comments_between
from bluke_cli.record.nodes import Node, line_end
from bluke_cli.record.splices import Splice, end_of, end_of_line, margin


def take_out(root: Node, parent: Node, key: str) -> Splice:
    """Return the splice that takes a key and its value out of *parent*."""
    number = next(i for i, (name, _) in enumerate(parent.value) if name.value == key)
    if len(parent.value) == 1 and not parent.style:
        return Splice(parent.value[0][0].start, end_of(parent.value[0][1]), "{}")
    return _out_of_braces(root, parent, number) if parent.style else _out_of_lines(root, parent, number)


def _out_of_braces(root: Node, parent: Node, number: int) -> Splice:
    start, end = parent.value[number][0].start, end_of(parent.value[number][1])
    if number + 1 < len(parent.value):
        end = parent.value[number + 1][0].start
    elif number:
        start = end_of(parent.value[number - 1][1])
    return Splice(start, end, _on_lines(root, start, end))


def _out_of_lines(root: Node, parent: Node, number: int) -> Splice:
    text, key = root.lines.text, parent.value[number][0]
    stop, line_break = end_of_line(text, end_of(parent.value[number][1]))
    before = margin(text, key.start)
    between = line_break + " " * len(before)
    if before.strip():  # a dash, which the next key needs
        following = parent.value[number + 1][0].start
        kept = comments_between(root, key.start, following)
        return Splice(key.start, following, "".join(comment + between for comment in kept))
    kept = comments_between(root, key.start, stop)
    if kept:
        return Splice(key.start, stop, between.join(kept))
    line_start = key.start - len(before)
    after = text.find(line_end(text), stop) + 1
    if after:
        return Splice(line_start, after, "")
    return Splice(len(text[:line_start].rstrip("\r\n")), len(text), "")


def take_off(root: Node, parent: Node) -> Splice:
    """Return the splice that takes the last entry of a list off."""
    text, last = root.lines.text, parent.value[-1]
    before = end_of(parent.value[-2]) if len(parent.value) > 1 else None
    start, end = last.start if before is None else before, end_of(last)
    if parent.style:
        return Splice(start, end, _on_lines(root, start, end))
    start = parent.start if before is None else end_of_line(text, before)[0]
    end, line_break = end_of_line(text, end)
    lines = "".join(line_break + margin(text, parent.start) + comment for comment in comments_between(root, start, end))
    return Splice(start, end, (" []" if before is None else "") + lines)


def _on_lines(root: Node, start: int, end: int) -> str:
    """Return the comments between two offsets of a flow style, each at the end of its line."""
    text = root.lines.text
    line_break = end_of_line(text, start)[1]
    indent = " " * (len(margin(text, start)) - len(margin(text, start).lstrip(" -")) + 1)
    return "".join(f"  {comment}{line_break}{indent}" for comment in comments_between(root, start, end))
