"""From a bot's name to the class that plays, with its options typed.

A file is run once, its folder and the current folder being last on the module path. Whatever is wrong is said before
any game starts: an object of the class is made once, to see that it can be.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.bots.naming import BotName
from bluke_cli.bots.players import BotFault, LocalPlayer, Player, quiet_stdout
from bluke_cli.bots.reach import BotRefused
from bluke_cli.bots.view import GameView
from bluke_cli.errors import BlukeError

_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
TRIAL_SEED = "0" * 64
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", re.ASCII)


class LoadedBot(ABC):
    """A bot ready to play: its name, the hash of its source (None for a built-in), and new players on demand."""

    name: BotName
    source_hash: str | None
    is_external = False
    """Whether it plays in a process of its own."""

    @abstractmethod
    def player(self, block: int = 0, label: str = "game") -> Player:
        """Return a new player for one game of a block (from 1); *label* tells the game and seat from all others."""

    def try_out(self, game: GameView) -> None:
        """Begin a game, and leave it at that. Raises BotRefused if the bot cannot."""
        player = self.player(0, f"trial-{self.name.alias}")
        try:
            with quiet_stdout():
                player.start(game, TRIAL_SEED)
        except BotFault as fault:
            detail = fault.detail.removeprefix(f"{self.name.spec}: ")
            raise BotRefused(f"{self.name.spec}: {fault.code}: {detail}", self.name.alias, fault.said) from fault
        finally:
            player.close()

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of what is kept between games."""


class LocalBot(LoadedBot):
    """A bot that is a Python class in this process."""

    def __init__(self, name: BotName, make: Callable[[], Bot], source_hash: str | None) -> None:
        self.name = name
        self.source_hash = source_hash
        self._make = make

    def player(self, block: int = 0, label: str = "game") -> Player:  # noqa: ARG002 - an object keeps nothing
        """Return a new player for one game."""
        return LocalPlayer(self._make)


def load_bot(name: BotName) -> LoadedBot:
    """Return the bot in Python that *name* means, to be played in this process.

    Raises BlukeError where there is none, or its options are wrong.
    """
    with quiet_stdout():
        bot_class, source = class_of(name)
        options = typed_options(bot_class, name)
        make = partial(bot_class, **options)
        try:
            make()
        except ValueError as error:  # an option has a value that the bot refuses
            raise BlukeError(f"{name.spec}: {str(error) or 'an option is refused'}") from error
        except (Exception, SystemExit) as error:
            raise BlukeError(f"{name.spec}: cannot make a {bot_class.__name__}: {_shown(error)}") from error
    return LocalBot(name, make, source)


def typed_options(bot_class: type[Bot], name: BotName) -> dict[str, int | float | bool | str]:
    """Return the options of *name* as ``__init__`` of the class wants them. Raises BlukeError for a wrong one."""
    known = options_of(bot_class)
    options = {}
    for key, text in name.options:
        if key not in known:
            has = f"its options are {', '.join(known)}" if known else "it has none"
            raise BlukeError(f"{name.spec}: {name.alias} has no option {key}; {has}")
        options[key] = _typed(name, key, text, known[key].annotation)
    for key, parameter in known.items():
        if parameter.default is parameter.empty and key not in options:
            raise BlukeError(
                f"{name.spec}: {name.alias} needs the option {key}, as in {name.spec.split('?')[0]}?{key}=…"
            )
    return options


def options_of(bot_class: type[Bot]) -> dict[str, inspect.Parameter]:
    """Return the options of a class: the keyword arguments of its ``__init__``, annotations resolved to types."""
    if bot_class.__init__ is object.__init__:
        return {}
    init = bot_class.__init__
    try:
        hints: dict[str, Any] = typing.get_type_hints(init)
    except Exception:  # an annotation that is no type here; the parameters that matter are checked one by one
        hints = {}
    parameters = list(inspect.signature(init).parameters.values())[1:]
    return {
        parameter.name: parameter.replace(annotation=hints.get(parameter.name, parameter.annotation))
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def _typed(name: BotName, key: str, text: str, kind: Any) -> int | float | bool | str:
    if kind is str or kind == "str":
        return text
    if kind is bool:
        if text not in ("true", "false"):
            raise BlukeError(f"{name.spec}: option {key} is true or false, not {text!r}")
        return text == "true"
    if kind is int:
        if not _WHOLE.fullmatch(text):
            raise BlukeError(f"{name.spec}: option {key} is a whole number of at most 18 digits, not {text!r}")
        return int(text)
    if kind is float:
        if not _DECIMAL.fullmatch(text):
            raise BlukeError(f"{name.spec}: option {key} is a number, not {text!r}")
        return float(text)
    raise BlukeError(f"{name.spec}: option {key} has no type of int, float, bool or str in the bot's __init__")


def class_of(name: BotName) -> tuple[type[Bot], str | None]:
    """Return the class that *name* means, and the hash of its source. Raises BlukeError."""
    if name.kind == "built-in":
        return next(bot for bot in BUILT_IN if bot.name == name.target).load(), None
    module = _run_file(name) if name.kind == "file" else _import(name)
    source = getattr(module, "__file__", None)
    source_hash = None
    if source is not None:
        with contextlib.suppress(OSError):  # a module in a zip file has no file to hash
            source_hash = hashlib.sha256(Path(source).read_bytes()).hexdigest()
    return _pick(name, module), source_hash


def _import(name: BotName) -> ModuleType:
    reach_folder(Path.cwd())
    try:
        return importlib.import_module(name.target)
    except (Exception, SystemExit) as error:
        raise BlukeError(f"{name.spec}: cannot import {name.target}: {_shown(error)}") from error


def _run_file(name: BotName) -> ModuleType:
    path = Path(name.target)
    if not path.is_file():
        raise BlukeError(f"{name.spec}: there is no file {name.target}")
    path = path.resolve()
    reach_folder(path.parent)
    module_name = f"bluke_bot_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    if module_name in sys.modules:  # two aliases of one file share it
        return sys.modules[module_name]
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None, "a .py file has a loader"
    assert spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise BlukeError(f"{name.spec}: cannot run {name.target}: {_shown(error)}") from error
    return module


def _pick(name: BotName, module: ModuleType) -> type[Bot]:
    """Return the class named, or the one bot that the file defines."""
    if name.class_name is not None:
        found = getattr(module, name.class_name, None)
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise BlukeError(f"{name.spec}: {name.target} has no class {name.class_name} that is a Bot")
        return found
    own = [thing for thing in vars(module).values() if _is_bot_of(thing, module)]
    own = sorted(set(own), key=lambda bot: bot.__name__)
    if len(own) != 1:
        which = ", ".join(bot.__name__ for bot in own)
        has = f"defines several bots ({which}); name one: {name.target}:{own[0].__name__}" if own else "defines no Bot"
        raise BlukeError(f"{name.spec}: {name.target} {has}")
    return own[0]


def _is_bot_of(thing: object, module: ModuleType) -> TypeGuard[type[Bot]]:
    """Return whether *thing* is a bot class that *module* itself defines and that can be made an object of."""
    if not (isinstance(thing, type) and issubclass(thing, Bot)):
        return False
    return thing.__module__ == module.__name__ and not inspect.isabstract(thing)


def reach_folder(folder: Path) -> None:
    """Put *folder* last on the module path, so that what is installed wins."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _shown(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
