"""The typo doctor: what was probably played where the tricks as written cannot have been.

A **slip** is one likely mistake of the pen: a wrong rank or suit, two cards of a trick or two tricks in the wrong
order, a card at the wrong place in its trick, a card left out or too many. A **repair** undoes one slip, or two. It is
offered only if the whole hand is legal under it and agrees with the tricks taken that are written down; repairs that
also agree with the dealt cards or with the seed come first, then those that need the smaller slip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bluke_cli.audit.budget import Budget
from bluke_cli.replay.hands import HandFacts, known, play_of
from bluke_cli.replay.table import Table
from bluke_cli.rules.cards import CARD_NAMES, PACK, SUIT_OF, Card, Mask, cards_of, mask_of, names
from bluke_cli.rules.judging import Play

Tricks = tuple[tuple[Card, ...], ...]

NEAR, FAR = 1, 2
"""What a slip costs: a near one is a single wrong stroke of the pen."""
MOST = 5
"""How many repairs of a hand are offered."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A hand put right: the turn-up and tricks that are to stand, and how likely that is (the smaller the rank)."""

    up: Card | None
    tricks: Tricks
    rank: tuple[int, int]

    def changed_tricks(self, facts: HandFacts) -> list[tuple[int, str]]:
        """Return index and new text of each trick that differs from the hand as written, its marks left out."""
        written = facts.tricks
        return [
            (at, names(cards))
            for at, cards in enumerate(self.tricks)
            if at >= len(written) or tuple(written[at]) != cards
        ]

    def describe(self, facts: HandFacts) -> str:
        """Say what is to be changed."""
        parts = [f"trick {at + 1}: {text}" for at, text in self.changed_tricks(facts)]
        if self.up != facts.up and self.up is not None:
            parts.insert(0, f"turn-up {CARD_NAMES[self.up]}")
        return ", ".join(parts)


@dataclass(slots=True)
class Doctor:
    """The search for repairs of one hand; `holdings` are those that the seed deals, if it is known."""

    facts: HandFacts
    table: Table
    holdings: Sequence[Mask] | None
    budget: Budget
    _found: list[Repair] = field(default_factory=list)
    _left: int = 0

    def repairs(self) -> list[Repair]:
        """Return the likeliest repairs, best first; none where nothing small enough helps."""
        start = (self.facts.up, tuple(map(tuple, self.facts.tricks)))
        self._left = min(self.budget.left, self.budget.for_one_hand)
        progress: list[tuple[int, Card | None, Tricks]] = []
        first = self._first_fault(*start)
        for cost, up, tricks in slips(*start, self.facts.players, suspects(*start, self.facts.players)):
            if self._is_spent():
                return []
            reached = self._try(up, tricks, cost)
            if reached > first:
                progress.append((-reached, up, tricks))
        if not self._found:
            self._second_slips(sorted(progress, key=lambda step: step[0])[:8])
        unique = {
            (repair.up, repair.tricks): repair for repair in sorted(self._found, key=lambda r: r.rank, reverse=True)
        }
        return sorted(unique.values(), key=lambda repair: repair.rank)[:MOST]

    def _second_slips(self, progress: Sequence[tuple[int, Card | None, Tricks]]) -> None:
        for _, up, tricks in progress:
            for cost, second_up, second in slips(up, tricks, self.facts.players):
                if self._is_spent():
                    self._found.clear()
                    return
                if cost == NEAR:
                    self._try(second_up, second, NEAR + FAR)

    def _is_spent(self) -> bool:
        self.budget.left -= 1
        self._left -= 1
        return self._left < 0

    def _judge(self, up: Card | None, tricks: Tricks) -> Play | None:
        facts = replace(self.facts, up=up, tricks=list(map(list, tricks)), dealt=None)
        if up is not None:
            facts.trump = SUIT_OF[up]
        return play_of(facts, self.table)

    def _first_fault(self, up: Card | None, tricks: Tricks) -> int:
        """Return the index of the trick that the hand is sound up to."""
        play = self._judge(up, tricks)
        return -1 if play is None else _sound_tricks(play, self.facts)

    def _try(self, up: Card | None, tricks: Tricks, cost: int) -> int:
        """Keep the hand as a repair if it is one; return how many tricks of it are sound."""
        play = self._judge(up, tricks)
        if play is None:
            return -1
        sound = _sound_tricks(play, self.facts)
        if play.is_complete and sound == self.facts.size and self._agrees(play):
            against = self._contradictions(play)
            self._found.append(Repair(up, tricks, (against, cost)))
        return sound

    def _agrees(self, play: Play) -> bool:
        written = known(self.facts.took)
        return written is None or written == play.won

    def _contradictions(self, play: Play) -> int:
        """Return how many players' holdings differ from those dealt, by the seed and by the record."""
        dealt = self.facts.dealt
        claimed = [mask_of(cards) for cards in dealt] if dealt is not None else None
        return sum(
            held != played
            for holdings in (self.holdings, claimed)
            if holdings is not None
            for held, played in zip(holdings, play.holdings, strict=True)
        )


