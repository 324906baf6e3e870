"""Records as tables: what a score sheet keeps comes back, and the long table says what the facts say."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bluke_cli.record.csv_cells import read_rows
from bluke_cli.record.names import is_name
from bluke_cli.report.long_table import COLUMNS
from bluke_cli.rules.schedules import default_schedule
from tests.cli.evening import evening, typed
from tests.cli.running import LINE, PLAYED, SCORED, bluke, write
from tests.report.hostile import NAMES as HOSTILE

ROOT = Path(__file__).parent.parent.parent
CARDS = ["7H", "TS", "LO", "HI", "2C"]
NAMES = st.one_of(
    st.sampled_from(["Ann", "Bo", "=1+1", "-3", "@x", "+", "'t Hart", "a,b", 'say "no"', "Ann bid", "true", "12", ";"]),
    st.text(max_size=12).filter(is_name),
)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
INTEGERS = st.integers(-(10**17), 10**17)


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    """A record that a score sheet has room for: facts and claims, right or wrong, with gaps where there may be some."""
    players = draw(st.lists(NAMES, min_size=2, max_size=5, unique=True))
    sizes = draw(st.just(None) | st.lists(st.integers(1, 10), min_size=6, max_size=8))
    count = len(players)
    numbers = st.lists(st.integers(0, 10), min_size=count, max_size=count)
    gaps = st.lists(st.none() | st.integers(0, 10), min_size=count, max_size=count).filter(any_written)
    claims = st.lists(INTEGERS, min_size=count, max_size=count)
    keys: dict[str, st.SearchStrategy[Any]] = {
        "up": st.sampled_from(CARDS),
        "cut": st.integers(1, 9),
        "took": gaps,
        "score": claims,
        "total": claims,
        "note": TEXT,
    }
    wrong = {"dealer": st.sampled_from(players), "trump": st.sampled_from("CDHS")}
    hand = st.fixed_dictionaries({"bids": gaps}, optional=keys)
    bare = st.fixed_dictionaries({"trump": st.sampled_from("CDHS") | st.just("none"), "bids": numbers})
    claimed = st.fixed_dictionaries({"up": st.sampled_from(["LO", "HI"]), "bids": gaps}, optional=wrong)
    texts: dict[str, st.SearchStrategy[Any]] = dict.fromkeys(("stopped", "date", "event", "site", "note"), TEXT)
    texts["bots"] = st.lists(st.none() | TEXT, min_size=count, max_size=count).filter(any_written)
    texts["draw"] = st.permutations(CARDS).map(lambda cards: cards[:count])
    record = {"bluke": 1, "players": players, "dealer": draw(st.sampled_from(players))}
    record |= draw(st.fixed_dictionaries({}, optional={"scorekeeper": st.sampled_from(players)}))
    rules: dict[str, Any] = {} if sizes is None else {"schedule": sizes}
    rules |= draw(st.fixed_dictionaries({}, optional={"hook": st.just(True), "overtrick": st.integers(-3, 0)}))
    if rules:
        record["rules"] = rules
    record["hands"] = draw(st.lists(hand | bare | claimed, max_size=6))
    if sizes is None and draw(st.booleans()):  # an extract
        numbers_ = sorted(draw(st.sets(st.integers(1, 25), min_size=6, max_size=6)))
        record["hands"] = [{"hand": number, **each} for number, each in zip(numbers_, record["hands"], strict=False)]
    if draw(st.booleans()) and len(record["hands"]) > 3:  # a slip
        record["hands"][draw(st.integers(0, 3))]["size"] = draw(st.integers(1, 10))
    for at, each in enumerate(record["hands"], 1):
        leave_out_what_follows(record, each, at)
    final = {"final": claims, "winners": st.just([players[1]])}
    record |= draw(st.fixed_dictionaries({}, optional={**texts, **final}))
    if "draw" in record and draw(st.booleans()):  # which decides who deals
        del record["dealer"]
        for each in record["hands"]:
            each.pop("dealer", None)
    return record


def leave_out_what_follows(record: dict[str, Any], hand: dict[str, Any], at: int) -> None:
    """Take the right claims out of the hand that stands at *at*: `convert` does not write them back."""
    number = hand.get("hand", at)
    first = record["players"].index(record["dealer"])
    sizes = record.get("rules", {}).get("schedule") or default_schedule(len(record["players"]))
    right = {
        "hand": at,
        "size": sizes[number - 1] if number <= len(sizes) else None,
        "dealer": record["players"][(first + number - 1) % len(record["players"])],
        "trump": "none" if hand.get("up") in ("LO", "HI") else None,
    }
    for key, value in right.items():
        if value is not None and hand.get(key) == value:
            del hand[key]


def any_written(values: list[Any]) -> bool:
    return any(value is not None for value in values)


@settings(max_examples=200, deadline=None)
@given(sheets())
def test_nothing_is_lost_from_record_to_sheet_to_record_to_sheet(record: dict[str, Any]) -> None:
    canonical = bluke("fmt", "--stdin-filename", "a.jsonl", stdin=json.dumps(record))
    assert (canonical.status, canonical.err) == (0, "")
    sheet = bluke("convert", "--to", "csv", stdin=canonical.out)
    assert (sheet.status, sheet.err) == (0, "")
    back = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=sheet.out)
    assert (back.status, back.err, back.out) == (0, "", canonical.out)
    for again in (
        bluke("convert", "--to", "csv", stdin=back.out),
        bluke("fmt", "--input-format", "csv", stdin=sheet.out),
    ):
        assert again.out == sheet.out


@settings(max_examples=100, deadline=None)
@given(sheets(), st.data())
def test_a_sheet_is_read_however_a_spreadsheet_saves_it(record: dict[str, Any], data: st.DataObject) -> None:
    line = bluke("fmt", "--stdin-filename", "a.jsonl", stdin=json.dumps(record)).out
    sheet = bluke("convert", "--to", "csv", stdin=line).out
    assume("\0" not in sheet)  # which the module csv of Python 3.10 does not read
    rows = list(csv.reader(io.StringIO(sheet, newline="")))
    if data.draw(st.booleans()):
        heads = next(at for at, row in enumerate(rows) if row[:3] == ["hand", "cards", "dealer"])
        rows[heads : heads + 1] = in_two_rows(rows[heads], merged=data.draw(st.booleans()))
    if data.draw(st.booleans()):  # as wide as the widest
        rows = [row + [""] * (max(map(len, rows)) - len(row)) for row in rows]
    separator, end = data.draw(st.sampled_from(",;\t")), data.draw(st.sampled_from(["\n", "\r\n"]))
    must_quote = any(cell != cell.strip() or "\r" in cell for row in rows for cell in row)
    quoting = csv.QUOTE_ALL if must_quote or data.draw(st.booleans()) else csv.QUOTE_MINIMAL
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=end).writerows(rows)
    first = data.draw(st.sampled_from(["", "\ufeff", f"sep={separator}{end}"]))
    formed = bluke("fmt", "--input-format", "csv", stdin=first + text.getvalue()).out
    assert bluke("fmt", "--input-format", "csv", stdin=formed).out == formed
    for each in (first + text.getvalue(), formed):
        back = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=each)
        assert (back.status, back.err, back.out) == (0, "", line)


def in_two_rows(heads: list[str], *, merged: bool) -> tuple[list[str], list[str]]:
    """Return heads with the names in a row above; *merged* names stand over the first of their columns only."""
    names, words = [], []
    for head in heads:
        name, _, word = head.rpartition(" ")
        names.append("" if merged and name in names else name)
        words.append(word)
    return names, words


def test_players_may_be_called_like_heads() -> None:
    names = ["Ann", "Ann bid", "bid", "hand"]
    record = {"bluke": 1, "players": names, "dealer": "bid", "hands": [{"bids": [1, 1, 1, 1], "note": "bid"}]}
    line = json.dumps(record, separators=(",", ":")) + "\n"
    sheet = bluke("convert", "--to", "csv", stdin=line).out
    first, rest = sheet.split("\n", 1)
    for merged in (True, False):
        two = "".join(",".join(row) + "\n" for row in in_two_rows(first.split(","), merged=merged))
        for text in (sheet, two + rest):
            assert bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=text).out == line


def test_several_games_are_several_sheets() -> None:
    sheets_ = bluke("rescore", "--to", "csv", stdin=SCORED * 2)
    assert sheets_.status == 0
    assert sheets_.out.count("bluke,1\n") == 1
    assert bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=sheets_.out).out == SCORED * 2
    assert bluke("validate", "--complete", "--input-format", "csv", stdin=sheets_.out).status == 0


def test_cards_are_left_out_and_that_is_told_once() -> None:
    run = bluke("convert", "--to", "csv", stdin=PLAYED + "---\n" + PLAYED)
    assert run.err.count("no room for cards") == 1
    back = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=run.out)
    assert back.out == LINE * 2
    assert bluke("-q", "convert", "--to", "csv", stdin=PLAYED).err == ""
    assert bluke("convert", "--to", "csv", stdin=LINE).err == ""


def test_a_sheet_typed_from_paper_is_validated_and_rescored(tmp_path: Path) -> None:
    hands = evening(4)
    scored = bluke("rescore", "--to", "csv", stdin=typed(hands)).out
    rows = list(csv.reader(io.StringIO(scored)))
    heads = next(number for number, row in enumerate(rows) if row[0] == "hand")
    at, slipped = rows[heads].index("Bo total"), heads + 5
    before = ";".join(rows[slipped][:at])
    rows[slipped][at] = str(int(rows[slipped][at]) + 10)
    path = write(tmp_path, "evening.csv", "\n".join(";".join(row) for row in rows) + "\n")
    (finding,) = bluke("validate", "--format", "json", path).objects
    assert (finding["code"], finding["line"], finding["column"]) == ("total", slipped + 1, len(before) + 2)
    assert bluke("rescore", path).out == scored.replace(",", ";")
    assert bluke("rescore", "--to", "csv", path).out == scored


@pytest.mark.parametrize("command", [["fmt"], ["rescore"]])
@pytest.mark.parametrize("start", ["", "\ufeff", "sep=;\r\n"])
def test_a_sheet_that_is_changed_keeps_its_form(command: list[str], start: str, tmp_path: Path) -> None:
    text = "rules;schedule=3-2-1\r\nhand;Ann bid;Ann took;Bo bid;Bo took\r\n1;1;2;1;1\r\n2\r\n"
    path = write(tmp_path, "evening.csv", start + "dealer;Ann\r\n" + text)
    assert bluke(*command, "--in-place", path).status == 0
    sheet = Path(path).read_bytes().decode()
    score, total = (";11;11", ";10;10") if command == ["rescore"] else (";;", "")
    heads = "hand;Ann bid;Ann took;Ann score;Ann total;Bo bid;Bo took;Bo score;Bo total"
    rows = ["dealer;Ann", "rules;schedule=3-1", heads, f"1;1;2{score};1;1{total}", "2", ""]
    assert sheet == start + "\r\n".join(rows)
    assert bluke(*command, "--check", path).status == 0
    assert bluke("fmt", "--check", path).status == 0
    assert bluke(*command, path, path).out == f"{sheet}\r\nbluke;1\r\n{sheet.removeprefix(start)}"


@pytest.mark.parametrize("start", ["", "sep=;\n"])
@pytest.mark.parametrize(("end", "other"), [("\r\n", "\n"), ("\n", "\r\n"), ("\r", "\n")])
def test_a_line_end_in_a_cell_is_not_that_of_the_lines(end: str, other: str, start: str, tmp_path: Path) -> None:
    rows = [f'event;"Club{other}night"', "rules;schedule=2-1", "hand;Ann bid;Ann took;Bo bid;Bo took", "1;1;2;1;0"]
    path = write(tmp_path, "evening.csv", start + "".join(row + end for row in rows))
    assert bluke("fmt", "--in-place", path).status == 0
    sheet = Path(path).read_bytes().decode().removeprefix(start).replace(f"Club{other}night", "")
    assert sheet.replace(end, "").isprintable()
    assert sheet.count(end) == 4


def test_no_claim_is_added_to_a_sheet_that_is_put_in_form() -> None:
    for text in (
        "Ann bid\tBo bid\n2\t3\n",
        "hand,cards,dealer,Ann bid,Bo bid\n1,,Bo,2,3\n2,11,,1,1\n3,,Bo\n",
        "dealer,Bo\nhand,Ann bid,Ann took,Bo bid,Bo took\n1,2,3,4,5\n",
    ):
        before, after = (
            bluke("convert", "--to", "jsonl", stdin=each).objects for each in (text, bluke("fmt", stdin=text).out)
        )
        assert before == after
    assert "cards" not in bluke("fmt", stdin="dealer,Bo\nhand,Ann bid,Bo bid\n1,2,3\n").out
    assert bluke("fmt", stdin="hand,cards,Ann bid,Bo bid\n1,,2,3\n").out.endswith("\n1,,2,,,,3\n")


def test_sizes_that_are_not_those_of_the_default_game_are_the_schedule() -> None:
    text = "hand,cards,Ann bid,Bo bid\n1,2,1,1\n2,1,1,1\ndealer,Ann\n"
    run = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=text)
    assert run.objects[0]["rules"] == {"schedule": [2, 1]}
    said = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin="rules,schedule=2-1-2\n" + text)
    assert said.objects[0]["rules"] == {"schedule": [2, 1, 2]}
    begun = bluke(
        "convert",
        "--input-format",
        "csv",
        "--to",
        "jsonl",
        stdin=text.replace("1,2,", "1,13,").replace("2,1,", "2,12,"),
    )
    assert "rules" not in begun.objects[0]


TO_COME = "hand,cards,dealer,Ann bid,Ann took,Bo bid,Bo took\n{}3,1,Bo\n4,2,Ann\n5,3,Bo\n"
BEGUN = TO_COME.format("1,3,Bo,1,2,1,1\n2,2,Ann,1,1,1,1\n")


@pytest.mark.parametrize("text", [BEGUN, TO_COME.format("1,3,Bo\n2,2,Ann\n")], ids=["begun", "blank"])
def test_rows_to_come_tell_the_schedule_and_the_dealer(text: str) -> None:
    (record,) = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=text).objects
    assert (record["rules"], record["dealer"]) == ({"schedule": [3, 2, 1, 2, 3]}, "Bo")
    assert "winners" not in bluke("rescore", "--to", "jsonl", stdin=json.dumps(record)).objects[0]


@pytest.mark.parametrize("command", ["validate", "rescore"])
def test_a_short_game_that_goes_on_is_told_its_whole_schedule(command: str) -> None:
    run = bluke(command, "--input-format", "csv", stdin=BEGUN)
    assert run.status == 1
    assert (run.out + run.err).count("[hand-size]") == 1
    assert "schedule=3-1-3 " in run.out + run.err
    named = "rules,schedule=3-1-3\n" + BEGUN
    assert bluke(command, "--input-format", "csv", stdin=named).status == 0


def test_rows_to_come_that_do_not_tell_all_are_no_plan() -> None:
    for old, new in (("4,2,", "4,,"), ("4,2,", "6,2,"), ("5,3,", "5,x,")):
        run = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=BEGUN.replace(old, new))
        assert run.objects[0]["rules"] == {"schedule": [3, 2]}


def test_a_slip_in_the_column_of_cards_makes_no_schedule() -> None:
    sizes = [13, 12, 1, 10]
    text = "hand,cards,Ann bid,Bo bid\n" + "".join(f"{at},{size},1,1\n" for at, size in enumerate(sizes, 1))
    for rows in (text, text.replace("3,1,", "3,10,").replace("4,10,", "4,9,")):  # or a hand left out
        run = bluke("convert", "--input-format", "csv", "--to", "jsonl", stdin=rows + "dealer,Ann\n")
        assert "rules" not in run.objects[0]
        assert run.objects[0]["hands"][2]["size"] in sizes


# The long table


def long_rows(text: str) -> list[dict[str, str]]:
    run = bluke("convert", "--to", "csv-long", stdin=text)
    assert run.status == 0
    return list(csv.DictReader(io.StringIO(run.out)))


def test_the_long_table_reckons_from_the_facts() -> None:
    rows = long_rows(SCORED.replace('"total":[1,0]', '"total":[9,9]') + LINE)
    assert [(row["game"], row["hand"], row["player"]) for row in rows] == [
        (game, hand, player) for game in "12" for hand in "12" for player in ("Ann", "Bo")
    ]
    assert list(rows[0].values()) == "1 _ _ 1 2 Ann 7H H 1 Ann _ 1 2 true 11 11 true".replace("_", "").split(" ")
    assert [row["total"] for row in rows] == ["11", "-10", "1", "0"] * 2
    assert rows[3]["trump"] == "none"
    assert rows == long_rows(SCORED + LINE)


def test_what_is_not_known_is_empty() -> None:
    rows = long_rows(LINE.replace(',"took":[0,1]', ""))
    assert [rows[2][key] for key in ("bid", "took", "made", "score", "total", "winner")] == ["1", "", "", "", "", ""]


def test_each_column_is_in_the_document() -> None:
    document = (ROOT / "docs/tables.md").read_text()
    for column in long_rows(LINE)[0]:
        assert f"`{column}`" in document


def test_rescore_writes_the_same_tables() -> None:
    assert (
        bluke("rescore", "--to", "csv-long", stdin=LINE).out == bluke("convert", "--to", "csv-long", stdin=SCORED).out
    )


def games(*, hands: bool = True) -> str:
    """Return games of two to four players with names that programs stumble over, some of them not finished."""
    odd = [*HOSTILE, "null", "NaN", "true", "007", "1e3", "2026-11-27", "\\N", "#N/A", " lead", "'=x", "+1"]
    lines = []
    for at in range(len(odd)):
        players = [odd[(at + step) % len(odd)] for step in range(2 + at % 3)]
        bids = [1] * len(players)
        wins = [2, *[0] * (len(players) - 1)]
        played = [{"bids": bids, "took": wins}, {"up": "HI", "bids": bids}, {"up": "7H"}][: at % 4]
        texts = {"date": odd[at - 1], "event": f"{odd[at - 2]}\n{odd[at - 3]}", "bots": [None, *players[1:]]}
        rules = {"schedule": [2, 1, 2], "points": 10**9, "overtrick": -(10**9)}
        record = {
            "bluke": 1,
            "players": players,
            "dealer": players[0],
            "rules": rules,
            "hands": played if hands else [],
        }
        lines.append(json.dumps(record | texts) + "\n")
    return "".join(lines)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="no pyarrow here")
@pytest.mark.parametrize("command", ["convert", "rescore"])
@pytest.mark.parametrize("text", [LINE * 3, games(), games(hands=False)], ids=["played", "odd", "no hands"])
def test_parquet_holds_the_long_table(command: str, text: str, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    assert bluke(command, "--to", "parquet", "-o", str(path), stdin=text).status == 0
    found = parquet.read_table(path)
    assert found.column_names == list(COLUMNS)
    rows = [{key: shown(value) for key, value in row.items()} for row in found.to_pylist()]
    assert rows == [{key: unguarded(cell) for key, cell in row.items()} for row in long_rows(text)]


KINDS = {int: "integer", str: "text", bool: "true or false"}


def test_the_document_tells_the_kind_of_each_column() -> None:
    """A row of its table names one column or several, and their kinds: one for all, or one for each."""
    found = {}
    document = (ROOT / "docs/tables.md").read_text(encoding="utf-8")
    for names, told in re.findall(r"^\| (`.*?`) \| ([^|]*?) \|", document, re.MULTILINE):
        columns, kinds = re.findall("`(.*?)`", names), told.split(", ")
        if set(kinds) <= set(KINDS.values()):
            found.update(zip(columns, kinds if len(kinds) > 1 else kinds * len(columns), strict=True))
    assert found == {name: KINDS[kind] for name, kind in COLUMNS.items()}


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="no pyarrow here")
def test_parquet_has_numbers_as_numbers_and_nothing_as_null(tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    assert bluke("convert", "--to", "parquet", "-o", str(path), stdin=LINE).status == 0
    schema = parquet.read_schema(path)
    stored = {int: "int64", str: "string", bool: "bool"}
    assert {name: str(schema.field(name).type) for name in schema.names} == {
        name: stored[kind] for name, kind in COLUMNS.items()
    }
    first, second = parquet.read_table(path).to_pylist()[:2]
    assert (first["total"], second["score"], first["winner"], first["date"]) == (11, -10, True, None)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="no pyarrow here")
def test_parquet_of_an_input_without_a_record_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    assert bluke("convert", "--to", "parquet", "-o", str(path)).status == 1
    assert not path.exists()


def unguarded(cell: str) -> str:
    """Return the text of a cell of CSV without the sign that keeps it from being a formula."""
    ((_, found),) = read_rows('x,"' + cell.replace('"', '""') + '"') if cell else (("", None),)
    return "" if found is None else found.text


def shown(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_parquet_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    run = bluke("convert", "--to", "parquet", stdin=LINE)
    assert (run.status, run.out) == (2, "")
    assert "bluke[parquet]" in run.err
    assert bluke("convert", "--to", "parquet", stdin=LINE, terminal=True).status == 2
