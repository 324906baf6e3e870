"""The normal form of a record, and its id: both need the rules to know what is a default and what is a fact."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from bluke_cli.record.models import GameRecord, RulesRecord
from bluke_cli.replay.hands import HandFacts, facts_of
from bluke_cli.replay.table import hand_numbers, house_rules_of, table_of
from bluke_cli.rules.cards import names


def normalised(record: GameRecord) -> GameRecord:
    """Return the record with the house rules that equal their default left out and the schedule as a list.

    Wrong house rules are kept as they stand. Nothing else is changed; *record* itself is not.
    """
    if record.rules is None:
        return record
    rules, violations = house_rules_of(record)
    if violations:
        return record
    differing = rules.differing(len(record.players))
    return record.model_copy(update={"rules": RulesRecord.model_validate(differing) if differing else None})


def identity(record: GameRecord) -> str:
    """Return the record's id: the SHA-256 of its facts as canonical JSON, in lower-case hex (docs/format.md, Id)."""
    text = json.dumps(facts(record), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def facts(record: GameRecord) -> dict[str, Any]:
    """Return the facts of a record, claims and comments left out, in the order of the documents."""
    table = table_of(record)
    found: dict[str, Any] = {"bluke": record.bluke, "players": record.players}
    if table.dealer is not None:
        found["dealer"] = record.players[table.dealer]
    rules = table.rules.differing(len(record.players))
    if rules:
        found["rules"] = rules
    hands = zip(record.hands, hand_numbers(record), strict=True)
    found["hands"] = [_hand_facts(hand.tricks, facts_of(hand, number, table), hand.trump) for hand, number in hands]
    return found


def _hand_facts(tricks: list[str] | None, hand: HandFacts, trump: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {"hand": hand.number}
    if hand.up is not None:
        found["up"] = names([hand.up])
    elif trump is not None:
        found["trump"] = trump
    if hand.cut:
        found["cut"] = hand.cut
    if hand.dealt is not None and not hand.has_every_card:
        found["dealt"] = [names(sorted(cards)) for cards in hand.dealt]
    if hand.bids is not None:
        found["bids"] = hand.bids
    if tricks:
        found["tricks"] = tricks
    elif hand.took is not None:
        found["took"] = hand.took
    return found
