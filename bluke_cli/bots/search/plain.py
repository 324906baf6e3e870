"""A hand in progress to be played out many times: what may be played, who wins, and the policies that play it.

The readable twin of the kernel, choice for choice; house rules of play included. A policy sees its own seat's cards and
what is public, nothing else. Not here: what the others hold (`worlds`), which move is best (`search`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.bots.search.chance import Chance
from bluke_cli.bots.search.features import card_features, mood, situation
from bluke_cli.bots.search.linear import Pull
from bluke_cli.bots.search.odds import Odds
from bluke_cli.bots.search.position import Position
from bluke_cli.bots.search.tables import Tables
from bluke_cli.rules.cards import BLUKES, LOW_BLUKE, SUIT_MASKS, SUIT_OF, Card, Mask, cards_of

RANDOM, HIGHEST, CHANCES, LINEAR = range(4)
"""The policies: any card; high while tricks are needed, else low; by `odds`; by `linear`."""


class Table:
    """One hand in progress; lists are by seat. Holdings that are not known are 0.

    `best` is the strength of the card that wins the trick, `best_at` the seat that played it; `led` is the suit of the
    first card of the trick, `first_suit` that of its first suited card.
    """

    __slots__ = (
        "best",
        "best_at",
        "bids",
        "dead",
        "first_suit",
        "holdings",
        "is_broken",
        "is_powerless",
        "leader",
        "led",
        "led_bluke",
        "left",
        "length",
        "needs_breaking",
        "players",
        "trump",
        "voids",
        "won",
    )

    def __init__(self, position: Position) -> None:
        self.players, self.trump, self.leader = position.players, position.trump, position.leader
        self.led_bluke, self.is_powerless = position.rules.led_bluke, position.is_powerless
        self.needs_breaking = position.rules.trump_lead == "broken" and position.trump is not None
        self.length, self.best, self.best_at = 0, -1, position.leader
        self.led: int | None = None
        self.first_suit: int | None = None
        self.left = position.left
        self.holdings: list[Mask] = [0] * self.players
        self.won = list(position.won)
        self.bids = [-1 if bid is None else bid for bid in position.bids]
        self.voids: list[Mask] = [0] * self.players
        self.dead = 0
        for card in position.trick:
            self.play(card)
        self.voids, self.dead, self.is_broken = list(position.voids), position.dead, position.is_broken
        self.holdings[position.seat] = position.holding

    def copy(self) -> Table:
        """Return another table that stands as this one."""
        other = Table.__new__(Table)
        for name in ("players", "trump", "leader", "led_bluke", "is_powerless", "needs_breaking", "length", "best",
                     "best_at", "led", "first_suit", "left", "dead", "is_broken"):  # fmt: skip
            setattr(other, name, getattr(self, name))
        other.holdings, other.won = self.holdings[:], self.won[:]
        other.bids, other.voids = self.bids[:], self.voids[:]
        return other

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + self.length) % self.players

    def asked(self) -> int | None:
        """Return the suit that the trick asks for (RULES 8, 9)."""
        if not self.length:
            return None
        if self.led is not None:
            return self.led
        if self.is_powerless or self.led_bluke == "next-suit":
            return self.first_suit
        return self.trump if self.led_bluke == "trump" else None

    def legal(self) -> Mask:
        """Return what the seat to play may play."""
        holding = self.holdings[self.turn]
        if not self.length:
            if not self.needs_breaking or self.is_broken:
                return holding
            assert self.trump is not None, "without a trump nothing is to be broken"
            trumps = SUIT_MASKS[self.trump]
            return holding & ~trumps if holding & ~(trumps | BLUKES) else holding
        asked = self.asked()
        follow = 0 if asked is None else holding & SUIT_MASKS[asked]
        return follow | holding & BLUKES if follow else holding

    def strength(self, card: Card, first_suit: int | None) -> int:
        """Return how strong a card is in a trick whose first suited card is of that suit; 0 cannot win (RULES 10)."""
        suit = SUIT_OF[card]
        if suit is None:
            return 0 if self.is_powerless else 40 + card - LOW_BLUKE
        if suit == self.trump:
            return 20 + card % 13
        return 1 + card % 13 if suit == first_suit else 0

    def wins(self, card: Card) -> bool:
        """Return whether a card would be the best of the trick so far."""
        return self.strength(card, SUIT_OF[card] if self.first_suit is None else self.first_suit) > self.best

    def play(self, card: Card) -> None:
        """Play a card for the seat to play."""
        seat, suit, bit = self.turn, SUIT_OF[card], 1 << card
        if suit is not None:
            asked = self.asked()
            if asked is not None and suit != asked:
                self.voids[seat] |= SUIT_MASKS[asked]
            if self.length and suit == self.trump != self.led:
                self.is_broken = True
            if self.first_suit is None:
                self.first_suit = suit
        if not self.length:
            self.led = suit
        self.holdings[seat] &= ~bit
        self.dead |= bit
        strength = self.strength(card, self.first_suit)
        if strength > self.best:
            self.best, self.best_at = strength, seat
        self.length += 1
        if self.length == self.players:
            self.won[self.best_at] += 1
            self.leader = self.best_at
            self.left -= 1
            self.length, self.best = 0, -1
            self.led = self.first_suit = None


def play_out(table: Table, policies: Sequence[int], tables: Tables, chance: Chance) -> None:
    """Play a hand to its end, each seat by its policy."""
    while table.left:
        table.play(choose(table, policies[table.turn], tables, chance))


def choose(table: Table, policy: int, tables: Tables, chance: Chance) -> Card:
    """Return the card that a policy plays."""
    legal = table.legal()
    if not legal & legal - 1:
        return legal.bit_length() - 1
    if policy == RANDOM:
        for _ in range(chance.below(legal.bit_count())):
            legal &= legal - 1
        return (legal & -legal).bit_length() - 1
    if policy == HIGHEST:
        return _by_height(table, legal)
    return _by_chances(table, legal) if policy == CHANCES else _by_weights(table, legal, tables)


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


def _by_weights(table: Table, legal: Mask, tables: Tables) -> Card:
    """Return the card with the highest sum of weighted features."""
    length, odds = table.length, seen_odds(table)
    weights = tables.play[min(table.players, 4), table.trump is not None, place_of(table)][situation_of(table)]
    pull = Pull(table, odds, weights)
    followers, best, best_value = table.players - 1 - length, -1, 0
    for card in cards_of(legal):
        led = table.led if length else SUIT_OF[card]
        gain = odds.to_hold(card, led, followers) if table.wins(card) else None
        value = pull.of(card, gain)
        if best < 0 or value > best_value:
            best, best_value = card, value
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
