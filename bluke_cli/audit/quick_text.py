"""The quickest way to see that a record is in order, and to write what it lacks of sums: without reading its hands.

It knows the text that `match` writes, JSON Lines without a space, or canonical YAML, and whole games of it. What is
around the hands is read and asked about as `quick` does. The hands are judged as text: by the kernel if there is one,
else by their columns (`text_columns`). Where there is any doubt, None says: ask `quick`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from bluke_cli.audit.columns import Sums
from bluke_cli.audit.frame import Frame, claims_result, frame_of
from bluke_cli.audit.quick import sums_of, with_result
from bluke_cli.audit.text_columns import JSON, YAML, Spelling, TextColumns, text_columns
from bluke_cli.kernel import Kernel, kernel
from bluke_cli.record.json_tree import fast_value
from bluke_cli.record.limits import MAX_VALUES
from bluke_cli.record.shape import HAND_KEYS, keys_in_order
from bluke_cli.record.source import Document
from bluke_cli.record.writer import write_jsonl
from bluke_cli.record.yaml_canonical import canonical_parts
from bluke_cli.rules.dealing import pack_stream
from bluke_cli.rules.quick import is_plainly_summed, winners_of

_START, _END = b'"hands":[{', b'}],"final":'
_STAND_IN = "\x7f"
"""Stands for the hands; so seldom in a text that one with it may be left to others."""

_SUMS = ("took", "score", "total")

_Result = tuple[list[int], list[str]]
"""The last totals, by seat, and the winners."""

_Answer = TypeVar("_Answer")


class _Text(NamedTuple):
    """A record as text: what is `around` its hands is read; `raw` are the hands, as UTF-8."""

    around: dict[str, Any]
    frame: Frame
    raw: bytes
    spelling: Spelling

    @property
    def hands(self) -> str:
        """The hands as `text_columns` wants them."""
        return self.raw.decode()


def vouch_for_text(document: Document) -> bool | None:
    """Return True if a document is seen to hold a complete game without any finding, else None."""
    return _asked(document, _is_in_order) or None


def rescored_line(document: Document) -> str | None:
    """Return a line of JSON Lines rescored; None if anything but its result is, or may be, wrong with it."""
    return _asked(document, _rescored) if document.kind == "jsonl" else None


def _asked(document: Document, ask: Callable[[_Text], _Answer]) -> _Answer | None:
    """Return what is said of the parts of a document, None where there is nothing to ask about."""
    if document.fault or document.kind == "csv" or len(document.raw) > MAX_VALUES:
        return None  # a text so long might hold too many values
    try:
        text = _text_of(document)
        return None if text is None else ask(text)
    except (TypeError, KeyError, ValueError, AttributeError):
        return None  # something is not of the kind that it should be


def _text_of(document: Document) -> _Text | None:
    is_yaml = document.kind == "yaml"
    parts = _yaml_parts(document.raw) if is_yaml else _json_parts(document.raw)
    if parts is None:
        return None
    around, hands = parts
    frame = frame_of(around)
    return None if frame is None else _Text(around, frame, hands, YAML if is_yaml else JSON)


def _yaml_parts(raw: bytes) -> tuple[dict[str, Any], bytes] | None:
    parts = canonical_parts(raw.decode())
    return None if parts is None else (parts[0], parts[1].encode())


def _json_parts(raw: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Return what is around the hands of a record, and the hands as JSON without a space; None if that is not seen."""
    start, end = raw.find(_START), raw.rfind(_END)
    if end < 0:
        end = raw.find(_END[:2], start)  # there is no result behind the hands
    if start < 0 or end < start:
        return None
    around = _around(raw, start, end + 2)
    return None if around is None else (around, raw[start + len(_START) : end])


def _around(raw: bytes, start: int, end: int) -> dict[str, Any] | None:
    """Return the record without its hands; None if what was taken for them might be something else.

    Key and list make room for another key, which no text can hide without a backslash: where it is found, they were.
    """
    sign = _STAND_IN.encode()
    if sign in raw or b"\\" in raw:
        return None
    rest = b'%b"%b":0%b' % (raw[:start], sign, raw[end:])
    is_read, value = fast_value(rest, rest.decode())
    if not is_read or value.pop(_STAND_IN, None) is None or "hands" in value:
        return None
    around: dict[str, Any] = value
    return around


def _is_in_order(text: _Text) -> bool:
    compiled = _kernel_for(text)
    if compiled is not None:
        result = _result(text, compiled)
    else:
        found = _columns(text)
        result = None if found is None else _result_of(text, found[1])
    return result is not None and claims_result(text.around, *result)


def _kernel_for(text: _Text) -> Kernel | None:
    """Return the kernel if there is one, and it knows the spelling and the house rules."""
    return kernel() if text.spelling is JSON and is_plainly_summed(text.frame.rules) else None


def _result(text: _Text, compiled: Kernel) -> _Result | None:
    """Return the last totals and the winners of a game whose hands are in order, asked of the kernel; else None."""
    frame, rules = text.frame, text.frame.rules
    if len(text.raw) < 3 * len(frame.players) * sum(frame.sizes):
        return None  # cards are missing: the streams of all hands would be made in vain
    totals = compiled.sound_hands(
        text.raw,
        len(frame.players),
        bytes(frame.sizes),
        frame.dealer,
        rules.min_bid,
        rules.points,
        rules.overtrick,
        _streams(frame),
    )
    return None if totals is None else (totals, [frame.players[seat] for seat in winners_of(totals)])


def _streams(frame: Frame) -> bytes | None:
    """Return the streams of the seed for all hands, if the record names one."""
    if frame.origin is None:
        return None
    seed, game = frame.origin["seed"], frame.origin["game"]
    return b"".join([pack_stream(seed, game, hand) for hand in range(1, len(frame.sizes) + 1)])


def _columns(text: _Text) -> tuple[TextColumns, Sums] | None:
    """Return the columns and the right sums of hands with which nothing is wrong, else None."""
    game = text_columns(text.hands, text.spelling, text.frame)
    right = None if game is None else sums_of(game, text.frame)
    return None if game is None or right is None or not game.claims_sums(right) else (game, right)


def _result_of(text: _Text, right: Sums) -> _Result:
    return right.final(len(text.frame.players)), right.winners


def _rescored(text: _Text) -> str | None:
    """Return the line of a game; its hands are written as they are, but for what they lack of sums."""
    done = _as_it_is(text) or _completed(text)
    if done is None:
        return None
    hands, result = done
    around = write_jsonl(with_result({**text.around, "hands": _STAND_IN}, text.frame.rules, *result))
    return around.replace(f'"{_STAND_IN}"', f"[{{{hands}}}]")


def _as_it_is(text: _Text) -> tuple[str, _Result] | None:
    """Return the hands and the result of a game if the kernel sees that no sum is missing, and none is wrong."""
    compiled, count = _kernel_for(text), len(text.frame.sizes)
    if compiled is None or any(text.raw.count(f'"{key}":'.encode()) < count for key in _SUMS):
        return None
    result = _result(text, compiled)
    return None if result is None else (text.hands, result)


def _completed(text: _Text) -> tuple[str, _Result] | None:
    """Return the hands with all sums, and the result, if nothing is wrong with what is there; else None."""
    found = _columns(text)
    if found is None:
        return None
    game, right = found
    missing = [key for key in _SUMS if not game.has(key)]
    keys = keys_in_order((*game.keys, *missing), HAND_KEYS)
    return game.written(keys, right) if missing else game.text, _result_of(text, right)