def _sound_tricks(play: Play, facts: HandFacts) -> int:
    """Return how many tricks there are before the first fault that was not let stand."""
    for fault in play.faults:
        if fault.card is None or (fault.trick, fault.card) not in facts.marks:
            return fault.trick
    return len(play.tricks)


def suspects(up: Card | None, tricks: Tricks, players: int) -> frozenset[tuple[int, Card]] | None:
    """Return the cards (index of the trick, card) one of which must be wrong, None where it may be any.

    Where a trick has a card too many or too few, it is one of that trick; where a card stands twice, it is that card.
    """
    last = len(tricks) - 1
    for at, cards in enumerate(tricks):
        if len(cards) > players or (len(cards) < players and at < last):
            return frozenset((at, card) for card in cards)
    places: dict[Card, list[int]] = {} if up is None else {up: [-1]}
    for at, cards in enumerate(tricks):
        for card in cards:
            places.setdefault(card, []).append(at)
    twice = next((card for card, where in places.items() if len(where) > 1), None)
    return None if twice is None else frozenset((at, twice) for at in places[twice])


def slips(
    up: Card | None, tricks: Tricks, players: int, suspected: frozenset[tuple[int, Card]] | None = None
) -> Iterator[tuple[int, Card | None, Tricks]]:
    """Yield cost, turn-up and tricks of every hand from which the one given differs by one slip.

    Where some cards are *suspected*, only slips that change one of these, or add to its trick.
    """
    used = mask_of(card for cards in tricks for card in cards) | (0 if up is None else 1 << up)
    unused = cards_of(PACK & ~used)
    for at, cards in enumerate(tricks):
        if suspected is not None and all((at, card) not in suspected for card in cards):
            continue
        for cost, changed in _trick_slips(cards, unused, players):
            if suspected is None or len(changed) != len(cards) or _touches(cards, changed, at, suspected):
                yield cost, up, (*tricks[:at], changed, *tricks[at + 1 :])
        for other in range(at + 1, len(tricks) if suspected is None else 0):
            swapped = list(tricks)
            swapped[at], swapped[other] = tricks[other], cards
            yield NEAR if other == at + 1 else FAR, up, tuple(swapped)
    if up is not None and (suspected is None or (-1, up) in suspected):
        for card in unused:
            yield _distance(up, card), card, tricks


def _touches(
    cards: tuple[Card, ...], changed: tuple[Card, ...], at: int, suspected: frozenset[tuple[int, Card]]
) -> bool:
    """Return whether a suspected card is no longer in the trick as often as it was."""
    return any(changed.count(card) < cards.count(card) for card in cards if (at, card) in suspected)


def _trick_slips(
    cards: tuple[Card, ...], unused: Sequence[Card], players: int
) -> Iterator[tuple[int, tuple[Card, ...]]]:
    count = len(cards)
    if count == players - 1:
        for at in range(players):
            for card in unused:
                yield NEAR, (*cards[:at], card, *cards[at:])
        return
    if count == players + 1:
        for at in range(count):
            yield NEAR, (*cards[:at], *cards[at + 1 :])
        return
    for at, card in enumerate(cards):
        for other in unused:
            yield _distance(card, other), (*cards[:at], other, *cards[at + 1 :])
        rest = (*cards[:at], *cards[at + 1 :])
        for to in range(count):
            if to not in (at, at - 1):  # there the card stands already, or a swap of neighbours is found from the other
                yield NEAR if to == at + 1 else FAR, (*rest[:to], card, *rest[to:])
        for to in range(at + 2, count):
            swapped = list(cards)
            swapped[at], swapped[to] = cards[to], card
            yield NEAR, tuple(swapped)


def _distance(card: Card, other: Card) -> int:
    """Return NEAR if one sign of a card's name was mistaken, else FAR."""
    if SUIT_OF[card] is None or SUIT_OF[other] is None:
        return NEAR if SUIT_OF[card] is SUIT_OF[other] else FAR
    return NEAR if SUIT_OF[card] == SUIT_OF[other] or card % 13 == other % 13 else FAR
