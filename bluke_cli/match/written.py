"""Deals that somebody wrote down: each record of a file is one block of a match.

The cards written are played: the holdings dealt, else those that the tricks show. What is not written is dealt anew
from the record's seed. The dealer of hand 1 is kept. Names, bids and scores of the record mean nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable

from bluke_cli.diagnostics import counted
from bluke_cli.errors import BlukeError, RuleViolation
from bluke_cli.match.blocks import Block, Deals, HandDeal, Origin, PackedBlock, seeded_hand
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.replay.hands import facts_of, play_of
from bluke_cli.replay.table import Table, draw_of, hand_numbers, house_rules_of, table_of
from bluke_cli.rules.cards import Mask, mask_of
from bluke_cli.rules.dealing import METHOD, Draw, check_seed, draw_for_deal
from bluke_cli.rules.house import HouseRules


def read_deals(records: Iterable[GameRecord]) -> Deals:
    """Return the blocks that *records* hold, packed; all must have the same number of players and the same rules.

    Raises BlukeError, naming the record by its number, where a hand has neither cards nor a seed, where cards cannot
    be those of a hand, or where there is no record.
    """
    found: list[PackedBlock] = []
    players, rules = 0, HouseRules()
    for number, record in enumerate(records, 1):
        try:
            table = _table(record)
            if found and (len(table.players), table.rules) != (players, rules):
                raise BlukeError("the players or house rules are not those of the records before")
            players, rules = len(table.players), table.rules
            found.append(PackedBlock.of(_block(record, table)))
        except (BlukeError, RuleViolation) as error:
            raise BlukeError(f"record {number} of the deals: {error}") from error
    if not found:
        raise BlukeError("there are no deals to play")
    return Deals(players, rules, tuple(found))


def _table(record: GameRecord) -> Table:
    """Return the record's table; its schedule is made explicit only where it is not the default."""
    rules, wrong = house_rules_of(record)
    if wrong:
        raise wrong[0]
    table = table_of(record)
    if table.dealer is None:
        raise BlukeError("it names no dealer of hand 1, and no draw decides one")
    if rules.schedule == HouseRules().hand_sizes(len(table.players)):
        rules = HouseRules.from_mapping({**rules.differing(len(table.players))}, len(table.players))
    return Table(table.players, rules, table.sizes, table.dealer)


def _block(record: GameRecord, table: Table) -> Block:
    assert table.dealer is not None, "_table has seen to it"
    draw = draw_of(record)
    if draw is not None and draw.dealer != table.dealer:
        raise BlukeError("the draw and the dealer disagree")
    origin = _origin(record)
    written = dict(zip(hand_numbers(record), record.hands, strict=True))
    stray = [number for number in written if table.size_of(number) is None]
    if stray:
        raise BlukeError(f"the schedule has no hand {stray[0]}")
    hands = []
    is_seeded = origin is not None and _is_draw_of(draw, origin, len(table.players))
    for number in range(1, len(table.sizes) + 1):
        seeded = _seeded(origin, number, table, written.get(number))
        hand = _hand(number, table, written.get(number), seeded)
        is_seeded = is_seeded and hand == seeded
        hands.append(hand)
    return Block(table.dealer, _scorekeeper(record, table, draw), draw, origin if is_seeded else None, hands)


def _origin(record: GameRecord) -> Origin | None:
    if record.deal is None or record.deal.method != METHOD:
        return None
    check_seed(record.deal.seed)
    return Origin(record.deal.seed, record.deal.game)


def _is_draw_of(draw: Draw | None, origin: Origin, players: int) -> bool:
    return draw is None or draw.cards == draw_for_deal(origin.seed, origin.game, players).cards


def _scorekeeper(record: GameRecord, table: Table, draw: Draw | None) -> int | None:
    if draw is not None:
        return draw.scorekeeper
    return table.players.index(record.scorekeeper) if record.scorekeeper in table.players else None


def _seeded(origin: Origin | None, number: int, table: Table, hand: HandRecord | None) -> HandDeal | None:
    """Return the hand as the seed deals it, None without a seed."""
    if origin is None:
        return None
    size, dealer = table.sizes[number - 1], table.dealer_of(number)
    assert dealer is not None, "_table has seen to it"
    players = len(table.players)
    cut = _cut(number, size * players, hand)
    return seeded_hand(origin, number, size, dealer, players, cut)


def _hand(number: int, table: Table, hand: HandRecord | None, seeded: HandDeal | None) -> HandDeal:
    """Return the hand as written, what is not written as seeded."""
    size, players = table.sizes[number - 1], len(table.players)
    facts = None if hand is None else facts_of(hand, number, table)
    holdings: tuple[Mask, ...] | None = None
    if facts is not None and facts.dealt is not None:
        holdings = tuple(map(mask_of, facts.dealt))
    elif facts is not None:
        play = play_of(facts, table)
        if play is not None and play.is_complete:
            holdings = tuple(play.holdings)
    up = None if facts is None else facts.up
    if seeded is not None:
        holdings = seeded.holdings if holdings is None else holdings
        up = seeded.up if up is None else up
    if holdings is None or up is None:
        missing = "every card" if holdings is None else "the turn-up"
        raise BlukeError(f"hand {number}: {missing} is needed, or a deal with a seed")
    deal = HandDeal(up, _cut(number, size * players, hand), holdings)
    _check(number, size, players, deal)
    return deal


def _cut(number: int, dealt: int, hand: HandRecord | None) -> int:
    cut = 0 if hand is None or hand.cut is None else hand.cut
    if not 0 <= cut < 54 - dealt:
        raise BlukeError(f"hand {number}: the stock has too few cards for a cut of {cut}")
    return cut


def _check(number: int, size: int, players: int, deal: HandDeal) -> None:
    """Raise BlukeError unless these can be the cards of a hand."""
    seen = 1 << deal.up
    for holding in deal.holdings:
        if holding.bit_count() != size:
            raise BlukeError(f"hand {number}: a player has {counted(holding.bit_count(), 'card')}, not {size}")
        seen |= holding
    if len(deal.holdings) != players or seen.bit_count() != size * players + 1:
        raise BlukeError(f"hand {number}: a card stands twice, or a player has no cards")
