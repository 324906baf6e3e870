"""What the bot `master` would have bid and played in a recorded hand, and what each choice cost.

A choice is looked at with the eyes of the player who made it: cards that were hidden are dealt anew in each world. What
a move is worth is the player's own points of the hand less the mean of the others', on average over the worlds; what is
lost is the difference to the best move in the same worlds, with its standard error. It says what was likely to be best,
not what turned out well. Penalties for overtricks are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from bluke_cli.bots.builtin.master import MIX
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.search.position import Position, moves_of, position_of
from bluke_cli.bots.search.search import bids_to_try, utilities
from bluke_cli.bots.search.tables import tables
from bluke_cli.bots.view import View, WonTrick
from bluke_cli.errors import BlukeError
from bluke_cli.record.models import GameRecord
from bluke_cli.replay.doubts import Doubts
from bluke_cli.replay.ledger import Settled, settle
from bluke_cli.replay.story import Event
from bluke_cli.replay.table import Table, table_of
from bluke_cli.rules.bidding import legal_bids
from bluke_cli.rules.cards import CARD_NAMES, SUIT_OF, Card, Mask
from bluke_cli.rules.judging import Play

WORLDS = 100
Made = tuple[View, "int | None", "int | None"]
"""What a player saw, the trick, and what was chosen."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A bid or card, what it is worth in points, and how far it is behind the best one.

    `error` is the standard error of that, None where a single world does not tell it.
    """

    move: int
    points: float
    behind: float
    error: float | None

    @property
    def is_clear(self) -> bool:
        """Whether it is behind by more than chance explains: at least twice the standard error."""
        return self.error is not None and self.behind > 0 and self.behind >= 2 * self.error


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision: of a bid where `trick` is None, else of a card to that trick (from 1).

    `chosen` is None if it is still to be made, or was against the rules. `moves` are the best first, of cards that are
    worth the same the lowest; they are never empty. `lost` is what the chosen one is behind. All of this is on average
    over so many `worlds`.
    """

    hand: int
    trick: int | None
    seat: int
    chosen: int | None
    moves: list[Worth]
    lost: Worth | None
    worlds: int


@dataclass(frozen=True, slots=True)
class Search:
    """How hard to think: so many worlds for a decision, by the chance of a seed."""

    worlds: int = WORLDS
    seed: str = "review"


def why_not(hand: Settled) -> str | None:
    """Return why the choices of a hand cannot be looked at, None if they can."""
    facts = hand.facts
    if facts.size is None or facts.dealer is None:
        return "its size or its dealer is not known"
    if facts.up is None:
        return "the card turned up is not written down"
    dealt = hand.dealt
    if dealt is None:
        return "not all cards that were held are known"
    return None if facts.can_be_dealt(dealt) else "what is written as dealt is no deal of this hand"


class Decision(NamedTuple):
    """What a player saw, the trick (from 1; None: a bid), what was chosen, and its number in the hand, from 0."""

    view: View
    trick: int | None
    chosen: int | None
    number: int

    @property
    def is_forced(self) -> bool:
        """Whether there is nothing to choose."""
        return self.view.legal_mask.bit_count() == 1 if self.trick else len(self.view.legal_bids) == 1


def decisions(hand: Settled, table: Table) -> list[Decision]:
    """Return the decisions of a hand in their order, the last one perhaps still to be made.

    Raises BlukeError where they cannot be looked at.
    """
    if reason := why_not(hand):
        raise BlukeError(f"the choices of hand {hand.facts.number} cannot be weighed: {reason}")
    return [Decision(*made, number) for number, made in enumerate(_decisions(hand, table))]


def weigh(decision: Decision, search: Search) -> Choice:
    """Think about a decision."""
    view = decision.view
    rng = Rng(f"{search.seed}\n{view.hand}\n{decision.number}")
    return _judged(view, decision.trick, decision.chosen, search.worlds, rng.below(1 << 32))


def with_review(
    events: Iterator[Event], record: GameRecord, doubts: Doubts, search: Search, viewer: int | None = None
) -> Iterator[Event]:
    """Pass on the events of a story, with ``review`` at deals, bids and cards, and at the end of the game.

    At a deal it is why the hand cannot be weighed, None if it can. At a choice it is ``best``, ``lost`` and ``error``
    (points), the number of ``worlds``, and whether that ``is_clear``; None where nothing was to choose or it cannot be
    weighed. At the end it is the points lost by player, by choices that are clear, None where no choice was weighed.
    With a *viewer*, a seat, only the choices of that player are weighed: what others held is no part of that story.
    """
    table = table_of(record)
    settled, _ = settle(record, table, None, doubts)
    hands = {hand.facts.number: hand for hand in settled}
    reasons = {number: why_not(hand) for number, hand in hands.items()}
    found: dict[tuple[int | None, int], Decision] = {}
    lost: dict[str, float | None] = dict.fromkeys(table.players)
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
            seat = table.seat_of(event["player"])
            review = _review(found.get((event.get("trick"), seat)) if viewer in (None, seat) else None, search)
            yield {**event, "review": review}
            if review is not None:
                lost[event["player"]] = (lost[event["player"]] or 0.0) + (review["lost"] if review["is_clear"] else 0.0)
        elif kind == "game-end":
            yield {**event, "review": {player: points and round(points, 1) for player, points in lost.items()}}
        else:
            yield event


