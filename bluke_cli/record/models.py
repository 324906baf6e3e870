"""The game record as pydantic models: every field, its kind, its meaning.

The models hold the **normal form**: canonical cards, one spelling each. Other spellings that the format reads are
put right by the reader before a model sees them; the JSON Schema, made from these models, describes what may be read.
A field that was not written is None. `x-` keys are kept in `model_extra`, in input order. What a field means for the
game (whose card, which trump) is not known here, nor are lists checked against the number of players: that takes the
whole record and is done by the reader.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, StringConstraints, WithJsonSchema
from pydantic_core import CoreSchema

from bluke_cli.record import notation
from bluke_cli.record.limits import FORMAT_VERSION, MAX_HANDS, MAX_SEED
from bluke_cli.record.names import MAX_NAME, NAME_PATTERN

MAX_PLAYERS = 15
MAX_TRICKS = len(notation.CARDS)  # of one hand: each takes a card at least
MAX_SCHEDULE = MAX_HANDS

SCHEDULE_PATTERN = r"^[0-9]{1,9}(?:-[0-9]{1,9})*(?:,[0-9]{1,9}(?:-[0-9]{1,9})*)*$"
"""The form of a schedule in text; whether its hands can be dealt is for the rules to say."""


class _NeverNull:
    """Mark a field that may be left out but not be null: drops the ``| None`` that is there for the attribute."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        inner: CoreSchema = schema["schema"] if schema["type"] == "nullable" else schema
        return inner


T = TypeVar("T")
IfWritten: TypeAlias = Annotated[T | None, _NeverNull()]
"""A field that may be left out; None says that it was not written."""


def _read_as(pattern: str, description: str) -> WithJsonSchema:
    """Return the JSON Schema of a text whose normal form is narrower than what may be read."""
    return WithJsonSchema({"type": "string", "pattern": pattern, "description": description})


# In a schema, "$" also matches before a line feed at the end wherever the validator is written in Python.
_TO_THE_END = r"(?!\n)"

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_NAME, pattern=NAME_PATTERN),
    WithJsonSchema(
        {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "pattern": NAME_PATTERN + _TO_THE_END},
    ),
]
CardText = Annotated[
    str,
    StringConstraints(pattern=notation.ONE_CARD),
    _read_as(notation.READ_CARD, "One card: rank and suit, or LO, HI for the Blukes."),
]
HoldingText = Annotated[
    str,
    StringConstraints(pattern=notation.HOLDING),
    _read_as(notation.READ_HOLDING, "Cards with white space between them."),
]
TrickText = Annotated[
    str,
    StringConstraints(pattern=notation.TRICK),
    _read_as(notation.READ_TRICK, "Cards with white space between them; `!` marks a revoke that was let stand."),
]
HandSizes = Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=MAX_SCHEDULE)]
ScheduleText = Annotated[
    str,
    StringConstraints(pattern=SCHEDULE_PATTERN),
    WithJsonSchema({"type": "string", "pattern": SCHEDULE_PATTERN + _TO_THE_END}),
]


class Part(BaseModel):
    """What all parts of a record have in common."""

    model_config = ConfigDict(strict=True, extra="forbid")

    def written(self) -> dict[str, Any]:
        """Return the keys that are written, in table order, `x-` keys last, as plain dicts and lists."""
        plain = {key: value for key, value in self.__dict__.items() if value is not None}
        if self.__pydantic_extra__:
            plain.update(self.__pydantic_extra__)
        return plain


class RulesRecord(Part):
    """The house rules of one game: only what differs from the game as the rules give it."""

    schedule: IfWritten[HandSizes | ScheduleText] = Field(
        default=None,
        description="Hand sizes in order, or text such as 7-1-7; left out: from the top hand to 1 and up again.",
        examples=[[7, 6, 5, 4, 3, 2, 1], "7-1-7", "13-1,1-13"],
    )
    min_bid: IfWritten[int] = Field(
        default=None,
        ge=0,
        le=1,
        description="The lowest bid; with 0, a made zero scores its tricks only.",
        examples=[0],
    )
    hook: IfWritten[bool] = Field(
        default=None, description="The dealer may not bring the sum of bids to the hand size.", examples=[True]
    )
    led_bluke: IfWritten[Literal["any", "trump", "next-suit"]] = Field(
        default=None,
        description="What a led Bluke asks for: nothing, a trump, or the suit of the next suited card.",
        examples=["trump"],
    )
    trump_lead: IfWritten[Literal["free", "broken"]] = Field(
        default=None, description="Whether a trump may be led before one was played off-suit.", examples=["broken"]
    )
    no_trump_bluke: IfWritten[Literal["power", "powerless"]] = Field(
        default=None, description="Whether a Bluke wins in a hand without trump.", examples=["powerless"]
    )
    points: IfWritten[int] = Field(
        default=None, ge=1, description="Points for each trick bid, made or set.", examples=[5]
    )
    overtrick: IfWritten[int] = Field(default=None, description="Points for each trick beyond the bid.", examples=[0])
    bag_limit: IfWritten[int] = Field(
        default=None, ge=1, description="At each multiple of so many overtricks the penalty falls due.", examples=[10]
    )
    bag_penalty: IfWritten[int] = Field(
        default=None, description="Points lost each time the limit is reached.", examples=[100]
    )
    tie: IfWritten[Literal["shared", "most-made"]] = Field(
        default=None, description="Who wins among equal totals.", examples=["most-made"]
    )


