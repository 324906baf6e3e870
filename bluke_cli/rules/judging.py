"""Judging a hand that was played: whose card each one was, who won each trick, and which plays broke a rule.

`Hand` plays a hand forwards from known holdings; here only the cards on the table may be known. Where the deal is not
known, a seat's holding is what it plays now or later in the hand, and what is unknown is not judged.
A play that breaks a rule stands, and judging goes on from it; a fault that leaves no sensible state (a card twice, not
held, or missing) ends the judging of the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from bluke_cli.diagnostics import counted
from bluke_cli.errors import RuleViolation
from bluke_cli.rules.cards import CARD_NAMES, PACK, SUIT_MASKS, SUIT_OF, Card, Mask
from bluke_cli.rules.hand import Trick, check_play
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.tricks import asked_suit, trick_winner

Spot = tuple[int, int]
"""A card's place in a hand: index of the trick, index in the trick."""

LET_STAND = frozenset({"revoke", "trump-not-broken"})
"""The faults after which the play goes on; any other ends the judging of the hand."""


@dataclass(frozen=True, slots=True)
class Deck:
    """What is known of a hand before its first card: the turn-up, and each seat's holding if the deal is a fact.

    A holding is None where the deal is a fact that the judge may not see.
    """

    up: Card | None = None
    holdings: Sequence[Mask | None] | None = None

    def open_to(self) -> list[Mask] | None:
        """Return the cards that each seat can have been dealt, as far as the deal is known; None if it is not."""
        if self.holdings is None:
            return None
        seen = 0
        for holding in self.holdings:
            seen |= holding or 0
        return [PACK & ~seen if holding is None else holding for holding in self.holdings]


@dataclass(frozen=True, slots=True)
class PlayFault:
    """One fault of the play. `card` is the index in the trick, None where the trick as a whole is meant."""

    code: str
    reason: str
    trick: int
    card: int | None = None
    seat: int | None = None


@dataclass(slots=True)
class Play:
    """The play of one hand as far as it makes sense.

    `tricks` are those whose cards have an owner; `won` counts tricks by seat; `holdings` what each seat played.
    `faults` are in the order played. `is_complete` says that every trick is there and no fault ended the judging;
    `is_cut_short` that one did.
    """

    tricks: list[Trick] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    holdings: list[Mask] = field(default_factory=list)
    faults: list[PlayFault] = field(default_factory=list)
    is_complete: bool = False
    is_cut_short: bool = False


def judge_play(
    tricks: Sequence[Sequence[Card]],
    size: int,
    dealer: int,
    trump: int | None,
    rules: HouseRules,
    players: int,
    deck: Deck,
) -> Play:
    """Judge the tricks of one hand, each the cards in the order played.

    The last trick may be unfinished. Faults have the codes ``trick-count``, ``trick-size``, ``duplicate-card``,
    ``card-not-held``, ``revoke`` and ``trump-not-broken``.
    """
    play = Play(won=[0] * players, holdings=[0] * players)
    broken_before = _attribute(play, tricks, size, dealer, trump, rules, players, deck)
    _judge_following(play, trump, rules, broken_before, deck)
    if not play.is_cut_short:
        play.is_complete = len(play.tricks) == size and play.tricks[-1].winner is not None
    return play


