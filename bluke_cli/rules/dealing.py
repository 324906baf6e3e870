"""Dealing: method `bluke-deal-1`, by which a seed deals the same cards in every language, and the draw for the deal.

docs/deal-vectors.md describes the method and holds vectors to check it by. A **seed** is 1…256 code points of text.
Here a pack is a sequence of cards, its top first. Hand 0 is the draw; a hand needs none of the hands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from operator import itemgetter
from typing import Any, NamedTuple

from bluke_cli.errors import RuleViolation
from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import CARD_NAMES, LOW_BLUKE, PACK_SIZE, Card

METHOD = "bluke-deal-1"
MAX_SEED = 256
STREAM_BYTES = 128
"""So many bytes of a stream are enough for nearly every shuffle of a pack."""


class Deal(NamedTuple):
    """The cards of one hand: holdings by seat in the order dealt, the stock after any cut (top first), the turn-up.

    The turn-up is the top of the stock and still counted in it.
    """

    holdings: list[list[Card]]
    stock: list[Card]
    up: Card


class Draw(NamedTuple):
    """The draw for the deal: each seat's cards (first card, then redraws), the dealer's and the scorekeeper's seat."""

    cards: list[list[Card]]
    dealer: int
    scorekeeper: int


def check_seed(seed: str) -> None:
    """Raise RuleViolation ``seed`` unless *seed* is 1…256 code points that can be written in UTF-8."""
    if not 1 <= len(seed) <= MAX_SEED:
        raise RuleViolation("seed", f"a seed is 1 to {MAX_SEED} characters long, not {len(seed)}", key="seed")
    if any("\ud800" <= character <= "\udfff" for character in seed):
        raise RuleViolation("seed", "a seed is text that can be written in UTF-8", key="seed")


