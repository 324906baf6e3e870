"""Start a process under its guard, with a pipe for each of its standard streams."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_GUARD = str(Path(__file__).with_name("guard.py"))


class Guarded(NamedTuple):
    """Our ends: the guard, the socket to it (see `guard` for what is said there), and the bot's streams.

    None of them waits: what cannot be read or written at once is an error.
    """

    guard: subprocess.Popen[bytes]
    control: socket.socket
    stdin: int
    stdout: int
    stderr: int


def start_guarded(command: Sequence[str]) -> Guarded:
    """Start the guard, which starts *command*; the socket will tell how that went."""
    control, theirs = socket.socketpair()
    stdin, our_in = os.pipe()
    our_out, stdout = os.pipe()
    our_err, stderr = os.pipe()
    try:
        guard = subprocess.Popen(
            [sys.executable, "-I", "-S", _GUARD, str(theirs.fileno()), *command],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
    except BaseException:
        for descriptor in (our_in, our_out, our_err):
            os.close(descriptor)
        control.close()
        raise
    finally:
        for descriptor in (stdin, stdout, stderr):
            os.close(descriptor)
        theirs.close()
    control.setblocking(False)
    for descriptor in (our_in, our_out, our_err):
        os.set_blocking(descriptor, False)
    return Guarded(guard, control, our_in, our_out, our_err)
