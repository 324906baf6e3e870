from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bluke_cli.diagnostics import Edit
from bluke_cli.errors import BlukeError
from bluke_cli.record.edit import differences, edit_claims, edit_stream
from bluke_cli.record.writer import write_yaml
from tests.record.made import plain_records

SHEET = """\
# Friday, at the kitchen table
bluke: 1
players: [Ann, 'Bo']   # seats
hands:
# first
- {bids: [1, 2], took: [1,  2], total: [ 10, -20 ]}   # a line
- bids: [1, 1]
  tricks:
  - AS 2S   # high
  # low
  - 3S 4S
  note: |
    hello

- {}
- score: [1, 2]
# the end
date: 2026-01-01
x-a: 1
"""

CHANGES: list[Edit] = [
    (("winners",), ["Ann", "No"]),
    (("hands", 0, "took"), [2, 1]),
    (("hands", 0, "score"), [1, 1]),
    (("hands", 0, "total"), [10, 20]),
    (("hands", 1, "total"), [1, 1]),
    (("hands", 1, "took"), [1, None]),
    (("hands", 1, "score"), [4, 5]),
    (("hands", 2, "total"), [7, 8]),
    (("hands", 3, "took"), [0, 0]),
    (("final",), [1, 2]),
]

EDITED = """\
# Friday, at the kitchen table
bluke: 1
players: [Ann, 'Bo']   # seats
hands:
# first
- {bids: [1, 2], took: [2,  1], score: [1, 1], total: [ 10, 20 ]}   # a line
- bids: [1, 1]
  tricks:
  - AS 2S   # high
  # low
  - 3S 4S
  took: [1, null]
  score: [4, 5]
  total: [1, 1]
  note: |
    hello

- {total: [7, 8]}
- took: [0, 0]
  score: [1, 2]
final: [1, 2]
winners: [Ann, "No"]
# the end
date: 2026-01-01
x-a: 1
"""


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_only_the_claims_change(line_break: str) -> None:
    text = SHEET.replace("\n", line_break)
    assert edit_claims(text, CHANGES) == EDITED.replace("\n", line_break)
    assert edit_claims(text, list(reversed(CHANGES))) == EDITED.replace("\n", line_break)
    assert edit_claims(text, []) == text


TOOK = ("hands", 0, "took")
HEAD = "bluke: 1\nplayers: [A, B]\n"


@pytest.mark.parametrize(
    ("text", "path", "value", "edited"),
    [
        ("final: [1, 2]\nhands: []\n", ("final",), [1, 3], "final: [1, 3]\nhands: []\n"),
        ("final:\n  - 1 # a\n  - 2 # b\nhands: []", ("final",), [3, 4], "final:\n  - 3 # a\n  - 4 # b\nhands: []"),
        ("hands: []\nfinal:\n-  1\n- -2", ("final", 1), 5, "hands: []\nfinal:\n-  1\n- 5"),
        ("hands: []", ("final",), [1, 2], "hands: []\nfinal: [1, 2]"),
        ("hands: [\n] # none\n", ("final",), [1, 2], "hands: [\n] # none\nfinal: [1, 2]\n"),
        ("hands: []\nstopped: 'a\n b'\nsite: x", ("final",), [1], "hands: []\nstopped: 'a\n b'\nfinal: [1]\nsite: x"),
        ("hands:\n- note: |\n    x\n\n# y\n", ("final",), [1], "hands:\n- note: |\n    x\nfinal: [1]\n\n# y\n"),
        ("hands: []\nwinners:\n- A\n", ("winners",), ["A", "B"], "hands: []\nwinners:\n- A\n- B\n"),
        ("hands: []\nwinners:\n- A\n- B # b\n", ("winners",), ["B"], "hands: []\nwinners:\n- B # b\n"),
        ("hands: []\nwinners: [A, 'B']\n", ("winners",), ["B"], "hands: []\nwinners: [B]\n"),
        ("hands: []\nwinners: [B, 'A']\n", ("winners",), ["B", "A"], "hands: []\nwinners: [B, 'A']\n"),
        ("hands: []\nfinal: [1, 2]\nsite: x\n", ("final",), None, "hands: []\nsite: x\n"),
        ("hands: []\nfinal:\n- 1\n- 2", ("final",), None, "hands: []"),
        ("hands: []\nfinal: null\n", ("final",), [1, 2], "hands: []\nfinal: [1, 2]\n"),
        ("hands: []\nfinal:\n", ("final",), [1, 2], "hands: []\nfinal: [1, 2]\n"),
        ("hands:\n- {took: [1, null]}\n", ("hands", 0, "took"), [1, 0], "hands:\n- {took: [1, 0]}\n"),
        ("hands:\n- took:\n  - 1\n  -\n", ("hands", 0, "took"), [1, 0], "hands:\n- took:\n  - 1\n  - 0\n"),
        ("hands:\n- {score: [1, 2]}\n", ("hands", 0, "took"), [1, 0], "hands:\n- {took: [1, 0], score: [1, 2]}\n"),
        ("hands:\n  -   up: AS\n      note: n\n", TOOK, [1], "hands:\n  -   up: AS\n      took: [1]\n      note: n\n"),
        ("hands: [{up: AS,\n bids: [1, 1]}]\n", TOOK, [1], "hands: [{up: AS,\n bids: [1, 1], took: [1]}]\n"),
    ],
)  # fmt: skip
def test_layouts(text: str, path: tuple[str | int, ...], value: object, edited: str) -> None:
    assert edit_claims(HEAD + text, [(path, value)]) == HEAD + edited


