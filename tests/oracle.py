"""A second, slow and plain reading of the rules, to hold the package against.

It was written from the documents alone, without a look at ``bluke_cli.rules``, and it imports nothing of the
package. Cards are texts (``"QH"``, ``"LO"``), trump is a letter or None, seats are numbers clockwise from 0, house
rules are a dict with every key. Nothing here is fast and nothing is clever; where two ways of saying a thing were
possible, the one nearer to the words of the rules was taken.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

Rules = dict[str, Any]

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS = ["C", "D", "H", "S"]
PACK = [rank + suit for suit in SUITS for rank in RANKS] + ["LO", "HI"]
DEFAULTS: Rules = {
    "schedule": None,
    "min_bid": 1,
    "hook": False,
    "led_bluke": "any",
    "trump_lead": "free",
    "no_trump_bluke": "power",
    "points": 10,
    "overtrick": 1,
    "bag_limit": None,
    "bag_penalty": None,
    "tie": "shared",
}


def rules_with(**changes: Any) -> Rules:
    rules = dict(DEFAULTS)
    for key, value in changes.items():
        if key not in rules:
            raise KeyError(key)
        rules[key] = value
    return rules


def is_bluke(card: str) -> bool:
    return card in ("LO", "HI")


def suit(card: str) -> str | None:
    return None if is_bluke(card) else card[1]


def rank(card: str) -> int:
    return RANKS.index(card[0])


# The schedule (RULES 1, 3)


def top_hand(players: int) -> int:
    return min(13, 53 // players)


def default_schedule(players: int) -> list[int]:
    sizes = []
    size = top_hand(players)
    while size > 1:
        sizes.append(size)
        size = size - 1
    sizes.append(1)
    while size < top_hand(players):
        size = size + 1
        sizes.append(size)
    return sizes


def schedule_from_text(text: str) -> list[int]:
    """Read ``"13-1,1-13"`` or ``"7-1-7"``; a turning point is there once."""
    sizes: list[int] = []
    for part in text.split(","):
        stops = [int(stop) for stop in part.split("-")]
        run = [stops[0]]
        for stop in stops[1:]:
            while run[-1] != stop:
                run.append(run[-1] + 1 if run[-1] < stop else run[-1] - 1)
        sizes.extend(run)
    return sizes


# Dealing, method bluke-deal-1


def shuffled_pack(seed: str, game: int, hand: int) -> list[str]:
    text = "bluke-deal-1\n" + str(game) + "\n" + str(hand) + "\n" + seed
    # 53 bytes are used and fewer than 1 in 5 skipped, so 4,000 do not run out.
    stream = list(hashlib.shake_256(text.encode("utf-8")).digest(4000))
    deck = list(PACK)
    for i in range(53, 0, -1):
        b = stream.pop(0)
        while b >= 256 - 256 % (i + 1):
            b = stream.pop(0)
        j = b % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def deal(pack: list[str], players: int, size: int, dealer: int, cut: int = 0) -> dict[str, Any]:
    """Deal *pack*; the stock is given as it lies after the cut, with the turn-up still on top of it."""
    pack = list(pack)
    holdings: list[list[str]] = [[] for _ in range(players)]
    seat = dealer
    for _ in range(players * size):
        seat = (seat + 1) % players
        holdings[seat].append(pack.pop(0))
    for _ in range(cut):
        pack.append(pack.pop(0))
    return {"holdings": holdings, "stock": pack, "up": pack[0]}


def trump_of(up: str) -> str | None:
    return suit(up)


# The draw (RULES 4)


def drawn_value(card: str) -> int:
    if card == "HI":
        return 14
    if card == "LO":
        return 13
    return rank(card)


def _seats_at(cards: list[list[str]], end: Any) -> list[int]:
    """Return the seats that hold the highest (*end* is max) or lowest (min) draw, first cards compared first."""
    values = [[drawn_value(card) for card in drawn] for drawn in cards]
    best = end(values)
    return [seat for seat in range(len(cards)) if values[seat] == best]


def draw(seed: str, game: int, players: int) -> dict[str, Any]:
    pack = shuffled_pack(seed, game, 0)
    cards = [[pack.pop(0)] for _ in range(players)]
    for end in (max, min):
        tied = _seats_at(cards, end)
        while len(tied) > 1:
            for seat in tied:
                cards[seat].append(pack.pop(0))
            tied = _seats_at(cards, end)
    return {"cards": cards, "dealer": _seats_at(cards, max)[0], "scorekeeper": _seats_at(cards, min)[0]}


def is_good_draw(cards: list[list[str]]) -> bool:
    """Say whether these cards could have been drawn: no card twice, each redraw due and none missing."""
    flat = [card for drawn in cards for card in drawn]
    if len(set(flat)) != len(flat) or any(not drawn for drawn in cards):
        return False
    replay = [[drawn[0]] for drawn in cards]
    for end in (max, min):
        tied = _seats_at(replay, end)
        while len(tied) > 1:
            for seat in tied:
                taken = len(replay[seat])
                if taken >= len(cards[seat]):
                    return False
                replay[seat].append(cards[seat][taken])
            tied = _seats_at(replay, end)
    return replay == cards


# Bids (RULES 7)


def legal_bids(bids_so_far: list[int], players: int, size: int, rules: Rules) -> list[int]:
    """Return what the next bidder may bid; *bids_so_far* is in bidding order, the dealer is last."""
    bids = [bid for bid in range(size + 1) if bid >= rules["min_bid"]]
    is_dealer = len(bids_so_far) == players - 1
    if rules["hook"] and is_dealer:
        allowed = [bid for bid in bids if sum(bids_so_far) + bid != size]
        if allowed:
            return allowed
    return bids


# Play (RULES 8, 9, 10)


def suit_to_follow(trick: list[str], trump: str | None, rules: Rules) -> str | None:
    if not trick:
        return None
    if not is_bluke(trick[0]):
        return suit(trick[0])
    # A Bluke was led.
    next_suited = None
    for card in trick:
        if next_suited is None and not is_bluke(card):
            next_suited = suit(card)
    if trump is None and rules["no_trump_bluke"] == "powerless":
        return next_suited
    if rules["led_bluke"] == "next-suit":
        return next_suited
    if rules["led_bluke"] == "trump":
        return trump
    return None


def may_play(card: str, holding: list[str], trick: list[str], trump: str | None, rules: Rules, broken: bool) -> bool:
    if card not in holding:
        return False
    if is_bluke(card):
        return True
    if not trick:
        if rules["trump_lead"] == "free" or broken or suit(card) != trump:
            return True
        return all(is_bluke(other) or suit(other) == trump for other in holding)
    wanted = suit_to_follow(trick, trump, rules)
    if wanted is None or suit(card) == wanted:
        return True
    return not any(suit(other) == wanted for other in holding)


def legal_cards(
    holding: list[str], trick: list[str], trump: str | None, rules: Rules, broken: bool = False
) -> list[str]:
    return [card for card in holding if may_play(card, holding, trick, trump, rules, broken)]


def breaks_trump(card: str, trick_before: list[str], trump: str | None) -> bool:
    """Say whether *card* is a trump played to a trick that was not led with one."""
    if trump is None or suit(card) != trump or not trick_before:
        return False
    return suit(trick_before[0]) != trump


def winner(trick: list[str], trump: str | None, rules: Rules) -> int:
    """Return the place in the trick, from 0, of the card that takes it."""
    if not (trump is None and rules["no_trump_bluke"] == "powerless"):
        if "HI" in trick:
            return trick.index("HI")
        if "LO" in trick:
            return trick.index("LO")
    trumps = [card for card in trick if trump is not None and suit(card) == trump]
    if trumps:
        return trick.index(max(trumps, key=rank))
    suited = [card for card in trick if not is_bluke(card)]
    if not suited:
        return 0  # only powerless Blukes
    led = suit(suited[0])
    return trick.index(max([card for card in suited if suit(card) == led], key=rank))


# Score (RULES 11, 12)


def hand_score(bid: int, took: int, rules: Rules) -> int:
    """Return the score of one hand without a bag penalty."""
    if took < bid:
        return -int(rules["points"] * bid)
    return int(rules["points"] * bid + rules["overtrick"] * (took - bid))


def scores(hands: list[tuple[list[int], list[int]]], players: int, rules: Rules) -> list[list[int]]:
    """Return the score of every hand, bag penalties in; *hands* are pairs of bids and tricks taken, by seat."""
    rows = []
    bags = [0] * players
    for bids, took in hands:
        row = []
        for seat in range(players):
            points = hand_score(bids[seat], took[seat], rules)
            if rules["bag_limit"] is not None and took[seat] > bids[seat]:
                for _ in range(took[seat] - bids[seat]):
                    bags[seat] += 1
                    if bags[seat] % rules["bag_limit"] == 0:
                        points = points - rules["bag_penalty"]
            row.append(points)
        rows.append(row)
    return rows


def totals(hands: list[tuple[list[int], list[int]]], players: int, rules: Rules) -> list[int]:
    sums = [0] * players
    for row in scores(hands, players, rules):
        sums = [old + new for old, new in zip(sums, row, strict=True)]
    return sums


def made_bids(hands: list[tuple[list[int], list[int]]], players: int) -> list[int]:
    return [sum(bids[seat] for bids, took in hands if took[seat] >= bids[seat]) for seat in range(players)]


def winners(hands: list[tuple[list[int], list[int]]], players: int, rules: Rules) -> list[int]:
    final = totals(hands, players, rules)
    leaders = [seat for seat in range(players) if final[seat] == max(final)]
    if rules["tie"] == "most-made":
        made = made_bids(hands, players)
        most = max(made[seat] for seat in leaders)
        leaders = [seat for seat in leaders if made[seat] == most]
    return leaders


def shared_places(final: list[int]) -> list[int]:
    """Return each seat's place when equal totals share one: 1, 1, 3."""
    return [1 + sum(other > mine for other in final) for mine in final]


