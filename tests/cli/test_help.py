"""The help: each command opens with its question and shows examples that work; each option is tested somewhere."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import click
import pytest

from bluke_cli import __version__
from bluke_cli.cli.main import COMMANDS
from bluke_cli.cli.main import bluke as group
from bluke_cli.kernel import kernel_state
from tests.cli.running import LINE, PLAYED, bluke, shell, write

ROOT = Path(__file__).resolve().parent.parent.parent
each_command = pytest.mark.parametrize("name", COMMANDS)


def command(name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


def family(name: str) -> list[click.Command]:
    """The command, and those in it."""
    found = command(name)
    return [found, *found.commands.values()] if isinstance(found, click.Group) else [found]


def examples(name: str) -> list[str]:
    """The lines of a command's help that are marked to stay as they are, which are its examples."""
    texts = [part for each in family(name) for part in (each.help or "").split("\b\n")[1:]]
    return [line.strip() for text in texts for line in text.split("\n\n")[0].split("\n") if line.strip()]


@each_command
def test_the_help_opens_with_the_question_of_the_list(name: str) -> None:
    run = bluke(name, "--help")
    assert (run.status, run.err) == (0, "")
    usage, question, *_ = run.out.split("\n\n")
    assert usage.startswith(f"Usage: bluke {name} ")
    assert " ".join(question.split()) == COMMANDS[name]
    assert COMMANDS[name].endswith("?")
    assert bluke(name, "-h").out == run.out


@each_command
def test_the_examples_of_the_help_work(name: str, tmp_path: Path) -> None:
    for folder in ("games", "path", "home/.config/fish/completions"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    (tmp_path / "path/bot.py").symlink_to(ROOT / "samples/bots/foxy.py")
    write(tmp_path / "games", "friday.bluke.yaml", PLAYED)
    write(tmp_path, "friday.yaml", PLAYED)
    write(tmp_path, "corrected.yaml", PLAYED)
    for part in ("1", "2") if name == "match" else ():
        run = bluke(*f"match rules novice --seed 7 --blocks 2 --shard {part}/2 -o {tmp_path}/part{part}.jsonl".split())
        assert run.status == 0, run
    if name == "stats":
        assert bluke(*f"match rules novice --seed 7 --blocks 2 -o {tmp_path}/run.jsonl".split()).status == 0
    write(tmp_path, "games.jsonl.gz", gzip.compress(LINE.encode() * 2))
    assert examples(name)
    for line in examples(name):
        if line.startswith("bluke sheet "):
            _begin_sheet(line, tmp_path)
        if any(tool in line and not shutil.which(tool) for tool in ("node", "git")):
            continue
        if "git config" in line:
            line = f"git init -q . && {line}"
        run = shell(_small(line), tmp_path)
        wanted = (0, 1) if "--check" in line or "validate" in line else (0,)
        told = [each for each in run.err.splitlines() if each.startswith(("bluke: ", "Error: ", "Usage: "))]
        assert (run.status in wanted, told) == (True, []), f"{line}: {run}"


def _begin_sheet(line: str, folder: Path) -> None:
    """Write the sheet on which the entry of an example comes next; none for one that begins a sheet."""
    for name in ("saturday.yaml", "saturday.json"):
        (folder / name).unlink(missing_ok=True)
    if "sheet new" not in line:
        is_next = {"--hand": "{bids: [2, 3, 5], took: [5, 1, 7]}", "Bo=2": "{bids: [4, null, null]}"}
        hand = next((hand for word, hand in is_next.items() if word in line), "{bids: [4, 3, 5]}")
        hands = f"\n- {hand}" if {"took", "undo", "Bo=2"} & set(line.split()) else " []"
        write(folder, "saturday.yaml", f"bluke: 1\nplayers: [Ann, Bo, Cy]\ndealer: Cy\nhands:{hands}\n")


def _small(line: str) -> str:
    """The example with few games: twenty blocks of whole games would take their time."""
    line = re.sub("--blocks [0-9]+", "", line).replace("-n 10 ", "-n 1 ")
    return line if "--deals" in line or "--merge" in line else re.sub(r"\bmatch\b", "match --blocks 1", line)


@each_command
def test_every_option_says_what_it_does_and_is_tested(name: str) -> None:
    tests = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "tests/sessions").glob("*.txt")]
    texts = [path.read_text("utf-8") for path in tests]
    for option in (option for each in family(name) for option in each.params):
        if isinstance(option, click.Option):
            assert option.help, option.opts
            pattern = "|".join(rf"(?<![-\w]){re.escape(word)}(?![-\w])" for word in option.opts)
            assert any(re.search(pattern, text) for text in texts), f"no test types {option.opts}"


def test_the_list_of_commands() -> None:
    run = bluke("--help")
    assert run.status == 0
    for name, question in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(question)}$", run.out, re.MULTILINE)
    assert bluke("-h").out == run.out
    assert bluke("--version").out == f"bluke {__version__}\nkernel: {kernel_state()}\n"


@pytest.mark.parametrize("line", ["", "nonsense", "--nonsense", "deal nonsense", "schema nonsense"])
def test_wrong_usage_shows_where_help_is(line: str) -> None:
    run = bluke(*line.split())
    assert run.status == 2
    assert "Usage: bluke" in run.out + run.err


def test_schema(tmp_path: Path) -> None:
    record, finding = bluke("schema"), bluke("schema", "finding")
    assert bluke("schema", "record").out == record.out
    assert (json.loads(record.out)["$id"] != json.loads(finding.out)["$id"], record.status) == (True, 0)
    path = tmp_path / "schema"
    assert bluke("schema", "-o", str(path)).out == ""
    assert path.read_text() == record.out


@pytest.mark.parametrize("name", ["bots", "rules"])
def test_bots_and_rules(name: str, tmp_path: Path) -> None:
    run = bluke(name)
    assert (run.status, run.err) == (0, "")
    assert {"bots": "novice", "rules": "led_bluke"}[name] in run.out
    path = tmp_path / "out"
    assert bluke(name, "--output", str(path)).out == ""
    assert path.read_text() == run.out


@pytest.mark.parametrize("option", [[], ["--no-color"]])
def test_there_is_no_colour_in_a_pipe(option: list[str]) -> None:
    run = bluke(*option, "validate", stdin=LINE.replace('"took":[0,1]', '"took":[1,1]'))
    assert "\x1b" not in run.out + run.err


@pytest.mark.parametrize(("typed", "meant"), [("validat", "validate"), ("score", "rescore"), ("check", "check-bot")])
def test_of_a_command_that_does_not_exist_the_nearest_is_named(typed: str, meant: str) -> None:
    run = bluke(typed, "x")
    assert (run.status, run.out) == (2, "")
    assert run.err.endswith(f"Error: No such command '{typed}'. Did you mean '{meant}'?\n")
    assert bluke("zzz").err.endswith("Error: No such command 'zzz'.\n")
