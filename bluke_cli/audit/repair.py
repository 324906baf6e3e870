"""Repairs that are beyond doubt: what `validate --fix` writes.

A fault is repaired only if its finding names the one likely repair and the record has fewer errors with it. Sums are
put right all at once, by rescoring, and only if no other reading of bids and tricks would explain them as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from bluke_cli.audit.audit import audit
from bluke_cli.audit.budget import Budget
from bluke_cli.audit.rescore import changes, rescored
from bluke_cli.diagnostics import Edit, Finding, Path
from bluke_cli.record.edit import set_value, value_at
from bluke_cli.record.models import GameRecord
from bluke_cli.record.reader import Reading

SUM_CODES = frozenset({"score", "total", "final", "winners"})


def sure_edits(record: GameRecord, budget: Budget) -> list[Edit]:
    """Return the values to write, path and value, each path once; none where nothing can be repaired for sure."""
    edits: dict[Path, object] = {}
    tried: set[Path] = set()
    while True:
        errors = _errors(record, budget)
        if any(error.code == "hand-size" and not error.edits for error in errors):
            break  # which hands these are is in doubt, and so who dealt and who led
        is_shifted = sum(map(_is_of_dealer, errors)) > 1  # a hand may be left out
        facts = [error for error in errors if _is_of_facts(error) and not (is_shifted and _is_of_dealer(error))]
        open_ones = [error for error in facts if error.path not in tried]
        if not open_ones:
            break
        tried.add(open_ones[0].path)
        mended = with_values(record, open_ones[0].edits)
        if mended is not None and len(_errors(mended, budget)) < len(errors):
            record = mended
            edits.update(open_ones[0].edits)
            tried.clear()
    errors = _errors(record, budget)
    if errors and all(_is_of_sums(error) for error in errors):
        edits.update((change.path, change.new) for change in changes(record, rescored(record), additions=False))
    return list(edits.items())


def _is_of_facts(error: Finding) -> bool:
    """Return whether a finding says what is to be written, and it is no sum that follows from the rest."""
    return bool(error.edits) and not _is_of_sums(error)


def _is_of_dealer(error: Finding) -> bool:
    """Return whether a finding says who dealt a hand."""
    return error.code == "dealer" and error.path[:1] == ("hands",)


def _is_of_sums(error: Finding) -> bool:
    """Return whether nothing but a sum is wrong, for sure."""
    if error.code not in SUM_CODES:
        return False
    return error.code == "winners" or (bool(error.edits) and all(set(path) & SUM_CODES for path, _ in error.edits))


def spelling_edits(reading: Reading) -> list[Edit]:
    """Return the values to write for things that are no cards where it is plain which card was meant."""
    texts: dict[Path, list[str]] = {}
    for finding in reading.findings:
        if finding.code == "bad-card" and finding.fix is not None and finding.card is not None:
            written = value_at(reading.loaded.value, finding.path)
            tokens = texts.setdefault(finding.path, str(written).split())
            tokens[finding.card] = finding.fix
    return [(path, " ".join(tokens)) for path, tokens in texts.items()]


def with_values(record: GameRecord, edits: Sequence[Edit]) -> GameRecord | None:
    """Return a record with other values in it, None where they do not fit the format."""
    plain = set_values(record.written(), edits)
    try:
        return GameRecord.model_validate(plain)
    except ValueError:
        return None


def set_values(plain: dict[str, Any], edits: Sequence[Edit]) -> dict[str, Any]:
    """Return a copy of a record as plain dicts and lists with other values in it; a key set to None is taken out."""
    plain = deepcopy(plain)
    for path, value in edits:
        set_value(plain, path, value)
    return plain


def _errors(record: GameRecord, budget: Budget) -> list[Finding]:
    return [finding for finding in audit(record, budget=budget) if finding.severity == "error"]
