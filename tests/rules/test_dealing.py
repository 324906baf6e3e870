"""Dealing: the vectors of docs/deal-vectors.md against the package and the oracle, fairness, cuts and draws."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bluke_cli.errors import RuleViolation
from bluke_cli.rules import dealing
from bluke_cli.rules.cards import CARD_NAMES, card, cards, names
from bluke_cli.rules.dealing import check_seed, deal_hand, draw_for_deal, judge_draw, shuffled_pack
from tests import oracle

PAGE = (Path(__file__).parents[2] / "docs" / "deal-vectors.md").read_text(encoding="utf-8")


def fenced(kind: str) -> list[str]:
    """Return the contents of the page's fenced blocks with this info text."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def vectors(kind: str) -> list[Any]:
    (block,) = fenced(f"jsonl {kind}")
    lines = [json.loads(line) for line in block.splitlines()]
    return [pytest.param(line, id=f"{number}") for number, line in enumerate(lines)]


@pytest.mark.parametrize("vector", vectors("shuffle"))
def test_shuffle_vectors(vector: dict[str, Any]) -> None:
    where = vector["seed"], vector["game"], vector["hand"]
    for pack in (names(shuffled_pack(*where)), " ".join(oracle.shuffled_pack(*where))):
        assert pack.startswith(vector["top"] + " ")
        assert pack.endswith(" " + vector["bottom"])


@pytest.mark.parametrize("vector", vectors("deal"))
def test_deal_vectors(vector: dict[str, Any]) -> None:
    where = vector["seed"], vector["game"], vector["hand"]
    table = {key: vector[key] for key in ("players", "size", "dealer", "cut")}
    deal = deal_hand(*where, **table)
    assert [names(holding) for holding in deal.holdings] == vector["dealt"]
    assert names([deal.up]) == vector["up"]
    plain = oracle.deal(oracle.shuffled_pack(*where), **table)
    assert [" ".join(holding) for holding in plain["holdings"]] == vector["dealt"]
    assert plain["up"] == vector["up"]
    assert names(deal.stock) == " ".join(plain["stock"])


@pytest.mark.parametrize("vector", vectors("draw"))
def test_draw_vectors(vector: dict[str, Any]) -> None:
    where = vector["seed"], vector["game"], vector["players"]
    draw = draw_for_deal(*where)
    assert [names(drawn) for drawn in draw.cards] == vector["draw"]
    assert (draw.dealer, draw.scorekeeper) == (vector["dealer"], vector["scorekeeper"])
    assert judge_draw([cards(text) for text in vector["draw"]]) == draw
    plain = oracle.draw(*where)
    assert [" ".join(drawn) for drawn in plain["cards"]] == vector["draw"]
    assert (plain["dealer"], plain["scorekeeper"]) == (vector["dealer"], vector["scorekeeper"])


def test_the_vectors_have_every_kind_of_tie() -> None:
    found = set()
    for parameter in vectors("draw"):
        (vector,) = parameter.values
        redraws = [text.count(" ") for text in vector["draw"]]
        found.add((redraws[vector["dealer"]], redraws[vector["scorekeeper"]]))
    assert found >= {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 1)}


def test_the_worked_shuffle_of_the_page() -> None:
    texts = [text.strip() for text in fenced("text")]
    told, stream, new_pack, whole = texts[0], texts[1], texts[2], texts[4]
    assert bytes.fromhex(told) == b"bluke-deal-1\n1\n1\nfriday"
    assert hashlib.shake_256(bytes.fromhex(told)).hexdigest(len(stream) // 2) == stream
    assert new_pack.split() == oracle.PACK == list(CARD_NAMES)
    assert whole.split() == oracle.shuffled_pack("friday", 1, 1)


def test_the_worked_steps_of_the_page() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\w+) \| (\w*) \| (\w*) \|$", PAGE, re.MULTILINE)
    stream = hashlib.shake_256(b"bluke-deal-1\n1\n1\nfriday").digest(len(rows))
    deck = list(oracle.PACK)
    assert len(rows) > 10
    for (i_text, limit, byte, j_text, at_i, at_j), drawn in zip(rows, stream, strict=True):
        i = int(i_text)
        assert (int(byte), int(limit)) == (drawn, 256 - 256 % (i + 1))
        assert (j_text == "skipped") == (drawn >= int(limit))
        if j_text != "skipped":
            j = int(j_text)
            assert (j, deck[i], deck[j]) == (drawn % (i + 1), at_i, at_j)
            deck[i], deck[j] = deck[j], deck[i]


