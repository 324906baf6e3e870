"""The limits of the format, each of them an error that names the limit (docs/format.md, How a record is read)."""

from __future__ import annotations

MAX_RECORD_BYTES = 4 * 2**20
"""One record, in bytes after unpacking."""

MAX_DEPTH = 16
"""Objects and lists inside one another, the record itself counted."""

MAX_DIGITS = 18
"""Digits of one integer, its sign not counted."""

MAX_VALUES = 250_000
"""Texts, numbers, lists and objects of one record: memory is spent by the value, not by the byte."""

MAX_HANDS = 1000
"""Hands of one record."""

MAX_SEED = 256
"""Code points of one seed."""

FORMAT_VERSION = 1
"""The highest version of the format that is read, and the one that is written."""
