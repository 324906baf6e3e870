"""The kernel's SHAKE-256 is that of the standard library."""

from __future__ import annotations

import hashlib

import pytest

from bluke_cli.kernel import kernel

pytestmark = pytest.mark.skipif(kernel() is None, reason="the kernel is not built, or turned off")


@pytest.mark.parametrize("text_length", [0, 1, 7, 8, 60, 134, 135, 136, 137, 271, 272, 273, 1000])
def test_the_stream_of_a_text_is_that_of_hashlib(text_length: int) -> None:
    text = bytes(at * 37 % 256 for at in range(text_length))
    for length in (0, 1, 9, 128, 135, 136, 137, 272, 273, 1000):
        assert kernel().shake_256(text, length) == hashlib.shake_256(text).digest(length)


@pytest.mark.parametrize("length", [-1, 10**9])
def test_no_length_that_makes_no_sense(length: int) -> None:
    with pytest.raises(ValueError, match="length"):
        kernel().shake_256(b"friday", length)
