"""One game between bots: deal, bids, tricks, scores; every decision asked of a `Seat`.

What each seat is shown is made here, from public values and its own holding only. The result is what happened, by
seat; nothing here knows which bot sits where, or that the game is part of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bluke_cli.bots.events import BidMade, CardPlayed, Event, HandDealt, HandEnded, TrickWon
from bluke_cli.bots.players import Player, quiet_stdout
from bluke_cli.bots.view import GameView, View, WonTrick
from bluke_cli.match.blocks import Block, HandDeal
from bluke_cli.match.seating import MAX_FAULTS, Fault, Seat
from bluke_cli.rules.bidding import legal_bids
from bluke_cli.rules.cards import Card, Mask, trump_of
from bluke_cli.rules.hand import breaks_trump
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import dealer_of_hand
from bluke_cli.rules.scoring import Tally
from bluke_cli.rules.tricks import legal_plays, trick_winner

new_view = tuple.__new__
"""Make a view of the tuple of its values: half the time of calling `View` with each by name, and there are many."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One finished hand; lists are by seat, a trick is its cards in the order played."""

    bids: tuple[int, ...]
    tricks: tuple[WonTrick, ...]
    took: tuple[int, ...]
    score: tuple[int, ...]
    total: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One finished game; `places` are by seat (joint places alike), `winners` are seats."""

    hands: list[PlayedHand]
    places: list[int]
    winners: list[int]
    faults: list[Fault]

    @property
    def final(self) -> tuple[int, ...]:
        """The final totals by seat."""
        return self.hands[-1].total


def play_game(
    block: Block,
    players: Sequence[Player],
    seeds: Sequence[str],
    rules: HouseRules,
    patience: int = MAX_FAULTS,
) -> PlayedGame:
    """Play one game of *block*; *players* and the bots' *seeds* are by seat. The players are closed in any case.

    With as many faults as *patience* says a bot is out of the game.
    """
    with quiet_stdout():
        try:
            return _Game(block, players, seeds, rules, patience).play()
        finally:
            for player in players:
                player.close()


class _Game:
    """A game in progress: the seats, the running totals, and who wants to hear of events."""

    def __init__(
        self, block: Block, players: Sequence[Player], seeds: Sequence[str], rules: HouseRules, patience: int
    ) -> None:
        self.rules = rules
        self.block = block
        self.players = len(players)
        self.sizes = rules.hand_sizes(self.players)
        self.tally = Tally(self.players, rules)
        self.seats = [
            Seat(player, GameView(self.players, number, block.dealer, rules, self.sizes), seeds[number], patience)
            for number, player in enumerate(players)
        ]
        self.turns = [[(first + step) % self.players for step in range(self.players)] for first in range(self.players)]
        self.listeners = [seat for seat in self.seats if seat.wants_events]

    def play(self) -> PlayedGame:
        hands = [_HandInPlay(self, number, deal).play() for number, deal in enumerate(self.block.hands, 1)]
        places = self.tally.places()
        for seat in self.seats:
            seat.finish(self.tally.totals, places, len(hands))
        faults = sorted(
            (fault for seat in self.seats for fault in seat.faults),
            key=lambda fault: (fault.hand, fault.trick or 0, fault.seat),
        )
        return PlayedGame(hands, places, self.tally.winners(), faults)

    def tell(self, event: Event, hand: int, trick: int | None = None) -> None:
        """Let everybody who listens hear of an event."""
        for seat in self.listeners:
            seat.observe(event, hand, trick)


class _HandInPlay:
    """One hand being bid and played. Holdings are masks by seat; what a view shares is kept as tuples."""

    def __init__(self, game: _Game, number: int, deal: HandDeal) -> None:
        self.game = game
        self.number = number
        self.size = game.sizes[number - 1]
        self.dealer = dealer_of_hand(game.block.dealer, number, game.players)
        self.up = deal.up
        self.trump = trump_of(deal.up)
        self.holdings: list[Mask] = list(deal.holdings)
        scores, left = tuple(game.tally.totals), len(game.sizes) - number
        self.fixed = [
            (game.rules, game.players, seat, number, self.size, self.dealer, deal.up, self.trump, scores, left)
            for seat in range(game.players)
        ]

    def play(self) -> PlayedHand:
        game = self.game
        if game.listeners:
            game.tell(HandDealt(self.number, self.size, self.dealer, self.up), self.number)
        bids = self._bid()
        tricks, took = self._play_tricks(bids)
        score = tuple(game.tally.settle(bids, took))
        total = tuple(game.tally.totals)
        if game.listeners:
            game.tell(HandEnded(bids, took, score, total), self.number)
        return PlayedHand(bids, tricks, took, score, total)

    def _bid(self) -> tuple[int, ...]:
        """Ask every seat for its bid, the dealer last; return the bids by seat."""
        game, players = self.game, self.game.players
        eldest = (self.dealer + 1) % players
        won = (0,) * players
        bids: list[int | None] = [None] * players
        in_order: list[int] = []
        for seat in game.turns[eldest]:
            legal = tuple(legal_bids(in_order, players, self.size, game.rules))
            seen = (self.holdings[seat], tuple(bids), won, (), eldest, (), legal, 0)
            bid = game.seats[seat].bid(new_view(View, self.fixed[seat] + seen))
            in_order.append(bid)
            bids[seat] = bid
            if game.listeners:
                game.tell(BidMade(seat, bid), self.number)
        by_seat = in_order[players - eldest :] + in_order[: players - eldest]
        return tuple(by_seat)

    def _play_tricks(self, bids: tuple[int, ...]) -> tuple[tuple[WonTrick, ...], tuple[int, ...]]:
        """Play every trick; return the tricks and how many each seat took."""
        players, rules, trump = self.game.players, self.game.rules, self.trump
        leader = (self.dealer + 1) % players
        took = [0] * players
        won = tuple(took)
        tricks: tuple[WonTrick, ...] = ()
        is_broken, needs_breaking = False, rules.trump_lead == "broken"
        for _ in range(self.size):
            trick = self._play_trick(bids, won, tricks, leader, is_broken)
            winner = (leader + trick_winner(trick, trump, rules)) % players
            if needs_breaking and not is_broken:
                is_broken = any(breaks_trump(trick[:count], trump) for count in range(2, players + 1))
            tricks = (*tricks, WonTrick(leader, trick, winner))
            took[winner] += 1
            won = tuple(took)
            leader = winner
            if self.game.listeners:
                self.game.tell(TrickWon(winner), self.number, len(tricks))
        return tricks, won

    def _play_trick(
        self,
        bids: tuple[int, ...],
        won: tuple[int, ...],
        tricks: tuple[WonTrick, ...],
        leader: int,
        is_broken: bool,
    ) -> tuple[Card, ...]:
        """Ask every seat for its card, the leader first; return the cards in the order played."""
        game, holdings, trump, rules = self.game, self.holdings, self.trump, self.game.rules
        trick: tuple[Card, ...] = ()
        for seat in game.turns[leader]:
            holding = holdings[seat]
            legal = legal_plays(holding, trick, trump, rules, is_broken)
            seen = (holding, bids, won, tricks, leader, trick, (), legal)
            card = game.seats[seat].play(new_view(View, self.fixed[seat] + seen))
            holdings[seat] = holding & ~(1 << card)
            trick = (*trick, card)
            if game.listeners:
                game.tell(CardPlayed(seat, card), self.number, len(tricks) + 1)
        return trick