@lru_cache(maxsize=64)
def _steps(size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each i below *size*, what each byte means when item i is to be swapped: j, or -1 to skip it."""
    steps: list[tuple[int, ...]] = []
    for i in range(size):
        skip = 256 - 256 % (i + 1)
        steps.append(tuple(byte % (i + 1) if byte < skip else -1 for byte in range(256)))
    return tuple(steps)


def shuffled(count: int, stream_name: bytes) -> bytes:
    """Return the numbers below *count*, at most 256, shuffled by the SHAKE-256 stream of *stream_name*."""
    length, compiled = STREAM_BYTES, kernel()
    while True:
        stream = _stream(stream_name, length)
        order = _plain_order(count, stream) if compiled is None else compiled.shuffled(count, stream)
        if order is not None:
            return order
        length *= 2  # so rare that starting anew with a longer stream costs nothing


def _plain_order(count: int, stream: bytes) -> bytes | None:
    """Return the numbers below *count* shuffled by a stream, None if it is too short."""
    order = list(range(count))
    i = count - 1
    if i < 1:
        return bytes(order)
    steps = _steps(count)
    step = steps[i]
    for byte in stream:
        j = step[byte]
        if j >= 0:
            order[i], order[j] = order[j], order[i]
            i -= 1
            if not i:
                return bytes(order)
            step = steps[i]
    return None


def pack_stream(seed: str, game: int, hand: int) -> bytes:
    """Return the first `STREAM_BYTES` bytes of the stream that shuffles the pack for a hand."""
    return _stream(_stream_name(seed, game, hand), STREAM_BYTES)


def _stream(name: bytes, length: int) -> bytes:
    """Return the first bytes of the SHAKE-256 stream of a name."""
    stream: bytes = _shake_256()(name).digest(length)
    return stream


@cache
def _shake_256() -> Any:
    """Return the standard library's SHAKE-256; past hashlib, for which OpenSSL is loaded, if that is possible."""
    try:
        return import_module("_sha3").shake_256
    except ImportError:
        return import_module("hashlib").shake_256


def _stream_name(seed: str, game: int, hand: int) -> bytes:
    return f"{METHOD}\n{game}\n{hand}\n{seed}".encode()


def shuffled_pack(seed: str, game: int, hand: int) -> bytes:
    """Return the pack as shuffled for a hand of a game, top first, a card a byte.

    >>> from bluke_cli.rules.cards import names
    >>> names(shuffled_pack("friday", 1, 1)[:4])
    'AD 3C 2D 8H'
    """
    return shuffled(PACK_SIZE, _stream_name(seed, game, hand))


def deal_pack(pack: Sequence[Card], *, players: int, size: int, dealer: int, cut: int = 0) -> Deal:
    """Deal *size* cards to each player, one at a time from the dealer's left, and turn one up (RULES 5, 6)."""
    eldest = dealer + 1
    dealt = players * size
    holdings = [list(pack[(seat - eldest) % players : dealt : players]) for seat in range(players)]
    stock = list(pack[dealt:])
    stock = stock[cut:] + stock[:cut]
    return Deal(holdings, stock, stock[0])


def deal_hand(seed: str, game: int, hand: int, *, players: int, size: int, dealer: int, cut: int = 0) -> Deal:
    """Return the deal of one hand; *cut* cards move from the top of the stock to its bottom."""
    return deal_pack(shuffled_pack(seed, game, hand), players=players, size=size, dealer=dealer, cut=cut)


def draw_for_deal(seed: str, game: int, players: int) -> Draw:
    """Return the draw of a game: who deals first and who keeps score (RULES 4).

    >>> from bluke_cli.rules.cards import names
    >>> draw = draw_for_deal("friday", 1, 4)
    >>> [names(cards) for cards in draw.cards], draw.dealer
    (['9H', '2S', 'AH', '6H'], 2)
    """
    pack = iter(shuffled_pack(seed, game, 0))
    drawn = [[next(pack)] for _ in range(players)]
    while tied := _tied(standing := _standing(drawn)):
        for seat in tied:
            drawn[seat].append(next(pack))
    return _decided(drawn, standing)


def judge_draw(drawn: Sequence[Sequence[Card]]) -> Draw:
    """Return who deals and who keeps score after these cards (by seat, redraws after the first card).

    Raises RuleViolation ``draw``, its `seat` the player at fault, where a redraw is missing or too many, or a card is
    drawn twice.
    """
    if not all(drawn) or len({card for cards in drawn for card in cards}) < sum(map(len, drawn)):
        raise _no_draw(drawn)
    read = [list(cards[:1]) for cards in drawn]
    while tied := _tied(standing := _standing(read)):
        for seat in tied:
            if len(read[seat]) == len(drawn[seat]):
                raise RuleViolation("draw", "the tied players draw again (RULES 4)", seat=seat)
            read[seat].append(drawn[seat][len(read[seat])])
    for seat, cards in enumerate(drawn):
        if len(cards) > len(read[seat]):
            at = len(read[seat])
            reason = f"{CARD_NAMES[cards[at]]} was drawn though nothing was left to decide (RULES 4)"
            raise RuleViolation("draw", reason, seat=seat, at=at)
    return _decided(read, standing)


def first_draw(cards: Sequence[Card]) -> Draw | None:
    """Return the draw where the first cards, one a seat, decide it; None where they do not, or cannot be."""
    ranks = itemgetter(*cards)(_RANKS)
    highest, lowest = max(ranks), min(ranks)
    if ranks.count(highest) > 1 or ranks.count(lowest) > 1 or len(set(cards)) < len(cards):
        return None
    return Draw([[card] for card in cards], ranks.index(highest), ranks.index(lowest))


def _no_draw(drawn: Sequence[Sequence[Card]]) -> RuleViolation:
    """Return why the cards cannot have been drawn: somebody has none, or one is drawn twice."""
    seen: set[Card] = set()
    for seat, cards in enumerate(drawn):
        if not cards:
            return RuleViolation("draw", "every player draws a card (RULES 4)", seat=seat)
        for at, card in enumerate(cards):
            if card in seen:
                return RuleViolation("duplicate-card", f"{CARD_NAMES[card]} is drawn twice (RULES 4)", seat=seat, at=at)
            seen.add(card)
    raise AssertionError("all cards are different")


_RANKS = (*(card % 13 for card in range(LOW_BLUKE)), 13, 14)
"""By card its rank in the draw: 2 … A, Low Bluke, High Bluke; suits do not count."""


def _standing(drawn: Sequence[Sequence[Card]]) -> list[list[int]]:
    return [[_RANKS[card] for card in cards] for cards in drawn]


def _tied(standing: list[list[int]]) -> list[int]:
    """Return the seats that draw again: those tied for highest, else those tied for lowest, else none."""
    for best in (max(standing), min(standing)):
        if standing.count(best) > 1:
            return [seat for seat, ranks in enumerate(standing) if ranks == best]
    return []


def _decided(drawn: list[list[Card]], standing: list[list[int]]) -> Draw:
    return Draw(drawn, standing.index(max(standing)), standing.index(min(standing)))
