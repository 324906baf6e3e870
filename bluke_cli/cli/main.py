"""The command `bluke`: its list of commands, and the one place where every way to end becomes an exit status."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from bluke_cli import __version__
from bluke_cli.errors import BlukeError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from bluke_cli.cli.session import Session

COMMANDS = {
    "deal": "What cards does this seed deal?",
    "validate": "Does this record obey the rules, and do its sums agree?",
    "replay": "What happened, card by card?",
    "hint": "What would master bid and play here?",
    "diff": "What differs between two records of a game?",
    "rescore": "What are the right scores?",
    "sheet": "How do we keep score at the table?",
    "match": "Which bot is better, and how sure is that?",
    "stats": "What do these records say?",
    "fmt": "How is this record written in canonical form?",
    "convert": "How do these records look in another format?",
    "bots": "Which bots are there?",
    "check-bot": "Does this bot speak the protocol, and play by the rules?",
    "explain": "What does this finding mean?",
    "schema": "What does a record look like, as JSON Schema?",
    "rules": "By which rules, and on what basis?",
    "completion": "How does my shell complete commands, files, bots and codes?",
}
"""Each command and the question that it answers; the command itself is `command` in the module of its name."""

FAULT, INTERRUPTED, TERMINATED, CLOSED_PIPE = 70, 130, 143, 141
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "auto_envvar_prefix": None}


class Commands(click.Group):
    """The group of all commands; each is imported when it is used, so that a start loads little."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands, in the order of a game."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command, None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"bluke_cli.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; of one that does not exist, the nearest that does is named."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib  # dear to import, and commands are mostly spelled right

            close = difflib.get_close_matches(args[0], COMMANDS, n=1)
            if close:
                ctx.fail(f"{error.message} Did you mean {close[0]!r}?")
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands and their questions, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands and options that begin so, without importing the commands."""
        from click.shell_completion import CompletionItem

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        return [CompletionItem(name, help=COMMANDS[name]) for name in names] + click.Command.shell_complete(
            self, ctx, incomplete
        )


def _tell_version(ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    """Tell the version, and whether the compiled kernel is in use."""
    if is_asked:
        from bluke_cli.kernel import kernel_state

        click.echo(f"bluke {__version__}\nkernel: {kernel_state()}")
        ctx.exit()


@click.command(cls=Commands, context_settings=CONTEXT)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version,
              help="Show the version and exit.")  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but findings, faults and data.")
@click.option("--no-color", is_flag=True, help="No colour, even on a terminal (as with NO_COLOR).")
@click.pass_context
def bluke(ctx: click.Context, quiet: bool, no_color: bool) -> None:
    """Deal, validate, replay, rescore and match: the tool-kit for the card game Bluke.

    \b
    bluke deal --seed friday | bluke validate
    """
    from bluke_cli.cli.session import Session

    colour = sys.stdout.isatty() and not no_color and not os.environ.get("NO_COLOR")
    ctx.obj = Session(quiet=quiet, colour=colour)
    ctx.color = colour


def run() -> None:
    """Run the command line and leave the process with its status (docs/format.md, Exit status)."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGTERM, _terminate)
    if sys.stderr is None:  # closed: what would be told goes nowhere, and no file that is opened takes its place
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for good
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    status = _status(sys.argv[1:])
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    # a stream that can take nothing more would complain again, or wait for ever, while Python shuts down
    if status == CLOSED_PIPE or not _flushed(waiting=status not in (INTERRUPTED, TERMINATED)):
        os._exit(status or CLOSED_PIPE)
    sys.exit(status)


def _flushed(*, waiting: bool) -> bool:
    """Flush standard output; without *waiting* only as far as it goes at once, for the reader may have stopped."""
    with contextlib.ExitStack() as stack:
        try:
            if not waiting:
                number = sys.stdout.fileno()
                stack.callback(os.set_blocking, number, os.get_blocking(number))
                os.set_blocking(number, False)
            sys.stdout.flush()
        except (OSError, ValueError, AttributeError):
            return False
    return True


def _status(arguments: list[str]) -> int:
    """Run a command line; return its exit status, with what went wrong told on standard error."""
    try:
        if sys.stdout is None:
            raise BlukeError("standard output is closed")
        if instruction := os.environ.get("_BLUKE_COMPLETE"):
            from bluke_cli.cli.shells import answer

            return answer(bluke, instruction)
        status = _invoke(arguments)
        sys.stdout.flush()
        return status
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        return _told_usage(error)
    except BlukeError as error:
        return _told(str(error), 2)
    except BrokenPipeError:
        return CLOSED_PIPE
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _told(f"{name}{error.strerror or error}", 2)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except BaseException as error:  # the last line of defence: one line, and status 70
        return _status_of_signal(error) or _told_fault(error)


def _status_of_signal(error: BaseException | None) -> int:
    """Return the status for a signal behind *error*, 0 if there is none: Python wraps what comes in some places."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return INTERRUPTED
        if isinstance(error, _Terminated):
            return TERMINATED
        error = error.__cause__ or error.__context__
    return 0


def _invoke(arguments: list[str]) -> int:
    context = bluke.make_context("bluke", list(arguments))
    with context:
        result: Any = bluke.invoke(context)
        if isinstance(result, int) and result:
            return result
        session: Session = context.obj
        return session.status


def _told(message: str, status: int) -> int:
    from bluke_cli.report.text import visible

    with contextlib.suppress(OSError, ValueError):
        click.echo(f"bluke: {visible(message)}", err=True)
    return status


def _told_usage(error: click.ClickException) -> int:
    """Tell wrong usage as click does, but with nothing in it that could command a terminal."""
    from bluke_cli.report.text import visible

    message = error.format_message()
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # the message is the help
        with contextlib.suppress(OSError, ValueError):
            click.echo(message, err=True)
        return error.exit_code
    if not isinstance(error, click.MissingParameter):  # that one lists our own choices, a line each
        message = visible(message)
    if isinstance(error, click.NoSuchOption) and any(error.option_name in option.opts for option in bluke.params):
        message += f" It stands before the command: bluke {error.option_name} …"
    context = getattr(error, "ctx", None)
    with contextlib.suppress(OSError, ValueError):
        if context is not None:
            click.echo(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
        click.echo(f"Error: {message}", err=True)
    return error.exit_code


def _told_fault(error: BaseException) -> int:
    from bluke_cli.report.text import visible

    hint = " (BLUKE_DEBUG=1 shows where)"
    if os.environ.get("BLUKE_DEBUG"):
        import traceback

        hint = ""
        with contextlib.suppress(OSError, ValueError):
            for line in "".join(traceback.format_exception(error)).rstrip().split("\n"):
                click.echo(visible(line), err=True)
    return _told(f"a fault of the program itself: {type(error).__name__}: {error}{hint}", FAULT)


class _Terminated(BaseException):
    """SIGTERM came. No SystemExit, which would be booked on the bot in whose turn it happens to come."""


def _terminate(_signum: int, _frame: FrameType | None) -> None:
    raise _Terminated