def test_an_empty_hand_takes_several_claims() -> None:
    changes: list[Edit] = [(("hands", 0, "score"), [1, 2]), (TOOK, [1, 0])]
    assert edit_claims(HEAD + "hands:\n- {} # c\n", changes) == HEAD + "hands:\n- {took: [1, 0], score: [1, 2]} # c\n"


def test_both_results_are_taken_out_of_one_line() -> None:
    text = "{bluke: 1, players: [A, B], hands: [], final: [1, 2], winners: [A]}"
    gone: list[Edit] = [(("final",), None), (("winners",), None)]
    assert edit_claims(text, gone) == "{bluke: 1, players: [A, B], hands: []}"
    assert edit_claims(text, gone[1:]) == "{bluke: 1, players: [A, B], hands: [], final: [1, 2]}"


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("hands: []\nwinners:\n- A # well\n- B\n", ("winners",), ["B"]),
        ("hands: []\nwinners: [A, # well\n  B]\n", ("winners",), ["B"]),
        ("hands:\n- null\n", ("hands", 0, "took"), [1, 1]),
        ("hands: []\n", ("hands", 0, "took"), [1, 1]),
        ("hands:\n- note: |+\n    x\n\n", ("final",), [1, 2]),
        ("hands: [\n", ("final",), [1, 2]),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(text: str, path: tuple[str | int, ...], value: object) -> None:
    with pytest.raises(BlukeError, match=r"\w+ \w+"):
        edit_claims(HEAD + text, [(path, value)])


def test_a_stream_keeps_everything_between_its_records() -> None:
    one = HEAD + "hands: []\n"
    stream = f"\ufeff# the season\n---\n{one}--- # second\n{one}---\n# nothing here\n---\n{one}...\n# tail\n"
    edited = edit_stream(stream.encode(), {2: [(("final",), [1, 2])], 3: [(("winners",), ["A"])]}).decode()
    assert edited == (
        f"\ufeff# the season\n---\n{one}--- # second\n{one}final: [1, 2]\n---\n# nothing here\n"
        f"---\n{one}winners: [A]\n...\n# tail\n"
    )
    assert edit_stream(stream.encode(), {}) == stream.encode()


def test_a_byte_order_mark_stays() -> None:
    text = "\ufeff" + HEAD + "hands: []\n"
    assert edit_stream(text.encode(), {1: [(("final",), [1, 2])]}).decode() == text + "final: [1, 2]\n"


