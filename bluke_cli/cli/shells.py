"""How shells are taught to complete, and what they are told when they ask: click's classes, put right in one place."""

from __future__ import annotations

import click
from click.shell_completion import FishComplete, add_completion_class, get_completion_class, shell_complete

from bluke_cli.errors import BlukeError

COMPLETE = "_BLUKE_COMPLETE"
"""The environment variable by which a shell asks for completions, and the script that does so is asked for."""


@add_completion_class
class Fish(FishComplete):
    """Fish, that shows a description up to its end, not up to its first comma."""

    source_template = FishComplete.source_template.replace('split ","', 'split --max 1 ","')


def script(root: click.Command, shell: str) -> str:
    """Return the lines that a shell has to run to complete the command *root*."""
    kind = get_completion_class(shell)
    assert kind is not None, "click knows bash, zsh and fish"
    return kind(root, {}, "bluke", COMPLETE).source()


def answer(root: click.Command, instruction: str) -> int:
    """Print what a shell asks for by *instruction*; return the exit status."""
    try:
        return shell_complete(root, {}, "bluke", COMPLETE, instruction)
    except (KeyError, ValueError, IndexError):
        raise BlukeError(f"{COMPLETE} is for shells, which say more; bluke completion teaches them") from None
