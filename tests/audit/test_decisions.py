"""The decisions of a recorded hand: each with the view that its player had, and nothing that was hidden from them."""

from __future__ import annotations

import pytest

from bluke_cli.api import deal, read
from bluke_cli.audit.decisions import decisions, why_not
from bluke_cli.bots.builtin.novice import Novice
from bluke_cli.bots.view import View
from bluke_cli.errors import BlukeError
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.rules.cards import names
from bluke_cli.rules.house import HouseRules
from tests.audit.settling import hand_of, settled


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(),
        HouseRules(trump_lead="broken", led_bluke="trump", hook=True),
        HouseRules(no_trump_bluke="powerless"),
    ],
    ids=str,
)
def test_a_choice_is_looked_at_with_the_eyes_of_its_player(rules: HouseRules, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []
    bid, card = Novice.bid, Novice.play

    def watched_bid(bot: Novice, view: View) -> int:
        seen.append(view)
        return bid(bot, view)

    def watched_play(bot: Novice, view: View) -> int:
        seen.append(view)
        return card(bot, view)

    monkeypatch.setattr(Novice, "bid", watched_bid)
    monkeypatch.setattr(Novice, "play", watched_play)
    [result, *_] = play(make_plan(["novice", "a=novice", "b=novice"], seed="review", rules=rules, games=1))
    game = seen[: len(seen) // 3]  # three games, one after the other
    [record] = read(result.line.encode(), kind="jsonl")
    hands, table = settled(record)
    found = [decision for hand in hands for decision in decisions(hand, table)]
    assert all(decision.chosen is not None for decision in found)
    views = [decision.view for decision in found]
    assert len(views) == 25 * 3 + 3 * sum(table.sizes)
    at_first = {view: number for number, view in enumerate(views)}
    places = [at_first[view._replace(scores=(0, 0, 0))] for view in game]
    assert places == sorted(places)
    assert len(game) > 300


def test_the_choice_to_come_is_the_last_one() -> None:
    [record] = [deal("friday", 3, hands=[1])]
    hands, table = settled(record)
    [only] = decisions(hands[0], table)
    assert (only.trick, only.view.seat, only.chosen) == (None, only.view.eldest, None)
    assert names(only.view.cards) == record.hands[0].dealt[only.view.seat]  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("- {bids: [1, 1], took: [1, 1]}", "turned up"),
        ("- {up: 4C, bids: [1, 1], took: [1, 1]}", "were held"),
        ("- {up: 4C, bids: [1, 1], tricks: [2D 5S]}", "were held"),
        ("- {up: 4C, dealt: [2D, HI 5S], bids: [1, 1]}", "no deal of this hand"),
        ("- {up: 4C, dealt: [2D 3D 4D, HI 5S], bids: [1, 1]}", "no deal of this hand"),
        ("- {up: 4C, dealt: [2D 2D, HI 5S], bids: [1, 1]}", "no deal of this hand"),
        ("- {up: 4C, dealt: [2D HI, HI 5S], bids: [1, 1]}", "no deal of this hand"),
        ("- {up: 4C, dealt: [2D 4C, HI 5S], bids: [1, 1]}", "no deal of this hand"),
        ("- {up: 4C, bids: [1, 3], tricks: [2D 5S, 3D HI]}", "a bid is written that nobody can make"),
        ("- {up: 4C, bids: [1, -1], tricks: [2D 5S, 3D HI]}", "a bid is written that nobody can make"),
        ("- {up: 4C, bids: [1, 999999999999], tricks: [2D 5S, 3D HI]}", "a bid is written that nobody can make"),
        ("- {up: 4C, bids: [1, null], tricks: [2D 5S, 3D HI]}", "not all bids"),
        ("- {up: 4C, tricks: [2D 5S, 3D HI]}", "not all bids"),
    ],
)
def test_where_cards_are_not_known_there_is_a_reason(line: str, reason: str) -> None:
    hand, table = hand_of(f"bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {{schedule: [2]}}\nhands:\n{line}\n")
    assert reason in str(why_not(hand))
    with pytest.raises(BlukeError, match=reason):
        decisions(hand, table)


def test_what_was_dealt_is_what_was_played_where_every_card_is_there() -> None:
    sheet = (
        "bluke: 1\nplayers: [Ann, Bo]\ndealer: Bo\nrules: {schedule: [2]}\nhands:\n"
        "- {up: 4C, dealt: [2D 3D, HI 5S], bids: [1, 1], tricks: [2D 5S, 3D HI]}\n"
    )
    right = decisions(*hand_of(sheet))
    assert decisions(*hand_of(sheet.replace("2D 3D, HI", "2C 3C, LO"))) == right
    assert decisions(*hand_of(sheet.replace("2D 3D, HI", "2C, LO"))) == right
