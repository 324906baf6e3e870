"""From a document to the values in it: what is read, what is wrong with the text, and where everything stands.

`load` decodes and parses one document. A fault that leaves the text readable (a key twice, a number too long) is
reported and the rest is read; what was reported is left out or stands as BROKEN. A fault that does not (`syntax`,
`encoding`, nesting) leaves nothing but its finding.
Not here: which keys and values a record may have (`models`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record.json_tree import fast_value, parse_json
from bluke_cli.record.limits import MAX_DIGITS
from bluke_cli.record.nodes import (
    BROKEN,
    TEXT,
    TEXT_OR_NULL,
    Lines,
    Marker,
    Node,
    Shape,
    characters,
    word_offsets,
)
from bluke_cli.record.shape import RECORD_SHAPE
from bluke_cli.record.source import Document
from bluke_cli.record.yaml_canonical import canonical_value

__all__ = ["BROKEN", "TEXT", "TEXT_OR_NULL", "Loaded", "Marker", "Node", "Shape", "load", "load_canonical"]

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS = {"true": True, "false": False, "null": None}


class Loaded:
    """A document's value, the findings of its text, and the places of everything in it.

    `value` is made of dicts, lists, str, int, bool, None and BROKEN; it is None, and `parsed` False, if the text
    could not be read at all. `findings` have file, record, line and column, and a path where one is known; they are
    in the order of the text. `text` is the decoded document, as far as it could be decoded.
    """

    def __init__(self, document: Document, text: str, findings: list[Finding]) -> None:
        self.document = document
        self.text = text
        self.findings = findings
        self.value: Any = None
        self.parsed = False
        self._node: Node | None = None
        # Places are asked for in thousands where a record is all wrong, and often of the same text or object.
        self._last_words: tuple[Node | None, list[int]] = (None, [])
        self._last_map: tuple[Node | None, dict[str, tuple[Node | None, Node]]] = (None, {})

    @property
    def node(self) -> Node | None:
        """Return the root of the tree, made when it is first asked for; None if the text could not be read."""
        if self._node is None and self.parsed:
            self._node = _parse(self.document, self.text)[0]
        return self._node

    def place(self, path: Path, card: int | None = None, at_key: bool = False) -> tuple[int, int]:
        """Return line and column of what stands at *path*, of its key, or of one card of its text.

        What does not exist has the place of the nearest thing above it.
        """
        node = self.node
        if node is None:
            return self.document.line, 1
        key: Node | None = None
        for step in path:
            found = self._in_map(node, step) if node.kind == "map" else node.child(step)
            if found is None:
                return node.line, node.column
            key, node = found
        if at_key and key is not None:
            return key.line, key.column
        if card is not None and node.kind in ("text", "plain"):
            words = self._words(node)
            return node.lines.place(words[card] if card < len(words) else node.start)
        return node.line, node.column

    def _words(self, node: Node) -> list[int]:
        if self._last_words[0] is not node:
            self._last_words = node, word_offsets(node)
        return self._last_words[1]

    def _in_map(self, node: Node, step: str | int) -> tuple[Node | None, Node] | None:
        if len(node.value) < 50 or not isinstance(step, str):
            return node.child(step)
        if self._last_map[0] is not node:
            self._last_map = node, {key.value: (key, value) for key, value in reversed(node.value)}
        return self._last_map[1].get(step)


def load(document: Document, shape: Shape = RECORD_SHAPE) -> Loaded:
    """Decode and parse *document*; *shape* says where text is due, which matters in YAML only."""
    if document.fault:
        return Loaded(document, "", [document.fault])
    try:
        text = document.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return _undecodable(document, error)
    if document.is_line:
        text = text.removesuffix("\r")  # of the line end, whose other half is no part of it either
    loaded = Loaded(document, text, [])
    if document.kind in ("json", "jsonl"):
        loaded.parsed, loaded.value = fast_value(document.raw, text)
        if loaded.parsed:
            return loaded
    node, findings = _parse(document, text)
    if node is None and document.is_guess and document.number == 1 and document.kind != "yaml" and _is_yaml(text):
        findings = [
            replace(one, message=f"{one.message}; as YAML it can be read: --input-format yaml") for one in findings
        ]
    if node is not None:
        reader = _Reader(document.kind in ("json", "jsonl"), findings)
        loaded._node = node
        loaded.parsed = True
        loaded.value = reader.value(node, shape, ())
    findings.sort(key=lambda finding: (finding.line, finding.column))
    loaded.findings = [replace(finding, file=document.file, record=document.number) for finding in findings]
    return loaded


def load_canonical(document: Document) -> Loaded | None:
    """Read a YAML document that is written as the writer writes it, quickly; None for any other.

    Its value counts only if it fits the models: where text is due, a number is not told from its spelling here.
    """
    if document.fault or document.kind != "yaml":
        return None
    try:
        text = document.raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    loaded = Loaded(document, text, [])
    loaded.value = canonical_value(text)
    loaded.parsed = loaded.value is not None
    return loaded if loaded.parsed else None


def _parse(document: Document, text: str) -> tuple[Node | None, list[Finding]]:
    if document.kind == "csv":
        from bluke_cli.record.csv_tree import parse_sheet

        return parse_sheet(text, document.line)
    if document.kind != "yaml":
        return parse_json(text, document.line, document.line_end)
    from bluke_cli.record.yaml_tree import parse_yaml  # PyYAML costs three times Python's own start

    return parse_yaml(text, document.line, document.line_end)


def _is_yaml(text: str) -> bool:
    from bluke_cli.record.yaml_tree import parse_yaml

    node, _ = parse_yaml(text)
    return node is not None and node.kind == "map"


def _undecodable(document: Document, error: UnicodeDecodeError) -> Loaded:
    before = document.raw[: error.start].decode("utf-8")
    line, column = Lines(before, document.line, document.line_end).place(len(before))
    message = f"the byte {document.raw[error.start]:02x} (hexadecimal) is not UTF-8; save the file as UTF-8"
    finding = Finding("encoding", message, file=document.file, record=document.number, line=line, column=column)
    return Loaded(document, before, [finding])


class _Reader:
    """Makes values of nodes and collects what is wrong with them."""

    def __init__(self, is_json: bool, findings: list[Finding]) -> None:
        self.is_json = is_json
        self.findings = findings

    def value(self, node: Node, shape: Shape, path: Path) -> Any:
        """Return what *node* is worth; BROKEN for what is reported."""
        if node.kind == "map":
            return self._map(node, shape if isinstance(shape, dict) else {}, path)
        if node.kind == "seq":
            inner = shape[0] if isinstance(shape, list) and shape else None
            return [self.value(part, inner, (*path, number)) for number, part in enumerate(node.value)]
        if node.kind == "text":
            return node.value if self._is_whole(node, path) else BROKEN
        if node.kind == "broken":
            return BROKEN
        return self._json_plain(node, path) if self.is_json else self._yaml_plain(node, shape, path)

    def _map(self, node: Node, shape: dict[str, Shape], path: Path) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key, part in node.value:
            name = key.value
            inner = (*path, name)
            if not self._is_whole(key, path):
                continue
            if name in values:
                self._report("duplicate-key", f"the key {name!r} stands twice here", key, inner, at_key=True)
                continue
            values[name] = self.value(part, shape.get(name), inner)
        return values

    def _json_plain(self, node: Node, path: Path) -> Any:
        word = node.value
        if word in _WORDS:
            return _WORDS[word]
        if not _INTEGER.fullmatch(word):
            self._report("wrong-type", f"{word} is not a whole number; the format has no others", node, path)
            return BROKEN
        return self._integer(node, path)

    def _yaml_plain(self, node: Node, shape: Shape, path: Path) -> Any:
        word = node.value
        if not word:
            return None
        if shape is TEXT or (shape is TEXT_OR_NULL and word != "null"):
            return word
        if word in _WORDS:
            return _WORDS[word]
        return self._integer(node, path) if _INTEGER.fullmatch(word) else word

    def _integer(self, node: Node, path: Path) -> Any:
        word = node.value
        if len(word.lstrip("-")) > MAX_DIGITS:
            self._report("limit", f"the number has more than {MAX_DIGITS} digits, the limit for a number", node, path)
            return BROKEN
        return int(word)

    def _is_whole(self, node: Node, path: Path) -> bool:
        """Return whether a text has no half of a surrogate pair in it, and report it if it has."""
        if node.value.isascii() or not _SURROGATE.search(node.value):
            return True
        offset = next(at for at, char in characters(node) if "\ud800" <= char <= "\udfff")
        message = "this escape is one half of a character; the other half is missing"
        self._report("encoding", message, node, path, offset=offset)
        return False

    def _report(
        self, code: str, message: str, node: Node, path: Path, *, at_key: bool = False, offset: int | None = None
    ) -> None:
        line, column = node.lines.place(node.start if offset is None else offset)
        self.findings.append(Finding(code, message, path, at_key=at_key, line=line, column=column))
