"""The main thread is interrupted now and then, and no longer than is asked for."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import pytest

from bluke_cli.jobs import waker
from bluke_cli.jobs.waker import Waker

needs_signals = pytest.mark.skipif(not hasattr(signal, "SIGURG"), reason="there are no such signals here")


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Give what is filled by each interrupt, of which there are many; the handler is what it was in the end."""
    came: list[int] = []
    before = signal.getsignal(signal.SIGURG)
    monkeypatch.setattr(waker, "LOOK_UP", 0.01)
    monkeypatch.setattr(waker, "_nothing", lambda number, _frame: came.append(number))
    yield came
    signal.signal(signal.SIGURG, before)


@needs_signals
def test_the_main_thread_is_interrupted_until_it_is_closed(woken: list[int]) -> None:
    ours = Waker()
    deadline = monotonic() + 20
    while len(woken) < 3 and monotonic() < deadline:
        sleep(0.01)
    assert set(woken) == {signal.SIGURG}
    ours.close()
    sleep(0.1)
    count = len(woken)
    sleep(0.1)
    assert len(woken) == count


@needs_signals
def test_in_another_thread_it_does_nothing(woken: list[int]) -> None:
    with ThreadPoolExecutor(1) as other:
        before = threading.active_count()
        ours = other.submit(Waker).result()
        assert threading.active_count() <= before + 1  # the other one
        sleep(0.1)
    ours.close()
    assert woken == []
