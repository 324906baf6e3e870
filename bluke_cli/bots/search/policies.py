"""Playing a hand to its end: the policies that choose a card, and what the linear one is taught by.

The readable twin of the kernel, choice for choice. A policy sees its own seat's cards and what is public, nothing else.
Not here: what may be played, and who wins (`table`), what the others hold (`worlds`), which move is best (`search`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.bots.search.chance import Chance
from bluke_cli.bots.search.features import card_features, mood, situation
from bluke_cli.bots.search.linear import best_of
from bluke_cli.bots.search.odds import Odds
from bluke_cli.bots.search.table import Table
from bluke_cli.bots.search.tables import Tables
from bluke_cli.rules.cards import SUIT_OF, Card, Mask, cards_of

RANDOM, HIGHEST, CHANCES, LINEAR = range(4)
"""The policies: any card; high while tricks are needed, else low; by `odds`; by `linear`."""


def play_out(table: Table, policies: Sequence[int], tables: Tables, chance: Chance) -> None:
    """Play a hand to its end, each seat by its policy."""
    while table.left > 1 or table.length:
        table.play(choose(table, policies[table.turn], tables, chance))
    if table.left:
        table.play_last_trick()


def choose(table: Table, policy: int, tables: Tables, chance: Chance) -> Card:
    """Return the card that a policy plays."""
    legal = table.legal()
    if not legal & legal - 1:
        return legal.bit_length() - 1
    if policy == LINEAR:
        return best_of(table, legal, tables)[1]
    if policy == CHANCES:
        return _by_chances(table, legal)
    if policy == HIGHEST:
        return _by_height(table, legal)
    for _ in range(chance.below(legal.bit_count())):
        legal &= legal - 1
    return (legal & -legal).bit_length() - 1


def _by_height(table: Table, legal: Mask) -> Card:
    """Return the highest card while tricks are needed, else the lowest; trumps are above plain cards."""
    trump, seat = table.trump, table.turn

    def height(card: Card) -> int:
        suit = SUIT_OF[card]
        return 100 + card if suit is None else 50 + card % 13 if suit == trump else card % 13

    held = cards_of(legal)
    return max(reversed(held), key=height) if table.bids[seat] > table.won[seat] else min(held, key=height)


def _by_chances(table: Table, legal: Mask) -> Card:
    """Return the card with the best balance of gain now and worth later."""
    odds = Odds(table.players, table.trump, table.holdings[table.turn], table.dead)
    length, followers, best, best_key = table.length, table.players - 1 - table.length, -1, (0, False, 0)
    for card in cards_of(legal):
        key = odds.balance(card, table.wins(card), table.led if length else SUIT_OF[card], followers)
        if best < 0 or key > best_key:
            best, best_key = card, key
    return best


def place_of(table: Table) -> int:
    """Return 0 where the seat to play leads, 2 where it is last to the trick, else 1 (`tables.PLACES`)."""
    return 0 if not table.length else 1 if table.length < table.players - 1 else 2


def situation_of(table: Table) -> int:
    """Return the situation by which weights are chosen for the seat to play, 0 with more than two players."""
    if table.players > 2:
        return 0
    own, other = (bid - won for bid, won in zip(table.bids, table.won, strict=True))
    return situation(other, own, table.left) if table.turn else situation(own, other, table.left)


def seen_odds(table: Table) -> Odds:
    """Return the chances as `linear` sees them: with two players it counts what is known of the other.

    They have nothing of a suit that they were seen to lack, and one card fewer if they led.
    """
    seat = table.turn
    holding = table.holdings[seat]
    if table.players > 2:
        return Odds(table.players, table.trump, holding, table.dead)
    return Odds(2, table.trump, holding, table.dead | table.voids[1 - seat], holding.bit_count() - table.length)


def features_of(table: Table, cards: Mask) -> list[tuple[Card, list[int]]]:
    """Return the features of each of these cards of the seat to play, in pack order, as the linear policy is taught."""
    seat, length = table.turn, table.length
    holding = table.holdings[seat]
    odds = seen_odds(table)
    best_at = table.best_at if length else None
    now = mood(seat, holding, table.bids, table.won, table.left, best_at, odds)
    found = []
    for card in cards_of(cards):
        wins = table.wins(card)
        led = table.led if length else SUIT_OF[card]
        gain = odds.to_hold(card, led, table.players - 1 - length) if wins else 0
        found.append((card, card_features(card, gain, wins, seat, holding, table.voids, now, odds)))
    return found
