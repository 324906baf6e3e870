"""The package and the slow oracle judge 10,000 random hands alike, at every bid, play, trick and score.

The hands have 2 to 7 players and all house rules mixed; the seed is fixed, so a failure can be seen again.
"""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.rules.cards import SUIT_OF, Mask, card, cards_of, mask_of, names, trump_of
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import HouseRules
from bluke_cli.rules.schedules import default_schedule, parse_schedule, top_hand
from bluke_cli.rules.scoring import Tally
from bluke_cli.rules.tricks import asked_suit, legal_plays, trick_winner
from tests import oracle

BATCHES = 20
HANDS_A_BATCH = 500


def random_rules(rng: random.Random) -> oracle.Rules:
    limit = rng.choice([None, 1, 2, 3, 5, 10])
    return oracle.rules_with(
        min_bid=rng.choice([0, 1]),
        hook=rng.random() < 0.5,
        led_bluke=rng.choice(["any", "trump", "next-suit"]),
        trump_lead=rng.choice(["free", "broken"]),
        no_trump_bluke=rng.choice(["power", "powerless"]),
        points=rng.choice([1, 5, 10, 10]),
        overtrick=rng.choice([-1, 0, 1, 1, 3]),
        bag_limit=limit,
        bag_penalty=None if limit is None else rng.choice([-7, 0, 50, 100]),
        tie=rng.choice(["shared", "most-made"]),
    )


def test_all_house_rules_are_mixed() -> None:
    rng = random.Random(1)
    mixed = [random_rules(rng) for _ in range(100)]
    for key in {rule.name for rule in fields(HouseRules)} - {"schedule"}:  # the hands have sizes of their own
        assert len({rules[key] for rules in mixed}) > 1, key


