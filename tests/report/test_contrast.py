"""The colours of the pages can be told from the paper, in light and in dark (WCAG 2.1, 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bluke_cli

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
