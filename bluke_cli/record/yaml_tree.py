"""YAML to a tree with places, on PyYAML's events: no tags, no anchors, no guessing at types.

PyYAML is used as far as its parser, which exists twice, in C and in Python; both must say the same here, and a test
runs both. Three things are kept from them because they disagree about them or count lines by them: characters that
were line breaks in YAML 1.1, escapes of half a surrogate pair, and tabs.
Not here: what a plain scalar is worth, and keys that stand twice (`tree`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.limits import MAX_DEPTH, MAX_VALUES
from bluke_cli.record.nodes import MERGE_KEY, Lines, Node
from bluke_cli.record.yaml_parser import TOO_DEEP, Veil, explain, open_parser

_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIRECTIVE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*%")
_PROPERTIES = re.compile(r"(?:[&!]\S*\s*)+")


def parse_yaml(text: str, first_line: int = 1, line_end: str | None = None) -> tuple[Node | None, list[Finding]]:
    """Return the tree of *text*, and findings in the order of the text.

    The tree is None if the parser had to stop (`syntax`, `limit`). What is reported and left out on the way (`alias`,
    a key that is no text) is missing in the tree or a node of kind `broken`.
    """
    lines = Lines(text, first_line, line_end)
    bad = _UNPRINTABLE.search(text)
    if bad:
        message = f"a control character (code {ord(bad[0])}) stands here; in double quotes it can be an escape"
        return None, [lines.finding("syntax", message, bad.start())]
    directive = _DIRECTIVE.match(text)
    if directive:
        message = "a line that begins with % is a directive of YAML; a record has none"
        return None, [lines.finding("syntax", message, directive.end() - 1)]
    veil = Veil(text)
    builder = _Builder(lines, veil)
    parser = open_parser(veil.text)
    try:
        while not builder.stopped:
            event = parser.get_event()
            if event is None or type(event) is StreamEndEvent:
                break
            builder.take(event)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        code, message, offset = explain(error, text, getattr(parser, "index", builder.last_end))
        builder.stop(code, message, builder.too_deep() if code == "limit" else offset)
    finally:
        parser.dispose()
    if builder.root is None and not builder.stopped:
        builder.stop("syntax", "there is nothing here", 0)
    return None if builder.stopped else builder.root, builder.findings


@dataclass(slots=True)
class _Frame:
    """A collection that is still open.

    `key` waits for its value; `skip` is how many of the next nodes are left out, a bad key and its value; `is_broken`
    says that the collection itself was refused.
    """

    node: Node
    key: Node | None = None
    skip: int = 0
    is_broken: bool = False

    @property
    def awaits_key(self) -> bool:
        return self.node.kind == "map" and self.key is None and not self.skip


class _Builder:
    """Takes events and builds the tree; `stopped` as soon as nothing more can be made of the text."""

    def __init__(self, lines: Lines, veil: Veil) -> None:
        self.lines = lines
        self.veil = veil
        self.findings: list[Finding] = []
        self.root: Node | None = None
        self.stopped = False
        self.last_end = 0
        self._frames: list[_Frame] = []
        self._documents = 0
        self._values = 0

    def stop(self, code: str, message: str, offset: int) -> None:
        self.findings.append(self.lines.finding(code, message, offset))
        self.stopped = True

    def take(self, event: Any) -> None:
        """Take the next event of the document."""
        kind = type(event)
        self.last_end = event.end_mark.index
        if not self._has_room(kind):
            message = f"the record holds more than {MAX_VALUES} values, the limit for one record"
            self.stop("limit", message, event.start_mark.index)
            return
        if kind is ScalarEvent:
            self._add(self._scalar(event), event)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            self._open(event)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._close(event)
        elif kind is AliasEvent:
            self._refuse("alias", f"*{event.anchor}: a value cannot be written once and named again elsewhere", event)
            self._add(self._node("broken", None, event, ""), event)
        elif kind is DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                hint = self.lines.about_ends()
                self.stop(
                    "syntax", f"another record begins here without a line that is ---{hint}", event.start_mark.index
                )

    def _has_room(self, kind: type) -> bool:
        """Count the value that an event of this kind begins, if it does; return whether the limit allows it."""
        is_key = bool(self._frames) and self._frames[-1].awaits_key
        self._values += not is_key and kind in (ScalarEvent, MappingStartEvent, SequenceStartEvent)
        return self._values <= MAX_VALUES

    def too_deep(self) -> int:
        """Return the offset of the bracket that is too deep, where the parser looked ahead and gave up.

        It looks ahead by a thousand characters only, nearly all of them brackets.
        """
        left = MAX_DEPTH - len(self._frames)
        brackets = (found.start() for found in re.finditer(r"[\[{]", self.lines.text[self.last_end :][:2000]))
        return self.last_end + next(islice(brackets, left, None), 0)

    def _node(self, kind: Any, value: Any, event: Any, style: str) -> Node:
        return Node(kind, value, event.start_mark.index, event.end_mark.index, style, self.lines)

    def _scalar(self, event: Any) -> Node:
        style = event.style or ""
        node = self._node("text" if style else "plain", event.value, event, style)
        if event.anchor is not None or event.tag is not None:
            self._properties(event, node)
        if self.veil.is_drawn:
            node.value = self.veil.lift(node)
        return node

    def _properties(self, event: Any, node: Node) -> None:
        """Report anchor and tag; a value with a tag is not what it looks like, one with an anchor is."""
        found = _PROPERTIES.match(self.lines.text, node.start, max(node.end, node.start + 1))
        if event.tag is not None:
            self._refuse("alias", "tags, words that begin with !, are not part of the format", event)
            node.kind = "broken"
        else:
            self._refuse("alias", "anchors, words that begin with &, are not part of the format", event)
        if found:
            node.start = found.end()

    def _refuse(self, code: str, message: str, event: Any) -> None:
        """Report something that does not stop the parser, unless it stands in what is left out anyway."""
        if any(frame.skip for frame in self._frames):
            return
        line, column = self.lines.place(event.start_mark.index)
        self.findings.append(Finding(code, message, self._path(), line=line, column=column))

    def _path(self) -> Path:
        path: list[str | int] = []
        for frame in self._frames:
            if frame.node.kind == "seq":
                path.append(len(frame.node.value))
            elif frame.key is not None:
                path.append(frame.key.value)
            else:
                break  # at a key, or below one that is left out
        return tuple(path)

    def _open(self, event: Any) -> None:
        if len(self._frames) >= MAX_DEPTH:
            self.stop("limit", TOO_DEEP, event.start_mark.index)
            return
        if self._frames and self._frames[-1].awaits_key:
            message = "an object or a list cannot be a key; a text that begins with { or [ must stand in quotes"
            self._refuse("syntax", message, event)
            self._frames[-1].skip = 2
        kind: Literal["map", "seq"] = "map" if type(event) is MappingStartEvent else "seq"
        node = self._node(kind, [], event, "[" if event.flow_style else "")
        frame = _Frame(node)
        if event.anchor is not None or event.tag is not None:
            self._properties(event, node)
            frame.is_broken = node.kind == "broken"
            node.kind = kind
        self._frames.append(frame)

    def _close(self, event: Any) -> None:
        frame = self._frames.pop()
        frame.node.end = event.end_mark.index
        if frame.is_broken:
            frame.node.kind = "broken"
        self._add(frame.node, event)

    def _add(self, node: Node, event: Any) -> None:
        """Put a finished node where it belongs."""
        if not self._frames:
            self.root = node
            return
        frame = self._frames[-1]
        if frame.skip:
            frame.skip -= 1
        elif frame.node.kind == "seq":
            frame.node.value.append(node)
        elif frame.key is not None:
            frame.node.value.append((frame.key, node))
            frame.key = None
        elif node.kind == "broken":
            frame.skip = 1
        elif node.kind == "plain" and node.value == MERGE_KEY:
            self._refuse("alias", "the merge key << is not part of the format", event)
            if all(key.value != MERGE_KEY for key, _ in frame.node.value):  # that something was merged is not forgotten
                frame.node.value.append((node, self._node("broken", None, event, "")))
            frame.skip = 1
        else:
            frame.key = node
