"""A record told card by card: events in the order in which they happened, as far as the record says.

An event is a plain dict that can be written as JSON. ``event`` is one of ``game``, ``deal``, ``bid``, ``card``,
``trick``, ``hand-end``, ``game-end``; players are names, lists are in `players` order, ``hand`` and ``trick`` count
from 1. What the record does not say, or the viewer did not see, is null.

Told for one seat, the story holds what that player saw, when they saw it. Another's revoke shows only by later cards,
so such faults stand in ``faults`` of the ``hand-end``, when all those cards lie on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from bluke_cli.diagnostics import Path
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.doubts import Doubts, doubts_of
from bluke_cli.replay.ending import game_ending, hand_ending
from bluke_cli.replay.hands import HandFacts, deck_of
from bluke_cli.replay.ledger import Result, Settled, settle
from bluke_cli.replay.scope import Scope
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.cards import CARD_NAMES, cards_of, names
from bluke_cli.rules.judging import LET_STAND, Play, PlayFault, Spot
from bluke_cli.rules.reasons import Explained, explain_play, why_won

Event = dict[str, Any]


def tell(record: GameRecord, scope: Scope | None = None, damaged: Collection[Path] = ()) -> Iterator[Event]:
    """Yield the events of a record; *damaged* is what the reader dropped, and what hangs on that is left out."""
    scope = scope or Scope()
    table, doubts = table_of(record), doubts_of(record, damaged)
    settled, result = settle(record, table, scope.viewer, doubts)
    if not scope.hands:
        yield _game(record, table, doubts, scope)
    for index, hand in enumerate(settled):
        if not scope.hands or hand.facts.number in scope.hands:
            yield from _HandStory(hand, index, table, doubts, scope).events()
    if not scope.hands:
        yield _end(record, table, settled, result, doubts)


def _game(record: GameRecord, table: Table, doubts: Doubts, scope: Scope) -> Event:
    return {
        "event": "game",
        "players": record.players,
        "dealer": _name(table, table.dealer),
        "hands": None if doubts.schedule else len(table.sizes),
        "rules": table.rules.differing(len(table.players)),
        "viewer": _name(table, scope.viewer),
        "left_out": doubts.lost_of_game(),
    }


def _end(record: GameRecord, table: Table, settled: Sequence[Settled], result: Result, doubts: Doubts) -> Event:
    winners = None if result.winners is None else [table.players[seat] for seat in result.winners]
    ended = None if doubts.schedule or ("hands",) in doubts.damaged else game_ending(settled, table)
    return {
        "event": "game-end",
        "final": result.final,
        "winners": winners,
        "stopped": record.stopped,
        "ended": ended,
    }


class _HandStory:
    """One hand told; `index` is its place in the record."""

    def __init__(self, hand: Settled, index: int, table: Table, doubts: Doubts, scope: Scope) -> None:
        self.hand = hand
        self.facts: HandFacts = hand.facts
        self.table = table
        self.scope = scope
        self.lost = doubts.lost(index)
        self.ended = hand_ending(hand, index, table, doubts)
        faults = [] if hand.play is None else hand.play.faults
        viewer = scope.viewer
        self.faults: dict[Spot, PlayFault] = {}
        self.told_later: list[PlayFault] = []
        for fault in faults:
            if viewer in (None, fault.seat) and fault.card is not None:
                self.faults[fault.trick, fault.card] = fault
            elif fault.code in LET_STAND:
                self.told_later.append(fault)

    def events(self) -> Iterator[Event]:
        """Yield the events of the hand."""
        if not self.scope.tricks:
            yield self._deal()
            yield from self._bids()
        if self.hand.play is not None:
            yield from self._tricks(self.hand.play)
        if not self.scope.tricks:
            yield self._hand_end()

    def _deal(self) -> Event:
        facts = self.facts
        return {
            "event": "deal",
            "hand": facts.number,
            "size": facts.size,
            "dealer": _name(self.table, facts.dealer),
            "up": None if facts.up is None else CARD_NAMES[facts.up],
            "trump": facts.trump_name,
            "dealt": self._dealt(),
            "left_out": self.lost,
        }

    def _dealt(self) -> list[str | None] | None:
        """Return the holdings that were dealt, as written; a viewer's own is also known from what was played."""
        facts, viewer, play = self.facts, self.scope.viewer, self.hand.play
        if facts.dealt is not None:
            return [None if seat in facts.hidden else names(cards) for seat, cards in enumerate(facts.dealt)]
        if viewer is None or play is None or not play.is_complete:
            return None
        own = names(cards_of(play.holdings[viewer]))
        return [own if seat == viewer else None for seat in range(facts.players)]

    def _bids(self) -> Iterator[Event]:
        bids, dealer, players = self.facts.bids_by_seat, self.facts.dealer, self.facts.players
        if bids is None:
            return
        order: Sequence[int] = range(players)
        if dealer is not None:
            order = [(dealer + 1 + at) % players for at in range(players)]
        for seat in order:
            if bids[seat] is not None:
                player = self.table.players[seat]
                yield {"event": "bid", "hand": self.facts.number, "player": player, "bid": bids[seat]}

    def _tricks(self, play: Play) -> Iterator[Event]:
        facts, scope, rules = self.facts, self.scope, self.table.rules
        reasons: Iterator[list[Explained]] = iter(())
        if scope.why:
            reasons = explain_play(play, deck_of(facts), facts.trump, rules, facts.hidden)
        won = [0] * facts.players
        for index, trick in enumerate(play.tricks):
            explained = next(reasons, None)
            if trick.winner is not None:
                won[trick.winner] += 1
            if scope.tricks and index + 1 not in scope.tricks:
                continue
            where = {"hand": facts.number, "trick": index + 1}
            for at, card in enumerate(trick.cards):
                player = self.table.players[(trick.leader + at) % facts.players]
                event = {"event": "card", **where, "player": player, "card": CARD_NAMES[card]}
                why = {} if explained is None else {"why": _why_card(explained[at])}
                yield {**event, "fault": self._fault_at((index, at)), **why}
            if trick.winner is not None:
                why = {}
                if scope.why:
                    rule, reason = why_won(trick.cards, facts.trump, rules)
                    why = {"why": {"rule": rule, "reason": reason}}
                yield {"event": "trick", **where, "winner": self.table.players[trick.winner], "won": list(won), **why}

    def _fault_at(self, spot: Spot) -> dict[str, Any] | None:
        fault = self.faults.get(spot)
        return None if fault is None else self._blame(fault)

    def _blame(self, fault: PlayFault) -> dict[str, Any]:
        let_stand = (fault.trick, fault.card) in self.facts.marks
        return {"code": fault.code, "reason": fault.reason, "let_stand": let_stand}

    def _hand_end(self) -> Event:
        hand, play = self.hand, self.hand.play
        event = {
            "event": "hand-end",
            "hand": self.facts.number,
            "bids": self.facts.bids_by_seat,
            "took": hand.took,
            "score": hand.score,
            "total": hand.total,
            "ended": self.ended,
            "is_cut_short": bool(self.facts.tricks) if play is None else play.is_cut_short,
        }
        if self.scope.viewer is not None:
            event["faults"] = [
                {"trick": fault.trick + 1, "player": _name(self.table, fault.seat), **self._blame(fault)}
                for fault in self.told_later
            ]
        return event


def _why_card(explained: Explained) -> dict[str, Any]:
    (rule, reason), legal = explained
    return {"rule": rule, "reason": reason, "legal": None if legal is None else names(cards_of(legal))}


def _name(table: Table, seat: int | None) -> str | None:
    return None if seat is None else table.players[seat]
