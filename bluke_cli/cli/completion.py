"""`bluke completion`: the lines that teach a shell to complete `bluke`."""

from __future__ import annotations

import click

from bluke_cli.cli import options
from bluke_cli.cli.outputs import output
from bluke_cli.cli.shells import script


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@options.out_file
@click.pass_context
def command(ctx: click.Context, shell: str, out: str | None) -> None:
    """How does my shell complete commands, files, bots and codes?

    Prints what the shell has to run when it starts.

    \b
    echo 'eval "$(bluke completion bash)"' >> ~/.bashrc
    echo 'eval "$(bluke completion zsh)"' >> ~/.zshrc
    bluke completion fish > ~/.config/fish/completions/bluke.fish
    """
    with output(out) as write:
        write(script(ctx.find_root().command, shell))