def random_size(rng: random.Random, players: int) -> int:
    """Return a hand size, now and then above the default game's, as a schedule may have it."""
    return rng.randint(1, 53 // players if rng.random() < 0.1 else top_hand(players))


def random_hand(rng: random.Random, players: int, rules: oracle.Rules) -> dict[str, Any]:
    """Play a random hand; half of those with a trump are thrown back, as hands without one are rare by nature."""
    hand = oracle.play_random_hand(rng, players, random_size(rng, players), rules)
    while hand["trump"] is not None and rng.random() < 0.5:
        hand = oracle.play_random_hand(rng, players, random_size(rng, players), rules)
    return hand


def house_of(rules: oracle.Rules, players: int) -> HouseRules:
    return HouseRules.from_mapping({key: value for key, value in rules.items() if value is not None}, players)


def mask(texts: list[str]) -> Mask:
    return mask_of(map(card, texts))


def start(played: dict[str, Any], house: HouseRules) -> Hand:
    holdings = [mask(holding) for holding in played["holdings"]]
    return Hand(played["size"], played["dealer"], trump_of(card(played["up"])), house, holdings)


def bid_like(hand: Hand, played: dict[str, Any]) -> None:
    for choices in played["bid_choices"]:
        assert hand.legal_bids() == choices
        hand.bid(played["bids"][hand.turn])
    assert hand.bids == played["bids"]


def play_like(hand: Hand, played: dict[str, Any]) -> None:
    for decision in played["decisions"]:
        assert hand.turn == decision["seat"]
        assert hand.holdings[hand.turn] == mask(decision["holding"])
        assert hand.trump_broken == decision["broken"]
        assert hand.legal_plays() == mask(decision["legal"])
        hand.play(card(decision["card"]))
    assert [names(trick.cards).split() for trick in hand.tricks] == played["tricks"]
    assert [trick.winner for trick in hand.tricks] == played["takers"]
    assert hand.won == played["took"]
    assert hand.is_over


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_hands_are_judged_alike(batch: int) -> None:
    rng = random.Random(f"agreement-{batch}")
    done = 0
    while done < HANDS_A_BATCH:
        players = rng.randint(2, 7)
        rules = random_rules(rng)
        house = house_of(rules, players)
        tally = Tally(players, house)
        history: list[tuple[list[int], list[int]]] = []
        for _ in range(rng.randint(1, 6)):
            played = random_hand(rng, players, rules)
            hand = start(played, house)
            bid_like(hand, played)
            play_like(hand, played)
            history.append((played["bids"], played["took"]))
            assert tally.settle(played["bids"], hand.won) == oracle.scores(history, players, rules)[-1]
            done += 1
        assert tally.totals == oracle.totals(history, players, rules)
        assert tally.winners() == oracle.winners(history, players, rules)
        if rules["tie"] == "shared":
            assert tally.places() == oracle.shared_places(tally.totals)


@pytest.mark.parametrize("batch", range(4))
def test_every_refusal_is_the_oracles_and_changes_nothing(batch: int) -> None:
    rng = random.Random(f"refusals-{batch}")
    codes = set()
    for _ in range(60):
        players = rng.randint(2, 7)
        rules = random_rules(rng)
        played = random_hand(rng, players, rules)
        hand = start(played, house_of(rules, players))
        bid_like(hand, played)
        for decision in played["decisions"]:
            for text in oracle.PACK:
                if text in decision["legal"]:
                    continue
                before = hand.turn, list(hand.holdings), names(hand.current), hand.trump_broken, list(hand.won)
                with pytest.raises(RuleViolation) as caught:
                    hand.play(card(text))
                after = hand.turn, list(hand.holdings), names(hand.current), hand.trump_broken, list(hand.won)
                assert before == after
                if text not in decision["holding"]:
                    assert caught.value.code == "card-not-held"
                else:
                    assert caught.value.code == ("revoke" if decision["trick"] else "trump-not-broken")
                codes.add(caught.value.code)
            hand.play(card(decision["card"]))
    assert codes == {"card-not-held", "revoke", "trump-not-broken"}


def first_fault(hand: Hand, tricks: list[list[str]]) -> tuple[int, int, str] | None:
    for number, trick in enumerate(tricks):
        for place, text in enumerate(trick):
            try:
                hand.play(card(text))
            except RuleViolation as fault:
                return number, place, fault.code
    return None


def test_spoilt_hands_are_faulted_at_the_same_card() -> None:
    """Two cards of a legal hand are exchanged, or one is replaced: the first fault is the same."""
    rng = random.Random("spoilt")
    codes: dict[str | None, int] = {}
    for _ in range(1500):
        players = rng.randint(2, 7)
        rules = random_rules(rng)
        played = random_hand(rng, players, rules)
        assert oracle.judge_hand(played, rules) == []
        flat = [text for trick in played["tricks"] for text in trick]
        one, other = rng.randrange(len(flat)), rng.randrange(len(flat))
        if rng.random() < 0.7:
            seats = [decision["seat"] for decision in played["decisions"]]
            own = [at for at in range(len(flat)) if seats[at] == seats[one]]
            other = rng.choice(own)
            flat[one], flat[other] = flat[other], flat[one]
        else:
            flat[one] = played["up"] if rng.random() < 0.5 else rng.choice(flat)
        played["tricks"] = [flat[at : at + players] for at in range(0, len(flat), players)]
        hand = start(played, house_of(rules, players))
        bid_like(hand, played)
        faults = oracle.judge_hand(played, rules)
        told = faults[0] if faults else None
        if told is not None and told[2] == "duplicate-card":
            told = (told[0], told[1], "card-not-held")  # a hand in progress knows no more than the holding
        assert first_fault(hand, played["tricks"]) == told
        code = None if told is None else told[2]
        codes[code] = codes.get(code, 0) + 1
    assert all(codes.get(code, 0) > 10 for code in (None, "card-not-held", "revoke", "trump-not-broken")), codes


def test_tricks_of_blukes_and_few_suits_are_judged_alike() -> None:
    """Short tricks thick with Blukes and trumps, which random hands have seldom, under every mix of the rules."""
    rng = random.Random("tricks")
    for _ in range(6000):
        rules = random_rules(rng)
        house = house_of(rules, 4)
        up = rng.choice(oracle.PACK)
        few = [text for text in oracle.PACK if text != up and (oracle.is_bluke(text) or text[0] in "2TA")]
        some = rng.sample(few, rng.randint(1, 9))
        split = rng.randint(0, len(some) - 1)
        trick, holding = some[:split], some[split:]
        trump = rng.choice([None, "C", "D", "H", "S"])
        number = None if trump is None else "CDHS".index(trump)
        broken = rng.random() < 0.5
        told = oracle.legal_cards(holding, trick, trump, rules, broken)
        numbers = list(map(card, trick))
        found = legal_plays(mask(holding), numbers, number, house, broken)
        assert set(names(cards_of(found)).split()) == set(told)
        if trick:
            assert trick_winner(numbers, number, house) == oracle.winner(trick, trump, rules)
            asked = asked_suit(numbers, number, house)
            assert (None if asked is None else "CDHS"[asked]) == oracle.suit_to_follow(trick, trump, rules)


@pytest.mark.parametrize("players", range(2, 16))
def test_schedules_agree(players: int) -> None:
    assert top_hand(players) == oracle.top_hand(players)
    assert list(default_schedule(players)) == oracle.default_schedule(players)
    assert players * top_hand(players) < 54


def test_schedule_texts_agree() -> None:
    rng = random.Random("schedules")
    for _ in range(500):
        parts = ["-".join(str(rng.randint(1, 13)) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 4))]
        text = ",".join(parts)
        assert parse_schedule(text) == oracle.schedule_from_text(text), text


