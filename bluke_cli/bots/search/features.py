"""What the linear policy looks at, feature by feature, as it is taught; `linear` adds them up without making a list.

Features are in 1024ths; what a feature is, `FEATURES` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bluke_cli.bots.search.odds import WHOLE, Odds
from bluke_cli.rules.cards import HIGH_BLUKE, LOW_BLUKE, SUIT_MASKS, SUIT_OF, Card, Mask

FEATURES = (
    "gain",
    "later",
    "gain, urgency",
    "later, urgency",
    "gain, bid made",
    "later, bid made",
    "gain, bid lost",
    "later, bid lost",
    "wins now",
    "wins now, from one in need",
    "gain, from one in need",
    "gain, from one in need, bid made",
    "gain, tension",
    "later, tension",
    "gain, near the end",
    "later, near the end",
    "gain, every trick needed",
    "HI",
    "LO",
    "HI, LO unseen",
    "LO, HI unseen",
    "Bluke, urgency",
    "Bluke, bid made",
    "trump",
    "trump, urgency",
    "trump, bid made",
    "trump rank",
    "trump, highest left",
    "trump, how many held",
    "trump, how many unseen",
    "trump, a fair share held",
    "trump, others void",
    "side rank",
    "side, highest left",
    "side, higher ones unseen",
    "side, length",
    "side, how many unseen",
    "side, alone with trumps",
    "side, lays bare a guarded card",
    "side, others void with trumps unseen",
)
"""**Gain** is the chance to win this trick, **later** that to win one later (`odds`); **urgency** is tricks needed of
those left; **tension** is tricks needed by all against those left."""

NEAR_END = 3
"""So many tricks from the end."""

SITUATIONS = (
    "both in need, three or more to spare",
    "both in need, one or two to spare",
    "both in need, none to spare",
    "both in need of more than is left",
    "in need alone, near the end",
    "in need alone",
    "the other in need alone",
    "nobody in need",
)
"""What two players may be at: who still needs tricks that are there to get, and how many of those left nobody needs. It
settles what a trick is worth, so each has weights of its own; with more players there is one set for all."""

ALONE_NEAR_END = 4
"""So many tricks from the end, for who is in need alone."""


def situation(need: int, other_need: int, left: int) -> int:
    """Return which of `SITUATIONS` it is; tricks needed by the seat and by the other, who may have made it or be set.

    >>> [situation(2, other, 6) for other in (1, 3, 4, 5, 7)], situation(0, 1, 6), situation(0, 0, 6)
    ([0, 1, 2, 3, 5], 6, 7)
    """
    is_own, is_other, spare = 0 < need <= left, 0 < other_need <= left, left - need - other_need
    if is_own and is_other:
        return 0 if spare > 2 else 1 if spare > 0 else 2 if not spare else 3
    if is_own:
        return 4 if left <= ALONE_NEAR_END else 5
    return 6 if is_other else 7


class Mood(NamedTuple):
    """What is the same for all cards of one decision; chances and shares in 1024ths."""

    need: int
    left: int
    urgency: int
    is_made: bool
    is_lost: bool
    in_need: int
    tension: int
    own_trumps: int
    unseen_trumps: int


def mood(
    seat: int,
    holding: Mask,
    bids: Sequence[int],
    won: Sequence[int],
    tricks_left: int,
    best_at: int | None,
    odds: Odds,
) -> Mood:
    """Return the mood of a decision; *best_at* is the seat winning the trick, None for a leader."""
    need, left = bids[seat] - won[seat], holding.bit_count()
    is_made, is_lost = need <= 0, need > left
    wanted = in_need = 0
    for other, bid in enumerate(bids):
        other_need = bid - won[other]
        if 0 < other_need <= tricks_left:
            wanted += other_need
            if other != seat and (best_at is None or other == best_at):
                in_need += 1
    trumps = 0 if odds.trump is None else SUIT_MASKS[odds.trump]
    return Mood(
        need,
        left,
        0 if is_made or is_lost else WHOLE * need // left,
        is_made,
        is_lost,
        WHOLE * in_need // (odds.others if best_at is None else 1),
        WHOLE * (wanted - tricks_left) // tricks_left,
        (holding & trumps).bit_count(),
        (odds.unseen & trumps).bit_count(),
    )


def card_features(
    card: Card, gain: int, wins: bool, seat: int, holding: Mask, voids: Sequence[Mask], m: Mood, odds: Odds
) -> list[int]:
    """Return the features of one card, in the order of `FEATURES`; *gain* is 0 if it does not win now."""
    later, win = odds.later(card), WHOLE if wins else 0
    taken = gain * m.in_need >> 10
    found = [
        gain,
        later,
        gain * m.urgency >> 10,
        later * m.urgency >> 10,
        gain if m.is_made else 0,
        later if m.is_made else 0,
        gain if m.is_lost else 0,
        later if m.is_lost else 0,
        win,
        win * m.in_need >> 10,
        taken,
        taken if m.is_made else 0,
        gain * m.tension >> 10,
        later * m.tension >> 10,
        gain if m.left <= NEAR_END else 0,
        later if m.left <= NEAR_END else 0,
        gain if m.need == m.left else 0,
        *[0] * 23,
    ]
    suit = SUIT_OF[card]
    if suit is None:
        found[17:23] = _of_bluke(card, m, odds)
    elif suit == odds.trump:
        found[23:32] = _of_trump(card, _known_void(suit, seat, voids, odds), m, odds)
    else:
        void = _known_void(suit, seat, voids, odds) if m.unseen_trumps else 0
        found[32:40] = _of_side(card, holding, void, m, odds)
    return found


def _known_void(suit: int, seat: int, voids: Sequence[Mask], odds: Odds) -> int:
    """Return the share of the others that are known to be void in a suit."""
    known = sum(1 for other, void in enumerate(voids) if other != seat and void & SUIT_MASKS[suit])
    return WHOLE * known // odds.others


def _of_bluke(card: Card, m: Mood, odds: Odds) -> list[int]:
    is_high = card == HIGH_BLUKE
    other = WHOLE if odds.unseen >> (LOW_BLUKE if is_high else HIGH_BLUKE) & 1 else 0
    kind = [WHOLE, 0, other, 0] if is_high else [0, WHOLE, 0, other]
    return [*kind, m.urgency, WHOLE if m.is_made else 0]


def _of_trump(card: Card, void: int, m: Mood, odds: Odds) -> list[int]:
    has_share = m.own_trumps * odds.others >= m.unseen_trumps
    return [
        WHOLE,
        m.urgency,
        WHOLE if m.is_made else 0,
        WHOLE * (card % 13) // 12,
        0 if _higher(card, odds) else WHOLE,
        m.own_trumps * 128,
        m.unseen_trumps * 64,
        WHOLE if has_share else 0,
        void,
    ]


def _of_side(card: Card, holding: Mask, void: int, m: Mood, odds: Odds) -> list[int]:
    suit = SUIT_MASKS[card // 13]
    own, higher = holding & suit, _higher(card, odds)
    length = own.bit_count()
    lays_bare = length == 2 and _higher((own & ~(1 << card)).bit_length() - 1, odds) == 1
    return [
        WHOLE * (card % 13) // 12,
        0 if higher else WHOLE,
        min(WHOLE, higher * 256),
        length * 128,
        (odds.unseen & suit).bit_count() * 64,
        WHOLE if length == 1 and m.own_trumps else 0,
        WHOLE if lays_bare else 0,
        void,
    ]


def _higher(card: Card, odds: Odds) -> int:
    return (odds.unseen & SUIT_MASKS[card // 13] & -1 << card).bit_count()
