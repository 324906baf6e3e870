"""What `mkdocs build` needs beyond docs/: the pages that lie elsewhere, and a page for each command from its help.

Links are written for the repository; here they are turned to where their targets are on the site.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files

from bluke_cli.cli.main import COMMANDS, bluke

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "conformance/README.md": "conformance.md",
}
"""Files of the repository, and the pages that they become."""

FOLDERS = ("schemas", "samples", "conformance")
"""What is put on the site as it is, for the documents link to files in it."""

_FENCE = re.compile(r"^```([a-z]+) .*$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in docs/."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_relinked(text, source, page)))
    for page, text in command_pages():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn the links of a page in docs/."""
    del config, files
    is_made = page.file.src_uri in PAGES.values() or page.file.src_uri.startswith("commands/")
    return markdown if is_made else _relinked(markdown, f"docs/{page.file.src_uri}", page.file.src_uri)


def on_post_build(config: Any) -> None:
    """Put beside the pages what they link to."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, Path(config.site_dir) / folder, dirs_exist_ok=True)


def _relinked(text: str, source: str, page: str) -> str:
    """Return *text* of the file *source* with its links as they are to be on *page*."""

    def turned(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), found[1]))
        anchor = found[2] or ""
        if target in PAGES or target.startswith("docs/"):
            goal = PAGES.get(target, target.removeprefix("docs/"))
            return f"]({posixpath.relpath(goal, posixpath.dirname(page) or '.')}{anchor})"
        if target.split("/")[0] in FOLDERS:  # beside the pages, each of which is a folder there
            return f"]({posixpath.relpath(target, page.removesuffix('.md').removesuffix('index') or '.')}{anchor})"
        return found[0]

    return _FENCE.sub(r"```\1", _LINK.sub(turned, text))


def command_pages() -> Iterator[tuple[str, str]]:
    """Yield name and text of the page of each command, and of one that lists them."""
    names = [path for name in COMMANDS for path in _with_subcommands((name,))]
    lines = ["# Commands", ""]
    for path in names:
        title = " ".join(path)
        yield f"commands/{'-'.join(path)}.md", f"# bluke {title}\n\n```text\n{_help(path)}\n```\n"
        lines.append(f"- [bluke {title}]({'-'.join(path)}.md)")
    yield "commands/index.md", "\n".join(lines) + f"\n\n```text\n{_help(())}\n```\n"


def _with_subcommands(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    command, context = _command(path)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _with_subcommands((*path, name))


def _command(path: tuple[str, ...]) -> tuple[click.Command, click.Context]:
    command: click.Command = bluke
    context = click.Context(command, info_name="bluke", terminal_width=100, max_content_width=100)
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(context, name)
        assert inner is not None
        command = inner
        context = click.Context(command, context, info_name=name, terminal_width=100, max_content_width=100)
    return command, context


def _help(path: tuple[str, ...]) -> str:
    command, context = _command(path)
    with context:
        return command.get_help(context)
