"""A finished game as a Bluke record, one line of JSON Lines, byte for byte as the record's own writer has it.

The keys stand in the order of the format, so the line is canonical as it is made; a test reads it and writes it back.
The cards dealt are not written: they follow from the tricks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bluke_cli.match.blocks import Block
from bluke_cli.match.game import PlayedGame
from bluke_cli.match.plan import Game, Plan
from bluke_cli.record.limits import FORMAT_VERSION
from bluke_cli.rules.cards import CARD_NAMES, names
from bluke_cli.rules.dealing import METHOD


def seat_names(aliases: Sequence[str]) -> list[str]:
    """Return the players' names by seat: the aliases, ``alias/1``, ``alias/2`` … where one sits more than once.

    >>> seat_names(["rules", "random", "rules"])
    ['rules/1', 'random', 'rules/2']
    """
    often, seen = Counter(aliases), Counter[str]()
    found = []
    for alias in aliases:
        seen[alias] += 1
        found.append(alias if often[alias] == 1 else f"{alias}/{seen[alias]}")
    return found


def game_record(plan: Plan, game: Game, block: Block, played: PlayedGame) -> dict[str, Any]:
    """Return the record of a game as plain dicts and lists, the keys in the order of the format."""
    bots = [plan.bots[bot].name for bot in game.seating]
    players = seat_names([bot.alias for bot in bots])
    record: dict[str, Any] = {"bluke": FORMAT_VERSION, "players": players, "dealer": players[block.dealer]}
    if block.scorekeeper is not None:
        record["scorekeeper"] = players[block.scorekeeper]
    if block.draw is not None:
        record["draw"] = [names(cards) for cards in block.draw.cards]
    rules = plan.rules.differing(plan.players)
    if rules:
        record["rules"] = rules
    if block.origin is not None:
        record["deal"] = {"method": METHOD, "seed": block.origin.seed, "game": block.origin.game}
    record["hands"] = _hands(block, played)
    record["final"] = played.final
    record["winners"] = [players[seat] for seat in played.winners]
    record["bots"] = [bot.spec for bot in bots]
    record["match"] = _match(plan, game, played)
    return record


def _hands(block: Block, played: PlayedGame) -> list[dict[str, Any]]:
    text = CARD_NAMES.__getitem__
    hands = []
    for number, (deal, hand) in enumerate(zip(block.hands, played.hands, strict=True), 1):
        entry: dict[str, Any] = {"hand": number, "up": CARD_NAMES[deal.up]}
        if deal.cut:
            entry["cut"] = deal.cut
        entry["bids"] = hand.bids
        entry["tricks"] = [" ".join(map(text, trick.cards)) for trick in hand.tricks]
        entry["took"] = hand.took
        entry["score"] = hand.score
        entry["total"] = hand.total
        hands.append(entry)
    return hands


def _match(plan: Plan, game: Game, played: PlayedGame) -> dict[str, Any]:
    return {
        "plan": plan.hash,
        "seed": plan.seed,
        "block": game.block,
        "lineup": game.lineup,
        "lineups": len(plan.line_ups),
        "rotation": game.rotation,
        "rotations": plan.rotations,
        "timed": plan.reach.is_timed,
        "faults": [
            {"seat": fault.seat, "hand": fault.hand, "trick": fault.trick, "code": fault.code}
            for fault in played.faults
        ],
    }
