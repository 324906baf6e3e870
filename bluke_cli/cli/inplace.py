"""Files changed where they lie: whole or not at all, and only where something differs."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from io import BytesIO

from bluke_cli.audit.examine import no_record
from bluke_cli.cli.inputs import STDIN, as_text
from bluke_cli.cli.outputs import replacing
from bluke_cli.cli.records import form_to_keep, rendered, tell
from bluke_cli.cli.session import Session
from bluke_cli.diagnostics import Edit
from bluke_cli.errors import BlukeError
from bluke_cli.record.comments import has_comments
from bluke_cli.record.edit import edit_stream
from bluke_cli.record.feed import GZIP_MAGIC
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading, read_records
from bluke_cli.report.text import visible

Transform = Callable[[Reading], GameRecord]
EditsOf = Callable[[Reading, GameRecord], Sequence[Edit]]

PACKED = "a packed file cannot be changed in place"

NewContent = Callable[[str, bytes], bytes | None]
"""Makes the new content of a file, given the name to show and the old one; None where it is to stay."""


def change_file(session: Session, name: str, change: NewContent, *, tells_unreadable: bool = True) -> bool:
    """Replace the content of a file by what *change* makes of it; return whether that made a difference.

    What goes wrong is told, and the file stays as it is. *tells_unreadable* False leaves a file that cannot be opened
    to whoever reads it next.
    """
    if name == STDIN:
        raise BlukeError("standard input cannot be changed in place")
    shown = as_text(name)
    try:
        if not stat.S_ISREG(os.stat(name).st_mode):  # noqa: PTH116 - a name as typed
            session.fail(f"{shown}: no plain file, so it cannot be changed in place")
            return False
        with open(name, "rb") as stream:
            data = stream.read()
    except OSError as error:
        if tells_unreadable:
            session.fail(f"{shown or repr(name)}: {error.strerror or error}")
        return False
    if data.startswith(GZIP_MAGIC):
        session.fail(f"{shown}: {PACKED}")
        return False
    try:
        new = change(shown, data)
    except BlukeError as error:
        session.fail(f"{shown}: {error}; nothing was changed")
        return False
    if new is None or new == data:
        return False
    try:
        with replacing(name) as write:
            write(new)
    except BlukeError as error:
        session.fail(f"{error}; nothing was changed")
        return False
    return True


def rewrite(
    session: Session, name: str, kind: Kind | None, transform: Transform, edits_of: EditsOf | None = None
) -> None:
    """Replace each record of a file by what *transform* makes of it.

    With *edits_of*, which says what that changes, a YAML file is changed in those places only. Else it is written anew,
    and refused if it has comments, which would be lost. A file with a record that cannot be read stays as it is.
    """
    if change_file(session, name, lambda shown, data: _rewritten(session, shown, kind, data, transform, edits_of)):
        session.say(visible(f"{as_text(name)}: changed"))


def _rewritten(
    session: Session, name: str, kind: Kind | None, data: bytes, transform: Transform, edits_of: EditsOf | None
) -> bytes | None:
    found = list(read_records(BytesIO(data), name, kind))
    faults = [finding for reading in found for finding in reading.findings]
    if faults or not found:
        tell(session, faults or [no_record(name)])
        session.say(visible(f"{name}: not changed, for not all of it can be read"))
        return None
    pairs = [(reading, transform(reading)) for reading in found]
    if edits_of is not None and pairs[0][0].document.kind == "yaml":
        return edit_stream(data, {reading.document.number: edits_of(reading, right) for reading, right in pairs})
    text = "".join(rendered(((right, form_to_keep(reading)) for reading, right in pairs))).encode()
    if text != data and (any(has_comments(reading.loaded) for reading, _ in pairs) or _has_loose_comment(data, pairs)):
        raise BlukeError("it has comments, which the canonical form does not keep")
    return text


def _has_loose_comment(data: bytes, pairs: Sequence[tuple[Reading, GameRecord]]) -> bool:
    """Return whether something of the form of a comment stands outside all records."""
    if pairs[0][0].document.kind != "yaml":
        return False
    inside = sum(reading.document.raw.count(b"#") for reading, _ in pairs)
    return data.count(b"#") > inside
