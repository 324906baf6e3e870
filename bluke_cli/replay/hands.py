"""One recorded hand as facts for the rules: cards instead of texts, seats instead of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bluke_cli.record.models import HandRecord
from bluke_cli.replay.table import Table, read_cards
from bluke_cli.rules.cards import CARD_NUMBERS, SUITS, Card, Mask, mask_of, trump_name, trump_of
from bluke_cli.rules.inference import inferred_took
from bluke_cli.rules.judging import Deck, Play, Spot, judge_play


@dataclass(slots=True)
class HandFacts:
    """What a record says happened in one hand.

    `number` counts from 1 in the schedule; `size` and `dealer` follow from it, None where they cannot. `trump` is a
    suit or None for no trump, and means nothing unless `has_trump`. `dealt` is by seat, without cards for a seat of
    `hidden`. `marks` are the plays that the table let stand although illegal (``!``).
    """

    number: int
    players: int
    size: int | None
    dealer: int | None
    up: Card | None
    has_trump: bool
    trump: int | None
    cut: int
    dealt: list[list[Card]] | None
    bids: list[int | None] | None
    tricks: list[list[Card]]
    marks: frozenset[Spot]
    took: list[int | None] | None
    score: list[int] | None = None
    hidden: frozenset[int] = frozenset()

    @property
    def trump_name(self) -> str | None:
        """The trump as it is written, None if it is not known."""
        return trump_name(self.trump) if self.has_trump else None

    @property
    def has_every_card(self) -> bool:
        """Whether as many cards are written as the hand has, so that a deal is a claim and not a fact."""
        return self.size is not None and sum(map(len, self.tricks)) == self.size * self.players

    @property
    def bids_by_seat(self) -> list[int | None] | None:
        """The bids with an entry for each seat, None for one that is not in the list; None if there are none."""
        return None if self.bids is None else [*self.bids, *[None] * (self.players - len(self.bids))]

    @property
    def all_bids(self) -> list[int] | None:
        """Everybody's bid by seat, None where one is missing: null, or not in the list at all."""
        return known(self.bids_by_seat)

    def can_be_dealt(self, holdings: Sequence[Mask | None]) -> bool:
        """Return whether these can be a deal of this hand: its size for every seat, no card twice, nor the turn-up.

        Nothing is asked of a holding that is None, which is not known.
        """
        seen = 0 if self.up is None else 1 << self.up
        for holding in holdings:
            if holding is None:
                continue
            if holding.bit_count() != self.size or seen & holding:
                return False
            seen |= holding
        return len(holdings) == self.players


def facts_of(hand: HandRecord, number: int, table: Table, viewer: int | None = None) -> HandFacts:
    """Return the facts of a recorded hand that is hand *number* of its game; for the eyes of a seat, if one is named.

    To that *viewer* the other seats' dealt cards are hidden; everything else lies on the table.
    """
    hidden = frozenset(range(len(table.players))) - {viewer} if viewer is not None else frozenset[int]()
    up = None if hand.up is None else CARD_NUMBERS[hand.up]
    if up is not None:
        trump = trump_of(up)
    else:
        trump = None if hand.trump in (None, "none") else SUITS.index(str(hand.trump))
    texts: Sequence[str] = hand.tricks or ()
    marks: frozenset[Spot] = frozenset()
    if any("!" in text for text in texts):
        marks = frozenset(
            (index, at) for index, text in enumerate(texts) for at, word in enumerate(text.split()) if word[-1] == "!"
        )
    return HandFacts(
        number=number,
        players=len(table.players),
        size=table.size_of(number),
        dealer=table.dealer_of(number),
        up=up,
        has_trump=up is not None or hand.trump is not None,
        trump=trump,
        cut=hand.cut or 0,
        dealt=_dealt(hand.dealt, hidden),
        bids=hand.bids,
        tricks=[read_cards(text) for text in texts],
        marks=marks,
        took=hand.took,
        score=hand.score,
        hidden=hidden,
    )


def _dealt(texts: Sequence[str] | None, hidden: frozenset[int]) -> list[list[Card]] | None:
    if texts is None:
        return None
    return [[] if seat in hidden else read_cards(text) for seat, text in enumerate(texts)]


def play_of(facts: HandFacts, table: Table, *, deal_is_fact: bool = True) -> Play | None:
    """Judge the play of a hand; None where it cannot be followed: no tricks, or no turn-up, dealer or size.

    A deal that is written is a fact until every card has been played, unless *deal_is_fact* says that it is not sound.
    """
    if not facts.tricks or facts.size is None or facts.dealer is None or not facts.has_trump:
        return None
    deck, players = deck_of(facts, deal_is_fact=deal_is_fact), len(table.players)
    return judge_play(facts.tricks, facts.size, facts.dealer, facts.trump, table.rules, players, deck)


def deck_of(facts: HandFacts, *, deal_is_fact: bool = True) -> Deck:
    """Return what is known of the cards of a hand before the first is played; see `play_of`."""
    holdings: list[Mask | None] | None = None
    if facts.dealt is not None and deal_is_fact and not facts.has_every_card:
        holdings = [None if seat in facts.hidden else mask_of(cards) for seat, cards in enumerate(facts.dealt)]
    return Deck(facts.up, holdings)


def taken(facts: HandFacts, play: Play | None, table: Table) -> list[int] | None:
    """Return the tricks taken by seat: from the play if it is complete, else from the sheet; None if neither says.

    On a sheet without `took` the points may tell. A number of tricks that the hand does not have says nothing.
    """
    if play is not None and play.is_complete:
        return play.won
    bids = facts.all_bids
    if facts.took is None and not facts.tricks and bids and facts.score and facts.size is not None:
        return known(inferred_took(bids, facts.score, facts.size, table.rules))
    took = known(facts.took)
    if took is not None and facts.size is not None and not all(0 <= count <= facts.size for count in took):
        return None
    return took


def known(numbers: Sequence[int | None] | None) -> list[int] | None:
    """Return *numbers* if all of them are there, else None."""
    if numbers is None:
        return None
    found = [number for number in numbers if number is not None]
    return found if len(found) == len(numbers) else None
