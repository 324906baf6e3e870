"""`bluke schema`: the JSON Schemas of what is read and written."""

from __future__ import annotations

import json

import click

from bluke_cli.cli import options
from bluke_cli.cli.session import output


@click.command("schema")
@click.argument("name", type=click.Choice(["record", "finding"]), default="record")
@options.out_file
def command(name: str, out: str | None) -> None:
    """What does a record look like, as JSON Schema?

    NAME is `record` (the default), a game record of version 1, or `finding`, a line of validate --format json.
    Both are of draft 2020-12.

    \b
    bluke schema > bluke-record-1.schema.json
    """
    from bluke_cli.record.schema import finding_schema, record_schema

    schema = record_schema() if name == "record" else finding_schema()
    with output(out) as write:
        write(json.dumps(schema, indent=2) + "\n")
