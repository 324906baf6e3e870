"""The tool-kit for Python programs: records read, judged, told, put right, dealt and played.

What is listed in `__all__` is public: it is kept as it is, or changed with a note in the changelog; the rest of the
package may move. `from bluke_cli import read` gives the same; there, and there only, `replay` is also the name of a
package, so that for type checkers it is better imported from here. Bots in Python import `bluke_cli.bot`.

A **source** is a file's name (text or path), the bytes of records themselves, or an open binary stream. Files may be
packed (gzip). Whatever the user can mend is a `BlukeError`; its text is one sentence for a person.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import BinaryIO, Literal

from bluke_cli.audit.audit import audit
from bluke_cli.audit.examine import examine_stream
from bluke_cli.audit.rescore import rescored
from bluke_cli.diagnostics import Finding
from bluke_cli.errors import BlukeError, RuleViolation, as_bluke_error
from bluke_cli.match.plan import make_plan, seats_for
from bluke_cli.match.run import play as play_plan
from bluke_cli.record.kinds import Kind
from bluke_cli.record.models import GameRecord, HandRecord
from bluke_cli.record.names import check_names
from bluke_cli.record.reader import read_records
from bluke_cli.record.writer import write_json, write_jsonl, write_yaml
from bluke_cli.replay.dealt import dealt_game, new_seed
from bluke_cli.replay.identity import identity, normalised
from bluke_cli.replay.scope import Scope, unknown_part
from bluke_cli.replay.story import Event, tell
from bluke_cli.replay.table import seat_named, written_rules
from bluke_cli.rules.cards import cards_of, mask_of, trump_of
from bluke_cli.rules.cards import names as card_names
from bluke_cli.rules.dealing import check_seed, deal_hand, draw_for_deal
from bluke_cli.rules.hand import Hand
from bluke_cli.rules.house import MAX_PLAYERS, MIN_PLAYERS, HouseRules
from bluke_cli.rules.schedules import dealer_of_hand

__all__ = [
    "BlukeError",
    "Finding",
    "GameRecord",
    "Hand",
    "HandRecord",
    "RuleViolation",
    "UnreadableRecord",
    "begin_hand",
    "card_names",
    "cards_of",
    "deal",
    "identity",
    "play",
    "read",
    "replay",
    "rescore",
    "validate",
    "write",
]

Source = str | os.PathLike[str] | bytes | BinaryIO


class UnreadableRecord(BlukeError):
    """A record whose text or shape has faults: `findings` says which, each with its place."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        first = findings[0]
        super().__init__(f"{first.file}:{first.line}:{first.column}: {first.message} [{first.code}]")
        self.findings = list(findings)


def read(source: Source, *, kind: Kind | None = None) -> Iterator[GameRecord]:
    r"""Yield each record of *source*, one in memory at a time.

    *kind* says what neither the name nor the first bytes tell. A record may break the rules: `validate` says so. Raises
    `UnreadableRecord` for one that is no record.

    >>> [game] = read(b"bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nhands: [{bids: [5, 4], took: [5, 8]}]")
    >>> game.players, game.hands[0].took
    (['Ann', 'Bo'], [5, 8])
    """
    with ExitStack() as stack:
        stream, name = _opened(source, stack)
        for reading in read_records(stream, name, kind):
            if reading.record is None or reading.findings:
                raise UnreadableRecord(reading.findings)
            yield reading.record


def validate(source: Source | GameRecord, *, kind: Kind | None = None, complete: bool = False) -> Iterator[Finding]:
    r"""Yield everything that is wrong with the records of *source*, or with one record; nothing if they are in order.

    A finding has `code`, `severity` (``error`` or ``warning``), `message`, `path` inside the record, and, of what was
    read from a text, `file`, `record`, `line` and `column`. With *complete* a game that is not over is an error.

    >>> [finding] = validate(b"bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nstopped: rain\nhands: [{bids: [0, 4]}]")
    >>> finding.code, finding.line, finding.column, finding.path
    ('bid-range', 5, 17, ('hands', 0, 'bids', 0))
    """
    if isinstance(source, GameRecord):
        yield from audit(source, complete=complete)
        return
    with ExitStack() as stack:
        stream, name = _opened(source, stack)
        for examined in examine_stream(stream, name, kind, complete=complete):
            yield from examined.findings


def rescore(record: GameRecord, rules: Mapping[str, object] | None = None) -> GameRecord:
    r"""Return the record with `took`, `score`, `total`, `final` and `winners` made right, as far as they follow.

    With *rules*, under these house rules in place of the record's own of the same names.

    >>> [game] = read(b"bluke: 1\nplayers: [Ann, Bo]\ndealer: Ann\nhands: [{bids: [5, 4], took: [5, 8]}]")
    >>> rescore(game).hands[0].score, rescore(game, {"overtrick": 5}).hands[0].score
    ([50, 44], [50, 60])
    """
    house = None if rules is None else _house({**written_rules(record), **rules}, len(record.players))
    return normalised(rescored(record, house))


