"""A match in parts: kept in a file from run to run, played in shards, and put together again."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bluke_cli.errors import BlukeError
from bluke_cli.match import kept as kept_module
from bluke_cli.match.kept import kept, seed_in
from bluke_cli.match.merging import Merge
from bluke_cli.match.plan import make_plan
from bluke_cli.match.readback import read_game
from bluke_cli.match.run import play
from bluke_cli.match.shards import ALL, Shard, read_shard
from bluke_cli.match.standings import Standings
from bluke_cli.rules.house import HouseRules

FIELD = ["rules", "novice", "random", "b=random"]
SHORT = HouseRules(schedule=(3, 1))

needs_lock = pytest.mark.skipif(sys.platform == "win32", reason="a match is kept on Unix only")
pytestmark = needs_lock


def plan_of(bots=FIELD, blocks=4, seed="x", **options):
    options.setdefault("rules", SHORT)
    return make_plan(bots, seed=seed, blocks=blocks, **options)


@pytest.fixture(scope="module")
def plan():
    return plan_of(players=3)  # four line-ups of three rotations


@pytest.fixture(scope="module")
def whole(plan):
    return [(result.line + "\n").encode() for result in play(plan)]


def go_on(path, plan, shard=ALL, games=None):
    """Go on with a match that is kept, for so many games at most; return the standings at its end."""
    standings = Standings(plan.aliases)
    with kept(str(path), plan, shard) as match:
        for outcome in match.outcomes():
            standings.add(outcome)
        for count, result in enumerate(play(plan, match.games())):
            if count == games:
                break
            match.write(result.line + "\n")
            assert path.read_bytes().endswith(result.line.encode() + b"\n")  # it is there, whatever happens next
            standings.add(result.outcome)
    return standings


def standings_of(plan):
    standings = Standings(plan.aliases)
    for result in play(plan):
        standings.add(result.outcome)
    return standings


# What a line says


@pytest.mark.parametrize(
    "rules",
    [SHORT, HouseRules(schedule=(4, 2, 3), tie="most-made", bag_limit=2, bag_penalty=7, points=5, overtrick=2)],
    ids=["default", "house"],
)
@pytest.mark.parametrize("bots", [FIELD, ["rules", "novice"], ["rules", "novice", "novice", "rules"]])
def test_a_line_says_where_its_game_stands_and_what_came_out(bots, rules):
    plan = plan_of(bots, rules=rules)
    for result in play(plan):
        game = read_game(result.line.encode() + b"\n", "run.jsonl", 1)
        assert game.outcome == result.outcome
        assert tuple(game.place) == (result.game.block, result.game.lineup, result.game.rotation)
        assert game.match.shared == (plan.hash, "x", len(plan.line_ups), plan.rotations)


def changed(line, **changes):
    record = json.loads(line)
    record["match"].update(changes)
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


WRONG = [
    b"\n",
    b"{}\n",
    b"[]\n",
    b"null\n",
    b'{"bluke":1}\n',
    b"\xff\xfe{\x00}\x00\n",
    b"[" * 100_000 + b"\n",
    b'{"match":3}\n',
]


@pytest.mark.parametrize("line", WRONG)
def test_what_is_no_game_is_said_to_be_none(line):
    with pytest.raises(BlukeError, match=r"^run\.jsonl, line 7: this is no game of a match$"):
        read_game(line, "run.jsonl", 7)


@pytest.mark.parametrize(
    "changes",
    [
        *({"block": value} for value in (0, -1, True, "1", None, 1.0)),
        *({"lineup": value} for value in (0, 5)),
        *({"rotation": value} for value in (-1, 3)),
        {"lineups": None},
        {"rotations": 3.5},
        {"plan": None},
        {"seed": 1},
    ],
    ids=str,
)
def test_a_place_that_cannot_be_is_said_to_be_none(whole, changes):
    with pytest.raises(BlukeError, match="no game of a match"):
        read_game(changed(whole[-1], **changes), "run.jsonl", 1)


@pytest.mark.parametrize("key", ["players", "hands"])
@pytest.mark.parametrize("value", [None, 3, [], [{}], [{"bids": [1], "took": [1]}], [{"bids": "abc", "took": "abc"}]])
def test_a_game_that_cannot_be_reckoned_is_said_to_be_none(whole, key, value):
    record = {**json.loads(whole[0]), key: value}
    with pytest.raises(BlukeError, match="no game of a match"):
        read_game(json.dumps(record).encode() + b"\n", "run.jsonl", 1)


# Kept from run to run


@pytest.mark.parametrize("stop", [0, 1, 2, 3, 11, 12, 13, 30, 47, 48])
def test_a_match_goes_on_where_it_stopped(plan, whole, tmp_path, stop):
    path = tmp_path / "run.jsonl"
    go_on(path, plan, games=stop)
    assert path.read_bytes() == b"".join(whole[:stop])
    standings = go_on(path, plan)
    assert path.read_bytes() == b"".join(whole)
    assert standings == standings_of(plan)


def test_a_torn_last_line_is_cut_wherever_it_is_torn(plan, whole, tmp_path):
    path = tmp_path / "run.jsonl"
    line = whole[5]
    for length in [*range(1, 30), len(line) // 2, len(line) - 2, len(line) - 1]:
        path.write_bytes(b"".join(whole[:5]) + line[:length])
        go_on(path, plan, games=0)
        assert path.read_bytes() == b"".join(whole[:5]), length
    path.write_bytes(line[:100])
    go_on(path, plan)
    assert path.read_bytes() == b"".join(whole)


@pytest.mark.parametrize(
    "text", [b"bluke: 1\n", b"bluke: 1", b'{"bluke":2', b'{"bluke":1,"players":{', b"\0" * 50, b"x"]
)
def test_a_file_that_is_no_match_is_left_alone(plan, tmp_path, text):
    path = tmp_path / "run.jsonl"
    path.write_bytes(text)
    with pytest.raises(BlukeError, match="line 1: this is no game of a match"):
        go_on(path, plan)
    assert path.read_bytes() == text
    assert list(tmp_path.iterdir()) == [path]


def test_an_empty_file_is_a_match_that_has_not_begun(plan, whole, tmp_path):
    path = tmp_path / "run.jsonl"
    path.touch()
    (tmp_path / "run.jsonl.version").write_text("bluke 0.0.9\n")
    go_on(path, plan)
    assert path.read_bytes() == b"".join(whole)


def test_more_blocks_go_on_after_fewer_and_fewer_leave_more_alone(plan, whole, tmp_path):
    path = tmp_path / "run.jsonl"
    go_on(path, replace(plan, blocks=2))
    assert path.read_bytes() == b"".join(whole[:24])
    go_on(path, plan)
    assert path.read_bytes() == b"".join(whole)
    standings = go_on(path, replace(plan, blocks=1))
    assert path.read_bytes() == b"".join(whole)
    assert standings.blocks == 4


@pytest.mark.parametrize(
    "other",
    [
        {"seed": "y"},
        {"bots": [*FIELD[:3], "b=novice"]},
        {"bots": FIELD[::-1]},
        {"players": 4},
        {"rules": HouseRules(schedule=(3, 1), hook=True)},
    ],
    ids=["seed", "bot", "order", "players", "rules"],
)
def test_another_match_is_refused(plan, tmp_path, other):
    path = tmp_path / "run.jsonl"
    go_on(path, plan, games=5)
    before = path.read_bytes() + b'{"bluke":1,'
    path.write_bytes(before)
    with pytest.raises(BlukeError, match="line 1: this game is of another match"):
        go_on(path, plan_of(**{"players": 3, **other}))
    assert path.read_bytes() == before


def test_a_game_in_the_wrong_place_is_refused(plan, whole, tmp_path):
    path = tmp_path / "run.jsonl"
    for lines, number in ((whole[1:3], 1), ([*whole[:3], whole[4]], 4), ([whole[0], whole[0]], 2)):
        path.write_bytes(b"".join(lines))
        with pytest.raises(BlukeError, match=f"line {number}: block .* would follow here, not block "):
            go_on(path, plan)
        assert path.read_bytes() == b"".join(lines)


def test_another_version_is_refused(plan, tmp_path, monkeypatch):
    path = tmp_path / "run.jsonl"
    go_on(path, plan, games=5)
    before = path.read_bytes()
    monkeypatch.setattr(kept_module, "__version__", "9.9")
    with pytest.raises(BlukeError, match=r"was written by bluke .*, not bluke 9\.9"):
        go_on(path, plan)
    assert path.read_bytes() == before
    (tmp_path / "run.jsonl.version").unlink()  # then nobody knows
    go_on(path, plan, games=5)
    assert (tmp_path / "run.jsonl.version").read_text() == "bluke 9.9\n"


@pytest.mark.parametrize("torn", ["", "blu", "bluke 0.0"])
def test_a_torn_version_is_none(plan, tmp_path, torn):
    """A disk that was full, or a kill, when the version was written."""
    path = tmp_path / "run.jsonl"
    go_on(path, plan, games=5)
    (tmp_path / "run.jsonl.version").write_text(torn)
    go_on(path, plan)
    assert (tmp_path / "run.jsonl.version").read_text().startswith("bluke ")


def test_a_file_that_another_run_writes_to_is_refused(plan, tmp_path):
    path = tmp_path / "run.jsonl"
    with kept(str(path), plan), pytest.raises(BlukeError, match="another run is writing to it"), kept(str(path), plan):
        pass
    go_on(path, plan, games=1)


def test_a_device_or_folder_is_no_place_to_keep_a_match(plan, tmp_path):
    with pytest.raises(BlukeError, match="no file that a match can be kept in"):
        go_on(Path(os.devnull), plan)
    with pytest.raises(BlukeError, match="Is a directory"):
        go_on(tmp_path, plan)


def test_the_seed_of_a_match_that_is_kept(whole, tmp_path):
    path = tmp_path / "run.jsonl"
    assert seed_in(str(path)) is None
    path.write_bytes(whole[0][:-1])
    assert seed_in(str(path)) is None
    path.write_bytes(whole[0])
    assert seed_in(str(path)) == "x"


# Shards


@pytest.mark.parametrize(("text", "shard"), [("1/1", Shard(1, 1)), ("2/3", Shard(2, 3)), ("40/40", Shard(40, 40))])
def test_a_shard_is_read(text, shard):
    assert read_shard(text) == shard


@pytest.mark.parametrize(
    "text", ["", "1", "0/2", "3/2", "1/0", "01/2", "1/2/3", "-1/2", "1 / 2", "a/b", "1/12345678", "１/２"]
)
def test_what_is_no_shard(text):
    with pytest.raises(BlukeError, match="a shard is written i/k"):
        read_shard(text)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_shards_share_the_blocks(plan, count):
    parts = [list(Shard(number, count).of(plan.schedule())) for number in range(1, count + 1)]
    for number, part in enumerate(parts, 1):
        assert all((game.block - 1) % count == number - 1 for game in part)
        assert len(part) == Shard(number, count).blocks(plan.blocks) * 12
    assert sum(map(len, parts)) == plan.games


def test_a_shard_is_kept_and_resumed_too(plan, whole, tmp_path):
    for number in (1, 2):
        path = tmp_path / f"{number}.jsonl"
        go_on(path, plan, Shard(number, 2), games=17)
        go_on(path, plan, Shard(number, 2))
        mine = [line for at, line in enumerate(whole) if at // 12 % 2 == number - 1]
        assert path.read_bytes() == b"".join(mine)
    with pytest.raises(BlukeError, match="is it another shard"):
        go_on(tmp_path / "1.jsonl", plan, Shard(2, 2))


# Put together


def merged(*parts):
    merge = Merge([(f"part{number}", io.BytesIO(b"".join(part))) for number, part in enumerate(parts, 1)])
    return [game.line for game in merge], merge


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_shards_are_put_together_in_plan_order(whole, count):
    parts = [[line for at, line in enumerate(whole) if at // 12 % count == part] for part in range(count)]
    lines, merge = merged(*parts[::-1])
    assert lines == whole
    assert merge.missing == 0


def test_parts_may_meet_inside_a_block(whole):
    assert merged(whole[::2], whole[1::2])[0] == whole
    assert merged(whole[:17], [], whole[17:])[0] == whole


def test_the_standings_of_parts_are_those_of_the_match(plan, whole):
    standings = Standings([])
    for line in whole:
        standings.add(read_game(line, "x", 1).outcome)
    named = Standings(sorted(plan.aliases))
    for result in play(plan):
        named.add(result.outcome)
    assert (standings.sums, standings.differences) == (named.sums, named.differences)
    assert (standings.blocks, standings.games) == (4, 48)


def test_games_that_are_missing_are_counted_and_the_first_is_named(whole):
    lines, merge = merged(whole[12:20], whole[25:])
    assert lines == [*whole[12:20], *whole[25:]]
    assert (merge.missing, merge.first_missing) == (17, (1, 1, 0))
    _, merge = merged(whole[:20], whole[25:])
    assert (merge.missing, merge.first_missing) == (5, (2, 3, 2))


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (lambda whole: [whole[:3], whole[2:]], "part2, line 1: .* rotation 2 is there already, in part1, line 3"),
        (lambda whole: [[whole[1], whole[0]]], "part1, line 2: block 1, line-up 1, rotation 0 comes too late"),
        (lambda whole: [[whole[0], whole[0]]], "part1, line 2: .* comes too late"),
        (lambda whole: [[whole[0][:-1]]], "part1, line 1: this line is torn"),
        (lambda whole: [[whole[0], b"\n"]], "part1, line 2: this is no game"),
        (lambda whole: [whole[:1], [changed(whole[1], plan="0")]], "part2, line 1: .* another match than part1"),
    ],
)
def test_what_cannot_be_put_together(whole, parts, says):
    with pytest.raises(BlukeError, match=says):
        merged(*parts(whole))