def test_a_stream_that_runs_out_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    # No seed is known that uses up the bytes first asked for, so fewer are asked for.
    packs = [shuffled_pack("friday", 1, hand) for hand in range(20)]
    monkeypatch.setattr(dealing, "STREAM_BYTES", 1)
    assert [shuffled_pack("friday", 1, hand) for hand in range(20)] == packs


def test_the_same_is_dealt_where_python_has_no_module_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = shuffled_pack("friday", 1, 1)
    monkeypatch.setitem(sys.modules, "_sha3", None)
    dealing._shake_256.cache_clear()
    assert shuffled_pack("friday", 1, 1) == pack
    assert dealing._shake_256().__module__ == "_hashlib"
    dealing._shake_256.cache_clear()


def test_friday_as_the_format_says() -> None:
    assert names(shuffled_pack("friday", 1, 1)[:4]) == "AD 3C 2D 8H"
    draw = draw_for_deal("friday", 1, 4)
    assert [names(drawn) for drawn in draw.cards] == ["9H", "2S", "AH", "6H"]
    assert draw.dealer == 2
    deal = deal_hand("friday", 1, 1, players=4, size=13, dealer=2)
    assert names([deal.up]) == "AH"
    # The first card goes to the dealer's left.
    assert [names(holding[:1]) for holding in deal.holdings] == ["3C", "2D", "8H", "AD"]


def test_oracle_and_package_shuffle_alike_for_many_seeds() -> None:
    for number in range(1500):
        seed = "é" * (number % 200) + chr(0x20 + number * 37 % 0x2000)
        where = seed, number + 1, number % 30
        assert names(shuffled_pack(*where)) == " ".join(oracle.shuffled_pack(*where))


def test_oracle_and_package_draw_alike_for_many_games() -> None:
    for game in range(1, 1201):
        players = 2 + game % 14
        draw, plain = draw_for_deal("draws", game, players), oracle.draw("draws", game, players)
        assert [names(drawn).split() for drawn in draw.cards] == plain["cards"]
        assert (draw.dealer, draw.scorekeeper) == (plain["dealer"], plain["scorekeeper"])


def test_every_card_is_as_likely_at_every_position() -> None:
    """Chi-square over the 54 × 54 table, 53² degrees of freedom, and over each row and column, 53 each.

    The seeds are fixed, so this passes always or never. The bounds are 4 standard deviations for the table and a
    chance of 1 in 10⁵ for a line; a shuffle that skips no byte, or is one position short, is far beyond.
    """
    shuffles = 16_200
    counts = Counter[tuple[int, int]]()
    for number in range(shuffles):
        counts.update(enumerate(shuffled_pack(f"uniform-{number}", 1, 1)))
    expected = shuffles / 54
    share = {(at, found): (counts[at, found] - expected) ** 2 / expected for at in range(54) for found in range(54)}
    freedom = 53 * 53
    assert abs(sum(share.values()) - freedom) < 4 * (2 * freedom) ** 0.5
    for line in range(54):
        assert sum(share[line, found] for found in range(54)) < 110
        assert sum(share[at, line] for at in range(54)) < 110


def test_a_cut_turns_the_pack_without_losing_a_card() -> None:
    tapped = deal_hand("friday", 1, 2, players=4, size=12, dealer=3)
    assert len(tapped.stock) == 6
    for cut in range(6):
        deal = deal_hand("friday", 1, 2, players=4, size=12, dealer=3, cut=cut)
        assert deal.holdings == tapped.holdings
        assert deal.stock == tapped.stock[cut:] + tapped.stock[:cut]
        assert deal.up == deal.stock[0] == tapped.stock[cut]