# Whole hands


def play_random_hand(rng: random.Random, players: int, size: int, rules: Rules) -> dict[str, Any]:
    """Deal, bid and play one legal hand with random choices, and tell all of it.

    ``bids`` and ``took`` are by seat; ``tricks`` are cards in playing order; ``decisions`` lists every play as the
    seat, what the table looked like (trick so far, broken) and the legal cards.
    """
    pack = list(PACK)
    rng.shuffle(pack)
    dealer = rng.randrange(players)
    dealt = deal(pack, players, size, dealer, rng.randrange(54 - players * size))
    trump = trump_of(dealt["up"])
    in_bidding_order: list[int] = []
    bid_choices = []
    bids = [0] * players
    for step in range(players):
        choices = legal_bids(in_bidding_order, players, size, rules)
        bid_choices.append(choices)
        in_bidding_order.append(rng.choice(choices))
        bids[(dealer + 1 + step) % players] = in_bidding_order[-1]
    holdings = [list(cards) for cards in dealt["holdings"]]
    leader = (dealer + 1) % players
    broken = False
    took = [0] * players
    tricks, decisions, takers = [], [], []
    for _ in range(size):
        trick: list[str] = []
        for step in range(players):
            seat = (leader + step) % players
            legal = legal_cards(holdings[seat], trick, trump, rules, broken)
            card = rng.choice(legal)
            decisions.append(
                {
                    "seat": seat,
                    "holding": list(holdings[seat]),
                    "trick": list(trick),
                    "broken": broken,
                    "legal": legal,
                    "card": card,
                }
            )
            if breaks_trump(card, trick, trump):
                broken = True
            holdings[seat].remove(card)
            trick.append(card)
        leader = (leader + winner(trick, trump, rules)) % players
        took[leader] += 1
        takers.append(leader)
        tricks.append(trick)
    return {
        "players": players,
        "size": size,
        "dealer": dealer,
        "up": dealt["up"],
        "trump": trump,
        "holdings": dealt["holdings"],
        "bids": bids,
        "bid_choices": bid_choices,
        "tricks": tricks,
        "takers": takers,
        "took": took,
        "decisions": decisions,
    }


