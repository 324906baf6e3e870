"""Faults that newcomers met, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import bluke

HEAD = "bluke: 1\nplayers: [A, B]\ndealer: A\n"


def test_rescore_tells_of_tricks_that_the_hand_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text(HEAD + "rules: {schedule: 7-1}\nhands:\n- {up: 7H, bids: [1, 1], took: [9, 4]}\n")
    before = file.read_text()
    done = bluke("rescore", "--in-place", str(file))
    assert done.status == 1
    assert "[took]" in done.err
    assert file.read_text() == before


def test_rescore_keeps_a_result_that_it_cannot_judge_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text(HEAD + "hands:\n- {up: 7H, bids: [1, 1], took: [9, 4]}\nfinal: [18, 13]\nwinners: [A]\n")
    done = bluke("rescore", str(file))
    assert done.status == 1
    assert "final: [18, 13]" in done.out
    assert "[final]" in done.err


@pytest.mark.parametrize("depth", [14, 20, 300, 3000])
def test_nesting_on_one_line_is_limited_like_any(tmp_path: Path, depth: int) -> None:
    file = tmp_path / "f.yaml"
    hands = "hands:\n- {up: 7H, x-a: " + "[" * depth + "]" * depth + "}\n"
    file.write_text(HEAD + hands + "---\n" + HEAD + "hands:\n- {up: 7H, took: [9, 9]}\n")
    done = bluke("validate", str(file))
    assert done.status == 1
    assert "[limit]" in done.out
    assert f"{file}:11:18:" in done.out  # the record behind it is judged


def test_the_file_for_bad_records_is_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text(HEAD + "hands: []\n---\nbluke: 2\n")
    before = file.read_text()
    assert bluke("validate", "--keep-bad", str(file), str(file)).status == 2
    assert bluke("validate", "--keep-bad", "x.yaml", "-o", "x.yaml", str(file)).status == 2
    assert file.read_text() == before


def test_deal_numbers_no_game_that_a_record_cannot_name() -> None:
    assert bluke("deal", "--game", "1" + "0" * 18).status == 2
    assert bluke("deal", "--game", "9" * 18, "-n", "2").status == 2
