"""The quick way through a hand that is in order: the default rules of play, every card there, nothing illegal.

`judge_play` has the last word: what this function does not call sound is judged there, and a test proves that the two
never disagree. A seat that does not follow is noted as void; a card of that suit from it, later, is a revoke.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.rules.cards import BLUKES, PACK_SIZE, SUIT_MASKS, SUIT_OF, Card, Mask
from bluke_cli.rules.house import HouseRules

_BITS: tuple[Mask, ...] = tuple(1 << card for card in range(PACK_SIZE))
_FOLLOWS: tuple[Mask, ...] = tuple(
    0 if (suit := SUIT_OF[card]) is None else SUIT_MASKS[suit] for card in range(PACK_SIZE)
)
"""For each card led, the cards that follow suit; none where a Bluke is led, which asks for nothing."""


def is_quick(rules: HouseRules) -> bool:
    """Return whether `sound_play` knows these rules of play."""
    return rules.led_bluke == "any" and rules.trump_lead == "free" and rules.no_trump_bluke == "power"


def sound_play(
    cards: Sequence[Card], players: int, dealer: int, trump: int | None, up: Card | None
) -> tuple[list[int], list[Mask]] | None:
    """Return the tricks won and the cards played, by seat, if the hand is complete and legal, else None.

    *cards* are those of all tricks in the order played, as many as make whole tricks; *up* is out of play.
    """
    distinct = set(cards)
    if len(distinct) != len(cards) or up in distinct:
        return None
    won, holdings, voids = [0] * players, [0] * players, [0] * players
    trumps = 0 if trump is None else SUIT_MASKS[trump]
    leader = (dealer + 1) % players
    any_void = False
    for start in range(0, len(cards), players):
        follow = _FOLLOWS[cards[start]]
        legal = follow | BLUKES if follow else -1
        bits = [_BITS[card] for card in cards[start : start + players]]
        played = 0
        seat = leader
        for bit in bits:
            if any_void and voids[seat] & bit:
                return None
            if not bit & legal:
                voids[seat] |= follow
                any_void = True
            holdings[seat] |= bit
            played |= bit
            seat += 1
            if seat == players:
                seat = 0
        best = played & BLUKES or played & trumps or played & follow
        leader = (leader + bits.index(1 << best.bit_length() - 1)) % players
        won[leader] += 1
    return won, holdings
