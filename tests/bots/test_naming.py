"""Bots as they are named on a command line."""

from __future__ import annotations

import pytest

from bluke_cli.bots.naming import parse_name, parse_names
from bluke_cli.errors import BlukeError


@pytest.mark.parametrize(
    ("text", "alias", "spec", "kind", "target", "class_name"),
    [
        ("rules", "rules", "rules", "built-in", "rules", None),
        ("a=rules", "a", "rules", "built-in", "rules", None),
        ("pkg.mod:Foxy", "Foxy", "pkg.mod:Foxy", "module", "pkg.mod", "Foxy"),
        ("bots/foxy.py", "foxy", "bots/foxy.py", "file", "bots/foxy.py", None),
        ("foxy.py", "foxy", "foxy.py", "file", "foxy.py", None),
        ("bots/foxy.py:Vixen", "Vixen", "bots/foxy.py:Vixen", "file", "bots/foxy.py", "Vixen"),
        ("my-fox_2=my bots/fo xy.py", "my-fox_2", "my bots/fo xy.py", "file", "my bots/fo xy.py", None),
        ("a=b=c/foxy.py", "a", "b=c/foxy.py", "file", "b=c/foxy.py", None),
    ],
)
def test_a_name_is_taken_apart(text, alias, spec, kind, target, class_name):
    name = parse_name(text)
    assert (name.alias, name.spec, name.kind, name.target, name.class_name) == (alias, spec, kind, target, class_name)
    assert name.options == ()


@pytest.mark.parametrize(
    ("text", "alias", "target"),
    [
        ("cmd:./mybot --fast", "mybot", "./mybot --fast"),
        ("cmd:bots/my-bot.sh", "my-bot", "bots/my-bot.sh"),
        ("cmd:'my bots/fox' a=b?c=d&e", "fox", "'my bots/fox' a=b?c=d&e"),
        ("fox=cmd:node 'a b.js'", "fox", "node 'a b.js'"),
    ],
)
def test_behind_cmd_everything_is_a_command_line(text, alias, target):
    name = parse_name(text)
    assert (name.alias, name.kind, name.target, name.options) == (alias, "command", target, ())
    assert name.spec == f"cmd:{target}"


def test_options_follow_a_question_mark():
    assert parse_name("rules?a=1&b=x=y&c=").options == (("a", "1"), ("b", "x=y"), ("c", ""))
    name = parse_name("fox=foxy.py:Foxy?noise=0.5")
    assert (name.alias, name.spec, name.target) == ("fox", "foxy.py:Foxy?noise=0.5", "foxy.py")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cmd:", "a command is missing"),
        ("cmd: ''", "a command is missing"),
        ("a=cmd:", "a command is missing"),
        ("cmd:./mybot 'x", "cannot be split"),
        ("a=cmd:./mybot 'x", "cannot be split"),
        ("cmd:./my+bot", "cannot be an alias"),
        ("master2", "no bot 'master2'"),
        ("", "no bot ''"),
        ("./mybot", "no bot './mybot'"),
        ("mod:", "no bot"),
        ("Rules", "no bot 'Rules'"),
        ("fo x=rules", "no alias"),
        ("é=rules", "no alias"),
        ("=rules", "no alias"),
        (f"{'a' * 33}=rules", "no alias"),
        ("my bots/fo xy.py", "cannot be an alias"),
        ("füchse.py", "cannot be an alias"),
        ("rules?", "options read like"),
        ("rules?fast", "options read like"),
        ("rules?=1", "options read like"),
        ("rules?a=1&a=2", "given twice"),
    ],
)
def test_a_name_that_means_nothing_is_refused(text, says):
    with pytest.raises(BlukeError, match=says):
        parse_name(text)


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("bot.sh", "cmd:./bot.sh"),
        ("a b", "'cmd:'\"'\"'./a b'\"'\"''"),
        ("sub/bot", "cmd:sub/bot"),
        ("plain", "there is no bot"),
    ],
)
def test_a_program_is_to_be_named_as_a_command(file, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / file).write_text("#!/bin/sh\n")
    (tmp_path / file).chmod(0o644 if file == "plain" else 0o755)
    for text in (file, f"a={file}"):
        with pytest.raises(BlukeError) as told:
            parse_name(text)
        assert says in str(told.value)
    if says.startswith("cmd:"):
        assert parse_name(says).target == says.removeprefix("cmd:")


def test_an_alias_has_up_to_32_characters():
    assert parse_name(f"{'a' * 32}=rules").alias == "a" * 32


def test_the_same_specification_twice_is_one_bot():
    first, second = parse_names(["rules", "rules"])
    assert first == second


@pytest.mark.parametrize("texts", [["a=rules", "a=random"], ["rules", "rules?x=1"], ["x/foxy.py", "y/foxy.py"]])
def test_one_alias_for_two_specifications_is_refused(texts):
    with pytest.raises(BlukeError, match="names both"):
        parse_names(texts)


def test_one_specification_may_have_two_aliases():
    assert [name.alias for name in parse_names(["a=rules", "b=rules"])] == ["a", "b"]
