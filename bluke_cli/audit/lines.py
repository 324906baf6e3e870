"""The quickest way to see that a record is in order: the kernel reads the hands from their text.

It knows the text that `match` writes, JSON Lines without a space, and whole games of it. What is around the hands is
read and asked about as `quick` does. Where there is no kernel, or it has any doubt, None says: ask `quick`.
"""

from __future__ import annotations

from typing import Any

from bluke_cli.audit.frame import Frame, claims_result, frame_of
from bluke_cli.kernel import Kernel, kernel
from bluke_cli.record.json_tree import fast_value
from bluke_cli.record.limits import MAX_VALUES
from bluke_cli.record.source import Document
from bluke_cli.rules.dealing import pack_stream

_START, _END = b'"hands":[{', b"}]"
_STAND_IN = "#"


def vouch_for_text(document: Document) -> bool | None:
    """Return True if a document is seen to hold a complete game without any finding, else None."""
    compiled = kernel()
    if compiled is None or document.fault or document.kind not in ("json", "jsonl"):
        return None
    try:
        return _is_in_order(document.raw, compiled) or None
    except (TypeError, KeyError, ValueError, AttributeError):
        return None  # something is not of the kind that it should be


def _is_in_order(raw: bytes, compiled: Kernel) -> bool:
    start = raw.find(_START)
    end = raw.find(_END, start) + len(_END)
    if start < 0 or end < len(_END):
        return False
    value = _around(raw, start, end)
    frame = None if value is None else frame_of(value)
    if value is None or frame is None or frame.rules.bag_limit is not None or frame.rules.tie != "shared":
        return False
    rules = frame.rules
    totals = compiled.sound_hands(
        raw[start + len(_START) - 2 : end],
        len(frame.players),
        bytes(frame.sizes),
        frame.dealer,
        rules.min_bid,
        rules.points,
        rules.overtrick,
        _streams(frame),
    )
    if totals is None:
        return False
    best = max(totals)
    return claims_result(
        value, totals, [name for name, total in zip(frame.players, totals, strict=True) if total == best]
    )


def _around(raw: bytes, start: int, end: int) -> dict[str, Any] | None:
    """Return the record without its hands; None if what was taken for them might be something else.

    Key and list make room for another key, which no text can hide without a backslash: where it is found, they were.
    A text so long that hands and rest together might hold too many values is left to others.
    """
    sign = b'"%b"' % _STAND_IN.encode()
    if sign in raw or b"\\" in raw or len(raw) > MAX_VALUES:
        return None
    rest = raw[:start] + sign + b":0" + raw[end:]
    is_read, value = fast_value(rest, rest.decode())
    if not is_read or value.pop(_STAND_IN, None) is None or "hands" in value:
        return None
    return dict(value)


def _streams(frame: Frame) -> bytes | None:
    """Return the streams of the seed for all hands, if the record names one."""
    if frame.origin is None:
        return None
    seed, game = frame.origin["seed"], frame.origin["game"]
    return b"".join([pack_stream(seed, game, hand) for hand in range(1, len(frame.sizes) + 1)])
