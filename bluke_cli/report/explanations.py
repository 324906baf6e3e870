"""What each finding code means, with a record that has it and the same put right: `codes.md`, read.

That text is the one source: `docs/codes.md` is a copy of it (`make codes`), `bluke explain` shows a section of it, and
the SARIF output takes its rules' help from there. A section is a heading with the code, what it means, a wrong record,
what to do, and the right record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bluke_cli.diagnostics import CODES
from bluke_cli.report.text import columns

_CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)
_SECTION = re.compile(r"^### `(.+)`$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+) record(?: [a-z-]+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^]]+)\]\(([^)#]+)[^)]*\)")


@dataclass(frozen=True, slots=True)
class Explanation:
    """One code explained; `wrong` and `right` are records of the format `kind`, the other texts are Markdown."""

    code: str
    chapter: str
    meaning: str
    advice: str
    kind: str
    wrong: str
    right: str

    @property
    def summary(self) -> str:
        """What is wrong, in one sentence."""
        return CODES[self.code]

    @property
    def markdown(self) -> str:
        """The whole section, as it stands in the documents."""
        mark = f"```{self.kind}\n"
        return f"{self.meaning}\n\n{mark}{self.wrong}```\n\n{self.advice}\n\n{mark}{self.right}```\n"


@cache
def explanations() -> dict[str, Explanation]:
    """Return every code's explanation, in the order of the documents."""
    text = files("bluke_cli.report").joinpath("codes.md").read_text(encoding="utf-8")
    found = {}
    _, *chapters = _CHAPTER.split(text)
    for chapter, body in zip(chapters[::2], chapters[1::2], strict=True):
        _, *sections = _SECTION.split(body)
        for code, section in zip(sections[::2], sections[1::2], strict=True):
            meaning, kind, wrong, advice, _, right, _ = _BLOCK.split(section)
            found[code] = Explanation(code, chapter, meaning.strip(), advice.strip(), kind, wrong, right)
    return found


def explanation_text(code: str) -> str:
    """Return a code's explanation for people: KeyError for a code that is none."""
    found = explanations()[code]
    return "\n".join(
        [
            code,
            "",
            plain(found.meaning),
            "",
            *(f"    {line}" for line in found.wrong.splitlines()),
            "",
            plain(found.advice),
            "",
            *(f"    {line}" for line in found.right.splitlines()),
            "",
        ]
    )


def codes_text() -> str:
    """Return the list of all codes with a sentence each, chapter by chapter."""
    lines: list[str] = []
    rows = columns([[code, meaning] for code, meaning in CODES.items()], left=2)
    chapter = ""
    for row, found in zip(rows, explanations().values(), strict=True):
        if found.chapter != chapter:
            chapter = found.chapter
            lines += ["", chapter] if lines else [chapter]
        lines.append(f"  {row}")
    return "\n".join(lines) + "\n"


def plain(markdown: str) -> str:
    """Return a paragraph with its links as a reader without a browser needs them.

    >>> print(plain("The [house rules](rules.md#house-rules) list the values."))
    The house rules (docs/rules.md) list the values.
    """
    return _LINK.sub(r"\1 (docs/\2)", markdown)
