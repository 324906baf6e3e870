"""How a card is written: one canonical spelling, and the others that are read as well.

A **card text** is one string of cards with white space between them: a holding, a trick, a player's draws. Written,
there is one space between two cards; read, any white space will do. In a trick a card may be followed by ``!``: it was
played although illegal and the table let it stand. In a record cards stay text; nothing here knows whose a card is, or
whether it may be played.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

RANKS = "23456789TJQKA"
SUITS = "CDHS"
CARDS: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "LO", "HI")
"""The 54 canonical spellings in the order of a new pack."""

CARD_PATTERN = r"(?:[2-9TJQKA][CDHS]|LO|HI)"
"""One canonical card, for regular expressions (Python, Rust and ECMAScript read it alike)."""

ONE_CARD = rf"^{CARD_PATTERN}$"
HOLDING = rf"^(?:{CARD_PATTERN}(?: {CARD_PATTERN})*)?$"
TRICK = rf"^(?:{CARD_PATTERN}!?(?: {CARD_PATTERN}!?)*)?$"

_READ = r"(?:(?:10|[2-9TtJjQqKkAa])(?:[CcDdHhSs]|[\u2660-\u2667][\uFE0E\uFE0F]?)|[Ll][OoBb]|[Hh][IiBb])"
_SPACE = r"[\t-\r\u001C-\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]"
"""White space as `str.split` has it, spelled out: `\\s` is something else in ECMAScript."""

READ_CARD = rf"^{_SPACE}*{_READ}{_SPACE}*$"
READ_HOLDING = rf"^{_SPACE}*(?:{_READ}(?:{_SPACE}+{_READ})*)?{_SPACE}*$"
READ_TRICK = rf"^{_SPACE}*(?:{_READ}!?(?:{_SPACE}+{_READ}!?)*)?{_SPACE}*$"
"""What the reader accepts: every spelling, any white space. ASCII only, for the JSON Schema."""

_SUIT_SIGNS = {"C": "\u2663\u2667", "D": "\u2666\u2662", "H": "\u2665\u2661", "S": "\u2660\u2664"}
_VARIATION_SELECTORS = ("", "\ufe0e", "\ufe0f")


@cache
def _spellings() -> dict[str, str]:
    """Return every accepted spelling of a card and the canonical one."""
    ranks = {rank: {rank, rank.lower()} for rank in RANKS}
    ranks["T"].add("10")
    suits = {
        suit: {suit, suit.lower()} | {sign + mark for sign in signs for mark in _VARIATION_SELECTORS}
        for suit, signs in _SUIT_SIGNS.items()
    }
    table = {
        rank_text + suit_text: rank + suit
        for rank, suit in product(RANKS, SUITS)
        for rank_text, suit_text in product(ranks[rank], suits[suit])
    }
    for bluke, letters in (("LO", ("Ll", "OoBb")), ("HI", ("Hh", "IiBb"))):
        table.update({first + second: bluke for first, second in product(*letters)})
    return table


def canonical_card(token: str, *, marked: bool = False) -> str | None:
    """Return the canonical spelling of one card, or None where *token* is no card.

    With *marked*, as in a trick, one ``!`` may follow and is kept.

    >>> canonical_card("10h"), canonical_card("LB"), canonical_card("7c!"), canonical_card("7c!", marked=True)
    ('TH', 'LO', None, '7C!')
    """
    if marked and token.endswith("!"):
        card = _spellings().get(token[:-1])
        return None if card is None else card + "!"
    return _spellings().get(token)


def canonical_cards(text: str, *, marked: bool = False) -> tuple[str, list[int]]:
    """Return the canonical card text, and the positions of the tokens that are no cards (then the text is as it was).

    >>> canonical_cards("10H  q\u2660 lo")
    ('TH QS LO', [])
    >>> canonical_cards("TS 1S 5D")
    ('TS 1S 5D', [1])
    """
    tokens = text.split()
    cards = [canonical_card(token, marked=marked) for token in tokens]
    bad = [i for i, card in enumerate(cards) if card is None]
    return (text, bad) if bad else (" ".join(card for card in cards if card), bad)


_SLIPS = (
    (r"^[1Il]?[0Oo](.+)$", r"10\1"),  # a ten with a letter for a digit, or half of it
    (r"^(.+)[0Oo]$", r"\g<1>10"),
    (r"^([^\W\d_]|[\u2660-\u2667][\ufe0e\ufe0f]?)(10|\w)$", r"\2\1"),  # suit first
    (r"^(?i:l0|low|low-?bluke)$", "LO"),
    (r"^(?i:h1|hl|high|high-?bluke)$", "HI"),
)


def suggestion(token: str, *, marked: bool = False) -> str | None:
    """Return what was probably meant by a *token* that is no card, or None where nothing is obvious.

    >>> [suggestion(token) for token in ("1OH", "0H", "HQ", "7C,", "QH7C", "7C!", "XX")]
    ['TH', 'TH', 'QH', '7C', 'QH 7C', '7C', None]
    """
    bare = token.strip(",;.:/|+()[]{}\"'")
    mark = "!" if marked and bare.endswith("!") else ""
    bare = bare.rstrip("!")
    for text in (bare, *(re.sub(slip, meant, bare) for slip, meant in _SLIPS)):
        card = _spellings().get(text)
        if card is not None:
            return card + mark
    return _run_together(bare)


def _run_together(token: str) -> str | None:
    """Return the cards of a *token* that is several cards with other signs than white space between them, or none."""
    cards = [_spellings()[found] for found in re.findall(_READ, token)]
    rest = re.sub(_READ, "", token)
    return " ".join(cards) if 2 <= len(cards) <= len(CARDS) and not rest.strip(",;./|-") else None