def test_the_seed_is_used_as_it_is() -> None:
    seeds = ["friday", "Friday", "friday ", "friday\n", "fri\u200bday", "\ufefffriday", "friday\u0301"]
    assert len({names(shuffled_pack(seed, 1, 1)) for seed in seeds}) == len(seeds)
    # Composed and decomposed letters look alike and are different seeds.
    assert shuffled_pack("Zo\u00eb", 1, 1) != shuffled_pack("Zoe\u0308", 1, 1)


def test_game_and_hand_are_told_apart() -> None:
    packs = {names(shuffled_pack("friday", game, hand)) for game in range(1, 13) for hand in range(13)}
    assert len(packs) == 12 * 13


@pytest.mark.parametrize("seed", ["", "x" * 257, "é" * 257, "\ud800"])
def test_a_seed_of_the_wrong_length_or_that_is_no_text_is_refused(seed: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_seed(seed)
    assert caught.value.code == "seed"


@pytest.mark.parametrize("seed", ["x", "é" * 256, "🃏" * 256, " ", "\0"])
def test_a_seed_of_1_to_256_code_points_is_accepted(seed: str) -> None:
    check_seed(seed)


# The draw (RULES 4)


@pytest.mark.parametrize(
    ("drawn", "dealer", "scorekeeper"),
    [
        (["9H", "2S", "AH", "6H"], 2, 1),
        (["AS", "LO"], 1, 0),
        (["LO", "HI", "AS"], 1, 2),
        (["2C", "TD", "9H"], 1, 0),
        (["AS 7D", "AC 8D", "TD", "9H"], 1, 3),  # tied for highest
        (["AS", "9C 7D", "TD", "9H 6D"], 0, 3),  # tied for lowest
        (["AS 7D KC", "AC 7H QC", "TD", "9H"], 0, 3),  # tied twice
        (["AS 2D", "AC 3D", "9C LO", "9H HI"], 1, 2),  # tied at both ends
        (["AS 2D", "AC 3D"], 1, 0),  # all tied: one redraw for both
        (["AS 2D KC", "AC 2H QC", "AH 3D"], 2, 1),  # all tied, then for lowest
        (["KS 2D", "KC 3D", "AH"], 2, 0),  # lowest, though kings
        (["KS 2D", "KC 3D", "QH"], 1, 2),  # a king drawn once is above a queen, whatever follows
    ],
)
def test_a_draw_is_decided(drawn: list[str], dealer: int, scorekeeper: int) -> None:
    draw = judge_draw([cards(text) for text in drawn])
    assert (draw.dealer, draw.scorekeeper) == (dealer, scorekeeper)
    assert oracle.is_good_draw([text.split() for text in drawn])


@pytest.mark.parametrize(
    ("drawn", "seat"),
    [
        (["AS", "AC", "TD"], 0),  # no redraw
        (["AS 7D", "AC", "TD"], 1),  # one only
        (["AS 7D", "AC 7H", "TD"], 0),  # still tied
        (["AS 7D", "KC", "TD"], 0),  # nobody was tied
        (["AS", "TC 7D", "TD 8D", "2D"], 1),  # tied in the middle decides nothing
        (["AS 7D", "AC 8D 9D", "TD"], 1),  # once too often
        (["AS", "TD 7D", "TC"], 2),  # tied for lowest, one only
        (["AS", "", "TC"], 1),  # no card
        (["AS", "TD", "AS"], 2),  # the same card
    ],
)
def test_a_draw_that_cannot_be_is_refused_at_the_seat(drawn: list[str], seat: int) -> None:
    with pytest.raises(RuleViolation) as caught:
        judge_draw([cards(text) for text in drawn])
    assert caught.value.code in ("draw", "duplicate-card")
    assert caught.value.seat == seat
    assert not oracle.is_good_draw([text.split() for text in drawn])


def test_card_names_are_the_pack_in_order() -> None:
    assert list(CARD_NAMES) == oracle.PACK
    assert [card(text) for text in oracle.PACK] == list(range(54))
