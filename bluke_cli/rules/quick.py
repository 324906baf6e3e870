"""The quick way through a game that is in order: default rules of play, every card there, nothing illegal.

`judge_play` has the last word: what is not called sound here is judged there, and a test proves that the two never
disagree. The kernel does it faster still, if there is one. Otherwise speed comes from asking one question of all cards
of a game at once. Cards are bytes, one a card; **columns** are the first cards of all tricks, the second ones, and so
on; numbers as wide as a column do the same to each byte.

A card's **kind** is its suit 0…3, BLUKE, or TRUMP for whatever suit is trump in its hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import accumulate, chain, islice
from operator import and_, itemgetter, or_
from typing import TypeVar

from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import CARD_NAMES, HIGH_BLUKE, LOW_BLUKE, PACK_SIZE, RANKS, SUIT_OF, SUITS, Card
from bluke_cli.rules.house import MAX_PLAYERS, HouseRules
from bluke_cli.rules.scoring import Tally, hand_score

Part = TypeVar("Part", bytes, list[int])

NO_CARD = 255
_PACK = bytes(range(PACK_SIZE))
BLUKE, TRUMP = 4, 5

TAUGHT = frozenset({"schedule", "min_bid", "points", "overtrick", "bag_limit", "bag_penalty", "tie"})
"""The house rules that are known here and to whoever asks here; nobody vouches for a game with another."""


def is_quick(rules: HouseRules) -> bool:
    """Return whether the quick ways know these house rules: the default, but for `TAUGHT`."""
    return all(rule.name in TAUGHT or getattr(rules, rule.name) == rule.default for rule in fields(rules))


def _table(values: dict[int, int], otherwise: int = 0) -> bytes:
    """Return a table for `bytes.translate`."""
    table = bytearray([otherwise]) * 256
    for byte, value in values.items():
        table[byte] = value
    return bytes(table)


# A suited card is its rank, in the low half of a byte, and its suit in the high half; what is no card has all ones in
# a half, or the sign of a suit behind that of a Bluke.
_FIRST_SIGN = _table({ord(sign): place for place, sign in enumerate(RANKS + "LH")}, 0x0F)
_SECOND_SIGN = _table({ord(sign): place << 4 for place, sign in enumerate(SUITS + "OI")}, 0xF0)
_CARD = _table(
    {_FIRST_SIGN[ord(a)] | _SECOND_SIGN[ord(b)]: at for at, (a, b) in enumerate(map(tuple, CARD_NAMES))}, NO_CARD
)


def card_bytes(text: str) -> bytes | None:
    """Return the cards of *text*, canonical names with one space between two, a byte each; None if it has another form.

    >>> list(card_bytes("2C AS HI"))
    [0, 51, 53]
    """
    raw = text.encode()
    count = (len(raw) + 1) // 3
    if len(raw) % 3 != 2 or raw[2::3] != b" " * (count - 1):
        return None
    first, second = raw[0::3].translate(_FIRST_SIGN), raw[1::3].translate(_SECOND_SIGN)
    cards = _joined(first, second).translate(_CARD)
    return None if NO_CARD in cards else cards


def _joined(low: bytes, high: bytes, shift: int = 0) -> bytes:
    """Return ``low | high << shift`` of each pair of bytes, both equally many; no byte may run over."""
    wide = int.from_bytes(low, "big") | int.from_bytes(high, "big") << shift
    return wide.to_bytes(len(low), "big")


_RANK = _table({card: 13 + (card == HIGH_BLUKE) if card >= LOW_BLUKE else card % 13 for card in range(PACK_SIZE)})


def _kinds(trump: int | None) -> bytes:
    """Return the table of the kind of each card where a suit, or nothing, is trump."""
    kinds = {card: BLUKE if suit is None else suit for card, suit in enumerate(SUIT_OF)}
    return _table({card: TRUMP if kind == trump else kind for card, kind in kinds.items()})


_KINDS_BY_TRUMP = {trump: _kinds(trump) for trump in (None, 0, 1, 2, 3)}
_KINDS = tuple(_KINDS_BY_TRUMP[suit] for suit in SUIT_OF)
"""By the card turned up: the kind of each card."""

_CLASS = _table(
    {kind | kind << 3: 1 << 4 for kind in range(4)}
    | {kind | led << 3: place << 4 for led in range(6) for kind, place in ((TRUMP, 2), (BLUKE, 3))}
)
"""By a card's kind and the kind led: 0 if the card cannot win, else a number above that of all which it beats."""

_FEW = 4
"""As many players at most have room for a strength and a place in seven bits, and few kinds of tricks to remember."""

_BELOW = (0, 0, 13, 13)
"""By class, how many strengths are below it beside its ranks, which for Blukes are 13 and 14."""

_PLACED = tuple(
    _table({kind << 4 | rank: (_BELOW[kind] + rank + 1) << 2 | place for kind in (1, 2, 3) for rank in range(15)})
    for place in range(_FEW)
)
_PLACE = _table({byte: byte & 3 for byte in range(256)})


def sound_play(cards: bytes, ups: bytes, players: int, sizes: Sequence[int], dealer: int) -> list[bytes] | None:
    """Return who led each trick of each hand and, behind that, who won the last one, if all is legal; else None.

    *cards* are those of all hands in the order played, *ups* the cards turned up; *dealer* deals the first hand.
    """
    compiled = kernel()
    if compiled is not None:
        return compiled.sound_play(cards, ups, players, bytes(sizes), dealer)
    return plain_sound_play(cards, ups, players, sizes, dealer)


