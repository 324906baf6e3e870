"""The quick way through the cards of a game that is in order: default rules of play, every card there, nothing illegal.

`judge_play` has the last word: what is not called sound here is judged there, and a test proves that the two never
disagree. The kernel does it faster still, if there is one. Otherwise speed comes from asking one question of all cards
of a game at once. Cards are bytes, one a card; of all tricks the first cards are taken together, the second ones, and
so on, and numbers as wide as there are tricks do the same to each byte.

A card's **kind** is its suit 0…3, BLUKE, or TRUMP for whatever suit is trump in its hand. How a card **met** its trick
is its kind, and three bits higher the kind that was led.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, chain
from operator import add, itemgetter, or_

from bluke_cli.kernel import kernel
from bluke_cli.rules.card_bytes import NO_CARD, joined, table
from bluke_cli.rules.cards import HIGH_BLUKE, LOW_BLUKE, PACK_SIZE, SUIT_OF, Card
from bluke_cli.rules.house import MAX_PLAYERS

_PACK = bytes(range(PACK_SIZE))
BLUKE, TRUMP = 4, 5

_RANK = table({card: 13 + (card == HIGH_BLUKE) if card >= LOW_BLUKE else card % 13 for card in range(PACK_SIZE)})


def _kinds(trump: int | None) -> bytes:
    """Return the table of the kind of each card where a suit, or nothing, is trump."""
    kinds = {card: BLUKE if suit is None else suit for card, suit in enumerate(SUIT_OF)}
    return table({card: TRUMP if kind == trump else kind for card, kind in kinds.items()})


_KINDS_BY_TRUMP = {trump: _kinds(trump) for trump in (None, 0, 1, 2, 3)}
_KINDS = tuple(_KINDS_BY_TRUMP[suit] for suit in SUIT_OF)
"""By the card turned up: the kind of each card."""

_LACKED = table(
    {kind | led << 3: 1 << led for led in (0, 1, 2, 3, TRUMP) for kind in range(6) if kind not in (led, BLUKE)}
)
"""By a card's kind and the kind led: a bit for the kind that its player cannot have."""

_HELD = table({kind | led << 3: 1 << kind for kind in range(6) for led in range(6)})
"""By the same: a bit for its own kind."""

_CLASS = table(
    {kind | kind << 3: 1 << 4 for kind in range(4)}
    | {kind | led << 3: place << 4 for led in range(6) for kind, place in ((TRUMP, 2), (BLUKE, 3))}
)
"""By a card's kind and the kind led: 0 if the card cannot win, else a number above that of all which it beats."""

_FEW = 4
"""As many players at most have room for a strength and a place in seven bits."""

_BELOW = (0, 0, 13, 13)
"""By class, how many strengths are below it beside its ranks, which for Blukes are 13 and 14."""

_PLACED = tuple(
    table({kind << 4 | rank: (_BELOW[kind] + rank + 1) << 2 | place for kind in (1, 2, 3) for rank in range(15)})
    for place in range(_FEW)
)
_PLACE = table({byte: byte & 3 for byte in range(256)})


def sound_play(cards: bytes, ups: bytes, players: int, sizes: Sequence[int], dealer: int) -> bytes | None:
    """Return the seat that won each trick of all hands, if all is legal; else None.

    *cards* are those of all hands in the order played, *ups* the cards turned up; *dealer* deals the first hand.
    """
    compiled = kernel()
    if compiled is not None:
        return compiled.sound_play(cards, ups, players, bytes(sizes), dealer)
    return plain_sound_play(cards, ups, players, sizes, dealer)


def plain_sound_play(cards: bytes, ups: bytes, players: int, sizes: Sequence[int], dealer: int) -> bytes | None:
    """Do the same as `sound_play` without the kernel."""
    if len(cards) != players * sum(sizes) or len(ups) != len(sizes):
        return None
    hands = _cut(cards, sizes, players)
    if not all(map(_are_different, hands, ups)):
        return None
    kinds = b"".join([hand.translate(_KINDS[up]) for hand, up in zip(hands, ups, strict=True)])
    columns = [int.from_bytes(kinds[place::players], "big") for place in range(players)]
    met = [column | columns[0] << 3 for column in columns]
    tricks = _tricks_of(bytes(sizes), players, dealer)
    winners = tricks.winners(_winning_places(cards.translate(_RANK), met))
    return winners if _is_followed(met, tricks.leaders(winners), tricks) else None


def _are_different(hand: bytes, up: Card) -> bool:
    return len(_PACK.translate(None, hand)) == PACK_SIZE - len(hand) and up not in hand


def _cut(whole: bytes, sizes: Sequence[int], each: int = 1) -> list[bytes]:
    """Return the part of each hand, *each* bytes a trick."""
    return list(map(whole.__getitem__, _slices(bytes(sizes), each)))


@lru_cache(maxsize=64)
def _slices(sizes: bytes, each: int) -> list[slice]:
    ends = list(accumulate(size * each for size in sizes))
    return [slice(end - size * each, end) for end, size in zip(ends, sizes, strict=True)]


