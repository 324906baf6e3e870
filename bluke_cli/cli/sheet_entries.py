"""From typed words to an entry on a sheet, for the single commands and for the session alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bluke_cli.audit.entries import due, judged, with_bids, with_took, with_turn_up
from bluke_cli.cli.sheet_words import read_counts
from bluke_cli.errors import BlukeError
from bluke_cli.record.models import GameRecord
from bluke_cli.record.notation import canonical_card


def bids(record: GameRecord, words: Sequence[str], up: str | None = None, hand: int | None = None) -> dict[str, Any]:
    """Return the sheet with bids, and the card turned up where there is one."""
    if up is not None:
        plain = turn_up(record, up)
        after, _ = judged(plain)
        if not words or after is None:
            return plain
        record = after
    seat = None if hand is not None else due(record).seat
    return with_bids(record, read_counts(words, record.players, seat), hand)


def took(record: GameRecord, words: Sequence[str], hand: int | None = None) -> dict[str, Any]:
    """Return the sheet with the tricks taken."""
    return with_took(record, read_counts(words, record.players), hand)


def turn_up(record: GameRecord, text: str) -> dict[str, Any]:
    """Return the sheet with the card turned up."""
    card = canonical_card(text.strip())
    if card is None:
        raise BlukeError(f"{text!r} is not a card; write 7H, or HI and LO for the Blukes")
    return with_turn_up(record, card)
