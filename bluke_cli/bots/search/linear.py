"""The linear policy: each card is worth a sum of features, by weights taught by the search; the highest sum is played.

It is the play of the bot `tuned`. There are weights for leading, for the middle of a trick and for its end, for each
number of players, with trump or without, and with two players for each of `features.SITUATIONS`; they are numbered as
`features.FEATURES`. The sums here are those of the features, save that products are rounded later. The kernel does the
same.

A search asks for thousands of cards, and most of what a card hangs on comes again: what the weights make of a mood
(`Pull`), and what the counts make of the chances (`odds.Chances`). Both are remembered; a card is a few look-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from bluke_cli.bots.search.features import NEAR_END, situation
from bluke_cli.bots.search.odds import POWERS, WHOLE, chances_of
from bluke_cli.bots.search.table import Table
from bluke_cli.bots.search.tables import Tables
from bluke_cli.rules.cards import BLUKES, HIGH_BLUKE, LOW_BLUKE, PACK, Card, Mask, cards_of


@dataclass(frozen=True, slots=True)
class SuitPull:
    """What draws to a card of one kind of suit: always, by cards held, by cards unseen, by the share of others void.

    `ranks` is by rank, `above` by how many higher cards are unseen.
    """

    always: int
    held: int
    unseen: int
    void: int
    ranks: list[int]
    above: list[int]


class Pull:
    """The weights of one decision, what is the same for all its cards worked in.

    *need* is what the seat needs of the tricks *left*; *in_need* and *tension* are those of `features.Mood`.
    """

    __slots__ = ("alone", "bare", "blukes", "gain", "later", "partners", "share", "side", "trump", "win")

    def __init__(self, w: Sequence[int], need: int, left: int, in_need: int, tension: int) -> None:
        made, lost, near, every = need <= 0, need > left, left <= NEAR_END, need == left
        urgency = 0 if made or lost else WHOLE * need // left
        from_need = (w[10] + made * w[11]) * in_need
        self.gain = w[0] + made * w[4] + lost * w[6] + near * w[14] + every * w[16]
        self.gain += w[2] * urgency + from_need + w[12] * tension >> 10
        self.later = w[1] + made * w[5] + lost * w[7] + near * w[15] + (w[3] * urgency + w[13] * tension >> 10)
        self.win = w[8] * WHOLE + w[9] * in_need
        bluke = w[21] * urgency + made * w[22] * WHOLE
        self.blukes = {HIGH_BLUKE: bluke + w[17] * WHOLE, LOW_BLUKE: bluke + w[18] * WHOLE}
        self.partners = {HIGH_BLUKE: w[19] * WHOLE, LOW_BLUKE: w[20] * WHOLE}
        self.share, self.alone, self.bare = w[30] * WHOLE, w[37] * WHOLE, w[38] * WHOLE
        trump = w[23] * WHOLE + w[24] * urgency + made * w[25] * WHOLE
        ranks, fewer = [WHOLE * rank // 12 for rank in range(13)], [min(WHOLE, above * 256) for above in range(13)]
        self.trump = SuitPull(
            always=trump,
            held=w[28] * 128,
            unseen=w[29] * 64,
            void=w[31],
            ranks=[w[26] * rank for rank in ranks],
            above=[w[27] * WHOLE, *[0] * 12],
        )
        self.side = SuitPull(
            always=0,
            held=w[35] * 128,
            unseen=w[36] * 64,
            void=w[39],
            ranks=[w[32] * rank for rank in ranks],
            above=[w[33] * WHOLE, *[w[34] * few for few in fewer[1:]]],
        )


@lru_cache(maxsize=4096)
def pull_of(
    tables: Tables,
    players: int,
    has_trump: bool,
    place: int,
    need: int,
    other_need: int,
    left: int,
    in_need: int,
    wanted: int,
) -> Pull:
    """Return the weights for a place in the trick (`tables.PLACES`).

    *in_need* is how many others are in need, or, not for a leader, whether the winner so far is; *wanted* is how many
    tricks all need. What the other needs counts with two players only.
    """
    weights = tables.play[min(players, 4), has_trump, place][situation(need, other_need, left) if players == 2 else 0]
    in_need = WHOLE * in_need // (1 if place else players - 1)
    return Pull(weights, need, left, in_need, WHOLE * (wanted - left) // left)


@cache
def ranks_of(cards: Mask) -> tuple[int, ...]:
    """Return the ranks of the cards of one suit, given as 13 bits."""
    return tuple(cards_of(cards))


def best_of(table: Table, legal: Mask, tables: Tables) -> tuple[int, Card]:
    """Return the highest sum of weighted features, and the first card that has it.

    Of each suit all cards held are *legal*, or none. It is where the time goes, and so it is one function: what is the
    same for all cards, then suit by suit what is the same for its cards, then the Blukes.
    """
    seat, length, left = table.turn, table.length, table.left
    others, led, trump = table.others, table.led, table.trump
    holding, trumps, followers = table.holdings[seat], table.trumps, others - length
    wants = table.wants()
    unseen, held, other_need = PACK & ~(holding | table.dead), left, 0
    if others == 1:  # what the other lacks is known, and that he holds a card fewer if he led
        unseen, held, other_need = unseen & ~table.voids[1 - seat], left - length, wants.needs[1 - seat]
    place, in_need = 0, wants.needy - wants.is_needy[seat]
    if length:
        place, in_need = 1 if followers else 2, wants.is_needy[table.best_at]
    need, has_trump = wants.needs[seat], trump is not None
    pull = pull_of(tables, table.players, has_trump, place, need, other_need, left, in_need, wants.wanted)
    chances = chances_of(unseen.bit_count(), held, (unseen & BLUKES).bit_count(), others)
    unseen_trumps, beats = (unseen & trumps).bit_count(), chances.beats
    strong, strongest = table.strong, table.best
    later, gain, win = pull.later, pull.gain, pull.win
    best, best_value = -1, -1 << 62

    for suit in range(4):
        first = 13 * suit
        own = legal >> first & 0x1FFF
        if not own:
            continue
        ranks, unseen_ranks = ranks_of(own), unseen >> first & 0x1FFF
        size, count, void = len(ranks), unseen_ranks.bit_count(), table.lacking[suit]
        if void:
            void = WHOLE * (void - (table.voids[seat] >> first & 1)) // others
        edge = strongest - strong[first] if strong[first] else 13  # ranks above it win
        if suit == trump:
            part, laters, holds = pull.trump, chances.trump_later, chances.trump
            by_rank, by_above = part.ranks, part.above
            base = part.always + part.held * size + part.unseen * count + part.void * void
            if size * others >= count:
                base += pull.share
            if length and led != suit:
                holds = chances.ruff(None if led is None else (unseen >> 13 * led & 0x1FFF).bit_count())
            for rank in ranks:
                above = (unseen_ranks >> rank).bit_count()
                value = base + by_rank[rank] + by_above[above] + later * laters[above]
                if rank > edge:
                    value += win + gain * holds[above][followers]
                if value > best_value:
                    best, best_value = first + rank, value
        else:
            part, pair = pull.side, 0
            by_rank, by_above = part.ranks, part.above
            base = part.held * size + part.unseen * count
            if unseen_trumps:
                base += part.void * void
            if size == 2:
                pair = ranks[0] + ranks[1]
            elif size == 1 and holding & trumps:
                base += pull.alone
            safe = chances.unruffed(count, unseen_trumps)  # if it wins, its suit was led, or there is no trump
            for rank in ranks:
                above = (unseen_ranks >> rank).bit_count()
                hold = POWERS[safe - beats[above]]
                value = base + by_rank[rank] + by_above[above] + later * hold[others]
                if rank > edge:
                    value += win + gain * hold[followers]
                if pair and (unseen_ranks >> pair - rank).bit_count() == 1:
                    value += pull.bare
                if value > best_value:
                    best, best_value = first + rank, value

    if legal >> LOW_BLUKE:
        for card, partner in (LOW_BLUKE, HIGH_BLUKE), (HIGH_BLUKE, LOW_BLUKE):
            if legal >> card & 1:
                is_partner_unseen = unseen >> partner & 1
                hold = chances.bluke(card, is_partner_unseen)
                value = pull.blukes[card] + is_partner_unseen * pull.partners[card] + later * hold[others]
                if strong[card] > strongest:
                    value += win + gain * hold[followers]
                if value > best_value:
                    best, best_value = card, value
    return best_value, best