def replay(
    record: GameRecord, *, seat: str | None = None, hands: Collection[int] = (), why: bool = False
) -> Iterator[Event]:
    """Yield what happened, card by card: plain dicts, as ``bluke replay --to jsonl`` writes them (docs/replay.md).

    *seat* is the name or number (from 1) of the player whose eyes to look through; *hands* are numbers, all if none is
    named. With *why* the rule behind each card and winner is told.

    >>> [event["event"] for event in replay(deal("friday", 3, hands=[24, 25]))]
    ['game', 'deal', 'hand-end', 'deal', 'hand-end', 'game-end']
    """
    viewer = None if seat is None else seat_named(record.players, seat)
    if seat is not None and viewer is None:
        raise BlukeError(f"{seat!r} is not one of the players")
    scope = Scope(hands=hands, viewer=viewer, why=why)
    if reason := unknown_part(record, scope):
        raise BlukeError(reason)
    yield from tell(record, scope)


def deal(
    seed: str | None = None,
    players: int | Sequence[str] = 4,
    *,
    game: int = 1,
    hands: Collection[int] | None = None,
    rules: Mapping[str, object] | None = None,
) -> GameRecord:
    """Return a game as the seed deals it, nothing played yet; without *seed*, by a new one.

    *players* are names, or how many (then they are called P1, P2 …); *hands* the numbers of the hands wanted.

    >>> deal("friday", ["Ann", "Bo", "Cy"]).hands[0].up
    '6H'
    """
    names = [f"P{seat}" for seat in range(1, players + 1)] if isinstance(players, int) else list(players)
    seed = new_seed() if seed is None else seed
    wanted = None if hands is None else sorted(set(hands))
    house, _ = _rules_and_sizes(seed, game, len(names), rules or {}, wanted or ())
    check_names(names)
    with as_bluke_error():
        return GameRecord.model_validate(dealt_game(seed, game, names, house, wanted))


def begin_hand(
    seed: str, number: int = 1, *, players: int = 4, game: int = 1, rules: Mapping[str, object] | None = None
) -> Hand:
    """Return a hand as `deal` deals it, to be stepped through: look what is legal, bid, play, until it `is_over`.

    A card is 0…53 in the order of docs/deal-vectors.md, a holding a mask with a bit for each; `cards_of` and
    `card_names` say which. Seats are 0…n−1. What may not be bid or played is a `RuleViolation` and changes nothing.

    >>> hand = begin_hand("friday", 12, players=3)
    >>> for bid in (1, 1, 2):
    ...     hand.bid(bid)
    >>> hand.turn, card_names(cards_of(hand.legal_plays()))
    (2, 'TC TD')
    """
    house, sizes = _rules_and_sizes(seed, game, players, rules or {}, [number])
    size = sizes[number - 1]
    dealer = dealer_of_hand(draw_for_deal(seed, game, players).dealer, number, players)
    dealt = deal_hand(seed, game, number, players=players, size=size, dealer=dealer)
    return Hand(size, dealer, trump_of(dealt.up), house, [mask_of(cards) for cards in dealt.holdings])


def _rules_and_sizes(
    seed: str, game: int, players: int, rules: Mapping[str, object], hands: Sequence[int]
) -> tuple[HouseRules, Sequence[int]]:
    """Return the house rules and hand sizes of a game; BlukeError where it, or one of its *hands*, cannot be dealt."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BlukeError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}")
    house = _house(rules, players)
    sizes = house.hand_sizes(players)
    if not all(1 <= number <= len(sizes) for number in hands):
        raise BlukeError(f"the game has hands 1 to {len(sizes)}")
    if game < 1:
        raise BlukeError(f"games are numbered from 1, there is no game {game}")
    with as_bluke_error():
        check_seed(seed)
    return house, sizes


def play(
    bots: Sequence[str],
    *,
    players: int | None = None,
    seed: str | None = None,
    blocks: int = 1,
    rules: Mapping[str, object] | None = None,
) -> Iterator[GameRecord]:
    """Yield the games of a match between *bots*, named as on the command line (docs/bots.md), as they are played.

    A block is one set of deals, played in every rotation (docs/matches.md). The same seed gives the same games.

    >>> [game.players for game in play(["novice", "random"], players=2, seed="7", rules={"schedule": "2-1"})]
    [['novice', 'random'], ['random', 'novice']]
    """
    house = None if rules is None else _house(rules, seats_for(len(bots), players))
    results = play_plan(make_plan(bots, players=players, seed=seed, blocks=blocks, rules=house))
    for result in results:
        yield from read(result.line.encode(), kind="jsonl")


def write(record: GameRecord, kind: Literal["yaml", "json", "jsonl"] = "yaml") -> str:
    """Return the record in canonical form, as ``bluke fmt`` writes it; spreadsheets are made by ``bluke convert``.

    >>> print(write(deal("friday", 2, hands=[13]), "jsonl")[:50])
    {"bluke":1,"players":["P1","P2"],"dealer":"P1","sc
    """
    writers = {"yaml": write_yaml, "json": write_json, "jsonl": write_jsonl}
    if kind not in writers:
        raise BlukeError(f"a record is written as {', '.join(writers)}, not {kind!r}")
    return writers[kind](normalised(record))


def _opened(source: Source, stack: ExitStack) -> tuple[BinaryIO, str]:
    """Return a stream, and the name that findings show."""
    if isinstance(source, bytes):
        return io.BytesIO(source), "-"
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        try:
            return stack.enter_context(open(name, "rb")), name
        except OSError as error:
            raise BlukeError(f"{name}: {error.strerror or error}") from error
    return source, str(getattr(source, "name", "-"))


def _house(rules: Mapping[str, object], players: int) -> HouseRules:
    with as_bluke_error():
        return HouseRules.from_mapping(rules, players)
