"""The table a record was played at: its players, house rules, schedule and first dealer, as the rules know them.

Names become seats here, and card texts become cards; nothing below `replay` knows names, nothing above it parses cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bluke_cli.errors import RuleViolation
from bluke_cli.record.models import GameRecord
from bluke_cli.rules.cards import CARD_NUMBERS, Card
from bluke_cli.rules.dealing import Draw, judge_draw
from bluke_cli.rules.house import BAG_RULES, HouseRules
from bluke_cli.rules.schedules import dealer_of_hand


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, and by which rules.

    `sizes` is the schedule, with 0 for a size that is unknown; `dealer` the seat that deals hand 1, None if unknown.
    """

    players: tuple[str, ...]
    rules: HouseRules
    sizes: tuple[int, ...]
    dealer: int | None

    def seat_of(self, name: str) -> int:
        """Return the seat of a player; ValueError if there is none of that name."""
        return self.players.index(name)

    def dealer_of(self, number: int) -> int | None:
        """Return the seat that deals hand *number* (from 1), None where nobody is known to deal."""
        return None if self.dealer is None else dealer_of_hand(self.dealer, number, len(self.players))

    def size_of(self, number: int) -> int | None:
        """Return the size of hand *number*, None where it is unknown or the schedule has no such hand."""
        return self.sizes[number - 1] or None if 1 <= number <= len(self.sizes) else None


def seat_named(players: Sequence[str], text: str) -> int | None:
    """Return the seat of the player of this name, else the seat of this number from 1; None if there is neither.

    >>> seat_named(["Ann", "3", "Cy"], "3"), seat_named(["Ann", "Bo"], "1"), seat_named(["Ann", "Bo"], "Cy")
    (1, 0, None)
    """
    if text in players:
        return players.index(text)
    numbers = {str(seat + 1): seat for seat in range(len(players))}
    return numbers.get(text)


def read_cards(text: str) -> list[Card]:
    """Return the cards of a canonical text; a ``!`` after one is passed over."""
    try:
        return [CARD_NUMBERS[name] for name in text.split()]
    except KeyError:
        return [CARD_NUMBERS[name.rstrip("!")] for name in text.split()]


def written_rules(record: GameRecord) -> dict[str, object]:
    """Return the house rules that the record names, as written."""
    rules = record.rules
    if rules is None:
        return {}
    return {key: getattr(rules, key) for key in type(rules).model_fields if key in rules.model_fields_set}


def house_rules_of(record: GameRecord) -> tuple[HouseRules, list[RuleViolation]]:
    """Return the record's house rules, and what is wrong with them; a rule that is wrong is left at its default."""
    wanted = written_rules(record)
    violations: list[RuleViolation] = []
    while True:
        try:
            return HouseRules.from_mapping(wanted, len(record.players)), violations
        except RuleViolation as violation:
            violations.append(violation)
            # neither of the bag rules says anything without the other
            for key in BAG_RULES if violation.key in BAG_RULES else (violation.key or "",):
                wanted.pop(key, None)


def draw_of(record: GameRecord) -> Draw | None:
    """Return what the record's draw decides, None if it has none; RuleViolation ``draw`` or ``duplicate-card``."""
    if record.draw is None or len(record.draw) != len(record.players):
        return None
    return judge_draw([read_cards(text) for text in record.draw])


def table_of(record: GameRecord, rules: HouseRules | None = None) -> Table:
    """Return the table of a record. *rules* replace the record's own; its wrong house rules count as defaults."""
    players = tuple(record.players)
    if rules is None:
        rules, _ = house_rules_of(record)
    return Table(players, rules, rules.hand_sizes(len(players)), _first_dealer(record))


def _first_dealer(record: GameRecord) -> int | None:
    if record.dealer is not None:
        return record.players.index(record.dealer) if record.dealer in record.players else None
    try:
        draw = draw_of(record)
    except RuleViolation:
        return None
    return None if draw is None else draw.dealer


def hand_numbers(record: GameRecord) -> Sequence[int]:
    """Return the number of each hand in the list: as written, else its position from 1."""
    return [index if hand.hand is None else hand.hand for index, hand in enumerate(record.hands, 1)]
