"""The quick way through a hand that is in order: the default rules of play, every card there, nothing illegal.

`judge_play` has the last word: what this function does not call sound is judged there, and a test proves that the two
never disagree. A card is a mask of one bit here, so that a trick or a holding is the sum of its cards. A seat that does
not follow is noted as void; a card of that suit from it, later, is a revoke.
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.rules.cards import BLUKES, CARD_NAMES, SUIT_MASKS, SUIT_OF, Mask
from bluke_cli.rules.house import HouseRules

BIT_OF_NAME: dict[str, Mask] = {name: 1 << card for card, name in enumerate(CARD_NAMES)}

_FOLLOWS: dict[Mask, Mask] = {1 << card: 0 if suit is None else SUIT_MASKS[suit] for card, suit in enumerate(SUIT_OF)}
"""For each card led, the cards that follow suit; none where a Bluke is led, which asks for nothing."""


def is_quick(rules: HouseRules) -> bool:
    """Return whether `sound_play` knows these rules of play."""
    return rules.led_bluke == "any" and rules.trump_lead == "free" and rules.no_trump_bluke == "power"


def sound_play(
    cards: Sequence[Mask], players: int, dealer: int, trump: int | None, up: Mask
) -> tuple[list[int], list[Mask]] | None:
    """Return the tricks won and the cards played, by seat, if the hand is complete and legal, else None.

    *cards* are those of all tricks in the order played, as many as make whole tricks; *up* is out of play.
    """
    total = sum(cards)
    if total & up or total.bit_count() != len(cards):  # a card twice makes a carry, and so fewer bits
        return None
    won, voids, by_seat = [0] * players, [0] * players, list[Mask]()
    trumps = 0 if trump is None else SUIT_MASKS[trump]
    leader = (dealer + 1) % players
    all_voids = 0
    for start in range(0, len(cards), players):
        trick = cards[start : start + players]
        played = sum(trick)
        follow = _FOLLOWS[trick[0]]
        in_seats = [*trick[players - leader :], *trick[: players - leader]]
        if played & all_voids and any(map(int.__and__, in_seats, voids)):
            return None
        if follow and played & ~(follow | BLUKES):
            for seat, card in enumerate(in_seats):
                if not card & (follow | BLUKES):
                    voids[seat] |= follow
            all_voids |= follow
        by_seat += in_seats
        best = played & BLUKES or played & trumps or played & follow
        leader = in_seats.index(1 << best.bit_length() - 1)
        won[leader] += 1
    return won, [sum(by_seat[seat::players]) for seat in range(players)]
