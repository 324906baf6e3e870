"""`bluke sheet`, one command at a time: what it writes, what it refuses, and what it says comes next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.evening import PLAYERS, evening, typed, words
from tests.cli.running import SHEET, Run, bluke, raw_controls, write

NEW = ["--name", "Ann", "--name", "Bo", "--name", "No", "--name", "Zoë", "--dealer", "No"]


def sheet(*words_: str) -> Run:
    return bluke("sheet", *words_)


def on_one_line(run: Run) -> str:
    return " ".join(run.out.split())


@pytest.fixture
def path(tmp_path: Path) -> str:
    name = str(tmp_path / "friday.yaml")
    assert sheet("new", name, *NEW).status == 0
    return name


def test_an_evening_with_five_mistakes_is_the_record_typed_by_hand(path: str, tmp_path: Path) -> None:
    hands = evening(7)
    for number, (bids, took) in enumerate(hands, 1):
        if number == 3:  # bids of the wrong hand, seen at once
            assert sheet("bids", path, "1", "1", "1", "1").status == 0
            assert sheet("undo", path).status == 0
        assert sheet("bids", path, *words(bids)).status == 0
        if number == 5:  # one bid misheard
            assert sheet("bids", path, f"Bo={bids[1] % 9 + 1}").status == 0
            assert sheet("bids", path, f"bo={bids[1]}").status == 0
        if number == 8:  # tricks that do not add up
            assert sheet("took", path, *words([took[0] + 1, *took[1:]])).status == 1
        if number == 11:  # tricks of two players exchanged, seen after the next bids: two entries back
            assert sheet("took", path, *words([took[1], took[0], *took[2:]])).status == 0
            assert sheet("bids", path, "1", "1", "1", "1").status == 0
            assert [sheet("undo", path).status, sheet("undo", path).status] == [0, 0]
        assert sheet("took", path, *words(took)).status == 0
        if number == 20:  # a bid of long ago was wrong: seen after nine hands
            wrong = hands[10][0][3] % 3 + 1
            assert sheet("bids", path, "--hand", "11", f"Zoë={wrong}").status == 0
            assert sheet("bids", path, "--hand", "11", f"Zoë={hands[10][0][3]}").status == 0
    by_hand = write(tmp_path, "typed.yaml", typed(hands))
    assert Path(path).read_text() == bluke("fmt", by_hand).out
    assert bluke("validate", "--complete", path).status == 0
    assert bluke("fmt", "--check", path).status == 0
    scored = json.loads(bluke("rescore", path, "--to", "json").out)
    shown = sheet("show", path).out
    assert shown.splitlines()[-1] == bluke("rescore", path, "--to", "table").out.splitlines()[-1]
    assert f"Ann {scored['final'][0]}" in shown
    for words_ in (["bids", path, "1", "1", "1", "1"], ["took", path, "1", "0", "0", "0"], ["bids", path, "1"]):
        run = sheet(*words_)
        assert run.status == (2 if len(words_) == 3 else 1), "the game is over"


def test_bids_one_at_a_time_follow_the_dealer(path: str) -> None:
    for bid, name in (("4", "Ann"), ("3", "Bo"), ("2", "No")):
        assert f"{name} bids next: 1 to 13." in on_one_line(sheet("bids", path, bid))
    assert "bids: [3, 2, null, 4]" in Path(path).read_text()
    assert bluke("validate", path).status == 0, "an unfinished bidding is no error"
    assert "14 for 13 tricks. Next: the tricks taken." in on_one_line(sheet("bids", path, "5"))
    assert "bids: [3, 2, 5, 4]" in Path(path).read_text()


def refused(path: str, *words_: str) -> str:
    """Make an entry that is refused; return the reason, for the sheet must be as it was."""
    before = Path(path).read_bytes()
    run = sheet(*words_)
    assert (run.status, run.out) == (1, ""), run
    assert Path(path).read_bytes() == before
    assert run.err.endswith("; nothing was written\n")
    return run.err


def test_impossible_entries_are_refused_at_once(path: str) -> None:
    assert "[bid-range]" in refused(path, "bids", path, "14")
    assert "[bid-range]" in refused(path, "bids", path, "0")
    assert "[bid-range]" in refused(path, "bids", path, "-3")
    assert "Zoë" in refused(path, "bids", path, "Ann=3")
    assert "[bid-missing]" in refused(path, "took", path, "4", "3", "3", "3")
    assert sheet("bids", path, "4", "3", "3", "2").status == 0
    assert "[incomplete]" in refused(path, "bids", path, "4", "3", "3", "2")
    assert "[took-sum]" in refused(path, "took", path, "4", "3", "3", "4")
    assert "[took]" in refused(path, "took", path, "-1", "7", "7", "0")
    assert "Bo and No and Zoë" in refused(path, "took", path, "Ann=4")
    assert "[incomplete]" in refused(path, "took", path, "--hand", "1", "Ann=4")
    assert "[incomplete]" in refused(path, "bids", path, "--hand", "2", "4", "3", "3", "2")


def test_the_hook_binds_the_dealer_whoever_is_entered_first(tmp_path: Path) -> None:
    path = str(tmp_path / "hook.json")
    assert sheet("new", path, *NEW, "--rules", "hook=true", "--rules", "min_bid=0").status == 0
    assert "[bid-hook]" in refused(path, "bids", path, "4", "3", "4", "2")
    assert "0 to 13, but not 4." in on_one_line(sheet("bids", path, "Zoë=2", "Ann=4", "Bo=3"))
    assert "[bid-hook]" in refused(path, "bids", path, "4")
    assert sheet("bids", path, "3").status == 0
    assert "[bid-hook]" in refused(path, "bids", path, "Bo=4"), "a bid put right is judged with the others"
    assert json.loads(Path(path).read_text())["hands"] == [{"bids": [4, 3, 3, 2]}]


@pytest.mark.parametrize(
    "numbers", ["x", "1.5", "4 3", "4 3 3", "4 3 3 2 1", "Ann=4 3", "Ann=x", "Xi=4", "Ann=1 Ann=2", "1_0", "٣", "=3"]
)
def test_what_is_no_entry_is_wrong_usage(path: str, numbers: str) -> None:
    before = Path(path).read_bytes()
    for command in ("bids", "took"):
        run = sheet(command, path, *numbers.split())
        assert (run.status, run.out) == (2, "")
        assert Path(path).read_bytes() == before


def test_undo_goes_back_to_the_beginning(path: str) -> None:
    states = [Path(path).read_bytes()]
    for bids, took in evening(1)[:2]:
        for command, numbers in (("bids", bids), ("took", took)):
            assert sheet(command, path, *words(numbers)).status == 0
            states.append(Path(path).read_bytes())
    assert sheet("bids", path, "--up", "10H", "5").status == 0
    assert "{up: TH, bids: [null, 5, null, null]}" in Path(path).read_text()
    assert sheet("undo", path).status == 0
    assert "\n- {up: TH}\n" in Path(path).read_text()
    for state in reversed(states):
        assert sheet("undo", path).status == 0
        assert Path(path).read_bytes() == state
    assert "[incomplete]" in refused(path, "undo", path)


def test_sums_that_hang_on_an_entry_go_with_it(path: str) -> None:
    for bids, took in evening(1)[:3]:
        assert sheet("bids", path, *words(bids)).status == sheet("took", path, *words(took)).status == 0
    assert bluke("rescore", "--in-place", path).status == 0
    assert sheet("bids", path, "--hand", "2", "Ann=3").status == 0
    assert Path(path).read_text().count("total") == 1, "that of hand 1"
    assert bluke("validate", path).status == 0


def test_new_draws_or_takes_the_dealer(tmp_path: Path) -> None:
    path = str(tmp_path / "a.yaml")
    names = [word for name in PLAYERS for word in ("--name", name)]
    run = sheet("new", path, *names, "--seed", "friday")
    text = Path(path).read_text()
    assert "draw: [9H, 2S, AH, 6H]" in text
    assert 'dealer: "No"\nscorekeeper: Bo\n' in text
    assert "deal:" not in text, "the seed would claim the cards of every hand"
    assert "No AH" in run.out
    assert sheet("new", path, *names).status == 2, "it is there already"
    assert Path(path).read_text() == text
    other, third = str(tmp_path / "b.json"), str(tmp_path / "c")
    assert sheet("new", other, *names, "--dealer", "Bo", "--scorekeeper", "Zoë").status == 0
    assert json.loads(Path(other).read_text()) == {
        "bluke": 1,
        "players": PLAYERS,
        "dealer": "Bo",
        "scorekeeper": "Zoë",
        "hands": [],
    }
    assert sheet("new", third, *names).status == 0
    assert bluke("validate", third).status == 0
    assert bluke("-q", "sheet", "bids", third, "1", "1", "1", "1").out == ""


@pytest.mark.parametrize(
    "wrong",
    [
        ["--name", "Ann"],
        ["--name", "Ann", "--name", "Ann"],
        ["--name", "Ann", "--name", " "],
        [*NEW, "--dealer", "Xi"],
        [*NEW, "--seed", "friday"],
        ["--name", "Ann", "--name", "Bo", "--scorekeeper", "Bo"],
        ["--name", "Ann", "--name", "Bo", "--seed", ""],
        [*NEW, "--rules", "schedule=14"],
        [*NEW, "--rules", "colour=red"],
    ],
)
def test_no_sheet_is_begun_for_a_game_that_cannot_be(wrong: list[str], tmp_path: Path) -> None:
    run = sheet("new", str(tmp_path / "x.yaml"), *wrong)
    assert (run.status, run.out) == (2, "")
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_sheet_are_refused(tmp_path: Path) -> None:
    texts = {
        "two.yaml": SHEET + "---\n" + SHEET,
        "empty.yaml": "",
        "broken.yaml": "bluke: 1\nplayers: [Ann",
        "gap.yaml": SHEET.replace("{up: HI", "{hand: 3, up: HI").replace("[2, 1]", "[2, 1, 2]"),
    }
    for name, text in texts.items():
        path = write(tmp_path, name, text)
        assert sheet("took", path, "0", "1").status in (1, 2), name
        assert Path(path).read_text() == text
    assert sheet("took", "-", "0", "1").status == 2
    assert sheet("took", str(tmp_path / "none.yaml"), "0", "1").status == 2
    assert sheet("show", str(tmp_path / "gap.yaml")).status == 0
    for name in ("a.gz", "a.csv", "a.TSV", "a.html"):
        assert sheet("new", str(tmp_path / name), *NEW).status == 2
        assert not (tmp_path / name).exists()
    table = "rules,schedule=2-1\nhand,Ann bid,Bo bid\n"
    path = write(tmp_path, "table.txt", table)
    assert sheet("bids", path, "0", "1").status == 2
    assert Path(path).read_text() == table


def test_a_fault_that_was_there_does_not_stop_the_evening(tmp_path: Path) -> None:
    text = SHEET.replace("took: [2, 0]", "took: [2, 0], total: [7, 7]").replace(", took: [0, 1]", "")
    path = write(tmp_path, "a.yaml", text)
    assert sheet("took", path, "0", "1").status == 0
    assert "took: [0, 1]" in Path(path).read_text()


@pytest.mark.parametrize("players", [2, 4, 5, 7, 10, 15])
@pytest.mark.parametrize("length", [2, 12, 64])
def test_show_fits_a_terminal_of_80_columns(players: int, length: int, tmp_path: Path) -> None:
    path = str(tmp_path / "wide.yaml")
    names = [f"{seat:x}".ljust(length, "ü") for seat in range(players)]
    given = [word for name in names for word in ("--name", name)]
    top = min(13, 53 // players)
    assert sheet("new", path, *given, "--dealer", names[0]).status == 0
    for bids, took in evening(3, players, [*range(top, 0, -1), *range(2, top + 1)]):
        runs = [sheet("bids", path, *words(bids)), sheet("took", path, *words(took)), sheet("show", path)]
        assert [run.status for run in runs] == [0, 0, 0]
        for line in (line for run in runs for line in run.out.splitlines()):
            assert len(line) <= 80, line
    assert len(runs[-1].out.splitlines()) > 2 * top, "every hand has a line"


def test_names_cannot_command_a_terminal(tmp_path: Path) -> None:
    path = str(tmp_path / "x.yaml")
    names = ["--name", "\u202eAnn", "--name", "<b>&\u200b"]
    runs = [sheet("new", path, *names, "--seed", "1"), sheet("show", path), sheet("bids", path, "1")]
    runs += [sheet("bids", path, "x"), sheet("print", path)]
    for run in runs:
        assert not raw_controls(run.out + run.err)


COMMENTED = """\
# Friday, at Ann's
bluke: 1
players: [Ann, Bo]   # by the window
dealer: Bo
rules: {schedule: [2, 1, 1]}
hands: []
# the wine is Bo's
"""


def test_comments_stay_where_they_are(tmp_path: Path) -> None:
    name = write(tmp_path, "a.yaml", COMMENTED)
    entries = ["bids 1 1 --up 7h", "took 2 0", "bids 1 1", "undo", "bids 1", "bids 1", "took 0 1", "took --hand 1 1 1"]
    for entry in entries:
        command, *numbers = entry.split()
        assert sheet(command, name, *numbers).status == 0, entry
    first = "- {up: 7H, bids: [1, 1], took: [1, 1]}\n"
    hands = f"hands:\n{first}- {{bids: [1, 1], took: [0, 1]}}\n"
    assert Path(name).read_text() == COMMENTED.replace("hands: []\n", hands)
    assert [sheet("undo", name).status, sheet("undo", name).status] == [0, 0]
    assert Path(name).read_text() == COMMENTED.replace("hands: []\n", f"hands:\n{first}")
    assert [sheet("undo", name).status, sheet("undo", name).status] == [0, 0]
    assert sheet("bids", name, "1", "1").status == 0
    assert Path(name).read_text() == COMMENTED.replace("hands: []\n", "hands:\n- {bids: [1, 1]}\n")


def test_a_comment_outside_the_record_stays_too(tmp_path: Path) -> None:
    plain = (
        COMMENTED.replace("# Friday, at Ann's\n", "").replace("   # by the window", "").replace("# the wine", "wine")
    )
    plain = plain.replace("wine is Bo's\n", "")
    name = write(tmp_path, "a.yaml", f"# the season\n---\n{plain}")
    assert sheet("bids", name, "1", "1").status == 0
    assert Path(name).read_text().startswith("# the season\n---\n")


def test_what_is_taken_back_leaves_its_comment(tmp_path: Path) -> None:
    text = COMMENTED.replace("hands: []", "hands:\n- {bids: [1, 1], took: [2, 0]}\n- {bids: [1, 1]}  # Bo was late")
    name = write(tmp_path, "a.yaml", text)
    assert sheet("undo", name).status == 0
    assert Path(name).read_text() == text.replace("- {bids: [1, 1]}  # Bo", "# Bo")
    assert sheet("bids", name, "1", "1").status == 0
    assert Path(name).read_text() == text.replace("}  # Bo", "}\n# Bo")


def test_what_cannot_be_changed_beside_a_comment_is_refused(tmp_path: Path) -> None:
    text = COMMENTED.replace("hands: []", "hands: [\n  # none yet\n  ]")
    name = write(tmp_path, "a.yaml", text)
    refused = sheet("bids", name, "1", "1")
    assert refused.status == 2
    assert "a comment" in refused.err
    assert Path(name).read_text() == text
