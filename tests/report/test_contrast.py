"""The colours of the pages can be told from the paper, in light and in dark (WCAG 2.1, 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bluke_cli
from tests.browser import Browser, needs_chromium
from tests.cli.running import PLAYED, bluke

CSS = (Path(bluke_cli.__file__).parent / "report" / "templates" / "page.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", part)) for part in re.findall(r":root \{(.*?)\}", CSS, re.S)
)
TEXTS = ["ink", "soft", *(f"s{number}" for number in range(8))]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_the_measure() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_and_lines(colours: dict[str, str]) -> None:
    assert set(colours) == {"ink", "paper", "soft", "grid", "zero", *TEXTS}
    for name in TEXTS:
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    assert contrast(colours["zero"], colours["paper"]) >= 3


SHOWN = """[...document.querySelectorAll('body *')].filter((each) => each.getClientRects().length && !each.disabled
  && [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())).map((each) => {
    const style = getComputedStyle(each);
    const behind = (at) => !at ? '' : getComputedStyle(at).backgroundColor.endsWith(', 0)')
      ? behind(at.parentElement) : getComputedStyle(at).backgroundColor;
    return [each.tagName, each.namespaceURI.includes('svg') ? style.fill : style.color, behind(each), style.opacity];
  })"""
"""Of each text that is shown: the tag, its colour, the colour behind it, and how opaque it is."""


def hexadecimal(colour: str) -> str:
    assert colour.startswith("rgb("), colour
    return "#" + "".join(f"{int(part):02x}" for part in re.findall("[0-9]+", colour))


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("command", ["replay --to html", "stats --to html", "sheet print"])
def test_every_text_that_a_browser_shows(command: str, scheme: str, tmp_path: Path) -> None:
    """But those of buttons that are turned off, which nobody needs to read."""
    pytest.importorskip("jinja2")
    out = tmp_path / "page.html"
    assert bluke(*command.split(), "-o", str(out), "-", stdin=PLAYED).status == 0
    seen = set()
    with Browser(out, tmp_path) as browser:
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.value("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        for _ in range(12):
            seen |= {tuple(each) for each in browser.value(SHOWN)}
            browser.press("ArrowRight")
    assert len(seen) >= 3
    for tag, colour, paper, opacity in seen:
        assert contrast(hexadecimal(colour), hexadecimal(paper)) >= 4.5, (tag, colour, paper)
        assert opacity == "1", tag
