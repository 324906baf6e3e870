"""The rulings and the house rules as plain text."""

from __future__ import annotations

import textwrap

from bluke_cli.report.text import columns
from bluke_cli.rules.rulings import BASES, HOUSE_RULES, RULINGS

_WIDTH = 80


def rulings_text() -> str:
    """Return all rulings with their basis, then the house rules, for a terminal of 80 columns."""
    lines = ["The rules of Bluke as this program plays them (docs/rules.md says more).", ""]
    lines += [f"  {letter}  {meaning}" for letter, meaning in BASES.items()]
    for ruling in RULINGS:
        head = f"{ruling.number:2}. {ruling.title} ({ruling.basis})"
        lines += ["", head, *textwrap.wrap(ruling.text, _WIDTH, initial_indent="    ", subsequent_indent="    ")]
    lines += ["", "House rules (--rules key=value; the `rules` of a record):", ""]
    table = columns([[key, values, default] for key, values, default, _ in HOUSE_RULES], left=3)
    for line, (_, _, _, meaning) in zip(table, HOUSE_RULES, strict=True):
        lines += [f"  {line}", f"      {meaning}"]
    return "\n".join(lines) + "\n"