def _attribute(
    play: Play,
    tricks: Sequence[Sequence[Card]],
    size: int,
    dealer: int,
    trump: int | None,
    rules: HouseRules,
    players: int,
    deck: Deck,
) -> list[bool]:
    """Give each card its seat and each trick its winner; return whether trump was broken before each trick."""
    turned = 0 if deck.up is None else 1 << deck.up
    seen, holdings = turned, play.holdings
    dealt = deck.open_to()
    leader = (dealer + 1) % players
    is_broken, broken_before = False, []
    last = len(tricks) - 1
    for index, cards in enumerate(tricks):
        count = len(cards)
        if index >= size or count > players or (count < players and (index < last or not count)):
            play.faults.append(_shape_fault(index, count, size, players))
            play.is_cut_short = True
            break
        trick = Trick(leader)
        kept = trick.cards
        seat = leader
        for card in cards:
            bit = 1 << card
            if seen & bit or (dealt is not None and not dealt[seat] & bit):
                play.faults.append(_card_fault(card, seat, (index, len(kept)), tricks, deck))
                play.is_cut_short = True
                break
            seen |= bit
            holdings[seat] |= bit
            kept.append(card)
            seat += 1
            if seat == players:
                seat = 0
        if kept:
            play.tricks.append(trick)
            broken_before.append(is_broken)
        if play.is_cut_short:
            break
        if count == players:
            leader = trick.winner = (leader + trick_winner(kept, trump, rules)) % players
            play.won[leader] += 1
        if not is_broken and trump is not None and SUIT_OF[kept[0]] != trump:
            is_broken = any(SUIT_OF[card] == trump for card in kept)
    return broken_before


def _judge_following(
    play: Play, trump: int | None, rules: HouseRules, broken_before: Sequence[bool], deck: Deck
) -> None:
    """Find the plays that broke a rule, walking backwards so that a holding is what was played from there on."""
    players = len(play.holdings)
    if deck.holdings is None:
        holdings = [0] * players
    else:
        pairs = zip(deck.holdings, play.holdings, strict=True)
        holdings = [0 if dealt is None else dealt & ~played for dealt, played in pairs]
    free_lead = rules.trump_lead == "free" or trump is None
    found: list[PlayFault] = []
    for index in range(len(play.tricks) - 1, -1, -1):
        trick = play.tricks[index]
        cards, leader = trick.cards, trick.leader
        led = SUIT_OF[cards[0]]
        follow = 0 if led is None else SUIT_MASKS[led]
        suspects = []
        for position, card in enumerate(cards):
            seat = (leader + position) % players
            holdings[seat] = holding = holdings[seat] | 1 << card
            if SUIT_OF[card] != led and holding & follow and SUIT_OF[card] is not None:
                suspects.append(position)
        if led is None:
            suspects = [at for at in range(1, len(cards)) if asked_suit(cards[:at], trump, rules) is not None]
        if not free_lead:
            suspects.insert(0, 0)
        for position in suspects:
            seat = (leader + position) % players
            try:
                check_play(
                    cards[position], holdings[seat], cards[:position], trump, rules, trump_broken=broken_before[index]
                )
            except RuleViolation as violation:
                found.append(PlayFault(violation.code, violation.reason, index, position, seat))
    play.faults = sorted(found + play.faults, key=lambda fault: (fault.trick, -1 if fault.card is None else fault.card))


def _shape_fault(index: int, count: int, size: int, players: int) -> PlayFault:
    if index >= size:
        return PlayFault("trick-count", f"a hand of {size} has {counted(size, 'trick')} (RULES 3)", index)
    return PlayFault("trick-size", f"a trick has {players} cards, this one {counted(count, 'card')} (RULES 8)", index)


def _card_fault(card: Card, seat: int, spot: Spot, tricks: Sequence[Sequence[Card]], deck: Deck) -> PlayFault:
    """Say why *card* cannot have been played at *spot* by *seat*."""
    index, position = spot
    shown = CARD_NAMES[card]
    if card == deck.up:
        return PlayFault("duplicate-card", f"{shown} was turned up and is out of play (RULES 6)", index, position, seat)
    for before in range(index + 1):
        earlier: Collection[Card] = tricks[before] if before < index else tricks[before][:position]
        if card in earlier:
            where = "in this trick" if before == index else f"to trick {before + 1}"
            return PlayFault("duplicate-card", f"{shown} was already played {where}", index, position, seat)
    assert deck.holdings is not None, "a card is refused for being seen before, or for not being dealt to its seat"
    owner = next((other for other, holding in enumerate(deck.holdings) if (holding or 0) >> card & 1), None)
    if owner is not None:
        return PlayFault("duplicate-card", f"{shown} was dealt to another player", index, position, seat)
    return PlayFault("card-not-held", f"{shown} was not dealt to this player", index, position, seat)
