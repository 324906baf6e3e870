"""What the bot `master` would have bid and played in a recorded hand, and what each choice cost.

A choice is looked at with the eyes of the player who made it: cards that were hidden are dealt anew in each world. What
a move is worth is the player's own points of the hand less the mean of the others', on average over the worlds; what is
lost is the difference to the best move in the same worlds, with its standard error. It says what was likely to be best,
not what turned out well. Penalties for overtricks are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from bluke_cli.audit.decisions import Decision, decisions, why_not
from bluke_cli.bots.builtin.master import MIX
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.search.position import Position, moves_of, position_of
from bluke_cli.bots.search.search import bids_to_try, utilities
from bluke_cli.bots.search.tables import tables
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.doubts import Doubts
from bluke_cli.replay.ledger import settle
from bluke_cli.replay.story import Event
from bluke_cli.replay.table import table_of
from bluke_cli.rules.cards import CARD_NAMES, SUIT_OF, Card, cards_of

WORLDS = 100
AGAIN = 4
"""A review weighs what seems to have been lost in so many times as many other worlds, and believes these: the best of
many moves in the same worlds seems better than it is."""

LEAST = 0.05
"""Points that are not shown as 0.0."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A bid or card, what it is worth in points, and how far it is behind the best one.

    `alike` are the cards that are worth the same, this one, the lowest, among them. `error` is the standard error of
    what it is behind, None where a single world does not tell it.
    """

    move: int
    alike: tuple[int, ...]
    points: float
    behind: float
    error: float | None

    @property
    def is_clear(self) -> bool:
        """Whether it is behind by more than chance explains: at least twice the standard error."""
        return self.error is not None and self.behind >= max(LEAST, 2 * self.error)


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision: of a bid where `trick` is None, else of a card to that trick (from 1).

    `chosen` is None if it is still to be made. `moves` are the best first, and never empty; `lost` is the one of them
    that was chosen, None also if it was against the rules. All of this is on average over so many `worlds`.
    """

    hand: int
    trick: int | None
    seat: int
    chosen: int | None
    moves: list[Worth]
    lost: Worth | None
    worlds: int

    @property
    def is_against_rules(self) -> bool:
        """Whether something was chosen that may not be."""
        return self.chosen is not None and self.lost is None


def weigh(decision: Decision, worlds: int = WORLDS) -> Choice:
    """Think about a decision, in so many worlds."""
    view, position = decision.view, position_of(decision.view)
    if view.is_bidding:
        moves = bids_to_try(position, view.legal_bids, tables())
        if decision.chosen in view.legal_bids and decision.chosen not in moves:
            moves = sorted([*moves, decision.chosen])
        alike: dict[int, tuple[int, ...]] = {move: (move,) for move in moves}
    else:
        moves = moves_of(position)
        standing = {card: _standing_for(card, moves) for card in cards_of(view.legal_mask)}
        alike = {move: tuple(card for card in standing if standing[card] == move) for move in moves}
    found = sorted(_worths(position, alike, _seed(decision), 0, worlds), key=lambda worth: worth.behind)
    lost = next((worth for worth in found if decision.chosen in worth.alike), None)
    return Choice(view.hand, decision.trick, view.seat, decision.chosen, found, lost, worlds)


def _weighed_again(decision: Decision, choice: Choice) -> Choice:
    """Return *choice* with its best move and the one chosen as more and other worlds see them."""
    assert choice.lost is not None
    pair = {worth.move: worth.alike for worth in (choice.moves[0], choice.lost)}
    worlds = AGAIN * choice.worlds
    best, lost = _worths(position_of(decision.view), pair, _seed(decision), choice.worlds, worlds, choice.moves[0].move)
    return replace(choice, moves=[best, lost], lost=lost, worlds=worlds)


class _Losses:
    """What a player lost by choices that were clearly not the best, of all that were weighed."""

    def __init__(self) -> None:
        self._weighed = self._clear = 0
        self._points = self._variance = 0.0

    def add(self, choice: Choice) -> None:
        """Count a choice that was weighed."""
        self._weighed += 1
        if choice.lost is not None and choice.lost.is_clear:
            self._clear += 1
            self._points += choice.lost.behind
            self._variance += (choice.lost.error or 0.0) ** 2

    def told(self) -> dict[str, Any] | None:
        """Return the sum; None where nothing was weighed."""
        if not self._weighed:
            return None
        error = round(sqrt(self._variance), 1) if self._clear else None
        return {"lost": round(self._points, 1), "error": error, "clear": self._clear, "weighed": self._weighed}


