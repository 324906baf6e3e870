"""Flat Monte Carlo: every move is tried in the same worlds, each played out, and the best on average is chosen.

What a hand is worth to a seat (its **utility**) is its own score less the mean of the others', times the number of
others, so that it is a whole number. For each world each seat draws a policy to play by, according to a **mix**: how
often each policy comes. The chance is the same for all moves. The kernel does the same, some forty times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from time import monotonic_ns

from bluke_cli.bots.search.chance import Chance, stream
from bluke_cli.bots.search.estimate import expected_tricks, nearest, wanted_bid
from bluke_cli.bots.search.odds import WHOLE
from bluke_cli.bots.search.policies import choose, play_out
from bluke_cli.bots.search.position import Position
from bluke_cli.bots.search.table import Table
from bluke_cli.bots.search.tables import Tables
from bluke_cli.bots.search.worlds import likely_world
from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import Mask
from bluke_cli.rules.scoring import hand_score

Mix = tuple[int, int, int, int]
"""How often the policies random, highest, chances and linear are drawn."""


PORTION, LARGE_PORTION = 10, 1000
"""So many worlds are searched between two looks at the clock; and at a time by the kernel, so that Ctrl-C is heard."""

SHARES, LEAST = (8, 4, 2, 1), 10
"""After an eighth, a quarter and half of the worlds the worse half of the moves is given up, but never before so many
worlds, and never one of the last two: most worlds go to the moves between which it is hard to choose."""


def best_move(
    position: Position, moves: Sequence[int], mix: Mix, seed: int, worlds: int, ms: int, tables: Tables
) -> int:
    """Return the move with the highest mean utility, of equals the first.

    So many *worlds* are searched, or, if *ms* is not 0, as many as so many milliseconds allow.
    """
    if ms:
        return _best_in_time(position, moves, mix, seed, ms, tables)
    sums, done = dict.fromkeys(moves, 0), 0
    for share in SHARES:
        if done < worlds // share:
            _add(sums, utilities(position, list(sums), mix, seed, done, worlds // share - done, tables))
            done = worlds // share
        if share > 1 and done >= LEAST:
            _halve(sums)
    return max(sums, key=sums.__getitem__)


def _best_in_time(position: Position, moves: Sequence[int], mix: Mix, seed: int, ms: int, tables: Tables) -> int:
    """Return the best move by as many worlds as the time allows, all moves tried in each."""
    sums, done, until = dict.fromkeys(moves, 0), 0, monotonic_ns() + ms * 1_000_000
    while not done or monotonic_ns() < until:
        _add(sums, utilities(position, moves, mix, seed, done, PORTION, tables))
        done += PORTION
    return max(sums, key=sums.__getitem__)


def _add(sums: dict[int, int], found: list[list[int]]) -> None:
    for move, column in zip(sums, zip(*found, strict=True), strict=True):
        sums[move] += sum(column)


def _halve(sums: dict[int, int]) -> None:
    """Give up the worse half of the moves, of equals the later ones; two stay."""
    ranked = sorted(sums, key=lambda move: -sums[move])
    for move in ranked[max(2, (len(ranked) + 1) // 2) :]:
        del sums[move]


def bids_to_try(position: Position, legal: Sequence[int], tables: Tables) -> list[int]:
    """Return the legal bids within two of the expected tricks, or the nearest one where there is none."""
    deal = (position.holding, position.players, position.size, position.trump, position.up)
    is_first = position.seat == (position.dealer + 1) % position.players
    expected = expected_tricks(*deal, is_first, position.seat == position.dealer, tables)
    low, high = expected // WHOLE - 2, -(-expected // WHOLE) + 2
    return [bid for bid in legal if low <= bid <= high] or [nearest(expected // WHOLE, legal)]


def utilities(
    position: Position, moves: Sequence[int], mix: Mix, seed: int, first: int, worlds: int, tables: Tables
) -> list[list[int]]:
    """Return what each move (bids, or cards) is worth in each of so many worlds, numbered from *first*."""
    compiled, numbers = kernel(), range(first, first + worlds)
    if compiled is None:
        return [plain_values(position, moves, mix, stream(seed, number), tables) for number in numbers]
    given, found = (position.packed(), tables.packed, bytes(mix), bytes(moves), seed), list[list[int]]()
    for start in numbers[::LARGE_PORTION]:
        found += compiled.search(*given, start, min(LARGE_PORTION, numbers.stop - start))
    return found


def decide(position: Position, policy: int, seed: int, tables: Tables) -> int:
    """Return the card that a policy plays, or the bid of the tables where a bid is due."""
    compiled = kernel()
    if compiled is not None:
        return compiled.decide(position.packed(), tables.packed, policy, seed)
    table = Table(position)
    if position.is_bidding:
        return _legal_bid(position, position.seat, position.holding, table.bids, tables)
    return choose(table, policy, tables, Chance(seed))


def plain_values(position: Position, moves: Sequence[int], mix: Mix, chance: Chance, tables: Tables) -> list[int]:
    """Return what each move is worth in one world, in plain Python."""
    start, holdings = _start(position), likely_world(position, tables, chance)
    policies = [_draw(mix, chance) for _ in range(position.players)]
    values = []
    for move in moves:
        table = start.copy()
        table.holdings = holdings[:]
        if position.is_bidding:
            _bid_on(position, table, move, tables)
        else:
            table.play(move)
        play_out(table, policies, tables, Chance(chance.state))
        values.append(_utility(position, table))
    return values


_start = lru_cache(maxsize=1)(Table)
"""The table of a position, made once for all its worlds, and copied for each move."""


def _draw(mix: Mix, chance: Chance) -> int:
    at = chance.below(sum(mix))
    for policy, share in enumerate(mix):
        if at < share:
            return policy
        at -= share
    raise AssertionError("one of the policies is drawn")


def _bid_on(position: Position, table: Table, bid: int, tables: Tables) -> None:
    """Enter a bid, and those of the seats to come by the tables."""
    seat = position.seat
    table.bids[seat] = bid
    while seat != position.dealer:
        seat = (seat + 1) % position.players
        table.bids[seat] = _legal_bid(position, seat, table.holdings[seat], table.bids, tables)


def _legal_bid(position: Position, seat: int, holding: Mask, bids: Sequence[int], tables: Tables) -> int:
    is_first = seat == (position.dealer + 1) % position.players
    wanted = wanted_bid(
        holding, position.players, position.size, position.trump, position.up, is_first, seat == position.dealer, tables
    )
    return nearest(wanted, position.legal_bids(bids, seat))


def _utility(position: Position, table: Table) -> int:
    total = 0
    for seat, (bid, won) in enumerate(zip(table.bids, table.won, strict=True)):
        score = hand_score(bid, won, position.rules)
        total += (position.players - 1) * score if seat == position.seat else -score
    return total
