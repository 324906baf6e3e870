"""Bots from modules and files, and their options."""

from __future__ import annotations

import hashlib
import sys
import textwrap

import pytest

from bluke_cli.bots.api import Bot
from bluke_cli.bots.builtin import BUILT_IN
from bluke_cli.bots.loading import load_bot, typed_options
from bluke_cli.bots.naming import parse_name
from bluke_cli.errors import BlukeError

PLAIN = """
    from bluke_cli.bot import Bot

    class Plain(Bot):
        def bid(self, view):
            return view.legal[0]
        def play(self, view):
            return view.legal[0]
"""


class Choosy(Bot):
    def __init__(self, depth: int, noise: float = 0.5, bold: bool = False, mood: str = "calm", odd=None) -> None:
        self.options = (depth, noise, bold, mood, odd)

    def bid(self, view):
        return view.legal[0]

    def play(self, view):
        return view.legal[0]


@pytest.fixture
def bot_file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))

    def write(text, name="foxy.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    return write


def typed(query):
    return typed_options(Choosy, parse_name(f"tests.bots.test_loading:Choosy?{query}"))


def test_options_have_the_types_of_the_annotations():
    assert typed("depth=-3&noise=1e-2&bold=true&mood=a=b") == {"depth": -3, "noise": 0.01, "bold": True, "mood": "a=b"}


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("depth=1&nose=2", "no option nose; its options are depth, noise, bold, mood, odd"),
        ("depth=3.0", "whole number"),
        ("depth=0x10", "whole number"),
        ("depth=1_0", "whole number"),
        ("depth=٣", "whole number"),
        ("depth=", "whole number"),
        ("depth=1&noise=nan", "is a number"),
        ("depth=1&noise=inf", "is a number"),
        ("depth=1&bold=1", "true or false"),
        ("depth=1&bold=True", "true or false"),
        ("depth=1&odd=1", "no type"),
        ("noise=1", "needs the option depth"),
    ],
)
def test_a_wrong_option_is_refused(query, says):
    with pytest.raises(BlukeError, match=says):
        typed(query)


@pytest.mark.parametrize("bot", BUILT_IN, ids=lambda bot: bot.name)
def test_every_built_in_bot_loads_and_refuses_options_that_it_has_not(bot):
    loaded = load_bot(parse_name(bot.name))
    assert loaded.source_hash is None
    with pytest.raises(BlukeError, match=r"it has none|its options are"):
        load_bot(parse_name(f"{bot.name}?colour=40"))


def test_a_module_is_imported():
    loaded = load_bot(parse_name("tests.bots.test_loading:Choosy?depth=2"))
    assert loaded.name.alias == "Choosy"
    assert loaded.source_hash is not None


def test_a_module_in_the_current_folder_is_found(bot_file, monkeypatch, tmp_path):
    bot_file(PLAIN, "module_of_the_current_folder.py")
    monkeypatch.chdir(tmp_path)
    load_bot(parse_name("module_of_the_current_folder:Plain"))


def test_a_file_is_run_and_its_content_hashed(bot_file):
    path = bot_file(PLAIN)
    for text in (str(path), f"{path}:Plain"):
        assert load_bot(parse_name(f"a={text}")).source_hash == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_file_may_import_its_neighbours_and_only_its_own_class_counts(bot_file):
    bot_file(PLAIN, "neighbour_of_the_bot.py")
    path = bot_file("from neighbour_of_the_bot import Plain\nclass Mine(Plain):\n    pass\nAgain = Mine\n", "mine.py")
    load_bot(parse_name(str(path)))


def test_what_a_file_prints_goes_to_standard_error(bot_file, capsys):
    load_bot(parse_name(str(bot_file(PLAIN + "\n    print('loaded')\n", "loud.py"))))
    assert capsys.readouterr() == ("", "loaded\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "defines no Bot"),
        ("from bluke_cli.bot import Bot", "defines no Bot"),
        ("from bluke_cli.bot import Bot\nclass Half(Bot):\n    pass", "defines no Bot"),
        (PLAIN + "\n    class Other(Plain):\n        pass", r"several bots \(Other, Plain\); name one"),
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        ("def f(:", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        (PLAIN + "\n        def __init__(self):\n            1 / 0", "cannot make a Plain: ZeroDivisionError"),
        (PLAIN + "\n        def __init__(self):\n            raise SystemExit", "cannot make a Plain: SystemExit"),
        (PLAIN + "\n        def __init__(self):\n            raise ValueError('no half bots')", r"\.py: no half bots$"),
        (PLAIN + "\n        def __init__(self):\n            raise ValueError", r"\.py: an option is refused$"),
    ],
)
def test_a_file_without_a_bot_is_refused(bot_file, text, says):
    with pytest.raises(BlukeError, match=says):
        load_bot(parse_name(str(bot_file(text))))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no/such/foxy.py", "no file no/such/foxy.py"),
        ("no_such_module:Foxy", "ModuleNotFoundError"),
        ("tests.bots.test_loading:Nobody", "no class Nobody that is a Bot"),
        ("tests.bots.test_loading:PLAIN", "no class PLAIN that is a Bot"),
        ("bluke_cli.bots.api:Bot", "cannot make a Bot"),
    ],
)
def test_a_bot_that_is_not_there_is_refused(text, says):
    with pytest.raises(BlukeError, match=says):
        load_bot(parse_name(text))


def test_an_option_reaches_the_bot():
    player = load_bot(parse_name("tests.bots.test_loading:Choosy?depth=2&mood=wild")).player()
    assert player._make().options == (2, 0.5, False, "wild", None)
