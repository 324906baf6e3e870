"""The JSON Schemas (draft 2020-12): of a record, made from the models, and of a finding as `validate` prints it.

The record's schema describes what may be **read**: every spelling of a card, any white space between two. Where the
reader is stricter than the schema is listed in `BEYOND_THE_SCHEMA`, by finding code.
"""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from bluke_cli.diagnostics import CODES
from bluke_cli.record.limits import FORMAT_VERSION
from bluke_cli.record.models import DealOrigin, GameRecord, HandRecord, RulesRecord

DIALECT = "https://json-schema.org/draft/2020-12/schema"
RECORD_ID = f"urn:bluke:schema:record:{FORMAT_VERSION}"
FINDING_ID = "urn:bluke:schema:finding:1"

BEYOND_THE_SCHEMA: dict[str, str] = {
    "wrong-type": "lists must have an entry for each player; 1.0 is no integer",
    "duplicate-key": "a schema sees only one of two equal keys",
    "limit": "size, nesting and digits of the text",
    "encoding": "half a surrogate pair",
    "unknown-player": "names outside `players` must be among the players",
}
"""Codes of the reader that a record may still get although the schema accepts it, and why."""


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of a game record."""
    made = GameRecord.model_json_schema(schema_generator=_Bare)
    properties = made["properties"]
    properties["bluke"] = {"const": FORMAT_VERSION, **_without(properties["bluke"], "minimum", "maximum", "type")}
    properties["players"]["uniqueItems"] = True
    properties["match"] = _without(properties["match"], "additionalProperties")
    for model in (GameRecord, HandRecord, RulesRecord, DealOrigin):
        part = made if model is GameRecord else made["$defs"][model.__name__]
        if model.model_config.get("extra") == "allow":
            part["patternProperties"] = {"^x-": {"description": "Yours: kept, never read."}}
            part["additionalProperties"] = False
        for key, field in model.model_fields.items():
            part["properties"][key]["examples"] = field.examples
    head = {"$schema": DIALECT, "$id": RECORD_ID, "title": f"Bluke game record, version {FORMAT_VERSION}"}
    schema: dict[str, Any] = _tidy({**_without(made, "title"), **head})
    return schema


def finding_schema() -> dict[str, Any]:
    """Return the JSON Schema of one finding: one line of ``validate --format json``."""
    return {
        "$schema": DIALECT,
        "$id": FINDING_ID,
        "title": "Finding in a Bluke game record",
        "description": "One line of `bluke validate --format json`. What does not apply is null.",
        "type": "object",
        "properties": _finding_properties(),
        "required": list(_finding_properties()),
        "additionalProperties": False,
    }


def _finding_properties() -> dict[str, Any]:
    """Return the schema of each key of a finding, in the order they are printed."""

    def number(description: str) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": 1, "description": description}

    def text(description: str) -> dict[str, Any]:
        return {"type": ["string", "null"], "description": description}

    return {
        "code": {
            "description": "What is wrong; stable.",
            "oneOf": [{"const": code, "description": meaning} for code, meaning in CODES.items()],
        },
        "severity": {"enum": ["error", "warning"], "description": "Errors decide the exit status."},
        "file": text("The file, `-` for standard input."),
        "line": number("The line of the offending value, from 1."),
        "column": number("The column of the offending value in code points, from 1."),
        "record": number("The number of the record within its file, from 1."),
        "hand": {"type": ["integer", "null"], "description": "The hand's number in the schedule, from 1."},
        "trick": number("The number of the trick within its hand, from 1."),
        "player": text("The player concerned."),
        "pointer": {
            "type": ["string", "null"],
            "pattern": "^(?:/(?:[^~/]|~0|~1)*)*$",
            "description": "Where the value stands in the record: a JSON pointer (RFC 6901), empty for the record.",
        },
        "message": {"type": "string", "description": "The rule, and what was expected."},
        "fix": text("What to write instead, where that is known."),
        "id": text("The id of the record: the SHA-256 of its facts, in hex; null where it could not be read."),
    }


class _Bare(GenerateJsonSchema):
    """Pydantic's generator without the titles and defaults that say nothing here."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Say that a field's name is title enough."""
        del schema
        return False

    def default_schema(self, schema: Any) -> dict[str, Any]:
        """Leave out the default: an absent key has no value, null least of all."""
        return self.generate_inner(schema["schema"])


# The order of words in a schema: pydantic's own differs from one version to the next.
_ORDER = (
    *("$schema", "$id", "$ref", "title", "description", "type", "const", "enum", "anyOf", "minimum", "maximum"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "items", "properties", "required"),
    *("patternProperties", "additionalProperties", "examples", "$defs"),
)


def _tidy(schema: Any) -> Any:
    """Return *schema* with the words of each part in a fixed order; properties and examples keep theirs."""
    if isinstance(schema, list):
        return [_tidy(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    tidied: dict[str, Any] = {}
    for word in sorted(schema, key=_ORDER.index):
        inner = schema[word]
        if word in ("properties", "patternProperties"):
            tidied[word] = {name: _tidy(part) for name, part in inner.items()}
        elif word == "$defs":
            tidied[word] = {name: _tidy(inner[name]) for name in sorted(inner)}
        else:
            tidied[word] = inner if word == "examples" else _tidy(inner)
    return tidied


def _without(mapping: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Return *mapping* less *keys*."""
    return {key: value for key, value in mapping.items() if key not in keys}