@dataclass(frozen=True, slots=True)
class _Tricks:
    """The tricks of a game, a byte each, the first one highest, and in which hand they are.

    `firsts` is the leader of the first trick of each hand, 0 for all other tricks. `behind` says, for 1, 2, 4… tricks,
    how many bits they are, and in ones which tricks have so many before them in their hand; `behind_by_seat` the same
    for the tricks of the game once a seat. `ends` picks what stands there for the last trick of each hand and seat.
    """

    players: int
    count: int
    firsts: int
    behind: tuple[tuple[int, int], ...]
    behind_by_seat: tuple[tuple[int, int], ...]
    ends: Callable[[bytes], tuple[int, ...]]

    def winners(self, places: bytes) -> bytes:
        """Return the seats of the winners: who wins leads next, so all *places* of a hand add up."""
        steps = _running(int.from_bytes(places, "big") + self.firsts, self.behind, add)
        return steps.to_bytes(self.count, "big").translate(_TURNS[self.players])

    def leaders(self, winners: bytes) -> bytes:
        """Return the seats of the leaders."""
        shift, later = self.behind[0]
        return (int.from_bytes(winners, "big") >> shift & later | self.firsts).to_bytes(self.count, "big")


@lru_cache(maxsize=64)
def _tricks_of(sizes: bytes, players: int, dealer: int) -> _Tricks:
    turns = list(chain.from_iterable(map(range, sizes)))
    firsts = b"".join(
        bytes([(dealer + number) % players]) + bytes(size - 1) for number, size in enumerate(sizes, 1) if size
    )
    steps = [1 << power for power in range(max(1, max(sizes, default=0).bit_length()))]
    masks = [(8 * step, bytes([255 * (turn >= step) for turn in turns])) for step in steps]
    once, by_seat = [
        tuple((shift, int.from_bytes(mask * times, "big")) for shift, mask in masks) for times in (1, players)
    ]
    lasts = [end - 1 + seat * len(turns) for end in accumulate(sizes) for seat in range(players)]
    return _Tricks(players, len(turns), int.from_bytes(firsts, "big"), once, by_seat, itemgetter(*lasts))


_TURNS = [bytes([number % max(players, 1) for number in range(256)]) for players in range(MAX_PLAYERS + 1)]
"""By the number of players: the seat that so many turns to the left of the first one."""

_IS = [table({seat: 255}) for seat in range(MAX_PLAYERS)]
_ONE = [table({seat: 1}) for seat in range(MAX_PLAYERS)]
"""By seat: all ones for that seat, or one."""


def _running(tricks: int, behind: Sequence[tuple[int, int]], join: Callable[[int, int], int]) -> int:
    """Return, for each trick, what comes of joining all from the first of its hand up to it."""
    for shift, later in behind:
        tricks = join(tricks, tricks >> shift & later)
    return tricks


def _winning_places(ranks: bytes, met: Sequence[int]) -> bytes:
    """Return the place of the card that wins each trick, 0 for the leader's."""
    players, count = len(met), len(ranks) // len(met)
    classes = [kinds.to_bytes(count, "big").translate(_CLASS) for kinds in met]
    strengths = [joined(ranks[place::players], above) for place, above in enumerate(classes)]
    if players > _FEW:
        return bytes([trick.index(max(trick)) for trick in zip(*strengths, strict=True)])
    best, *others = [int.from_bytes(strength.translate(_PLACED[at]), "big") for at, strength in enumerate(strengths)]
    signs = int.from_bytes(b"\x80" * count, "big")
    for other in others:
        is_below = signs & ~((best | signs) - other)  # the sign of each byte where the other is higher
        mask = is_below - (is_below >> 7)
        best = (best & ~mask) | (other & mask)
    return best.to_bytes(count, "big").translate(_PLACE)


def _is_followed(met: Sequence[int], leaders: bytes, tricks: _Tricks) -> bool:
    """Return whether nobody plays a kind of card later in the hand that they had not when it was led."""
    led = [int.from_bytes(leaders.translate(by_seat), "big") for by_seat in _IS[: tricks.players]]
    places = list(enumerate(met))
    seats = [reduce(or_, [kinds & led[seat - at] for at, kinds in places]) for seat in range(tricks.players)]
    by_seat = b"".join([kinds.to_bytes(tricks.count, "big") for kinds in seats])
    lacked = _running(int.from_bytes(by_seat.translate(_LACKED), "big"), tricks.behind_by_seat, or_)
    shift, later = tricks.behind_by_seat[0]
    return not lacked >> shift & later & int.from_bytes(by_seat.translate(_HELD), "big")


def tricks_won(winners: bytes, players: int, sizes: Sequence[int], dealer: int) -> bytes:
    """Return the tricks won by hand and seat, one after the other, from what `sound_play` says."""
    tricks = _tricks_of(bytes(sizes), players, dealer)
    by_seat = int.from_bytes(b"".join([winners.translate(seat) for seat in _ONE[:players]]), "big")
    won = _running(by_seat, tricks.behind_by_seat, add).to_bytes(players * tricks.count, "big")
    return bytes(tricks.ends(won))


def are_dealt(
    packs: Sequence[bytes], cards: bytes, winners: bytes, players: int, sizes: Sequence[int], dealer: int
) -> bool:
    """Return whether each hand's pack gave every seat the cards it played.

    *winners* is what `sound_play` says of the *cards*; *dealer* deals the first hand.
    """
    hands = _cut(cards, sizes, players)
    owners = b"".join(
        [
            hand.translate(bytes.maketrans(pack, _owners(players, size, (dealer + number) % players)))
            for number, (pack, hand, size) in enumerate(zip(packs, hands, sizes, strict=True))
        ]
    )
    leaders = _tricks_of(bytes(sizes), players, dealer).leaders(winners)
    return all(
        owners[place::players] == leaders.translate(_TURNS[players][place:] + bytes(place)) for place in range(players)
    )


@lru_cache(maxsize=512)
def _owners(players: int, size: int, dealer: int) -> bytes:
    """Return who is dealt each card of a pack, from its top; nobody the cards of the stock."""
    dealt = players * size
    return bytes([(dealer + 1 + place) % players for place in range(dealt)]) + bytes([NO_CARD]) * (PACK_SIZE - dealt)
