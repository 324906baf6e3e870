"""The page of a replay: what it holds, what it does not, and that a browser steps through it without complaint."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.browser import Browser, needs_chromium, pdf_pages
from tests.cli.running import LINE, PLAYED, bluke, write
from tests.report.hostile import NAMES, Page

pytest.importorskip("jinja2")
SAMPLES = Path(__file__).parent.parent.parent / "samples/valid"
REVOKE = str(SAMPLES / "marked-revoke.yaml")


def paged(*arguments: str, stdin: str = "") -> Page:
    run = bluke("replay", "--to", "html", *arguments, stdin=stdin)
    assert (run.status, run.err) == (0, "")
    page = Page(run.out)
    assert page.is_inert(scripts=4)
    return page


def events_of(page: Page) -> list[dict[str, object]]:
    found = json.loads(page.code["script"][0])
    assert isinstance(found, list)
    return found


def test_the_page_holds_the_story_as_events_and_as_text() -> None:
    page = paged(stdin=PLAYED)
    assert events_of(page) == bluke("replay", "--to", "jsonl", stdin=PLAYED).objects
    words = "".join(page.words)
    for line in bluke("replay", stdin=PLAYED).out.splitlines():
        assert line in words
    assert page.tags.count("svg") == 1
    assert "on-fault" not in [value for name, value in page.attributes if name == "id"]


def test_what_a_seat_did_not_see_is_not_in_its_page() -> None:
    path = str(SAMPLES / "full-game.yaml")
    events = events_of(paged("--from", "2", path))
    assert events == bluke("replay", "--from", "2", "--to", "jsonl", path).objects
    hands = [event["dealt"] for event in events if event["event"] == "deal"]
    assert all(
        isinstance(dealt, list) and [seat for seat, cards in enumerate(dealt) if cards] == [1] for dealt in hands
    )


def test_hands_tricks_and_reasons_are_those_asked_for() -> None:
    events = events_of(paged("--hand", "2", "--why", stdin=PLAYED))
    assert {event["hand"] for event in events} == {2}
    assert any("why" in event for event in events)
    assert {event["trick"] for event in events_of(paged("--trick", "2", stdin=PLAYED)) if "trick" in event} == {2}


def test_a_page_shows_one_game(tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    run = bluke("replay", "--to", "html", "-o", str(out), stdin=LINE * 2)
    assert (run.status, out.exists()) == (2, False)
    assert "one game" in run.err


def hostile(names: list[str] = NAMES) -> str:
    """Return a game of one hand, with a trick of as many cards as there are names."""
    record = {"bluke": 1, "players": names, "dealer": names[0], "rules": {"schedule": [1]}}
    cards = [rank + suit for suit in "CD" for rank in "23456789TJQKA"][: len(names)]
    record["hands"] = [{"up": "HI", "bids": [1] * len(names), "tricks": [" ".join(cards)]}]
    return json.dumps(record)


def test_hostile_names_are_inert() -> None:
    page = paged(stdin=hostile())
    assert events_of(page)[0]["players"] == NAMES
    assert "\u202e" not in "".join([*page.words, *page.code["script"]])


def test_without_jinja_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    run = bluke("replay", "--to", "html", stdin=PLAYED)
    assert (run.status, run.out) == (2, "")
    assert "bluke[html]" in run.err


def opened(text: str, tmp_path: Path, *options: str) -> Browser:
    out = tmp_path / "a.html"
    assert bluke("replay", "--to", "html", "-o", str(out), *options, stdin=text).status == 0
    return Browser(out, tmp_path)


SEATS = "[...document.querySelectorAll('#seats li')].map((seat) => seat.innerText)"
SAID = "document.getElementById('said').innerText"
STEP = f"document.getElementById('place').innerText + ' ' + {SAID}"


@needs_chromium
def test_a_browser_steps_forth_and_back(tmp_path: Path) -> None:
    with opened(PLAYED, tmp_path) as browser:
        count = len(bluke("replay", "--to", "jsonl", stdin=PLAYED).objects)
        seen = [browser.value(STEP)]
        for _ in range(count - 1):
            browser.press("ArrowRight")
            seen.append(browser.value(STEP))
        assert len(set(seen)) == count
        assert browser.value("document.getElementById('on').disabled") is True
        assert seen[-1].endswith("Ann won.")
        back = [browser.value(STEP)]
        for _ in range(count - 1):
            browser.value("document.getElementById('back').click()")
            back.append(browser.value(STEP))
        assert back == seen[::-1]
        for key in ("PageDown", "End", "PageUp", "Home", "ArrowLeft", "n", "p"):
            browser.press(key)
        assert browser.value(STEP) == seen[0]
        browser.value("(h => { h.value = '2'; h.dispatchEvent(new Event('change')) })(document.getElementById('hand'))")
        assert browser.value(SAID).startswith("Hand 2")
        assert [text.split("\n")[0] for text in browser.value(SEATS)] == ["Ann", "Bo (deals)"]
        assert "5♣" in browser.value(SEATS)[0], "who holds what"
        assert browser.troubles == []
        assert all(url.startswith("file:") for url in browser.requests)


@needs_chromium
def test_a_fault_is_shown_at_its_trick(tmp_path: Path) -> None:
    with opened(Path(REVOKE).read_text(), tmp_path) as browser:
        browser.press("n")
        assert "[revoke]" in browser.value(SAID)
        assert "let stand" in browser.value(SAID)
        assert browser.troubles == []


@needs_chromium
def test_a_review_is_shown_at_its_choice(tmp_path: Path) -> None:
    text = (SAMPLES / "every-card.yaml").read_text()
    with opened(text, tmp_path, "--review") as browser:
        reviewed = browser.value("JSON.parse(document.getElementById('events').textContent)")
        clear = next(number for number, event in enumerate(reviewed) if (event.get("review") or {}).get("is_clear"))
        for _ in range(clear):
            browser.press("ArrowRight")
        assert f"± {reviewed[clear]['review']['error']:.1f} points more in 400 worlds." in browser.value(SAID)
        browser.press("End")
        assert "Ann lost " in browser.value(SAID)
        assert "choices, clearly not the best." in browser.value(SAID)
        assert browser.troubles == []
    with opened((SAMPLES / "score-sheet.yaml").read_text(), tmp_path, "--review") as browser:
        browser.press("ArrowRight")
        assert "Not weighed: the card turned up is not written down." in browser.value(SAID)
        browser.press("End")
        assert "not the best" not in browser.value(SAID)
        assert browser.troubles == []


@needs_chromium
def test_a_viewer_sees_no_other_holding(tmp_path: Path) -> None:
    text = (SAMPLES / "full-game.yaml").read_text()
    with opened(text, tmp_path, "--from", "2") as browser:
        browser.press("ArrowRight")
        held = browser.value("[...document.querySelectorAll('#seats .holding')].map((seat) => seat.children.length)")
        assert held == [0, 13, 0, 0]


@needs_chromium
def test_names_that_every_object_has_are_names_like_others(tmp_path: Path) -> None:
    with opened(hostile(["constructor", "__proto__", "toString", "hasOwnProperty"]), tmp_path) as browser:
        for _ in range(12):
            browser.press("ArrowRight")
        won, lost = "bid 1 · took 1 · total 10", "bid 1 · took 0 · total -10"
        assert [text.split("\n")[1] for text in browser.value(SEATS)] == [won, lost, lost, lost]
        assert browser.troubles == []


@needs_chromium
def test_hostile_names_run_nothing_in_a_browser(tmp_path: Path) -> None:
    with opened(hostile(), tmp_path) as browser:
        for _ in range(20):
            browser.press("ArrowRight")
        assert browser.value("document.querySelectorAll('main img, main svg svg, li script').length") == 0
        assert NAMES[0] in browser.value("document.querySelector('#seats').textContent")
        assert browser.troubles == []
        assert [url for url in browser.requests if not url.startswith("file:")] == []


FULL = SAMPLES / "full-game.yaml"
TOLD = "document.getElementById('told').open"


@needs_chromium
@pytest.mark.parametrize("has_script", [True, False])
def test_the_whole_game_is_printed_and_no_hand_is_torn(has_script: bool, tmp_path: Path) -> None:
    """A hand of 13 cards takes 20 lines, three of which fill a page; all are 385 lines."""
    out = tmp_path / "a.html"
    assert bluke("replay", "--to", "html", "-o", str(out), str(FULL)).status == 0
    if not has_script:
        out.write_text(out.read_text().replace("script-src", "script-src 'none';"))
    pages = pdf_pages(out, tmp_path)
    assert 7 <= len(pages) <= 12
    assert len(set(pages)) == 1


@needs_chromium
@pytest.mark.parametrize("names", [NAMES, ["W" * 64, *"abcdefghijklmn"]])
def test_nothing_printed_is_wider_than_the_page(names: list[str], tmp_path: Path) -> None:
    """Between the margins of a sheet of A4 there are 180 mm, or 680 pixels."""
    with opened(hostile(names), tmp_path) as browser:
        assert browser.value(TOLD) is False, "for those who step through it"
        browser.ask("Emulation.setEmulatedMedia", media="print")
        browser.ask("Emulation.setDeviceMetricsOverride", width=680, height=1000, deviceScaleFactor=1, mobile=False)
        browser.value("window.dispatchEvent(new Event('beforeprint'))")
        assert browser.value("document.documentElement.scrollWidth") <= 680
        assert browser.value("[...document.querySelectorAll('pre')].every((text) => text.offsetHeight > 0)")
        assert browser.value("[...document.querySelectorAll('pre')].every((text) => text.scrollWidth <= 680)")
        assert browser.value("document.querySelectorAll('pre').length") == 3
        shown = "['.bar', '#table', 'summary', 'noscript'].filter((each) => document.querySelector(each).offsetHeight)"
        assert browser.value(shown) == []
        browser.value("window.dispatchEvent(new Event('afterprint'))")
        assert browser.value(TOLD) is False


@needs_chromium
def test_a_page_can_be_read_on_a_phone(tmp_path: Path) -> None:
    with opened((SAMPLES / "full-game.yaml").read_text(), tmp_path) as browser:
        browser.ask("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
        browser.press("End")
        assert browser.value("document.documentElement.scrollWidth") <= 360


def test_a_record_that_breaks_off_is_a_page(tmp_path: Path) -> None:
    for name in ("unfinished-hand.yaml", "unfinished-bidding.yaml", "deal.yaml"):
        paged(str(SAMPLES / name))
    broken = write(tmp_path, "a.yaml", PLAYED.replace("2S 9S", "2S 2S"))
    run = bluke("replay", "--to", "html", broken)
    assert run.status == 1
    assert Page(run.out).is_inert(scripts=4)
