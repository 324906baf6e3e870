"""Whether the cards of a record are those that its seed deals: one finding, at the first card that differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bluke_cli.audit.notebook import Notebook
from bluke_cli.diagnostics import Path
from bluke_cli.record.models import DealOrigin, GameRecord
from bluke_cli.replay.hands import HandFacts
from bluke_cli.replay.ledger import Settled
from bluke_cli.replay.table import Table, read_cards
from bluke_cli.rules.cards import CARD_NAMES, Card, names
from bluke_cli.rules.dealing import Deal, deal_hand, draw_for_deal


@dataclass(frozen=True, slots=True)
class _Difference:
    path: Path
    reason: str
    card: int | None = None
    trick: int | None = None
    seat: int | None = None
    hand: int | None = None


def deal_by_seed(origin: DealOrigin, facts: HandFacts) -> Deal | None:
    """Return the hand as its record's seed deals it; None where its size or dealer is not known."""
    if facts.size is None or facts.dealer is None:
        return None
    size, dealer = facts.size, facts.dealer
    return deal_hand(
        origin.seed, origin.game, facts.number, players=facts.players, size=size, dealer=dealer, cut=facts.cut
    )


def check_seed(record: GameRecord, table: Table, hands: Sequence[tuple[int, Settled]], notes: Notebook) -> None:
    """Report the first draw, turn-up or holding that is not the seed's; *hands* exclude card faults."""
    origin = record.deal
    if origin is None:
        return
    found = next(_differences(record, origin, table, hands), None)
    if found is not None:
        reason = f"{found.reason}, by seed {origin.seed!r}, game {origin.game}"
        notes.report("seed", reason, found.path, card=found.card, trick=found.trick, seat=found.seat, hand=found.hand)


def _differences(
    record: GameRecord, origin: DealOrigin, table: Table, hands: Sequence[tuple[int, Settled]]
) -> Iterator[_Difference]:
    if record.draw is not None:
        drawn = draw_for_deal(origin.seed, origin.game, len(table.players)).cards
        for seat, text in enumerate(record.draw):
            if read_cards(text) != drawn[seat]:
                reason = f"{table.players[seat]} draws {names(drawn[seat])}, not {text}"
                yield _Difference(("draw", seat), reason, seat=seat)
    for index, settled in hands:
        yield from _hand_differences(origin, table, index, settled)


def _hand_differences(origin: DealOrigin, table: Table, index: int, settled: Settled) -> Iterator[_Difference]:
    facts = settled.facts
    deal = deal_by_seed(origin, facts)
    if deal is None:
        return
    players = facts.players
    if facts.up is not None and facts.up != deal.up:
        reason = f"{CARD_NAMES[deal.up]} is turned up in hand {facts.number}, not {CARD_NAMES[facts.up]}"
        yield _Difference(("hands", index, "up"), reason, hand=facts.number)
    owner = {card: seat for seat, cards in enumerate(deal.holdings) for card in cards}
    for seat, cards in enumerate(facts.dealt or ()):
        for at, card in enumerate(cards):
            if owner.get(card) != seat:
                yield _not_dealt(
                    table, owner, card, seat, _Difference(("hands", index, "dealt", seat), "", at), facts.number
                )
    for number, trick in enumerate(settled.play.tricks if settled.play else ()):
        for at, card in enumerate(trick.cards):
            seat = (trick.leader + at) % players
            if owner.get(card) != seat:
                spot = _Difference(("hands", index, "tricks", number), "", at, number + 1)
                yield _not_dealt(table, owner, card, seat, spot, facts.number)


def _not_dealt(
    table: Table, owner: dict[Card, int], card: Card, seat: int, spot: _Difference, hand: int
) -> _Difference:
    holder = owner.get(card)
    whose = "nobody" if holder is None else table.players[holder]
    reason = f"{CARD_NAMES[card]} is dealt to {whose} in hand {hand}, not to {table.players[seat]}"
    return _Difference(spot.path, reason, spot.card, spot.trick, seat, hand)
