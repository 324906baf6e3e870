"""The guard of one bot: a small process between the tool and the bot, so that nothing of the bot is left behind.

It is run as a script, by its path, and imports nothing of this package, so that it starts quickly::

    python -I -S guard.py CONTROL COMMAND [ARGUMENT...]

CONTROL is the number of an open socket to the tool; the standard streams are the bot's. The guard starts the bot in a
session and process group of its own, and tells on the socket, a line each: ``S`` it runs, ``E errno`` it cannot be
started, ``X status`` it has ended (negative: by that signal). ``T`` from the tool sends SIGTERM to the bot's group. At
the end of the socket, which comes when the tool closes it or dies in any way, the guard kills all that descends from
it, and ends. On Linux that includes what a bot let loose in a session of its own; elsewhere only the bot's group.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
DEAF_TO = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE)


def main() -> None:
    """Start the bot, and watch over it until the socket ends."""
    control, command = int(sys.argv[1]), sys.argv[2:]
    for number in DEAF_TO:
        signal.signal(number, signal.SIG_IGN)
    prctl = _prctl()
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    woken = _wakened_by_children()
    bot, error = _start(command, control, prctl)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the bot alone holds its streams, or their ends would never be seen
        os.dup2(nothing, stream)
    _tell(control, f"E {error}\n" if error else "S\n")
    is_running = _watch(control, woken, bot)
    _end(bot, is_running)


def _prctl() -> Callable[[int, int], object]:
    """Return the function of the C library, or one that does nothing where there is none."""
    if not sys.platform.startswith("linux"):
        return lambda *_: 0
    import ctypes

    found: Callable[[int, int], object] = ctypes.CDLL(None).prctl
    return found


def _wakened_by_children() -> int:
    """Return a descriptor that can be read when a child has ended."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reading


def _start(command: list[str], control: int, prctl: Callable[[int, int], object]) -> tuple[int, int]:
    """Return the process of the bot, and the number of the error if it could not be started."""
    reading, writing = os.pipe()  # closed in the bot by starting it
    bot = os.fork()
    if bot == 0:
        try:
            os.close(control)
            os.setsid()
            signal.set_wakeup_fd(-1)
            for number in (*DEAF_TO, signal.SIGCHLD, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
            os.execvp(command[0], command)
        except OSError as error:
            os.write(writing, str(error.errno or 1).encode())
        except ValueError:  # a null character in an argument
            os.write(writing, b"22")
        finally:
            os._exit(127)
    os.close(writing)
    error_number = os.read(reading, 16)
    os.close(reading)
    return bot, int(error_number or b"0")


def _watch(control: int, woken: int, bot: int) -> bool:
    """Tell of the bot's end, and do as the tool says, until the socket ends; return whether the bot still runs."""
    poller = select.poll()
    poller.register(control, select.POLLIN)
    poller.register(woken, select.POLLIN)
    is_running = True
    while True:
        for descriptor, _ in poller.poll():
            if descriptor == woken:
                with contextlib.suppress(BlockingIOError):
                    os.read(woken, 4096)
                for process, status in _reaped()[0]:
                    if process == bot:
                        is_running = False
                        _tell(control, f"X {os.waitstatus_to_exitcode(status)}\n")
                continue
            try:
                said = os.read(control, 64)
            except OSError:
                said = b""
            if not said:
                return is_running
            if is_running:
                _kill(os.killpg, bot, signal.SIGTERM)


def _reaped() -> tuple[list[tuple[int, int]], bool]:
    """Return process and status of every child that has ended, and whether there are others."""
    found: list[tuple[int, int]] = []
    try:
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return found, True
            found.append((process, status))
    except ChildProcessError:
        return found, False


def _tell(control: int, message: str) -> None:
    with contextlib.suppress(OSError):
        os.write(control, message.encode())


def _kill(kill: Callable[[int, int], None], process: int, number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        kill(process, number)


def _end(bot: int, is_running: bool) -> None:
    """Kill the bot's group and every descendant, again and again until there is none.

    Who forks faster than it can be listed is no child of ours for a moment only: whose parent has died is given to us.
    """
    _kill(os.killpg, bot, signal.SIGKILL)
    if is_running:
        _kill(os.kill, bot, signal.SIGKILL)
    while _reaped()[1]:
        for process in _descendants():
            _kill(os.kill, process, signal.SIGKILL)
        time.sleep(0.001)


def _descendants() -> list[int]:
    """Return the processes that descend from this one, as far as one look at the list of all shows them."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - pathlib takes time to import
            with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as stat:
                parent = int(stat.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        own = children.get(waiting.pop(), [])
        found += own
        waiting += own
    return found


if __name__ == "__main__":
    main()