def plain_sound_play(cards: bytes, ups: bytes, players: int, sizes: Sequence[int], dealer: int) -> list[bytes] | None:
    """Do the same as `sound_play` without the kernel."""
    if len(cards) != players * sum(sizes) or len(ups) != len(sizes):
        return None
    hands = _cut(cards, [size * players for size in sizes])
    if not all(map(_are_different, hands, ups)):
        return None
    kinds = b"".join([hand.translate(_KINDS[up]) for hand, up in zip(hands, ups, strict=True)])
    columns = [kinds[place::players] for place in range(players)]
    winners = _winning_places(cards.translate(_RANK), columns, players)
    turns = bytes(range(players)) * (256 // players) + bytes(256 % players)
    led = [
        bytes(accumulate(places, initial=(dealer + number) % players)).translate(turns)
        for number, places in enumerate(_cut(winners, sizes), 1)
    ]
    leaders = b"".join([seats[:-1] for seats in led])
    tricks = map(_followings(players).__getitem__, zip(leaders, *columns, strict=True))
    held, void = map(list, zip(*tricks, strict=True))
    return led if all(map(_is_followed, _cut(held, sizes), _cut(void, sizes))) else None


def _are_different(hand: bytes, up: Card) -> bool:
    return len(_PACK.translate(None, hand)) == PACK_SIZE - len(hand) and up not in hand


def _cut(whole: Part, lengths: Sequence[int]) -> list[Part]:
    ends = list(accumulate(lengths))
    return [whole[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def _winning_places(ranks: bytes, columns: Sequence[bytes], players: int) -> bytes:
    """Return the place of the card that wins each trick, 0 for the leader's."""
    led = columns[0]
    strengths = [
        _joined(ranks[place::players], _joined(kinds, led, 3).translate(_CLASS)) for place, kinds in enumerate(columns)
    ]
    if players > _FEW:
        return bytes([trick.index(max(trick)) for trick in zip(*strengths, strict=True)])
    best, *others = [int.from_bytes(strength.translate(_PLACED[at]), "big") for at, strength in enumerate(strengths)]
    signs = int.from_bytes(b"\x80" * len(led), "big")
    for other in others:
        is_below = signs & ~((best | signs) - other)  # the sign of each byte where the other is higher
        mask = is_below - (is_below >> 7)
        best = (best & ~mask) | (other & mask)
    return best.to_bytes(len(led), "big").translate(_PLACE)


class _Followings(dict[tuple[int, ...], tuple[int, int]]):
    """By the leader of a trick and its cards' kinds in the order played: who played which kind, and who was void.

    Both are masks with a bit for each seat and kind.
    """

    def __missing__(self, trick: tuple[int, ...]) -> tuple[int, int]:
        leader, led = trick[:2]
        players = len(trick) - 1
        held = void = 0
        for seat, kind in enumerate(trick[1:], leader):
            shift = seat % players << 3
            held |= 1 << shift + kind
            if led != BLUKE and kind not in (led, BLUKE):
                void |= 1 << shift + led
        if players <= _FEW:
            self[trick] = held, void
        return held, void


@lru_cache(maxsize=MAX_PLAYERS)
def _followings(players: int) -> _Followings:
    """Return the table for a number of players, filled as it is asked."""
    assert players > 1, "a trick of one card has nobody to follow"
    return _Followings()


def _is_followed(held: Sequence[int], void: Sequence[int]) -> bool:
    """Return whether nobody plays a kind of card later in the hand that they had not when it was led."""
    return not any(map(and_, accumulate(void, or_), islice(held, 1, None)))


def tricks_won(led: bytes, players: int) -> list[int]:
    """Return the tricks won by seat, from what `sound_play` says of a hand."""
    winners = led[1:]
    return [winners.count(seat) for seat in range(players)]


def is_dealt(pack: bytes, cards: bytes, led: bytes, size: int, dealer: int) -> bool:
    """Return whether *pack*, dealt by *dealer*, gave every seat the cards it played; *led* says who led, and who won.

    *cards* are those of a hand in the order played, which `sound_play` has seen.
    """
    players = len(cards) // size
    owners = cards.translate(bytes.maketrans(pack, _owners(players, size, dealer)))
    turns = bytes(range(players)) * 2
    return owners == b"".join([turns[leader : leader + players] for leader in led[:-1]])


@lru_cache(maxsize=512)
def _owners(players: int, size: int, dealer: int) -> bytes:
    """Return who is dealt each card of a pack, from its top; nobody the cards of the stock."""
    dealt = players * size
    return bytes([(dealer + 1 + place) % players for place in range(dealt)]) + bytes([NO_CARD]) * (PACK_SIZE - dealt)


class _Points(dict[tuple[int, int], int]):
    """What a hand is worth to a player, by bid and tricks taken."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules

    def __missing__(self, key: tuple[int, int]) -> int:
        self[key] = points = hand_score(*key, self._rules)
        return points


_points = lru_cache(maxsize=16)(_Points)


def sums(
    bids: Sequence[Sequence[int]], took: Sequence[Sequence[int]], rules: HouseRules
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Return the points of each hand and the totals after it, by seat, and the winners of a whole game."""
    players = len(bids[0])
    if rules.bag_limit is not None or rules.tie != "shared":
        tally = Tally(players, rules)
        settled = [(tally.settle(*hand), list(tally.totals)) for hand in zip(bids, took, strict=True)]
        return list(map(itemgetter(0), settled)), list(map(itemgetter(1), settled)), tally.winners()
    pairs = zip(chain.from_iterable(bids), chain.from_iterable(took), strict=True)
    scores = list(map(_points(rules).__getitem__, pairs))
    columns = [accumulate(scores[seat::players]) for seat in range(players)]
    totals = list(map(list, zip(*columns, strict=True)))
    best = max(totals[-1])
    winners = [seat for seat, total in enumerate(totals[-1]) if total == best]
    return [scores[start : start + players] for start in range(0, len(scores), players)], totals, winners