class DealOrigin(Part):
    """Where the cards came from: enough to deal them again. The cards written down stay authoritative."""

    method: str = Field(description="The dealing method.", examples=["bluke-deal-1"])
    seed: str = Field(min_length=1, max_length=MAX_SEED, description="The seed, as it is.", examples=["friday"])
    game: int = Field(ge=1, description="The number of the game under this seed, from 1.", examples=[1])


class HandRecord(Part):
    """One hand: a deal only, a line of a score sheet, or every card. Lists follow `players`, tricks the play."""

    model_config = ConfigDict(extra="allow")

    hand: IfWritten[int] = Field(
        default=None, description="Its number in the schedule, from 1; left out: its position.", examples=[17]
    )
    size: IfWritten[int] = Field(default=None, description="Claim: cards a player.", examples=[13])
    dealer: IfWritten[str] = Field(default=None, description="Claim: who dealt.", examples=["Ann"])
    trump: IfWritten[Literal["C", "D", "H", "S", "none"]] = Field(
        default=None, description="Claim: the trump; a fact where `up` is not written.", examples=["H"]
    )
    up: IfWritten[CardText] = Field(default=None, description="The turned-up card.", examples=["7H"])
    cut: IfWritten[int] = Field(
        default=None,
        description="Cards the cut moved from the top of the stock to its bottom; left out: tapped.",
        examples=[5],
    )
    dealt: IfWritten[list[HoldingText]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="Each player's cards; a claim where every trick is there, a fact before that.",
        examples=[["TS KC", "2S QS"]],
    )
    bids: IfWritten[list[int | None]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="Each player's bid, null for those still to come.",
        examples=[[4, 3, 3, None]],
    )
    tricks: IfWritten[list[TrickText]] = Field(
        default=None,
        max_length=MAX_TRICKS,
        description="The cards in the order played, leader first; the last trick may be unfinished.",
        examples=[["TS 2S 5D 9S"]],
    )
    took: IfWritten[list[int | None]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="Tricks each player took, null where not written down.",
        examples=[[4, 2, 4, 3]],
    )
    score: IfWritten[list[int]] = Field(
        default=None, max_length=MAX_PLAYERS, description="Claim: points for this hand.", examples=[[40, -30, 31, 21]]
    )
    total: IfWritten[list[int]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="Claim: running totals after this hand.",
        examples=[[40, -30, 31, 21]],
    )
    note: IfWritten[str] = Field(default=None, description="Anything.", examples=["Zoë held the other Bluke"])


class GameRecord(Part):
    """One game of Bluke: the players, the cards, the bids and the sums, as far as they were written down."""

    model_config = ConfigDict(extra="allow")

    bluke: int = Field(ge=1, le=FORMAT_VERSION, description="The version of the format.", examples=[1])
    players: list[Name] = Field(
        min_length=2, max_length=MAX_PLAYERS, description="The seats, clockwise.", examples=[["Ann", "Bo", "Cy"]]
    )
    dealer: IfWritten[str] = Field(
        default=None, description="The dealer of hand 1; may be left out if `draw` decides it.", examples=["Ann"]
    )
    scorekeeper: IfWritten[str] = Field(
        default=None, description="Who keeps score: the player of the lowest card drawn.", examples=["Bo"]
    )
    draw: IfWritten[list[HoldingText]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="The card each player drew for the deal, redraws after it.",
        examples=[["AS 7D", "AC 2H", "9H"]],
    )
    rules: IfWritten[RulesRecord] = Field(default=None, description="House rules.", examples=[{"led_bluke": "trump"}])
    deal: IfWritten[DealOrigin] = Field(
        default=None,
        description="Where the cards came from.",
        examples=[{"method": "bluke-deal-1", "seed": "friday", "game": 1}],
    )
    hands: list[HandRecord] = Field(
        max_length=MAX_HANDS, description="The hands, in order.", examples=[[{"bids": [4, 3, 3], "took": [4, 2, 7]}]]
    )
    stopped: IfWritten[str] = Field(
        default=None, description="Why a game that is not complete ended.", examples=["the last bus"]
    )
    final: IfWritten[list[int]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="Claim: the totals of the whole game.",
        examples=[[212, -40, 97]],
    )
    winners: IfWritten[list[str]] = Field(
        default=None, max_length=MAX_PLAYERS, description="Claim: all who won.", examples=[["Ann"]]
    )
    date: IfWritten[str] = Field(default=None, description="When it was played.", examples=["2026-11-27"])
    event: IfWritten[str] = Field(default=None, description="On what occasion.", examples=["Friday at the table"])
    site: IfWritten[str] = Field(default=None, description="Where.", examples=["the kitchen"])
    note: IfWritten[str] = Field(default=None, description="Anything.", examples=["Zoë's first game"])
    bots: IfWritten[list[str | None]] = Field(
        default=None,
        max_length=MAX_PLAYERS,
        description="What played each seat, null for a person.",
        examples=[["rules", None, "random"]],
    )
    match: IfWritten[dict[str, Any]] = Field(
        default=None, description="A match's own numbers.", examples=[{"block": 3, "rotation": 0}]
    )

    def written(self) -> dict[str, Any]:
        """Return the record as plain dicts and lists: written keys only, in table order, `x-` keys last.

        Lists and `x-` values are shared with the record, not copied.
        """
        plain = super().written()
        for key in ("rules", "deal"):
            if key in plain:
                plain[key] = plain[key].written()
        plain["hands"] = [hand.written() for hand in self.hands]
        return plain
