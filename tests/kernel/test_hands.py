"""The kernel's ways with texts and packs refuse what makes no sense, and never read beyond an end."""

from __future__ import annotations

import random

import pytest

from bluke_cli.kernel import kernel
from bluke_cli.rules import dealing

pytestmark = pytest.mark.skipif(kernel() is None, reason="the kernel is not built, or turned off")

HAND = b'"up":"AH","bids":[1,1],"tricks":["2C 3C"],"took":[0,1],"score":[-10,10]'


def test_a_hand_is_read():
    assert kernel().sound_hands(HAND, 2, b"\1", 1, 1, 10, 1, None) == [-10, 10]
    assert kernel().sound_hands(HAND, 2, b"\1", 0, 1, 10, 1, None) is None


@pytest.mark.parametrize("end", range(len(HAND)))
def test_a_text_that_breaks_off_is_not_in_order(end):
    is_whole = HAND[end:].startswith((b',"took"', b',"score"'))  # which may be missing
    assert kernel().sound_hands(HAND[:end], 2, b"\1", 1, 1, 10, 1, None) == ([-10, 10] if is_whole else None)


@pytest.mark.parametrize(
    "arguments",
    [
        (HAND, 1, b"\1", 0, 1, 10, 1, None),
        (HAND, 16, b"\1", 0, 1, 10, 1, None),
        (HAND, 2, b"", 0, 1, 10, 1, None),
        (HAND, 2, b"\0", 0, 1, 10, 1, None),
        (HAND, 2, b"\x1b", 0, 1, 10, 1, None),
        (HAND, 2, b"\1", 2, 1, 10, 1, None),
        (HAND, 2, b"\1", -1, 1, 10, 1, None),
        (HAND, 2, b"\1", 1, 1, 0, 1, None),
        (HAND, 2, b"\1", 1, 1, 10**9 + 1, 1, None),
        (HAND, 2, b"\1", 1, 1, 10, -(10**9) - 1, None),
        (HAND, 2, b"\1", 1, 1, 10, 1, b"x"),
        (HAND, 2, b"\1" * 1001, 1, 1, 10, 1, None),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(arguments):
    with pytest.raises(ValueError, match=r"there (are|is) no such"):
        kernel().sound_hands(*arguments)


def test_a_pack_is_shuffled_as_in_plain_python(monkeypatch):
    for count in (0, 1, 2, 3, 54, 255, 256):
        for length in (0, 1, 54, 64, 128, 400):
            stream = random.Random(f"{count} {length}").randbytes(length)
            assert kernel().shuffled(count, stream) == dealing._plain_order(count, stream)
    packs = [dealing.shuffled_pack("kernel", 1, hand) for hand in range(300)]
    monkeypatch.setattr(dealing, "kernel", lambda: None)
    assert packs == [dealing.shuffled_pack("kernel", 1, hand) for hand in range(300)]
    for count in (-1, 257):
        with pytest.raises(ValueError, match="no such items"):
            kernel().shuffled(count, b"")