def judge_hand(hand: dict[str, Any], rules: Rules, *, holdings_known: bool = True) -> list[tuple[int, int, str]]:
    """Return every illegal play of a hand as (trick, place in the trick, reason), in the order played.

    *hand* needs ``players``, ``dealer``, ``up``, ``tricks`` and, if known, ``holdings`` (as dealt). Every trick
    but the last is whole. The reasons, first that applies: ``duplicate-card`` (played before, turned up, or dealt to
    somebody else), ``card-not-held``, ``revoke``, ``trump-not-broken``. After one of the first two nothing more is
    judged; after the others the card stands. A holding that is not known is what its seat plays from then on.
    """
    plays, end = _seats_of_cards(hand, rules, holdings_known)
    trump = trump_of(hand["up"])
    faults = []
    broken = False
    for at, (number, place, seat, card) in enumerate(plays):
        before = hand["tricks"][number][:place]
        if holdings_known:
            gone = [earlier[3] for earlier in plays[:at]]
            holding = [other for other in hand["holdings"][seat] if other not in gone]
        else:
            holding = [later[3] for later in plays[at:] if later[2] == seat]
        if card not in legal_cards(holding, before, trump, rules, broken):
            faults.append((number, place, "revoke" if before else "trump-not-broken"))
        if breaks_trump(card, before, trump):
            broken = True
    return faults + end


def _seats_of_cards(
    hand: dict[str, Any], rules: Rules, holdings_known: bool
) -> tuple[list[tuple[int, int, int, str]], list[tuple[int, int, str]]]:
    """Return (trick, place, seat, card) of each card up to one that cannot be, and that one's fault, if any."""
    plays: list[tuple[int, int, int, str]] = []
    seen = [hand["up"]]
    leader = (hand["dealer"] + 1) % hand["players"]
    for number, trick in enumerate(hand["tricks"]):
        for place, card in enumerate(trick):
            seat = (leader + place) % hand["players"]
            if card in seen:
                return plays, [(number, place, "duplicate-card")]
            if holdings_known and card not in hand["holdings"][seat]:
                elsewhere = any(card in holding for holding in hand["holdings"])
                return plays, [(number, place, "duplicate-card" if elsewhere else "card-not-held")]
            seen.append(card)
            plays.append((number, place, seat, card))
        leader = (leader + winner(trick, trump_of(hand["up"]), rules)) % hand["players"]
    return plays, []
