"""`bluke schema`: the JSON Schemas of what is read and written."""

from __future__ import annotations

import json
from typing import Any

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output


@click.command("schema")
@click.argument("name", type=click.Choice(["record", "finding", "bot-request", "bot-answer"]), default="record")
@options.out_file
def command(name: str, out: str | None) -> None:
    """What does a record look like, as JSON Schema?

    NAME is `record` (the default), a game record of version 1, or `finding`, a line of validate --format json. Or it is
    `bot-request` or `bot-answer`, a line of the protocol that bots speak. All are of draft 2020-12.

    \b
    bluke schema > bluke-record-1.schema.json
    """
    schema = _made(name)
    with output(out) as write:
        write(json.dumps(schema, indent=2) + "\n")


def _made(name: str) -> dict[str, Any]:
    if name.startswith("bot-"):
        from bluke_cli.bots.wire_schema import answer_schema, request_schema

        return request_schema() if name == "bot-request" else answer_schema()
    from bluke_cli.record.schema import finding_schema, record_schema

    return record_schema() if name == "record" else finding_schema()
