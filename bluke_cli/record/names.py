"""What may be a player's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bluke_cli.errors import BlukeError

MAX_NAME = 64  # code points

_CONTROLS = r"\u0000-\u001F\u007F-\u009F\u2028\u2029"
_SPACES = r"\u0020\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000"
NAME_PATTERN = rf"^[^{_CONTROLS}]*[^{_CONTROLS}{_SPACES}][^{_CONTROLS}]*$"
"""No control character or line separator, and something that is no white space; for any kind of expression."""

_NAME = re.compile(NAME_PATTERN)


def is_name(text: str) -> bool:
    """Return whether *text* can be a player's name."""
    return 1 <= len(text) <= MAX_NAME and _NAME.fullmatch(text) is not None


def check_names(names: Sequence[str]) -> None:
    """Raise BlukeError where these cannot be the players of one game; how many there may be is not asked."""
    for at, name in enumerate(names):
        if name in names[:at]:
            raise BlukeError(f"two players are called {name!r}")
        if not is_name(name):
            raise BlukeError(f"{name!r} cannot be a name: 1 to {MAX_NAME} characters, not blank, no control characters")