def _review(decision: Decision | None, search: Search) -> dict[str, Any] | None:
    if decision is None or decision.is_forced:
        return None
    choice = weigh(decision, search)
    best, lost = choice.moves[0].move, choice.lost
    if lost is None:
        return None
    return {
        "best": best if choice.trick is None else CARD_NAMES[best],
        "lost": round(lost.behind, 1),
        "error": None if lost.error is None else round(lost.error, 1),
        "worlds": choice.worlds,
        "is_clear": lost.is_clear,
    }


def _decisions(hand: Settled, table: Table) -> Iterator[Made]:
    """Yield the decisions of a hand as far as it went, and the one to come."""
    facts, players, dealt = hand.facts, len(table.players), hand.dealt
    assert facts.size is not None
    assert facts.dealer is not None
    assert facts.up is not None
    assert dealt is not None
    written = facts.bids_by_seat or [None] * players
    bids: list[int | None] = [None] * players
    start = View(
        rules=table.rules,
        players=players,
        seat=0,
        hand=facts.number,
        size=facts.size,
        dealer=facts.dealer,
        up=facts.up,
        trump=facts.trump,
        scores=(0,) * players,
        hands_left=len(table.sizes) - facts.number,
        holding=0,
        bids=tuple(bids),
        won=(0,) * players,
        tricks=(),
        leader=(facts.dealer + 1) % players,
        trick=(),
        legal_bids=(),
        legal_mask=0,
    )
    before: list[int] = []
    for turn in range(1, players + 1):
        seat = (facts.dealer + turn) % players
        open_bids = tuple(legal_bids(before, players, facts.size, table.rules))
        chosen = written[seat]
        view = start._replace(seat=seat, holding=dealt[seat], bids=tuple(bids), legal_bids=open_bids)
        yield view, None, chosen if chosen in open_bids else None
        if chosen is None:
            return
        before.append(chosen)
        bids[seat] = chosen
    if hand.play is None or not hand.play.is_cut_short:
        yield from _plays(start._replace(bids=tuple(bids)), hand.play or Play(), list(dealt))


def _plays(start: View, play: Play, held: list[Mask]) -> Iterator[Made]:
    """Yield the cards that were played, and the one to come."""
    won, done, leader = [0] * start.players, list[WonTrick](), start.leader
    for number in range(1, start.size + 1):
        cards = play.tricks[number - 1].cards if number <= len(play.tricks) else []
        for place in range(start.players):
            seat = (leader + place) % start.players
            view = start._replace(
                seat=seat,
                holding=held[seat],
                won=tuple(won),
                tricks=tuple(done),
                leader=leader,
                trick=tuple(cards[:place]),
            )
            legal = position_of(view).legal_cards()
            chosen = cards[place] if place < len(cards) else None
            yield (
                view._replace(legal_mask=legal),
                number,
                chosen if chosen is not None and legal >> chosen & 1 else None,
            )
            if chosen is None:
                return
            held[seat] &= ~(1 << chosen)
        winner = play.tricks[number - 1].winner
        assert winner is not None, "a whole trick is won"
        done.append(WonTrick(leader, tuple(cards), winner))
        won[winner] += 1
        leader = winner


def _judged(view: View, trick: int | None, chosen: int | None, worlds: int, seed: int) -> Choice:
    position = position_of(view)
    if view.is_bidding:
        moves = bids_to_try(position, view.legal_bids, tables())
        if chosen is not None and chosen not in moves:
            moves = sorted([*moves, chosen])
        meant = chosen
    else:
        moves = moves_of(position)
        meant = None if chosen is None else _standing_for(chosen, moves)
    found = _worths(position, moves, worlds, seed)
    lost = next((worth for worth in found if worth.move == meant), None)
    return Choice(view.hand, trick, view.seat, chosen, found, lost, worlds)


def _standing_for(card: Card, moves: Sequence[Card]) -> Card:
    """Return the card that is tried for *card*: the lowest of those that are worth the same."""
    return max(move for move in moves if move <= card and SUIT_OF[move] == SUIT_OF[card])


def _worths(position: Position, moves: list[int], worlds: int, seed: int) -> list[Worth]:
    """Return what each move is worth, the best first."""
    rows = utilities(position, moves, MIX, seed, 0, worlds, tables())
    others = position.players - 1
    columns = [[value / others for value in column] for column in zip(*rows, strict=True)]
    best = max(columns, key=sum)
    found = []
    for move, column in zip(moves, columns, strict=True):
        behind = [high - low for high, low in zip(best, column, strict=True)]
        found.append(Worth(move, sum(column) / worlds, *_mean_and_error(behind)))
    return sorted(found, key=lambda worth: worth.behind)


def _mean_and_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and its standard error, None of a single value."""
    count, mean = len(values), sum(values) / len(values)
    if count < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
