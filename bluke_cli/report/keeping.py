"""A score sheet while it is kept: the table so far in 80 columns, what an entry came to, and what is due next."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from bluke_cli.audit.entries import Due, due
from bluke_cli.diagnostics import counted
from bluke_cli.errors import RuleViolation
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.ledger import Settled, settle
from bluke_cli.replay.table import table_of
from bluke_cli.report.sheet import bid_and_took, ending
from bluke_cli.report.text import columns, visible, width
from bluke_cli.rules.cards import SUIT_WORDS

COLUMNS = 80


def sheet_lines(record: GameRecord) -> list[str]:
    """Return the hands so far as a table, the totals, and what is due next."""
    settled, _ = settle(record, table_of(record))
    table = next((rows for rows in _layouts(record, settled) if max(map(width, rows)) <= COLUMNS), [])
    return [*(table if settled else []), *([""] if table and settled else []), *next_lines(record)]


def _layouts(record: GameRecord, settled: Sequence[Settled]) -> Iterator[list[str]]:
    """Yield the table of the hands so far in ever fewer columns."""
    names = [visible(name) for name in record.players]
    for room in (64, 16, 10, 6):
        short = [clipped(name, room) for name in names]
        yield columns([["hand", "cards", "dealer", *_paired(short)], *(_row(hand, short) for hand in settled)], left=0)
    for room, gap in ((10, "  "), (6, "  "), (5, " "), (4, " ")):
        head = ["", *(clipped(name, room) for name in names)]
        rows = [[str(hand.facts.number), *_totals(hand, len(names))] for hand in settled]
        yield columns([head, *rows], left=0, gap=gap)


def _paired(names: Sequence[str]) -> list[str]:
    return [cell for name in names for cell in (name, "total")]


def _row(hand: Settled, names: Sequence[str]) -> list[str]:
    facts = hand.facts
    row = [str(facts.number), str(facts.size or ""), "" if facts.dealer is None else names[facts.dealer]]
    for seat, total in enumerate(_totals(hand, len(names))):
        row += [bid_and_took(hand, seat), total]
    return row


def _totals(hand: Settled, players: int) -> list[str]:
    return [""] * players if hand.score is None or hand.total is None else list(map(str, hand.total))


def clipped(text: str, room: int) -> str:
    """Return *text* cut to *room* columns of a terminal, with a sign that something is missing.

    >>> clipped("Bartholomew", 6), clipped("Ann", 6)
    ('Barth…', 'Ann')
    """
    if width(text) <= room:
        return text
    while width(text) >= room:
        text = text[:-1]
    return text + "…"


def next_lines(record: GameRecord) -> list[str]:
    """Return the totals, and what the sheet waits for; or who won."""
    table = table_of(record)
    settled, result = settle(record, table)
    names = [visible(name) for name in record.players]
    try:
        next_up = due(record)
    except RuleViolation as violation:
        return [*_standing(names, settled), f"The sheet cannot be kept on: {violation.reason}."]
    if next_up.what == "nothing":
        won = [line for text in ending(record, table, result) for line in wrapped(text)]
        return [*_standing(names, settled), *won]
    hand = f"Hand {next_up.number} of {len(table.sizes)}"
    head = f"{hand}, {counted(next_up.size, 'card')}, {names[next_up.dealer]} deals"
    trump = _trump(settled[-1]) if next_up.number == len(settled) else ""
    return [*_standing(names, settled), *wrapped(f"{head}{trump}. {_waiting(next_up, names)}")]


def drawn_lines(record: GameRecord) -> list[str]:
    """Return who drew which card, and who keeps score, as far as a sheet says."""
    names = [visible(name) for name in record.players]
    lines = []
    if record.draw is not None:
        cards = ", ".join(f"{name} {cards}" for name, cards in zip(names, record.draw, strict=True))
        lines = wrapped(f"Drawn: {cards}.")
    return lines if record.scorekeeper is None else [*lines, f"{visible(record.scorekeeper)} keeps score."]


def _standing(names: Sequence[str], settled: Sequence[Settled]) -> list[str]:
    totals = next((hand.total for hand in reversed(settled) if hand.score is not None and hand.total), None)
    if totals is None:
        return []
    return wrapped(f"Totals: {', '.join(f'{name} {total}' for name, total in zip(names, totals, strict=True))}.")


def _trump(hand: Settled) -> str:
    if not hand.facts.has_trump:
        return ""
    return ", no trump" if hand.facts.trump is None else f", {SUIT_WORDS[hand.facts.trump]} are trump"


def _waiting(next_up: Due, names: Sequence[str]) -> str:
    """Say what comes next: a bid and its range, or the tricks taken after these bids."""
    made = [(names[seat], bid) for seat in next_up.order if (bid := next_up.bids[seat]) is not None]
    bids = ", ".join(f"{name} {bid}" for name, bid in made)
    total = sum(bid for _, bid in made)
    if next_up.seat is None:
        return f"Bids: {bids}; {total} for {counted(next_up.size, 'trick')}. Next: the tricks taken."
    so_far = f"Bids: {bids}. " if made else ""
    return f"{so_far}{names[next_up.seat]} bids {'next' if made else 'first'}: {_range(next_up.legal)}."


def _range(legal: Sequence[int]) -> str:
    """Return bids in words, the one that a hook forbids left out.

    >>> _range([1, 2, 3]), _range([0, 1, 3, 4]), _range([1]), _range([0, 2])
    ('1 to 3', '0 to 4, but not 2', '1', '0 or 2')
    """
    first, last = legal[0], legal[-1]
    if len(legal) <= 2:
        return " or ".join(map(str, legal))
    missing = set(range(first, last + 1)) - set(legal)
    return f"{first} to {last}" + "".join(f", but not {bid}" for bid in missing)


def entered_lines(record: GameRecord, hand: int) -> list[str]:
    """Return what hand number *hand* came to, for each player, if its tricks are entered."""
    settled, _ = settle(record, table_of(record))
    found = next((each for each in settled if each.facts.number == hand), None)
    if found is None or found.score is None:
        return []
    shown = (
        f"{visible(name)} {bid_and_took(found, seat)} {points:+d}"
        for seat, (name, points) in enumerate(zip(record.players, found.score, strict=True))
    )
    return wrapped(f"Hand {hand}: {', '.join(shown)}.")


def wrapped(text: str) -> list[str]:
    """Return *text* in lines that a terminal of 80 columns has room for; a long name is not broken."""
    return textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)
