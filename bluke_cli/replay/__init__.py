"""The only translator between a record and the rules.

The package can also be called: Python programs write ``from bluke_cli import replay`` for `bluke_cli.api.replay`, and
it must not matter whether this package is loaded already.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Do what `bluke_cli.api.replay` does."""
        import bluke_cli.api

        return bluke_cli.api.replay(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