def test_suits_and_trumps_agree() -> None:
    for text in oracle.PACK:
        number = SUIT_OF[card(text)]
        assert (None if number is None else "CDHS"[number]) == oracle.suit(text)
        assert trump_of(card(text)) == number


# How many ways there are to play a deal out (each play a step of the count), as chess programs count positions.


def ways_by_oracle(holdings: list[list[str]], leader: int, trump: str | None, rules: oracle.Rules) -> list[int]:
    counts = [0] * sum(map(len, holdings))

    def go(held: list[list[str]], seat: int, trick: list[str], broken: bool, depth: int) -> None:
        for text in oracle.legal_cards(held[seat], trick, trump, rules, broken):
            counts[depth] += 1
            after = [[other for other in cards_held if other != text] for cards_held in held]
            now_broken = broken or oracle.breaks_trump(text, trick, trump)
            grown = [*trick, text]
            to_act = (seat + 1) % len(held)
            if len(grown) == len(held):
                to_act = (to_act + oracle.winner(grown, trump, rules)) % len(held)
                grown = []
            if depth + 1 < len(counts):
                go(after, to_act, grown, now_broken, depth + 1)

    go(holdings, leader, [], False, 0)
    return counts


def ways_by_package(hand: Hand, deepest: int) -> list[int]:
    """Count by playing each legal card on a hand of its own, replayed from the start."""
    counts = [0] * deepest
    first = list(hand.holdings)

    def go(line: list[int]) -> None:
        now = Hand(hand.size, hand.dealer, hand.trump, hand.rules, first)
        for _ in range(now.players):
            now.bid(1)
        for number in line:
            now.play(number)
        for number in cards_of(now.legal_plays()):
            counts[len(line)] += 1
            if len(line) + 1 < deepest:
                go([*line, number])

    go([])
    return counts


@pytest.mark.parametrize(
    ("deal", "trump", "house", "counts"),
    [
        ("KS 5S 2H LO/QS 4H 3C HI", "H", {}, [4, 10, 30, 75, 150, 266, 266, 266]),
        (
            "KS 5S 2H LO/QS 4H 3C HI",
            "H",
            {"trump_lead": "broken", "led_bluke": "trump"},
            [3, 6, 13, 32, 49, 83, 83, 83],
        ),
        (
            "KS 5S LO/QS 4H HI/JS 3H 2H",
            "H",
            {"trump_lead": "broken", "led_bluke": "next-suit"},
            [3, 7, 10, 17, 30, 52, 52, 52, 52],
        ),
        ("KS 5S LO/QS 4H HI/JS 3H 2H", None, {"no_trump_bluke": "powerless"}, [3, 7, 10, 20, 37, 58, 58, 58, 58]),
        ("KS 5C/QS LO/JS 3H/3S HI", "H", {}, [2, 4, 6, 12, 12, 12, 12, 12]),
    ],
)
def test_the_ways_to_play_a_deal_out_are_counted_alike(
    deal: str, trump: str | None, house: dict[str, Any], counts: list[int]
) -> None:
    holdings = [text.split() for text in deal.split("/")]
    rules = oracle.rules_with(**house)
    plain = ways_by_oracle(holdings, 0, trump, rules)
    number = None if trump is None else "CDHS".index(trump)
    hand = Hand(len(holdings[0]), len(holdings) - 1, number, HouseRules(**house), [mask(held) for held in holdings])
    assert ways_by_package(hand, len(plain)) == plain == counts
