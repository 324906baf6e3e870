"""Score sheets from spreadsheets: cells and their places, whatever program wrote them."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bluke_cli.record.csv_cells import UnclosedQuoteError, cell_text, read_rows, row_text
from bluke_cli.record.reader import read_records

SHEET = """\
hand,cards,dealer,Ann bid,Ann took,Bo bid,Bo took
1,2,Bo,1,2,1,0
2,1,Ann,1,0,1,1
"""
TEXTS = st.text(st.one_of(st.sampled_from("=+-@'\t\r\n\",; "), st.characters(exclude_categories=["Cs"])), max_size=8)


@given(st.lists(TEXTS, min_size=1, max_size=5))
@example(["\t\n"])  # the separator shows behind a cell of two lines only
@example(["\t\n", "\n"])
def test_what_is_written_is_read(texts: list[str]) -> None:
    rows = read_rows(row_text([*texts, "end"]))
    assert [[cell.text for cell in row] for row in rows] == [[*texts, "end"]]


@given(TEXTS)
def test_no_text_begins_like_a_formula_and_every_number_stays_one(text: str) -> None:
    written = cell_text(text)
    assert not written.strip('" ').startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert cell_text(-30) == "-30"


@pytest.mark.parametrize("first", ["rules,hook=true,min_bid=0\n", "note, one, two, three, four, five\n", ""])
@pytest.mark.parametrize("last", ["3;Bo;we played, late, at home, by candle, light\n", ""])
def test_most_lines_say_what_separates_the_cells(first: str, last: str) -> None:
    rows = read_rows(first + "hand;dealer\n1;Ann\n2;Bo\n" + last)
    assert [[cell.text for cell in row] for row in rows[-2 - bool(last) :]][:2] == [["1", "Ann"], ["2", "Bo"]]


def test_an_unclosed_quote_has_its_place() -> None:
    with pytest.raises(UnclosedQuoteError, match="2"):
        read_rows('a,"b\nc')


def read(text: str | bytes) -> tuple[dict[str, object] | None, list[tuple[str, int | None, int | None]]]:
    """Return the one record of a sheet, and code, line and column of each finding."""
    data = text.encode() if isinstance(text, str) else text
    (reading,) = read_records(BytesIO(data), "a.csv")
    found = [(finding.code, finding.line, finding.column) for finding in reading.findings]
    return None if reading.record is None else reading.record.written(), found


WANTED = read(SHEET)[0]


def test_a_sheet_is_a_record() -> None:
    assert WANTED == {
        "bluke": 1,
        "players": ["Ann", "Bo"],
        "dealer": "Bo",
        "hands": [
            {"hand": 1, "size": 2, "dealer": "Bo", "bids": [1, 1], "took": [2, 0]},
            {"hand": 2, "size": 1, "dealer": "Ann", "bids": [1, 1], "took": [0, 1]},
        ],
    }


@pytest.mark.parametrize(
    "text",
    [
        SHEET.replace("\n", "\r\n"),
        SHEET.replace("\n", "\r"),
        SHEET[:-1],
        "\ufeff" + SHEET,
        SHEET.replace(",", ";"),
        SHEET.replace(",", "\t"),
        "sep=;\r\n" + SHEET.replace(",", ";"),
        SHEET.replace(",", " , "),
        '"' + SHEET.replace(",", '","').replace("\n", '"\n"')[:-1],
        SHEET.replace("\n", ",,,\n"),
        SHEET.replace("\n", "\n\n,,,\n"),
        SHEET + "3,1,Bo,,,,\n4,2,Ann,,,,\n",
        SHEET.replace("Ann bid", "Ann BID").replace("hand", "Hand"),
        SHEET.replace(",2,1,0", ",+2,1,0"),
        "bluke,1\n" + SHEET,
    ],
)
def test_spreadsheets_write_it_in_many_ways(text: str) -> None:
    assert read(text) == (WANTED, [])


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ("1,2,Bo,1,2", "1,2,Bo,1,x", "wrong-type", 2, 10),
        ("1,2,Bo,1,2", '1,2,Bo,1,"x"', "wrong-type", 2, 11),
        ("1,2,Bo,1,2", "1,2,Bo,1,2.5", "wrong-type", 2, 10),
        ("2,1,Ann", "2,1,Xi", "unknown-player", 3, 5),
        ("Bo took", "Bo tok", "unknown-key", 1, 43),
        ("Bo took", "Bo bid", "duplicate-key", 1, 43),
        ("2,1,Ann,1,0,1,1", "2,1,Ann,1,0,1,1,7", "unknown-key", 3, 17),
        ("2,1,Ann,1,0,1,1", "second,1,Ann,1,0,1,1", "unknown-key", 3, 1),
        ("1,2,Bo", '1,2,"Bo', "syntax", 2, 5),
        (" bid", " wager", "syntax", 1, 1),
        ("hand,cards", "rules,hook=perhaps\nhand,cards", "wrong-type", 1, 12),
        ("hand,cards", "bluke,2\nhand,cards", "version", 1, 7),
        ("hand,cards", "date,Friday\ndate,Sunday\nhand,cards", "duplicate-key", 2, 1),
        ("1,2,Bo,1,2", "1,2,Bo,1,1234567890123456789", "limit", 2, 10),
    ],
)
def test_a_bad_cell_is_named(old: str, new: str, code: str, line: int, column: int) -> None:
    assert read(SHEET.replace(old, new))[1][0] == (code, line, column)


TWO_ROWS = """\
,,,Ann,,Bo,
hand,cards,dealer,bid,took,bid,took
1,2,Bo,1,2,1,0
2,1,Ann,1,0,1,1
"""


@pytest.mark.parametrize(
    "text",
    [
        TWO_ROWS,
        TWO_ROWS.replace(",", ";"),
        TWO_ROWS.replace(",,,Ann,,Bo,", ",,,Ann,Ann,Bo,Bo"),
        TWO_ROWS.replace(",,,Ann,,Bo,\nhand,cards,dealer", "hand,cards,dealer,Ann,,Bo,\n,,"),
        TWO_ROWS.replace(",bid,took", ",Bid,TOOK"),
        "rules\n\n" + TWO_ROWS,
        "dealer,Bo\n" + TWO_ROWS,
        TWO_ROWS.replace(",,,Ann,,Bo,\nhand,cards,dealer", "dealer,hand,cards,Ann,,Bo,\n,,")
        .replace("1,2,Bo", "Bo,1,2")
        .replace("2,1,Ann", "Ann,2,1"),
    ],
)
def test_names_may_stand_above_what_belongs_to_them(text: str) -> None:
    record, found = read(text.replace("rules\n", 'date,"3 May"\n'))
    assert record is not None
    record.pop("date", None)
    assert (record, found) == (WANTED, [])


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        (",,,Ann", ",,,", "unknown-key", 2, 19),
        (",,,Ann", ",,Ann,", "unknown-key", 1, 3),
        ("Ann,,Bo", "Ann,,Ann", "duplicate-key", 2, 28),
        ("bid,took\n", "bid,tok\n", "unknown-key", 2, 32),
        ("hand,cards", "no,cards", "unknown-key", 2, 1),
        ("2,1,Ann", "2,1,Xi", "unknown-player", 4, 5),
        ("1,2,Bo,1,2", "1,2,Bo,1,x", "wrong-type", 3, 10),
        ("bid", "wager", "syntax", 1, 1),
    ],
)
def test_a_bad_cell_under_two_rows_of_heads_is_named(old: str, new: str, code: str, line: int, column: int) -> None:
    assert (code, line, column) in read(TWO_ROWS.replace(old, new))[1]


def test_names_above_are_read_as_they_are_written() -> None:
    names = ["hand", "bid", "12", "a, b", "=1+1", "rules", "dealer"]
    heads = row_text([None, *(cell for name in names for cell in (name, None))])
    record, found = read(heads + row_text(["hand", *["bid", "took"] * 7]) + "1" + ",1" * 14 + "\n")
    assert found == []
    assert record is not None
    assert record["players"] == names


def test_other_encodings_are_told() -> None:
    assert read(SHEET.replace("Ann", "Zoë").encode("latin-1"))[1][0][0] == "encoding"
    assert read(SHEET.encode("utf-16"))[1][0][0] == "encoding"


def test_names_are_read_as_they_are_written() -> None:
    names = ["=1+1", "-3", "'t Hart", "true", "12", "a, b", 'x "y"', "Ann bid", "＠home"]
    heads = row_text(["hand", *(f"{name} bid" for name in names)])
    record, found = read("dealer,true\n" + heads + "1" + ",1" * len(names) + "\n")
    assert found == []
    assert record is not None
    assert record["players"] == names


def test_rows_of_words_say_something_of_the_game() -> None:
    text = 'rules,schedule=2-1,hook=true,min_bid=0\ndraw,AS 7D,AC 2H\nsite,"the\nkitchen"\n' + SHEET
    text += "final,,,,,,\nwinners,Ann,Bo\nbots,,rules\n"
    record, found = read(text.replace("final,,,,,,\n", ""))
    assert found == []
    assert record is not None
    assert record["rules"] == {"schedule": "2-1", "min_bid": 0, "hook": True}
    assert (record["draw"], record["site"]) == (["AS 7D", "AC 2H"], "the\nkitchen")
    assert (record["winners"], record["bots"]) == (["Ann", "Bo"], [None, "rules"])


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("final,,,,11\n", 10),  # there are no totals that it could stand under
        ("note,Bo was right, he said\n", 20),
        ("dealer,Bo,,Ann\n", 12),
        ("event,,Friday\n", 8),
    ],
)
def test_no_cell_of_a_row_of_words_is_passed_over(row: str, column: int) -> None:
    assert read(SHEET + row)[1] == [("unknown-key", 4, column)]


def test_final_stands_under_the_totals() -> None:
    heads = "hand,Ann bid,Ann took,Ann total,Bo bid,Bo took,Bo total\n"
    record, found = read(heads + "1,1,13,22,1,0,-10\nfinal,,,22,,,-10,,\nnote,x,,\n")
    assert found == []
    assert record is not None
    assert (record["final"], record["note"]) == ([22, -10], "x")
    assert read(heads + "1,1,13,22,1,0,-10\nfinal,22,,,-10\n")[1] == [("unknown-key", 3, 7), ("unknown-key", 3, 12)]


def test_several_games_stand_in_one_file_and_none_hides_another() -> None:
    text = SHEET + "\nbluke,1\n" + SHEET.replace("1,2,Bo", '1,2,"Bo') + "\n" + "bluke,1\n" + SHEET
    found = list(read_records(BytesIO(text.encode()), "a.csv"))
    assert [reading.document.line for reading in found] == [1, 5]
    broken = SHEET.replace("hand,", "hund,").replace(" bid", "")
    found = list(read_records(BytesIO((SHEET + "\nbluke,1\n" + broken + "\nbluke,1\n" + SHEET).encode()), "a.csv"))
    assert [reading.record is not None for reading in found] == [True, False, True]
    assert [finding.line for reading in found for finding in reading.findings] == [5]


def test_a_table_without_end_is_refused_within_bounds() -> None:
    (reading,) = read_records(BytesIO(SHEET.encode() + b"3,1,Bo,1,1,1,1\n" * 400_000), "a.csv")
    assert [finding.code for finding in reading.findings] == ["limit"]


@given(st.text(max_size=60) | st.text("hand,Ab bid\n;\"'1-=", max_size=60))
def test_any_text_gives_findings_or_a_record(text: str) -> None:
    for reading in read_records(BytesIO(text.encode("utf-8", "surrogatepass")), "a.csv"):
        assert reading.record is not None or reading.findings


def test_what_makes_heads_separates_the_cells() -> None:
    text = "rules;schedule=1,1,1,1,1,1\ndealer;a,b\nhand;dealer;a,b bid;Bo bid\n1;a,b;1;1\n"
    found, faults = read(text)
    assert not faults
    assert found is not None
    assert (found["players"], found["rules"]) == (["a,b", "Bo"], {"schedule": "1,1,1,1,1,1"})


def test_a_row_with_other_separators_is_one_cell_and_told() -> None:
    assert read("rules,hook=true\n" + SHEET.replace(",", ";"))[1] == [("unknown-key", 1, 1)]


@pytest.mark.parametrize("setting", ['"schedule=2-1,1-2"', "schedule=2-1,1-2"])
def test_a_schedule_with_commas_needs_no_quotes(setting: str) -> None:
    found, faults = read(f"rules,{setting},hook=true\n{SHEET}")
    assert not faults
    assert found is not None
    assert found["rules"] == {"schedule": "2-1,1-2", "hook": True}
