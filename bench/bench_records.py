"""Reading and judging records, beside programs that read and judge other games.

Work differs: a chess move needs check and pins, a poker action needs pots; following suit is cheaper. Moves are
compared: a bid or a card played here, a half-move or an action there, though of ten actions four are deals. The records
have no seed, nor have PGN and PHH.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator

import yaml
from run import Row, without_kernel

from bluke_cli.audit.examine import examine_stream
from bluke_cli.audit.quick import vouch_for_facts
from bluke_cli.audit.quick_text import rescored_line
from bluke_cli.kernel import kernel
from bluke_cli.match.plan import make_plan
from bluke_cli.match.run import play
from bluke_cli.record.reader import Reading, read_document, read_records
from bluke_cli.record.source import Document
from bluke_cli.record.writer import hasten, write_jsonl, write_yaml

GAMES = 8
MOVES = 724 + 100
"""The cards played in a game, and the bids."""

LINES = [
    result.line for result in play(make_plan(["a=random", "b=random", "c=random", "d=random"], seed="1", games=GAMES))
]
RECORDS = [{key: value for key, value in json.loads(line).items() if key != "deal"} for line in LINES]
JSONL = "".join(map(write_jsonl, RECORDS)).encode()
YAML = "".join(write_yaml(record, first=at == 0) for at, record in enumerate(RECORDS)).encode()


def _sheets() -> bytes:
    sheets = []
    for line in LINES:
        game = json.loads(line)
        hands = [{"bids": hand["bids"], "took": hand["took"]} for hand in game["hands"]]
        sheets.append(write_jsonl({"bluke": 1, "players": game["players"], "dealer": game["dealer"], "hands": hands}))
    return "".join(sheets).encode()


SHEETS = _sheets()


def _validate(data: bytes, name: str) -> Callable[[], float]:
    def work() -> float:
        assert not any(found.findings for found in examine_stream(io.BytesIO(data), name))
        return GAMES * MOVES

    return work


def _plain(work: Callable[[], float]) -> Callable[[], float]:
    """Return *work* done without the kernel."""

    def plainly() -> float:
        with without_kernel():
            return work()

    return plainly


def _read(document: Document) -> Reading:
    return read_document(document, vouch_for_facts, rescored_line)


def _rescore(data: bytes) -> Callable[[], float]:
    """Return a reading of *data* by which it is rescored on the way, as `bluke rescore` does."""

    def work() -> float:
        for reading in read_records(io.BytesIO(data), "x.jsonl", None, _read):
            assert isinstance(reading.vouched, str)
        return GAMES

    return work


def _loads(data: bytes) -> Callable[[], float]:
    lines = data.decode().splitlines()

    def work() -> float:
        for line in lines:
            json.loads(line)
        return GAMES

    return work


def _copies(data: bytes) -> Callable[[], float]:
    """Return a reading and writing of *data* by which nothing is rescored: what a rescoring has to be measured by."""
    lines = data.decode().splitlines()

    def work() -> float:
        for line in lines:
            json.dumps(json.loads(line), separators=(",", ":"))
        return GAMES

    return work


def _parse_yaml() -> float:
    for _ in yaml.parse(YAML, Loader=yaml.SafeLoader):
        pass
    return GAMES * MOVES


def rows() -> Iterator[Row | str]:
    """Yield the rows about records."""
    hasten()  # as the commands do for many records
    jsonl, as_yaml = _validate(JSONL, "x.jsonl"), _validate(YAML, "x.yaml")
    yield from _chess(_plain(jsonl))
    yield from _poker(_plain(jsonl))
    if kernel() is None:
        yield "the kernel is not built: its row is left out"
    else:
        yield Row("validate JSON Lines, with the kernel : without", jsonl, _plain(jsonl), ">= 5", "moves")
    yield Row("validate YAML : the same as JSON Lines, plain", _plain(as_yaml), _plain(jsonl), ">= 0.4", "moves")
    yield Row("validate YAML : PyYAML SafeLoader parsing alone", as_yaml, _parse_yaml, ">= 15", "moves")
    whole, sheets = _rescore(JSONL), _rescore(SHEETS)
    yield Row(
        "rescore whole games, with the kernel if it is there : json.loads alone",
        whole,
        _loads(JSONL),
        ">= 0.4",
        "games",
    )
    yield Row("rescore whole games, plain : json.loads alone", _plain(whole), _loads(JSONL), ">= 0.4", "games")
    yield Row("rescore score sheets, plain : json.loads alone", sheets, _loads(SHEETS), ">= 0.4", "games")
    for what, data in ("whole games", JSONL), ("score sheets", SHEETS):
        yield Row(f"{what}, json.loads and json.dumps : json.loads alone", _copies(data), _loads(data), "", "games")


def _chess(jsonl: Callable[[], float]) -> Iterator[Row | str]:
    try:
        import chess
        import chess.pgn
    except ImportError:
        yield "python-chess is not installed: its row is left out"
        return
    rng, texts, moves = random.Random(1), [], 0
    for _ in range(4):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < 80:
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
            moves += 1
        texts.append(str(game))
    pgn = "\n\n".join(texts) + "\n"

    def read() -> float:
        stream = io.StringIO(pgn)
        while (game := chess.pgn.read_game(stream)) is not None:
            assert not game.errors
        return moves

    yield Row("validate JSON Lines, plain : python-chess reading PGN", jsonl, read, ">= 40", "moves")


def _poker(jsonl: Callable[[], float]) -> Iterator[Row | str]:
    try:
        from pokerkit import HandHistory
    except ImportError:
        yield "pokerkit is not installed: its row is left out"
        return
    actions = ["d dh p1 AcKc", "d dh p2 7h2s", "d dh p3 9d9c", "p3 cbr 6", "p1 cc", "p2 f", "d db Jc3d5c", "p1 cc"]
    actions += ["p3 cbr 10", "p1 f"]
    text = (
        'variant = "NT"\nante_trimming_status = true\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\n'
        f"min_bet = 2\nstarting_stacks = [200, 200, 200]\nactions = {json.dumps(actions)}\n"
    )

    def read() -> float:
        for _ in HandHistory.loads(text):
            pass
        return len(actions)

    yield Row("validate JSON Lines, plain : pokerkit reading PHH", jsonl, read, ">= 150", "moves")
