"""Records for the tests: texts that YAML readers are known to trip over, and records made at random from them."""

from __future__ import annotations

import io
from typing import Any

from hypothesis import strategies as st

from bluke_cli.record.kinds import Kind
from bluke_cli.record.notation import CARDS
from bluke_cli.record.reader import Reading, read_records

HOSTILE = [
    *("", " ", "  a", "a ", "a  b", "\ta", "a\tb", "a\nb", "a\r\nb", "\n", "a\n", "\x00", "\x1b[31m", "\x7f", "\x85"),
    *("a\x85b", "a\u2028b", "a\u2029b", "\ufeff", "a\ufeff", "\ufffe", "\uffff", "\u200b", "\u202e", "é", "e\u0301"),
    *("no", "No", "NO", "y", "Y", "n", "on", "Off", "yes", "true", "TRUE", "False", "null", "Null", "~", "nullx"),
    *("1", "-1", "+1", "007", "0x1F", "0o7", "0b1", "1_000", "1:30", "190:20:30", "1e3", "1E3", "1.5", ".5", ".inf"),
    *("-.INF", ".nan", "NaN", "2026-11-27", "2026-11-27T10:00:00Z", "12e03", "1,000", "6.8523015e+5", "=", "<<"),
    *(
        "a: b",
        "a:",
        ":a",
        "a :b",
        "a #b",
        "#a",
        "a#b",
        "- a",
        "-",
        "--",
        "---",
        "...",
        "? a",
        "?",
        ": ",
        "{",
        "}",
        "[a]",
    ),
    *("a, b", ",", "&a", "*a", "!a", "!!str a", "|", ">", "|-", "%YAML 1.2", "@a", "`a`", '"', "'", "''", '"a"', "a'b"),
    *("\\", "\\n", "a\\", "\\u0041", "$HOME", "${x}", "\U0001f0cf", "李雷", "Юля", "Zoë", "ﬀ", "ſ", "İ", "ı", "𝒜"),
    *("LO", "HI", "TS 2S 5D", "TS  2S", "2C", "5H", "7C!", "10H", "lo", "a-b_c.d", "a.", "a-", "x" * 70, "x y " * 400),
]

TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12), st.text("nNoOyY0123456789:-.eE_x~ ", max_size=6))
"""Any text without halves of surrogate pairs."""

INTEGERS = st.integers(-(10**18) + 1, 10**18 - 1)
FREE = st.recursive(
    st.one_of(st.none(), st.booleans(), INTEGERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)
OWN = st.dictionaries(TEXTS.map(lambda text: "x-" + text), FREE, max_size=2)
NAMES = TEXTS.filter(
    lambda text: (
        1 <= len(text) <= 64
        and text.strip() != ""
        and not any(ord(char) < 32 or 127 <= ord(char) < 160 or char in "\u2028\u2029" for char in text)
    )
)
HOLDINGS = st.lists(st.sampled_from(CARDS), max_size=4).map(" ".join)
TRICKS = st.lists(st.tuples(st.sampled_from(CARDS), st.sampled_from(["", "", "!"])).map("".join), max_size=4).map(
    " ".join
)


def maybe(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Dicts with any of *fields*, in their order."""
    made = st.fixed_dictionaries({}, optional=fields)
    return made.map(lambda chosen: {key: chosen[key] for key in fields if key in chosen})


@st.composite
def plain_records(draw: st.DrawFn) -> dict[str, Any]:
    """Records in normal form, as plain dicts in table order: well-formed, but no games of Bluke."""
    players = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    seats = len(players)
    name = st.sampled_from(players)

    def each(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
        return st.lists(values, min_size=seats, max_size=seats)

    hand = maybe(
        hand=INTEGERS,
        size=INTEGERS,
        dealer=name,
        trump=st.sampled_from(["C", "D", "H", "S", "none"]),
        up=st.sampled_from(CARDS),
        cut=INTEGERS.filter(bool),
        dealt=each(HOLDINGS),
        bids=st.lists(st.none() | INTEGERS, max_size=seats),
        tricks=st.lists(TRICKS, max_size=3),
        took=each(st.none() | INTEGERS),
        score=each(INTEGERS),
        total=each(INTEGERS),
        note=TEXTS,
    )
    rules = maybe(
        schedule=st.lists(st.integers(1, 13), min_size=1, max_size=3) | st.sampled_from(["7-1-7", "13-1,1-13", "5"]),
        min_bid=st.sampled_from([0, 1]),
        hook=st.booleans(),
        led_bluke=st.sampled_from(["any", "trump", "next-suit"]),
        points=st.integers(1, 99),
        bag_penalty=INTEGERS,
        tie=st.sampled_from(["shared", "most-made"]),
    )
    seeds = TEXTS.filter(lambda text: 0 < len(text) <= 256)
    deal = st.tuples(TEXTS, seeds, st.integers(1, 99)).map(
        lambda origin: dict(zip(("method", "seed", "game"), origin, strict=True))
    )
    before = maybe(dealer=name, scorekeeper=name, draw=each(HOLDINGS), rules=rules, deal=deal)
    after = maybe(
        stopped=TEXTS,
        final=each(INTEGERS),
        winners=st.lists(name, max_size=seats),
        date=TEXTS,
        event=TEXTS,
        site=TEXTS,
        note=TEXTS,
        bots=each(st.none() | TEXTS),
        match=st.dictionaries(TEXTS, FREE, max_size=3),
    )
    hands = draw(st.lists(st.tuples(hand, OWN).map(lambda pair: {**pair[0], **pair[1]}), max_size=3))
    return {"bluke": 1, "players": players, **draw(before), "hands": hands, **draw(after), **draw(OWN)}


def readings(text: str, kind: Kind = "yaml") -> list[Reading]:
    """Read *text* as a stream of records."""
    return list(read_records(io.BytesIO(text.encode()), "game", kind))


def reading(text: str, kind: Kind = "yaml") -> Reading:
    """Read *text*, which is one record."""
    (only,) = readings(text, kind)
    return only