@given(plain_records(), st.data())
@settings(max_examples=100, deadline=None)
def test_any_claim_of_any_record(plain: dict[str, Any], data: st.DataObject) -> None:
    spots: list[tuple[str | int, ...]] = [("final",), ("winners",)]
    spots += [("hands", number, key) for number in range(len(plain["hands"])) for key in ("took", "score", "total")]
    chosen = data.draw(st.lists(st.sampled_from(spots), unique=True))
    wanted = copy.deepcopy(plain)
    changes: list[Edit] = []
    for path in chosen:
        entries = st.sampled_from(plain["players"]) if path == ("winners",) else st.integers(-99, 99)
        some = st.lists(entries, min_size=len(plain["players"]), max_size=len(plain["players"]))
        value = data.draw(st.none() | some)
        part: Any = wanted
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = value
        if value is None:
            del part[path[-1]]
        changes.append((path, value))
    text = write_yaml(plain)
    commented = "".join(
        f"{line}\n" if '"' in line or line.endswith("|") else f"{line} # c\n" for line in text.splitlines()
    )
    if data.draw(st.booleans()) and plain["hands"]:
        last = len(plain["hands"]) - 1
        changes = [*(change for change in changes if change[0][:2] != ("hands", last)), (("hands", last), None)]
        del wanted["hands"][last]
    edited = edit_claims(commented, changes)
    assert yaml.safe_load(edited) == wanted
    assert edited.count("# c\n") == commented.count("# c\n")


HANDS = "players: [Ann, Bo]  # us\nhands:  # of Friday\n- {up: 7H}  # first\n  # then\n- bids: [1, 1]\n  note: x  # y\n"


@pytest.mark.parametrize(
    ("text", "path", "value", "edited"),
    [
        (HANDS, ("hands", 2), {"up": "2C"}, HANDS + "- {up: 2C}\n"),
        (HANDS + "date: x\n", ("hands", 2), {"up": "2C"}, HANDS + "- {up: 2C}\ndate: x\n"),
        (HANDS[:-1], ("hands", 2), {"bids": [1, None]}, HANDS + "- {bids: [1, null]}"),
        ("hands: []\n", ("hands", 0), {"up": "2C"}, "hands:\n- {up: 2C}\n"),
        ("hands: []  # none\n", ("hands", 0), {"up": "2C"}, "hands:\n- {up: 2C}  # none\n"),
        ("hands: [{}]\n", ("hands", 1), {"up": "2C"}, "hands: [{}, {up: 2C}]\n"),
        ("hands: [{}  # a\n]\n", ("hands", 1), {"up": "2C"}, "hands: [{}, {up: 2C}  # a\n]\n"),
        ("hands:\n  -  {up: 2C}\n", ("hands", 1), {"up": "3C"}, "hands:\n  -  {up: 2C}\n  - {up: 3C}\n"),
        ("hands:\n- {up: 2C}\n- {up: 3C}\n# end\n", ("hands", 1), None, "hands:\n- {up: 2C}\n# end\n"),
        ("hands: [{up: 2C}, {up: 3C}]\n", ("hands", 1), None, "hands: [{up: 2C}]\n"),
        ("# a\nhands:\n- {up: 2C}\n", ("hands", 0), None, "# a\nhands:\n []\n"),
        ("hands: [{up: 2C}]\n", ("hands", 0), None, "hands: []\n"),
    ],
)
def test_hands_come_and_go_at_the_end(text: str, path: tuple[str | int, ...], value: object, edited: str) -> None:
    assert edit_claims(text, [(path, value)]) == edited


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("- {}\n- {up: 2C}  # a\n", "- {}\n# a\n"),
        ("- {}  # z\n- {up: 2C}  # a\n# b\n", "- {}  # z\n# a\n# b\n"),
        ("- {}\n# a\n- {up: 2C}\n", "- {}\n# a\n"),
        ("  - {}\n  - up: 2C\n    # a\n    note: 'x # y'  # b", "  - {}\n  # a\n  # b"),
        ("- {}\r\n- {up: 2C}  # a\r\n", "- {}\r\n# a\r\n"),
    ],
)
def test_a_hand_goes_and_its_comments_stay(text: str, edited: str) -> None:
    assert edit_claims(f"hands:\n{text}", [(("hands", 1), None)]) == f"hands:\n{edited}"


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("hands:\n- {bids: [1]}  # a\n", "hands:\n []\n# a\n"),
        ("hands:  # z\n- # a\n  bids: [1]\n", "hands:  # z\n []\n# a\n"),
        ("hands: [{bids: [1]}]  # a\n", "hands: []  # a\n"),
        ("hands: [ {bids: [1],  # a\n up: 2C} # b\n ]\n", "hands: [   # a\n  # b\n ]\n"),
    ],
)
def test_the_only_hand_goes_and_its_comments_stay(text: str, edited: str) -> None:
    assert edit_claims(text, [(("hands", 0), None)]) == edited


