"""The search: worlds that fit, the kernel equal to plain Python in every choice, and nothing hidden looked at."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from operator import mul

import pytest

from bluke_cli.bots.builtin.master import Master
from bluke_cli.bots.builtin.tuned import Tuned
from bluke_cli.bots.rng import Rng
from bluke_cli.bots.search import estimate, features, policies, search
from bluke_cli.bots.search.chance import Chance, stream
from bluke_cli.bots.search.linear import best_of
from bluke_cli.bots.search.odds import Odds
from bluke_cli.bots.search.position import Position, moves_of, position_of
from bluke_cli.bots.search.table import Table
from bluke_cli.bots.search.tables import made_tables, read, tables
from bluke_cli.bots.search.worlds import likely_world, world
from bluke_cli.bots.view import GameView
from bluke_cli.kernel import kernel
from bluke_cli.rules.cards import BLUKES, HIGH_BLUKE, LOW_BLUKE, PACK, SUIT_MASKS, card, cards, cards_of, mask_of, names
from bluke_cli.rules.house import HouseRules
from tests.bots.positions import decisions, random_rules, some_decisions, view_of
from tests.bots.table import bidding, view

COUNT = int(os.environ.get("BLUKE_POSITIONS", "100"))
MIX, RANDOM_MIX = (1, 1, 1, 1), (1, 0, 0, 0)

needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel is not built, or turned off")


def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "kernel", lambda: None)


@needs_kernel
def test_kernel_and_plain_code_make_the_same_choices(monkeypatch):
    """The issue asks for 1,000 positions: `make equality`."""
    compiled, data = kernel(), tables()
    plainly(monkeypatch)
    for number, (seen, _) in enumerate(some_decisions(5, COUNT)):
        position = position_of(seen)
        packed = position.packed()
        assert compiled.world(packed, data.packed, 9, number) == likely_world(position, data, stream(9, number))
        moves = search.bids_to_try(position, seen.legal_bids, data) if seen.is_bidding else moves_of(position)
        for mix in (MIX, RANDOM_MIX, (0, 0, 0, 1)):
            compiled_values = compiled.search(packed, data.packed, bytes(mix), bytes(moves[:4]), 3, number, 2)
            assert compiled_values == search.utilities(position, moves[:4], mix, 3, number, 2, data)
        for policy in range(4):
            assert compiled.decide(packed, data.packed, policy, 7) == search.decide(position, policy, 7, data)


@needs_kernel
@pytest.mark.parametrize(
    "house",
    [
        {},
        {"led_bluke": "trump"},
        {"led_bluke": "next-suit"},
        {"trump_lead": "broken"},
        {"no_trump_bluke": "powerless"},
    ],
)
def test_under_each_house_rule_alone_random_play_is_the_same(house, monkeypatch):
    """Where all play at random by the default rules, the kernel has a way of its own."""
    compiled, data, chance = kernel(), tables(), random.Random(8)
    plainly(monkeypatch)
    for number in range(20):
        for seen, _ in islice(decisions(chance, 2 + number % 3, HouseRules(**house)), 5, None, 3):
            if not seen.is_bidding:
                position = position_of(seen)
                moves = moves_of(position)[:3]
                values = compiled.search(position.packed(), data.packed, bytes(RANDOM_MIX), bytes(moves), 3, number, 1)
                assert values == search.utilities(position, moves, RANDOM_MIX, 3, number, 1, data)


def test_the_linear_policy_adds_up_its_features():
    """But for the rounding of products, which are left whole; the best of each suit, and each Bluke."""
    seen_suits = 0
    for seen, _ in some_decisions(6, 3 * COUNT):
        if seen.is_bidding:
            continue
        table = Table(position_of(seen))
        place = 0 if not seen.trick else 1 if seen.to_follow else 2
        weights = tables().play[min(seen.players, 4), seen.trump is not None, place][policies.situation_of(table)]
        for kind in (*SUIT_MASKS, 1 << LOW_BLUKE, 1 << HIGH_BLUKE):
            rows = policies.features_of(table, seen.legal_mask & kind)
            if rows:
                added = {one: sum(map(mul, weights, row)) for one, row in rows}
                value, best = best_of(table, seen.legal_mask & kind, tables())
                rounding = 2 * max(sum(map(abs, weights)), 1024)
                assert abs(value - added[best]) < rounding
                assert abs(value - max(added.values())) < rounding
                seen_suits += 1
    assert seen_suits > COUNT


def test_the_linear_policy_takes_the_best_of_all_suits():
    for seen, _ in some_decisions(12, COUNT):
        if not seen.is_bidding:
            table = Table(position_of(seen))
            kinds = [seen.legal_mask & kind for kind in (*SUIT_MASKS, 1 << LOW_BLUKE, 1 << HIGH_BLUKE)]
            each = [best_of(table, kind, tables()) for kind in kinds if kind]
            assert best_of(table, seen.legal_mask, tables()) == max(each, key=lambda found: (found[0], -found[1]))


def test_of_equal_cards_the_linear_policy_takes_the_first():
    play = read("play.json")
    for cell in play["cells"]:
        cell["weights"] = [0] * len(features.FEATURES)
    indifferent = made_tables(read("bids.json"), play)
    for seen, _ in some_decisions(15, COUNT):
        if not seen.is_bidding:
            assert search.decide(position_of(seen), policies.LINEAR, 0, indifferent) == seen.legal[0]
            assert policies.choose(Table(position_of(seen)), policies.LINEAR, indifferent, Chance(0)) == seen.legal[0]


@needs_kernel
def test_voids_that_cannot_be_are_counted_alike():
    """A world that forgot the voids has seats that hold what they lack."""
    chance, data = random.Random(16), tables()
    for seen, _ in some_decisions(16, 3 * COUNT):
        if not seen.is_bidding and seen.players > 2:
            voids = tuple(sum(chance.sample(SUIT_MASKS, chance.randrange(3))) for _ in range(seen.players))
            position = replace(position_of(seen), voids=voids)
            expected = kernel().decide(position.packed(), data.packed, policies.LINEAR, 7)
            assert policies.choose(Table(position), policies.LINEAR, data, Chance(7)) == expected


def test_a_copy_of_a_table_goes_its_own_way():
    position = position_of(view("2C 9C 4D", up="4C", trick="KC", leader=3, bids=(1, 1, 1, 1), won=(0, 0, 0, 0)))
    table, fresh = Table(position), Table(position)
    assert table.wants().wanted == 4
    other = table.copy()
    other.bids[0] = 2
    assert other.wants().wanted == 5
    for move in cards("9C AC AD 4D 2D"):
        other.play(move)
    for name in ("holdings", "bids", "won", "voids", "lacking", "dead", "left", "turn"):
        assert getattr(table, name) == getattr(fresh, name) != getattr(other, name), name


@pytest.mark.parametrize("count", [0, 1, 2, 7, 53])
def test_many_numbers_at_once_are_those_one_by_one(count):
    for seed in (0, 1, (1 << 64) - 1, *(stream(3, number).state for number in range(20))):
        at_once, one_by_one = Chance(seed), Chance(seed)
        assert at_once.numbers(count) == tuple(one_by_one.number() >> 32 for _ in range(count))
        assert at_once.number() == one_by_one.number()


def test_the_estimates_of_many_holdings_are_those_of_their_features():
    chance = random.Random(13)
    for number in range(10 * COUNT):
        players, trump = chance.choice((2, 3, 4)), chance.choice((None, 0, 1, 2, 3))
        size = chance.randint(1, 13)
        holding = mask_of(chance.sample(range(54), size) if number % 2 else range(40, 40 + size))
        deal, turn = (players, size, trump), (chance.random() < 0.5, chance.random() < 0.5)
        expected = estimate.estimate(estimate.hand_features(holding, trump, *turn), *deal, tables())
        steps = tables().bids[players, size, trump is not None].steps
        assert estimate.expected_tricks(holding, *deal, None, *turn, tables()) == expected
        assert estimate.wanted_bid(holding, *deal, 0, *turn, tables()) == sum(step <= expected for step in steps)


def test_the_last_trick_at_once_is_the_last_trick_card_by_card():
    chance = random.Random(14)
    for number in range(3 * COUNT):
        table = None
        for seen, hand in decisions(chance, 2 + number % 5, random_rules(chance)):
            if seen.is_bidding or seen.trick or sum(seen.won) < seen.size - 1:
                continue
            table = Table(position_of(seen))
            table.holdings = list(hand.holdings)
            at_once = table.copy()
            at_once.play_last_trick()
        assert table is not None
        assert all(holding.bit_count() == 1 for holding in table.holdings)
        while table.left:
            table.play(table.legal().bit_length() - 1)
        assert (at_once.won, at_once.left) == (table.won, 0)


def test_with_two_players_the_chances_know_what_the_other_lacks():
    """They discarded on hearts, and led this trick: of fewer cards, none is a heart."""
    history = [(0, "AH 3D", 0), (0, "2H 4D", 0)]
    seen = view("QH 5S 6S", up="4C", players=2, dealer=1, bids=(2, 2), won=(2, 0), size=5, tricks=history)
    odds = policies.seen_odds(Table(position_of(seen)))
    assert odds.one_has(SUIT_MASKS[2]) == 0
    assert odds.one_has(SUIT_MASKS[3]) > Odds(2, 0, seen.holding, seen.played).one_has(SUIT_MASKS[3])
    assert odds.to_hold(card("QH"), 2, 1) < 1024  # they may ruff


def test_situations_of_more_than_two_players_are_one():
    for seen, _ in some_decisions(11, COUNT):
        if not seen.is_bidding:
            found = policies.situation_of(Table(position_of(seen)))
            assert found in range(len(features.SITUATIONS)) if seen.players == 2 else found == 0


@needs_kernel
@pytest.mark.parametrize("wrong", ["short", "long", "noise", "one number"])
def test_the_kernel_refuses_what_is_no_position_and_never_crashes(wrong):
    chance = random.Random(wrong)
    data = tables().packed
    for seen, _ in some_decisions(7, COUNT):
        packed = bytearray(position_of(seen).packed())
        if wrong == "short":
            packed = packed[: chance.randrange(len(packed))]
        elif wrong == "long":
            packed += b"\0" * 8
        elif wrong == "noise":
            packed = bytearray(chance.randbytes(len(packed)))
        else:
            at = 8 * chance.randrange(len(packed) // 8)
            packed[at : at + 8] = chance.choice([-2, -1, 0, 1, 4, 15, 16, 54, 1 << 54, -(1 << 63)]).to_bytes(
                8, "little", signed=True
            )
        try:
            holdings = kernel().world(bytes(packed), data, 1, 1)
            kernel().search(bytes(packed), data, bytes(MIX), bytes([1]), 1, 0, 3)
        except ValueError:
            continue
        assert wrong == "one number"
        assert all(holding & ~PACK == 0 for holding in holdings)


@needs_kernel
@pytest.mark.parametrize(
    "arguments",
    [
        {"tables": b""},
        {"tables": b"\0" * 4},
        {"mix": b""},
        {"mix": bytes(4)},
        {"moves": b""},
        {"moves": bytes([54])},
        {"moves": bytes([card("AS")])},  # not held
        {"moves": bytes([card("2C")] * 60)},
        {"first": -1},
        {"worlds": 0},
        {"worlds": 1_000_001},
    ],
    ids=str,
)
def test_the_kernel_refuses_arguments_that_make_no_sense(arguments):
    right = {
        "position": position_of(view("2C 3D HI", up="4C")).packed(),
        "tables": tables().packed,
        "mix": bytes(MIX),
        "moves": bytes([card("2C")]),
        "seed": 1,
        "first": 0,
        "worlds": 1,
    }
    assert len(kernel().search(*right.values())) == 1
    with pytest.raises(ValueError, match="th"):
        kernel().search(*{**right, **arguments}.values())


def test_the_legal_moves_of_a_position_are_those_of_the_rules():
    for seen, _ in some_decisions(8, 3 * COUNT):
        position = position_of(seen)
        if seen.is_bidding:
            assert position.legal_bids(position.bids, position.seat) == list(seen.legal_bids)
        else:
            assert position.legal_cards() == seen.legal_mask == Table(position).legal()
            assert mask_of(moves_of(position)) & ~seen.legal_mask == 0


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_played_on_by_the_search_is_won_as_the_rules_say(seed):
    """Each hand is played to its end beside the rules: winners, broken trumps and voids must agree all the way."""
    chance = random.Random(seed)
    table = None
    for seen, hand in decisions(chance, 2 + seed, random_rules(chance)):
        if seen.is_bidding:
            continue
        if table is None:
            table = Table(position_of(seen))
        table.holdings = list(hand.holdings)
        fresh = Table(position_of(seen))
        for name in ("turn", "left", "won", "dead", "voids", "length", "best", "leader", "led", "first_suit"):
            assert getattr(table, name) == getattr(fresh, name), name
        assert table.legal() == seen.legal_mask
        table.play(next_card(seen, chance))


def next_card(seen, chance):
    """Return the card that `decisions` will play next: the same generator in the same state chooses it."""
    state = chance.getstate()
    found = chance.choice(cards_of(seen.legal_mask))
    chance.setstate(state)
    return found


@pytest.mark.parametrize(
    ("held", "trick", "moves"),
    [
        ("2C 3C 5C", "", "2C"),  # 4C was turned up
        ("2C 3C 6C", "", "2C 6C"),
        ("AC 2D 3D", "", "AC 2D"),
        ("2S 4S KS", "3S 5D 6D", "2S 4S KS"),  # 3S is in the trick: 4S beats it
        ("LO HI 2C", "", "2C LO"),
    ],
)
def test_of_cards_with_nothing_between_one_is_tried(held, trick, moves):
    seen = view(held, up="4C", trick=trick, leader=1 if trick else 0)
    assert names(moves_of(position_of(seen))) == moves


def worlds_of(position: Position, count: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(world(position, stream(1, number))) for number in range(count))


def small_position(voids: dict[int, str]) -> Position:
    """Two cards each for three players, eight cards unseen, the others played."""
    unseen = mask_of(cards("2C 3C 4D 5D 6H 7H 8S HI"))
    holding = mask_of(cards("9S TS"))
    first = position_of(view("9S TS", up="2S", players=3, dealer=2, bids=(1, 1, 1), won=(0, 0, 0)))
    void = tuple(sum(SUIT_MASKS["CDHS".index(letter)] for letter in voids.get(seat, "")) for seat in range(3))
    return replace(first, dead=PACK & ~(unseen | holding), voids=void)


@pytest.mark.parametrize("voids", [{}, {1: "C"}, {1: "CD"}, {1: "C", 2: "H"}, {1: "CDH"}])
def test_worlds_are_spread_as_by_rejection(voids):
    position = small_position(voids)
    unseen = cards_of(PACK & ~(position.holding | position.dead))
    fits = set()
    for left in combinations(unseen, 2):
        rest = [one for one in unseen if one not in left]
        for right in combinations(rest, 2):
            world_ = (position.holding, mask_of(left), mask_of(right))
            if not any(world_[seat] & position.voids[seat] for seat in range(3)):
                fits.add(world_)
    count = 40 * len(fits)
    found = worlds_of(position, count)
    assert set(found) == fits
    distance = sum(abs(found[one] / count - 1 / len(fits)) for one in fits) / 2
    assert distance < (0.13 if len(voids) < 2 and len(voids.get(1, "")) < 2 else 0.2)


def wanted_by(position: Position, holding: int) -> int:
    deal = (position.players, position.size, position.trump, position.up)
    return estimate.wanted_bid(holding, *deal, position.seat == 0, position.seat != 0, tables())


@pytest.mark.parametrize("bid", [1, 2, 3])
def test_a_bid_tells_of_the_holding(bid):
    seen = view("2C 5D 9H TS QS 3D", up="4C", players=2, dealer=0, bids=(None, bid), won=(0, 0), legal_mask=0)
    position = position_of(seen)
    likely = [likely_world(position, tables(), stream(1, number))[1] for number in range(60)]
    any_one = [world(position, stream(1, number))[1] for number in range(60)]
    off = [sum(abs(wanted_by(position, cards) - bid) for cards in found) for found in (likely, any_one)]
    assert off[0] < off[1] / 2


def test_what_was_played_counts_for_the_bid():
    """Who bid 3 and has played three low cards holds the rest of his tricks still."""
    low, high = cards("2H 3H 4H"), cards("HI AC KC")
    strength = []
    for played in (low, high):
        seen = view("9H TS QS", up="4C", players=2, dealer=0, bids=(1, 3), won=(3, 0), size=6,
                    tricks=[(0, f"5H {names([played[0]])}", 0), (0, f"6H {names([played[1]])}", 0),
                            (0, f"7H {names([played[2]])}", 0)])  # fmt: skip
        position = position_of(seen)
        worlds = [likely_world(position, tables(), stream(1, number))[1] for number in range(60)]
        strength.append(sum((held & (BLUKES | SUIT_MASKS[0])).bit_count() for held in worlds))
    assert strength[0] > 1.5 * strength[1]


def test_bids_are_not_read_where_the_tables_end():
    seen = view("2C 5D", up="4C", players=5, dealer=4, bids=(1, 2, 1, 1, 1), won=(0,) * 5)
    position = position_of(seen)
    assert likely_world(position, tables(), stream(1, 1)) == world(position, stream(1, 1))


def test_a_world_never_needs_a_bluke_to_prove_a_void():
    position = small_position({1: "CDHS", 2: "CDHS"})
    holdings = world(position, Chance(1))  # impossible: two seats that can hold nothing but one Bluke
    assert [holding.bit_count() for holding in holdings] == [2, 2, 2]
    assert not (holdings[1] | holdings[2]) & (position.holding | position.dead)


def test_a_bluke_shows_no_void():
    seen = view("2C 3D", up="4C", trick="2S HI", leader=2, players=4)
    assert position_of(seen).voids == (0, 0, 0, 0)
    assert BLUKES & position_of(seen).dead


@pytest.mark.parametrize("bot_class", [Master, Tuned])
def test_a_decision_depends_on_nothing_hidden_and_repeats(bot_class):
    """What the others hold and what lies in the stock is exchanged at random between two askings."""
    chance = random.Random(9)
    options = {"worlds": 8} if bot_class is Master else {}
    for seen, hand in some_decisions(9, 30):
        answers = set()
        for _ in range(2):
            bot = bot_class(**options)
            bot.start(GameView(seen.players, seen.seat, seen.dealer, seen.rules, (seen.size,)), Rng("seed"))
            hidden = chance.sample(cards_of(seen.unseen), seen.unseen.bit_count())
            for seat in range(hand.players):
                if seat != hand.turn:
                    count = hand.holdings[seat].bit_count()
                    hand.holdings[seat], hidden = mask_of(hidden[:count]), hidden[count:]
            seen = view_of(hand, seen.up)
            answers.add(bot.bid(seen) if seen.is_bidding else bot.play(seen))
        [answer] = answers
        assert answer in seen.legal


@pytest.mark.parametrize("bot_class", [Master, Tuned])
def test_the_search_bots_decide_alike_without_the_kernel(bot_class, monkeypatch):
    options = {"worlds": 4} if bot_class is Master else {}

    def answers() -> list[int]:
        found = []
        for seen, _ in some_decisions(10, 24):
            bot = bot_class(**options)
            bot.start(GameView(seen.players, seen.seat, seen.dealer, seen.rules, (seen.size,)), Rng("seed"))
            found.append(bot.bid(seen) if seen.is_bidding else bot.play(seen))
        return found

    first = answers()
    plainly(monkeypatch)
    assert answers() == first


def test_a_seed_takes_the_place_of_the_chance_of_the_match():
    def answers(seed: str, match: str) -> list[int]:
        bot = Master(worlds=1, seed=seed)
        bot.start(GameView(4, 0, 3, HouseRules(), (7,)), Rng(match))
        return [bot.play(view("2C 9C 4D JD 5H QS LO", up="4C")) for _ in range(20)]

    assert answers("mine", "a") == answers("mine", "b")
    assert answers("", "a") != answers("", "b")


def test_with_a_clock_it_searches_while_there_is_time(monkeypatch):
    times = iter(range(0, 10_000_000_000, 1_000_000))
    monkeypatch.setattr(search, "monotonic_ns", lambda: next(times))
    searched = []
    monkeypatch.setattr(search, "utilities", lambda *given: searched.append(given[4]) or [[0, 1]] * 10)
    position = position_of(view("2C 9C", up="4C"))
    assert search.best_move(position, [0, 7], MIX, 1, 60, 5, tables()) == 7
    assert searched == [0, 10, 20, 30, 40]


def test_a_search_in_portions_is_the_same_search(monkeypatch):
    position = position_of(view("2C 9C 4D", up="4C"))
    whole = search.utilities(position, [0, 7], MIX, 1, 0, 7, tables())
    searched = []

    def noting(*given):
        searched.extend(found := search_worlds(*given))
        return found

    search_worlds = search.utilities
    monkeypatch.setattr(search, "LARGE_PORTION", 3)
    monkeypatch.setattr(search, "utilities", noting)
    search.best_move(position, [0, 7], MIX, 1, 7, 0, tables())
    assert searched == whole


@needs_kernel
def test_the_kernel_is_never_given_so_much_that_a_signal_has_to_wait(monkeypatch):
    position, asked = position_of(view("2C 9C 4D", up="4C")), []
    whole = search.utilities(position, [0, 7], MIX, 1, 5, 7, tables())

    class Noting:
        def search(self, *given):
            asked.append(given[-2:])
            return kernel().search(*given)

    monkeypatch.setattr(search, "LARGE_PORTION", 3)
    monkeypatch.setattr(search, "kernel", Noting)
    assert search.utilities(position, [0, 7], MIX, 1, 5, 7, tables()) == whole
    assert asked == [(5, 3), (8, 3), (11, 1)]


@pytest.mark.parametrize(
    ("worlds", "searched"),
    [
        (80, [(0, 10, 5), (10, 10, 3), (20, 20, 2), (40, 40, 2)]),
        (30, [(0, 3, 5), (3, 4, 5), (7, 8, 5), (15, 15, 3)]),
        (1, [(0, 1, 5)]),
    ],
)
def test_moves_that_are_behind_are_given_up_on_the_way(worlds, searched, monkeypatch):
    """Move 3 is better by a point than 1, and than the others by more."""
    worth, found = {0: 7, 1: 8, 3: 9, 5: 2, 6: 1}, []

    def noting(_position, moves, _mix, _seed, first, count, _tables):
        found.append((first, count, len(moves)))
        return [[worth[move] for move in moves]] * count

    monkeypatch.setattr(search, "utilities", noting)
    assert search.best_move(position_of(view("2C 9C", up="4C")), list(worth), MIX, 1, worlds, 0, tables()) == 3
    assert found == searched


@pytest.mark.parametrize(
    ("bot", "players", "worlds"), [(Master(), 2, 220), (Master(), 4, 100), (Master(), 6, 50), (Master(worlds=7), 2, 7)]
)
def test_worlds_left_out_are_as_many_as_suit_the_players_and_a_bid_gets_more(bot, players, worlds, monkeypatch):
    searched = []
    monkeypatch.setattr("bluke_cli.bots.builtin.master.best_move", lambda *given: searched.append(given[4]) or 1)
    bot.start(GameView(players, 0, players - 1, HouseRules(), (7,)), Rng("seed"))
    bot.play(view("2C 9C 4D", up="4C", players=players, bids=(1,) * players, won=(0,) * players))
    bot.bid(bidding("AC KC QC HI LO AD AH", up="2C", players=players))
    assert searched == [worlds, worlds * 3 // 2]


def test_options_have_limits():
    for wrong in ({"worlds": -1}, {"ms": -1}, {"worlds": 10**9}, {"ms": 10**9}):
        with pytest.raises(ValueError, match="is from"):
            Master(**wrong)


def test_bids_near_the_estimate_are_tried():
    strong = bidding("AC KC QC HI LO AD AH", up="2C")
    tried = search.bids_to_try(position_of(strong), strong.legal_bids, tables())
    assert tried == [5, 6, 7] or tried == [4, 5, 6, 7]
    assert search.bids_to_try(position_of(strong), (1,), tables()) == [1]


def test_every_table_is_there_and_whole():
    data = tables()
    assert len(data.bids) == 3 * 13 * 2
    assert all(len(cell.weights) == len(estimate.FEATURES) for cell in data.bids.values())
    assert all(
        len(cell.steps) == size and list(cell.steps) == sorted(cell.steps) for (_, size, _), cell in data.bids.items()
    )
    assert len(data.play) == 3 * 2 * 3
    assert all(len(cells) == len(features.SITUATIONS) for cells in data.play.values())
    assert all(len(weights) == len(features.FEATURES) for cells in data.play.values() for weights in cells)
    differ = {kind: len(set(cells)) for kind, cells in data.play.items()}
    assert all(count == (8 if kind[0] == 2 and kind[2] != 1 else 1) for kind, count in differ.items())
