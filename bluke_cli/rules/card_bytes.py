"""Cards and numbers as bytes, so that one question can be asked of all the cards or bids of a game at once."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.rules.cards import CARD_NAMES, RANKS, SUITS

NO_CARD = 255


def table(values: dict[int, int], otherwise: int = 0) -> bytes:
    """Return a table for `bytes.translate`."""
    table = bytearray([otherwise]) * 256
    for byte, value in values.items():
        table[byte] = value
    return bytes(table)


# A suited card is its rank, in the low half of a byte, and its suit in the high half; what is no card has all ones in
# a half, or the sign of a suit behind that of a Bluke.
_FIRST_SIGN = table({ord(sign): place for place, sign in enumerate(RANKS + "LH")}, 0x0F)
_SECOND_SIGN = table({ord(sign): place << 4 for place, sign in enumerate(SUITS + "OI")}, 0xF0)
_CARD = table(
    {_FIRST_SIGN[ord(a)] | _SECOND_SIGN[ord(b)]: at for at, (a, b) in enumerate(map(tuple, CARD_NAMES))}, NO_CARD
)


def card_bytes(texts: Sequence[str], cards: int = 1) -> bytes | None:
    """Return the cards of *texts*, a byte each; None unless each is so many *cards*, canonical, a space between two.

    >>> list(card_bytes(["2C AS", "HI LO"], 2))
    [0, 51, 53, 52]
    """
    return card_lines("\n".join(texts), len(texts), cards)


def card_lines(text: str, lines: int, cards: int) -> bytes | None:
    """Do the same for so many lines; the last one has no line feed."""
    raw = text.encode()
    if raw[2::3] != ((b" " * (cards - 1) + b"\n") * lines)[:-1]:
        return None
    first, second = raw[0::3].translate(_FIRST_SIGN), raw[1::3].translate(_SECOND_SIGN)
    if not len(first) == len(second) == cards * lines:
        return None
    found = joined(first, second).translate(_CARD)
    return None if NO_CARD in found else found


def joined(low: bytes, high: bytes, shift: int = 0) -> bytes:
    """Return ``low | high << shift`` of each pair of bytes, both equally many; no byte may run over."""
    wide = int.from_bytes(low, "big") | int.from_bytes(high, "big") << shift
    return wide.to_bytes(len(low), "big")


def are_at_most(numbers: bytes, limits: bytes) -> bool:
    """Return whether each of *numbers* is at most as high as the one of *limits* in its place, which is below 128.

    >>> are_at_most(bytes([3, 0, 2]), bytes([3, 2, 2])), are_at_most(bytes([3, 1]), bytes([4, 0]))
    (True, False)
    """
    signs = int.from_bytes(b"\x80" * len(limits), "big")
    left = (int.from_bytes(limits, "big") | signs) - int.from_bytes(numbers, "big")
    return numbers.isascii() and len(numbers) == len(limits) and left & signs == signs
