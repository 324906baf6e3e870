"""Every page, with hostile text wherever a record holds text: in a real browser nothing runs and nothing is fetched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser import Browser, needs_chromium
from tests.cli.running import bluke
from tests.report.hostile import NAMES

pytest.importorskip("jinja2")
MARK = "document.title='pwned'"
ATTACKS = [
    *NAMES,
    f"<img src=x onerror={MARK}>",
    f"<svg onload={MARK}>",
    f"</script><script>{MARK}</script>",
    f"<!--<script>{MARK}",
    f"'-{MARK}-'",
    f'"onfocus="{MARK}"autofocus="',
    f"`${{{MARK}}}`",
    f"{{{{constructor.constructor(`{MARK}`)()}}}}",
    "<base href=http://pwned.example/>",
    "<link rel=stylesheet href=//pwned.example>",
    "<iframe src=//pwned.example></iframe>",
    "</style><style>*{background:url(//pwned.example)}",
    "]]></text></svg><script>1</script>",
]
PAGES = {
    "replay": ["replay", "--to", "html"],
    "stats": ["stats", "--to", "html"],
    "sheet": ["sheet", "print"],
}
TITLES = ("Bluke", "Score")


def attacked(players: int, first: int) -> str:
    """Return a whole game, every card of it, in which each text is an attack."""
    names = [ATTACKS[(first + at) % len(ATTACKS)][:64] for at in range(players)]
    other = iter([ATTACKS[(first + players + at) % len(ATTACKS)] for at in range(20)])
    cards = [rank + suit for suit in "CD" for rank in "23456789TJQKA"][:players]
    hand = {"up": "HI", "bids": [1] * players, "tricks": [" ".join(cards)], "note": next(other), "x-a": next(other)}
    wide = {"bids": [1] * players, "took": [2, *[0] * (players - 1)], "note": next(other)}
    texts = {key: next(other) for key in ("date", "event", "site", "note", "stopped")}
    bots = [next(other) for _ in range(players)]
    game = {"bluke": 1, "players": names, "dealer": names[0], "scorekeeper": names[1], "rules": {"schedule": [1, 2]}}
    return json.dumps({**game, "hands": [hand, wide], **texts, "bots": bots, "x-b": next(other)}) + "\n"


@needs_chromium
@pytest.mark.parametrize("kind", PAGES)
def test_nothing_in_a_record_runs_or_is_fetched(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    for first in range(0, len(ATTACKS), 5):
        path = tmp_path / "game.jsonl"
        path.write_text(attacked(5, first), encoding="utf-8")
        run = bluke(*PAGES[kind], "-o", str(out), str(path))
        assert run.status == 0, run.err
        with Browser(out, tmp_path) as browser:
            for key in (*["ArrowRight"] * 16, "Home", *["Tab"] * 12, "Enter"):
                browser.press(key)
            assert browser.value("document.title").startswith(TITLES)
            assert (
                browser.value("document.querySelectorAll('img, iframe, base, link, form, object, embed').length") == 0
            )
            handlers = "[...document.querySelectorAll('*')].flatMap((each) => [...each.attributes])"
            assert browser.value(f"{handlers}.filter((each) => /^on/.test(each.name)).length") == 0
            assert browser.troubles == []
            assert [url for url in browser.requests if not url.startswith("file:")] == []