def with_review(
    events: Iterator[Event], record: GameRecord, doubts: Doubts, worlds: int = WORLDS, viewer: int | None = None
) -> Iterator[Event]:
    """Pass on the events of a story, with ``review`` at deals, bids and cards, and at the end of the game.

    At a deal it is why the hand cannot be weighed, None if it can. At a choice it is ``best``, ``lost`` and ``error``
    (points), the number of ``worlds``, and whether that ``is_clear``; None where nothing was to choose or it cannot be
    weighed. At the end it is, by player, how many choices were ``weighed``, and how many points they ``lost`` by those
    that are ``clear``, with the standard ``error``; None where no choice was weighed. With a *viewer*, a seat, only the
    choices of that player are weighed, and from what that player saw.
    """
    table = table_of(record)
    settled, _ = settle(record, table, viewer, doubts)
    hands = {hand.facts.number: hand for hand in settled}
    reasons = {number: why_not(hand) for number, hand in hands.items()}
    found: dict[tuple[int | None, int], Decision] = {}
    losses = {player: _Losses() for player in table.players}
    current = 0
    for event in events:
        kind = event["event"]
        if kind == "deal":
            yield {**event, "review": reasons[event["hand"]]}
        elif kind in ("bid", "card"):
            if event["hand"] != current:
                current = event["hand"]
                made = decisions(hands[current], table) if reasons[current] is None else []
                found = {(decision.trick, decision.view.seat): decision for decision in made}
            decision = found.get((event.get("trick"), table.seat_of(event["player"])))
            choice = None if decision is None else _reviewed(decision, worlds)
            yield {**event, "review": None if choice is None else _told(choice)}
            if choice is not None:
                losses[event["player"]].add(choice)
        elif kind == "game-end":
            yield {**event, "review": {player: lost.told() for player, lost in losses.items()}}
        else:
            yield event


def _reviewed(decision: Decision, worlds: int) -> Choice | None:
    """Return a choice that was made, weighed; again, if it seems that points were lost."""
    if decision.is_forced or not decision.is_legal:
        return None
    choice = weigh(decision, worlds)
    return _weighed_again(decision, choice) if choice.lost is not None and choice.lost.is_clear else choice


def _told(choice: Choice) -> dict[str, Any]:
    best, lost = choice.moves[0].move, choice.lost
    assert lost is not None
    return {
        "best": best if choice.trick is None else CARD_NAMES[best],
        "lost": round(lost.behind, 1),
        "error": None if lost.error is None else round(lost.error, 1),
        "worlds": choice.worlds,
        "is_clear": lost.is_clear,
    }


def _seed(decision: Decision) -> int:
    return Rng(f"review\n{decision.view.hand}\n{decision.number}").below(1 << 32)


def _standing_for(card: Card, moves: Sequence[Card]) -> Card:
    """Return the card that is tried for *card*: the lowest of those that are worth the same."""
    return max(move for move in moves if move <= card and SUIT_OF[move] == SUIT_OF[card])


def _worths(
    position: Position,
    moves: dict[int, tuple[int, ...]],
    seed: int,
    first: int,
    worlds: int,
    best_move: int | None = None,
) -> list[Worth]:
    """Return what each move is worth, and how far behind *best_move*, else the best of them, in worlds from *first*."""
    rows = utilities(position, list(moves), MIX, seed, first, worlds, tables())
    others = position.players - 1
    columns = {
        move: [value / others for value in column] for move, column in zip(moves, zip(*rows, strict=True), strict=True)
    }
    best = max(columns.values(), key=sum) if best_move is None else columns[best_move]
    found = []
    for move, column in columns.items():
        behind = [high - low for high, low in zip(best, column, strict=True)]
        found.append(Worth(move, moves[move], sum(column) / worlds, *_mean_and_error(behind)))
    return found


def _mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and its standard error, None of a single value."""
    count, mean = len(values), sum(values) / len(values)
    if count < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
