"""One text explains the codes: the file in the package, of which docs/codes.md is a copy."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest

from bluke_cli.diagnostics import CODES
from bluke_cli.report.explanations import codes_text, explanation_text, explanations
from tests.sessions import ROOT, read_samples

SOURCE = ROOT / "bluke_cli/report/codes.md"


def test_the_document_is_a_copy_of_what_is_in_the_package() -> None:
    assert (ROOT / "docs/codes.md").read_bytes() == SOURCE.read_bytes(), "`make codes` copies it"


def test_every_code_is_explained() -> None:
    assert list(explanations()) == list(CODES)
    for found in explanations().values():
        assert found.meaning
        assert found.advice
        assert found.wrong != found.right


def test_the_records_are_those_that_the_tests_of_the_documents_validate() -> None:
    shown = [text for found in explanations().values() for text in (found.wrong, found.right)]
    assert shown == [sample.text for sample in read_samples(SOURCE)]


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_holds_both_records_ready_to_copy(code: str) -> None:
    text, found = explanation_text(code), explanations()[code]
    assert text.startswith(f"{code}\n\n")
    indented = "".join(line.removeprefix("    ") for line in text.splitlines(keepends=True) if line.startswith("    "))
    assert indented == found.wrong + found.right
    assert "```" not in text
    assert "](" not in text


def test_the_list_has_every_code_once_with_its_meaning() -> None:
    lines = [line.split(None, 1) for line in codes_text().splitlines() if line.startswith("  ")]
    assert [(code, meaning) for code, meaning in lines] == list(CODES.items())


def test_what_is_no_code_has_no_explanation() -> None:
    with pytest.raises(KeyError):
        explanation_text("nonsense")


def test_every_file_of_the_package_that_is_no_module_is_installed() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (listed,) = [line for line in text.splitlines() if line.startswith("package-data")]
    patterns = re.findall('"([^"]+)"', listed)
    for path in sorted((ROOT / "bluke_cli").rglob("*")):
        if path.is_file() and path.suffix not in (".py", ".pyc", ".c", ".h", ".so"):
            name = path.relative_to(ROOT / "bluke_cli").as_posix()
            assert any(fnmatchcase(name, pattern) for pattern in patterns), name
