"""A seat at the table: one bot's decisions, judged, with the fallback standing in for a bot that fails.

A decision that is no legal bid or card is a **fault**. The published fallback, the lowest legal bid or the lowest legal
card in pack order, then decides; after a number of faults, or when the bot is dead, to the end of the game.
Nobody else is punished. Not here: how a bot is reached (`bots.players`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bluke_cli.bots.events import Event
from bluke_cli.bots.players import BotFault, Player
from bluke_cli.bots.view import GameView, View
from bluke_cli.rules.cards import CARD_NAMES, PACK_SIZE, Card, cards_of, names

MAX_FAULTS = 3


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """What becomes of a match with a fault: it goes on with the fallback, or stops; and the faults that a bot has."""

    on_fault: Literal["substitute", "stop"] = "substitute"
    max_faults: int = MAX_FAULTS

    @property
    def patience(self) -> int:
        """With so many faults the fallback plays on to the end of the game."""
        return 1 if self.on_fault == "stop" else self.max_faults


SUBSTITUTE = FaultPolicy()


class Fault(NamedTuple):
    """One fault: the seat, the hand's number, the trick (from 1; None outside play), its code, and what was wrong.

    `said` is the end of what the bot wrote to standard error.
    """

    seat: int
    hand: int
    trick: int | None
    code: str
    detail: str
    said: str = ""


class Seat:
    """The player of one seat for one game; its decisions are always legal."""

    __slots__ = ("_is_retired", "_patience", "_player", "faults", "number", "wants_events")

    def __init__(self, player: Player, game: GameView, seed: str, patience: int = MAX_FAULTS) -> None:
        self.number = game.seat
        self.faults: list[Fault] = []
        self._player = player
        self._is_retired = False
        self._patience = patience
        try:
            player.start(game, seed)
        except BotFault as fault:
            self._blame(fault, 1, None)
        self.wants_events = player.wants_events

    def bid(self, view: View) -> int:
        """Return the bot's bid, or the fallback's."""
        if not self._is_retired:
            try:
                bid = self._player.bid(view)
                if bid in view.legal_bids:
                    return bid
                legal = ", ".join(map(str, view.legal_bids))
                self._blame(BotFault("illegal-bid", f"bid {bid}; legal: {legal}"), view.hand, None)
            except BotFault as fault:
                self._blame(fault, view.hand, None)
        return view.legal_bids[0]

    def play(self, view: View) -> Card:
        """Return the bot's card, or the fallback's."""
        legal = view.legal_mask
        if not self._is_retired:
            try:
                card = self._player.play(view)
                if 0 <= card < PACK_SIZE and legal >> card & 1:
                    return card
                self._blame(_not_playable(card, legal), view.hand, len(view.tricks) + 1)
            except BotFault as fault:
                self._blame(fault, view.hand, len(view.tricks) + 1)
        return (legal & -legal).bit_length() - 1

    def observe(self, event: Event, hand: int, trick: int | None) -> None:
        """Tell the bot what happened in this hand and trick."""
        if not self._is_retired:
            try:
                self._player.observe(event)
            except BotFault as fault:
                self._blame(fault, hand, trick)

    def finish(self, scores: Sequence[int], places: Sequence[int], hand: int) -> None:
        """Tell the bot that the game is over, after this hand."""
        if not self._is_retired:
            try:
                self._player.finish(scores, places)
            except BotFault as fault:
                self._blame(fault, hand, None)

    def _blame(self, fault: BotFault, hand: int, trick: int | None) -> None:
        self.faults.append(Fault(self.number, hand, trick, fault.code, fault.detail, fault.said))
        if fault.is_dead or len(self.faults) >= self._patience:
            self._is_retired = True
            self._player.close()
        else:
            self._player.blame(fault.code, fault.detail)


def _not_playable(card: int, legal: int) -> BotFault:
    if not 0 <= card < PACK_SIZE:
        return BotFault("wrong-answer", f"a card is a number from 0 to {PACK_SIZE - 1}, not {card}")
    return BotFault("illegal-card", f"played {CARD_NAMES[card]}; legal: {names(cards_of(legal))}")
