"""Make the conformance kit anew: `make conformance`, which writes `conformance/*.jsonl` (see its README).

Positions are chosen by chance from fixed seeds, those that matter more often than they come in games; the answers are
this package's. Tests compare them with the oracle in tests/ and with a second implementation, in JavaScript.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bluke_cli.audit.examine import examine_stream
from bluke_cli.errors import RuleViolation
from bluke_cli.record.kinds import kind_of
from bluke_cli.replay.identity import identity
from bluke_cli.rules.bidding import legal_bids
from bluke_cli.rules.cards import BLUKES, PACK_SIZE, SUIT_MASKS, SUITS, Card, cards_of, mask_of, names, trump_of
from bluke_cli.rules.dealing import deal_hand, draw_for_deal
from bluke_cli.rules.house import CHOICES, HouseRules
from bluke_cli.rules.judging import Deck, judge_play
from bluke_cli.rules.schedules import top_hand
from bluke_cli.rules.scoring import Tally
from bluke_cli.rules.tricks import legal_plays, trick_winner

ROOT = Path(__file__).parents[1]
KIT = ROOT / "conformance"
SEEDS = ["friday", "1", "0", "a seed of several words", "Zoë ♥", "🂡", "x" * 256, "-1\n2"]
PLAY_CHOICES = ("led_bluke", "trump_lead", "no_trump_bluke")
Case = dict[str, Any]


def main() -> None:
    """Write every file of the kit."""
    for name, make in FILES.items():
        text = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in make(random.Random(name)))
        (KIT / name).write_text(text, encoding="utf-8")


def deals(rng: random.Random) -> Iterator[Case]:
    """Yield hands dealt by a seed."""
    for turn in range(80):
        players = rng.choice([2, 3, 4, 4, 5, 7, 15])
        size = rng.randint(1, top_hand(players))
        dealer = rng.randrange(players)
        cut = rng.choice([0, 0, rng.randrange(PACK_SIZE - players * size)])
        origin: Case = {"seed": SEEDS[turn % len(SEEDS)], "game": rng.choice([1, 2, 10**9]), "hand": rng.randint(1, 25)}
        deal = deal_hand(**origin, players=players, size=size, dealer=dealer, cut=cut)
        table = {"players": players, "size": size, "dealer": dealer, "cut": cut}
        yield {**origin, **table, "holdings": list(map(names, deal.holdings)), "up": names([deal.up])}


def draws(rng: random.Random) -> Iterator[Case]:
    """Yield draws for the deal, most of them with redraws."""
    count = 0
    for game in range(1, 10_000):
        players, seed = rng.choice([2, 3, 4, 7]), rng.choice(SEEDS)
        draw = draw_for_deal(seed, game, players)
        if max(map(len, draw.cards)) > 1 or game % 40 == 0:
            count += 1
            decided = {"dealer": draw.dealer, "scorekeeper": draw.scorekeeper}
            yield {"seed": seed, "game": game, "players": players, "draw": list(map(names, draw.cards)), **decided}
        if count == 30:
            return


def schedules(rng: random.Random) -> Iterator[Case]:
    """Yield schedules in their forms, and such as cannot be played."""
    texts = ["13-1-13", "7-1-7", "13-1,1-13", "3-1,1-3,2", "1", "5,5,5", "1-13", "2-1-2-1", "0", "14", "01", "3--1", ""]
    for players in (2, 3, 4, 5, 6, 7, 10, 13, 15):
        yield {"players": players, "schedule": None, "sizes": list(HouseRules().hand_sizes(players))}
        for text in rng.sample(texts, 5):
            try:
                house = HouseRules.from_mapping({"schedule": text}, players)
                sizes: list[int] | None = list(house.hand_sizes(players))
            except RuleViolation:
                sizes = None
            yield {"players": players, "schedule": text, "sizes": sizes}


def bids(rng: random.Random) -> Iterator[Case]:
    """Yield the bids that are open to the next player."""
    for _ in range(120):
        players = rng.randint(2, 6)
        size = rng.randint(1, rng.choice([3, top_hand(players)]))
        rules = _rules(rng, ("min_bid", "hook"))
        before: list[int] = []
        for _ in range(rng.choice([players - 1, rng.randrange(players)])):
            before.append(rng.choice(legal_bids(before, players, size, rules)))
        legal = legal_bids(before, players, size, rules)
        table = {"rules": rules.differing(players), "players": players, "size": size}
        yield {**table, "bids": before, "legal": legal}


def plays(rng: random.Random) -> Iterator[Case]:
    """Yield the cards that may be played to a trick."""
    for _ in range(500):
        cards = _shuffled(rng)
        rules, trump, broken = _rules(rng, PLAY_CHOICES), trump_of(cards.pop()), rng.random() < 0.5
        trick, held = cards[: rng.randrange(4)], cards[4 : 4 + rng.randint(1, 7)]
        if trump is not None and not trick and rng.random() < 0.4:
            held = rng.sample(cards_of(SUIT_MASKS[trump] | BLUKES), 3)
        legal = legal_plays(mask_of(held), trick, trump, rules, broken)
        table = {"rules": rules.differing(4), "trump": _trump(trump), "broken": broken}
        yield {**table, "holding": names(held), "trick": names(trick), "legal": names(cards_of(legal))}


def tricks(rng: random.Random) -> Iterator[Case]:
    """Yield whole tricks and the place of the card that wins."""
    for _ in range(400):
        cards = _shuffled(rng)
        rules, trump = _rules(rng, PLAY_CHOICES), trump_of(cards.pop())
        trick = cards[: rng.randint(2, 5)]
        winner = trick_winner(trick, trump, rules)
        yield {"rules": rules.differing(4), "trump": _trump(trump), "trick": names(trick), "winner": winner}


def scores(rng: random.Random) -> Iterator[Case]:
    """Yield bids and tricks taken of a few hands, with their points, totals and winners."""
    for _ in range(120):
        players = rng.randint(2, 5)
        rules = _rules(rng, ("min_bid", "tie"))
        if rng.random() < 0.5:
            limits = {"bag_limit": rng.randint(1, 4), "bag_penalty": rng.choice([10, 25, -5])}
            more = {"points": rng.choice([5, 10]), "overtrick": rng.choice([0, 1, -1]), **limits}
            rules = HouseRules.from_mapping({**rules.differing(players), **more}, players)
        tally = Tally(players, rules)
        hands: list[Case] = []
        for _ in range(rng.randint(1, 5)):
            size = rng.randint(1, 4)
            bid = [rng.randint(rules.min_bid, size) for _ in range(players)]
            took = [0] * players
            for _ in range(size):
                took[rng.randrange(players)] += 1
            score = tally.settle(bid, took)
            hands.append({"bids": bid, "took": took, "score": score, "total": list(tally.totals)})
        yield {"rules": rules.differing(players), "players": players, "hands": hands, "winners": tally.winners()}


def hands(rng: random.Random) -> Iterator[Case]:
    """Yield hands played to the end or broken off, two of three with something wrong, and the faults in them."""
    for turn in range(240):
        players = rng.choice([2, 3, 4, 4, 5])
        size = rng.randint(1, min(6, top_hand(players)))
        dealer, rules = rng.randrange(players), _rules(rng, PLAY_CHOICES)
        deal = deal_hand("kit", 1, turn + 1, players=players, size=size, dealer=dealer)
        trump = trump_of(deal.up)
        played = _played(rng, [mask_of(cards) for cards in deal.holdings], size, dealer, trump, rules)
        if turn % 3:
            _damage(rng, played)
        play = judge_play(played, size, dealer, trump, rules, players, Deck(deal.up))
        faults = [{"code": fault.code, "trick": fault.trick, "card": fault.card} for fault in play.faults]
        table = {"rules": rules.differing(players), "players": players, "size": size, "dealer": dealer}
        took = play.won if play.is_complete else None
        yield {**table, "up": names([deal.up]), "tricks": list(map(names, played)), "faults": faults, "took": took}


def _played(
    rng: random.Random, holdings: list[int], size: int, dealer: int, trump: int | None, rules: HouseRules
) -> list[list[Card]]:
    """Return the tricks of a hand played at random and legally."""
    found: list[list[Card]] = []
    leader, broken, players = (dealer + 1) % len(holdings), False, len(holdings)
    for _ in range(size):
        trick: list[Card] = []
        for place in range(players):
            seat = (leader + place) % players
            card = rng.choice(cards_of(legal_plays(holdings[seat], trick, trump, rules, broken)))
            holdings[seat] &= ~(1 << card)
            trick.append(card)
        suits = [trump_of(card) for card in trick]
        broken = broken or (trump is not None and suits[0] != trump and trump in suits)
        leader = (leader + trick_winner(trick, trump, rules)) % players
        found.append(trick)
    return found


def _damage(rng: random.Random, played: list[list[Card]]) -> None:
    """Change one thing about the tricks of a hand."""
    trick = rng.choice(played)
    place = rng.randrange(len(trick))
    other = rng.choice(played)
    kind = rng.randrange(6)
    if kind == 0:
        trick[place] = rng.randrange(PACK_SIZE)
    elif kind == 1:
        at = rng.randrange(len(other))
        trick[place], other[at] = other[at], trick[place]
    elif kind == 2:
        del trick[place]
    elif kind == 3:
        trick.append(rng.randrange(PACK_SIZE))
    elif kind == 4:
        del played[-1]
    else:
        played.append(rng.sample(range(PACK_SIZE), len(trick)))


def records(rng: random.Random) -> Iterator[Case]:
    """Yield texts of records as they stand in samples/, with the findings in them and the ids of the sound ones."""
    del rng
    for path in [*sorted((ROOT / "samples" / "valid").iterdir()), *sorted((ROOT / "samples" / "invalid").iterdir())]:
        raw = path.read_bytes()
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue  # a text of a JSON file is Unicode
        kind = kind_of(path.name) or "yaml"
        complete = path.name.startswith("incomplete")
        examined = list(examine_stream(io.BytesIO(raw), path.name, kind, complete=complete))
        found = [_finding(finding) for each in examined for finding in each.findings]
        ids = [
            identity(each.reading.record) if each.is_sound else None
            for each in examined
            if each.reading is not None and each.reading.record is not None
        ]
        yield {"name": path.name, "format": kind, "complete": complete, "findings": found, "ids": ids, "text": text}


def _finding(finding: Any) -> Case:
    keys = ("code", "severity", "line", "column", "record", "hand", "trick", "player")
    return {key: getattr(finding, key) for key in keys} | {"pointer": finding.pointer}


def _shuffled(rng: random.Random) -> list[Card]:
    """Return some cards, no two alike, in which Blukes are frequent and suits few."""
    suits = rng.sample(range(4), rng.choice([1, 2, 2, 3, 4]))
    cards = [card for card in range(PACK_SIZE) if card // 13 in suits or card >= PACK_SIZE - 2]
    rng.shuffle(cards)
    for bluke in cards_of(BLUKES):
        if rng.random() < 0.3:
            cards.remove(bluke)
            cards.insert(rng.randrange(8), bluke)
    return cards


def _rules(rng: random.Random, keys: tuple[str, ...]) -> HouseRules:
    """Return house rules that differ in some of *keys*, or in none."""
    chosen = {key: rng.choice(CHOICES[key]) for key in keys} if rng.random() < 0.6 else {}
    return HouseRules(**chosen)  # type: ignore[arg-type]


def _trump(suit: int | None) -> str | None:
    return None if suit is None else SUITS[suit]


FILES = {
    "deals.jsonl": deals,
    "draws.jsonl": draws,
    "schedules.jsonl": schedules,
    "bids.jsonl": bids,
    "plays.jsonl": plays,
    "tricks.jsonl": tricks,
    "scores.jsonl": scores,
    "hands.jsonl": hands,
    "records.jsonl": records,
}

if __name__ == "__main__":
    main()