@pytest.mark.parametrize(
    ("text", "path", "edited"),
    [
        ("hands: []\nfinal: [1, 2] # checked\n", ("final",), "hands: []\n# checked\n"),
        ("hands: []\nfinal:  # a\n- 1 # b\n- 2\ndate: x\n", ("final",), "hands: []\n# a\n# b\ndate: x\n"),
        ("hands:\n- took: [1]  # a\n  # b\n  note: x\n", ("hands", 0, "took"), "hands:\n- # a\n  # b\n  note: x\n"),
        ("hands:\n- took: [1]\n  note: x\n", ("hands", 0, "took"), "hands:\n- note: x\n"),
        ("hands:\n- took: [1]  # a\n", ("hands", 0, "took"), "hands:\n- {}  # a\n"),
        ("hands:\n- note: x\n  took: [1]  # a\n", ("hands", 0, "took"), "hands:\n- note: x\n  # a\n"),
        (
            "hands:\n- {took: [1],  # twice\n   note: x}\n",
            ("hands", 0, "took"),
            "hands:\n- {  # twice\n   note: x}\n",
        ),
        (
            "hands:\n- {bids: [1],  # twice\n   took: [1]}  # a\n",
            ("hands", 0, "took"),
            "hands:\n- {bids: [1]  # twice\n   }  # a\n",
        ),
    ],
)
def test_a_key_goes_and_its_comments_stay(text: str, path: tuple[str | int, ...], edited: str) -> None:
    assert edit_claims(text, [(path, None)]) == edited


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("[4, # Ann\n  3]  # Bo\n", "[4, # Ann\n  3, 2]  # Bo\n"),
        ("\n  - 4 # Ann\n  - null # Bo", "\n  - 4 # Ann\n  - 3 # Bo\n  - 2"),
    ],
)
def test_a_list_grows_and_its_comments_stay(text: str, edited: str) -> None:
    found = edit_claims(f"hands:\n- bids: {text}", [(("hands", 0, "bids"), [4, 3, 2])])
    assert found == f"hands:\n- bids: {edited}"


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("hands: [\n  # none yet\n  ]\n", ("hands", 0), {"up": "2C"}),
        ("hands: [{ # the first\n }]\n", ("hands", 0, "up"), "2C"),
    ],
)
def test_no_comment_goes_with_what_it_is_about(text: str, path: tuple[str | int, ...], value: object) -> None:
    with pytest.raises(BlukeError, match="comment"):
        edit_claims(text, [(path, value)])


def test_what_only_looks_like_a_comment_may_go() -> None:
    text = "hands: []\nwinners: ['A # 1', B]  # both\n"
    assert edit_claims(text, [(("winners",), ["B", "C # 2"])]) == 'hands: []\nwinners: [B, "C # 2"]  # both\n'


def test_the_differences_of_two_records_lead_from_one_to_the_other() -> None:
    old = {"players": ["A"], "hands": [{"up": "2C", "bids": [1]}, {"up": "3C"}], "final": [1]}
    new = {"players": ["A"], "hands": [{"up": "2C", "bids": [2], "took": [1]}], "date": "x"}
    assert list(differences(old, new)) == [
        (("final",), None),
        (("date",), "x"),
        (("hands", 0, "bids"), [2]),
        (("hands", 0, "took"), [1]),
        (("hands", 1), None),
    ]
    assert list(differences(new, {**new, "hands": [*new["hands"], {"up": "4C"}]})) == [(("hands", 1), {"up": "4C"})]
