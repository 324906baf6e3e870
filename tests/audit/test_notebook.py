"""What may not be judged because it was reported before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bluke_cli.audit.notebook import Notebook

PATHS = st.lists(st.sampled_from(["hands", "bids", 0, 1]), max_size=4).map(tuple)


@given(st.frozensets(PATHS, max_size=5), PATHS)
def test_damaged_is_what_lies_at_in_or_around_a_damaged_path(
    damaged: frozenset[tuple[str | int, ...]], path: tuple[str | int, ...]
) -> None:
    touches = any(path[: len(other)] == other[: len(path)] for other in damaged)
    assert Notebook(("Ann", "Bo"), damaged).is_damaged(*path) is touches
