"""The kinds of words on the command line that a shell can complete: files, bots, finding codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem  # loaded only when a shell asks

    Word = click.ParamType[str]
else:
    Word = click.ParamType  # not generic before click 8.3


class FileName(Word):
    """The name of a file; whether it can be opened shows when it is opened, so that one hides no other."""

    name = "file"

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Leave it to the shell, which knows files best."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


class BotWord(Word):
    """A bot as `match` takes it: ``[alias=]BOT``, built in or a file."""

    name = "bot"

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the built-in bots, after an alias too, and else what the shell finds."""
        from click.shell_completion import CompletionItem

        from bluke_cli.bots.builtin import BUILT_IN

        alias, mark, begun = incomplete.rpartition("=")
        fitting = [bot for bot in BUILT_IN if bot.name.startswith(begun)]
        if not fitting:
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(f"{alias}{mark}{bot.name}", help=bot.summary) for bot in fitting]


class CodeWord(Word):
    """A finding code; one that does not exist is wrong usage, and the nearest that does is named."""

    name = "code"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the code, which may stand in brackets as in a finding."""
        from bluke_cli.diagnostics import CODES

        code = str(value).strip("[]").lower()
        if code in CODES:
            return code
        import difflib  # dear to import, and codes are mostly spelled right

        close = difflib.get_close_matches(code, CODES)
        hint = f"did you mean {' or '.join(close)}?" if close else "bluke explain lists them all"
        raise click.BadParameter(f"there is no finding {value or repr(value)}; {hint}", ctx, param)

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the codes that begin so."""
        from click.shell_completion import CompletionItem

        from bluke_cli.diagnostics import CODES

        return [CompletionItem(code, help=text) for code, text in CODES.items() if code.startswith(incomplete)]


FILE, BOT, CODE = FileName(), BotWord(), CodeWord()
